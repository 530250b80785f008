#pragma once

#include <cstdarg>

namespace stickslip::fmu {

/// What a message is about. Importers switch categories on and off by the names in kCategoryNames.
enum class Category : int { error, discard, warning, solver, events };
inline constexpr int kCategoryCount = 5;
inline constexpr const char* kCategoryNames[kCategoryCount] = {"logStatusError", "logStatusDiscard", "logStatusWarning",
                                                               "logSolver", "logEvents"};
inline constexpr const char* kCategoryDescriptions[kCategoryCount] = {
    "A call was refused or a step failed", "A value was refused and nothing of the call was stored",
    "Something is unusual but was done as asked", "What the solver met: fallbacks, large penetrations, overflow",
    "Life cycle of the instance"};

/// Formats messages into a buffer of its own and hands them on; silent by default. Allocates nothing.
class Log {
 public:
  /// Takes one finished line of text, shorter than kTextBytes.
  using Sink = void (*)(void* user, Category category, const char* text);
  static constexpr int kTextBytes = 900;

  Log() = default;
  Log(Sink sink, void* user) : sink_(sink), user_(user) {}

  void enable(Category category, bool on);
  void enable_all(bool on) { enabled_ = on ? (1U << kCategoryCount) - 1U : 0U; }
  /// Ask before preparing an expensive message.
  bool wants(Category category) const { return sink_ != nullptr && (enabled_ >> static_cast<int>(category) & 1U) != 0; }

  /// printf-like; longer texts are cut.
  [[gnu::format(printf, 3, 4)]] void write(Category category, const char* format, ...) const;
  [[gnu::format(printf, 3, 0)]] void write_list(Category category, const char* format, va_list arguments) const;

 private:
  Sink sink_ = nullptr;
  void* user_ = nullptr;
  unsigned enabled_ = 0;
};

}  // namespace stickslip::fmu
