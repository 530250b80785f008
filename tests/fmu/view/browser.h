#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fmu/archive/temporary_folder.h"

namespace stickslip::view {

/// A headless Chromium at the other end of two pipes, spoken to in its DevTools protocol.
class Browser {
 public:
  /// Where one is installed; empty: nowhere in PATH.
  static std::string installed();

  Browser(const std::string& program, int width, int height);
  ~Browser();
  Browser(const Browser&) = delete;
  Browser& operator=(const Browser&) = delete;

  void open(const std::string& file);
  /// The string that an expression, or the promise it is, ends as; "" with what went wrong among `complaints`. The
  /// string has no quotes or backslashes.
  std::string evaluate(const std::string& expression);
  /// PNG of all that is in the window.
  std::string screenshot();
  /// Errors and warnings on the console so far, and exceptions that nobody caught.
  const std::vector<std::string>& complaints() const { return complaints_; }

 private:
  std::string ask(const std::string& method, const std::string& parameters);
  std::string read_message();

  host::TemporaryFolder profile_;
  int to_ = -1;
  int from_ = -1;
  int process_ = -1;
  int asked_ = 0;
  std::string session_;
  std::string buffer_;
  std::vector<std::string> complaints_;
};

std::string decoded_base64(const std::string& text);

}  // namespace stickslip::view
