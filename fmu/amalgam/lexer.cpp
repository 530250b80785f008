#include "fmu/amalgam/lexer.h"

#include <cctype>

namespace stickslip::amalgam {
namespace {

bool is_letter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

// The end of what begins at `at` and is one token of the kind text; `at` itself where there is none.
std::size_t end_of_text(std::string_view s, std::size_t at) {
  const auto upto = [&](std::string_view mark, std::size_t from) {
    const std::size_t found = s.find(mark, from);
    return found == std::string_view::npos ? s.size() : found + mark.size();
  };
  if (s.substr(at, 2) == "//") return upto("\n", at) - 1;
  if (s.substr(at, 2) == "/*") return upto("*/", at + 2);
  if (s.substr(at, 2) == "R\"") {
    const std::size_t open = s.find('(', at);
    return upto(")" + std::string(s.substr(at + 2, open - at - 2)) + "\"", open);
  }
  if (s[at] == '"' || (s[at] == '\'' && (at == 0 || !is_letter(s[at - 1])))) {
    std::size_t end = at + 1;
    while (end < s.size() && s[end] != s[at]) end += s[end] == '\\' ? 2 : 1;
    return end + 1;
  }
  if (s[at] == '#') {
    std::size_t end = at;
    do {
      end = s.find('\n', end + 1);
    } while (end != std::string_view::npos && s[end - 1] == '\\');
    return end == std::string_view::npos ? s.size() : end;
  }
  return at;
}

/// Walks over declarations, brace by brace.
class Walker {
 public:
  explicit Walker(const std::vector<Token>& tokens) {
    for (const Token& token : tokens) {
      if (token.kind == Kind::word || token.kind == Kind::symbol) tokens_.push_back(token.text);
    }
  }

  Names walk() {
    while (at_ < tokens_.size()) declaration();
    return std::move(names_);
  }

 private:
  std::string_view now(std::size_t ahead = 0) const {
    return at_ + ahead < tokens_.size() ? tokens_[at_ + ahead] : std::string_view();
  }

  void skip_balanced(std::string_view open, std::string_view close) {
    int depth = 0;
    do {
      if (now() == open) ++depth;
      if (now() == close) --depth;
      ++at_;
    } while (depth > 0 && at_ < tokens_.size());
  }

  void declaration() {
    if (now() == "}") {
      if (!local_.empty()) local_.pop_back();
      ++at_;
    } else if (now() == "extern" && now(1) == "\"C\"") {
      at_ += 2;
    } else if (now() == "namespace") {
      open_namespace();
    } else if (now() == ";") {
      ++at_;
    } else if (now() == "using" && now(1) == "namespace") {
      while (now() != ";" && at_ < tokens_.size()) ++at_;
    } else {
      named();
    }
  }

  void open_namespace() {
    ++at_;
    const bool anonymous = now() == "{";
    while (now() != "{" && at_ < tokens_.size()) ++at_;
    ++at_;
    local_.push_back(anonymous);
  }

  // The name is the last word before what follows a declarator; members defined outside of their class have none.
  void named() {
    std::string_view name;
    bool qualified = false;
    while (at_ < tokens_.size()) {
      const std::string_view token = now();
      if (token == "template") {
        ++at_;
        skip_balanced("<", ">");
        continue;
      }
      if (token == "operator") {
        name = {};
        qualified = true;
      }
      if (token == "(" || token == "=" || token == "{" || token == "[" || token == ";" || token == ":") break;
      if (is_letter(token.front()) && token != "final" && token != "operator") {
        qualified = qualified || (at_ > 0 && tokens_[at_ - 1] == "::" && now(1) == "(");
        name = token;
      }
      if (token == "<") {
        skip_balanced("<", ">");
        continue;
      }
      ++at_;
    }
    if (!qualified && !name.empty() && name != "static_assert") {
      if (!local_.empty() && local_.back()) {
        names_.local.emplace(name);
      } else if (!local_.empty()) {
        names_.shared.emplace(name);
      }
    }
    finish();
  }

  // To the end of the declaration: a semicolon, or a body.
  void finish() {
    while (at_ < tokens_.size()) {
      if (now() == ";") {
        ++at_;
        return;
      }
      if (now() == "(") {
        skip_balanced("(", ")");
      } else if (now() == "{") {
        skip_balanced("{", "}");
        if (now() == ";") ++at_;
        if (now() != "," && now() != "{") return;  // those go on with the initialisers of a constructor
      } else {
        ++at_;
      }
    }
  }

  std::vector<std::string_view> tokens_;
  std::size_t at_ = 0;
  std::vector<bool> local_;  // of the namespaces that are open: is it anonymous?
  Names names_;
};

}  // namespace

std::vector<Token> tokens_of(std::string_view s) {
  std::vector<Token> tokens;
  for (std::size_t at = 0; at < s.size();) {
    std::size_t end = end_of_text(s, at);
    Kind kind = Kind::text;
    if (end == at) {
      end = at + 1;
      if (is_letter(s[at])) {
        while (end < s.size() && (is_letter(s[end]) || (s[end] == '\'' && std::isdigit(s[at]) != 0))) ++end;
        kind = Kind::word;
      } else if (std::isspace(static_cast<unsigned char>(s[at])) != 0) {
        kind = Kind::space;
      } else {
        if (s.substr(at, 2) == "::" || s.substr(at, 2) == "->") end = at + 2;
        kind = Kind::symbol;
      }
    }
    tokens.push_back({kind, s.substr(at, end - at)});
    at = end;
  }
  return tokens;
}

Names names_of(const std::vector<Token>& tokens) {
  return Walker(tokens).walk();
}

std::string renamed(const std::vector<Token>& tokens, const std::set<std::string, std::less<>>& names,
                    const std::string& suffix) {
  std::string result;
  std::string_view last;
  for (const Token& token : tokens) {
    result += token.text;
    if (token.kind == Kind::word && names.find(token.text) != names.end() && last != "." && last != "->" &&
        last != "::") {
      result += "_" + suffix;
    }
    if (token.kind == Kind::word || token.kind == Kind::symbol) last = token.text;
  }
  return result;
}

}  // namespace stickslip::amalgam
