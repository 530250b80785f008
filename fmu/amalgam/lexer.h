#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace stickslip::amalgam {

enum class Kind { word, symbol, space, text };  // text: literals, comments, preprocessor lines

struct Token {
  Kind kind;
  std::string_view text;
};

/// C++ as far as names are concerned: comments, literals and preprocessor lines are one token each.
std::vector<Token> tokens_of(std::string_view source);

/// What a file declares outside of functions and classes.
struct Names {
  std::set<std::string, std::less<>> local;   // in its anonymous namespaces
  std::set<std::string, std::less<>> shared;  // in namespaces with a name
};
Names names_of(const std::vector<Token>& tokens);

/// The text with every use of a name of `names` written as name_suffix. Members keep theirs: what follows a dot, an
/// arrow or two colons.
std::string renamed(const std::vector<Token>& tokens, const std::set<std::string, std::less<>>& names,
                    const std::string& suffix);

}  // namespace stickslip::amalgam
