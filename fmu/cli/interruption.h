#pragma once

namespace stickslip::cli {

/// While this lives, SIGINT (Ctrl-C), SIGTERM and SIGHUP ask for an end in place of ending the program, so that files
/// are closed after a whole line and temporary folders go. The second one, or five seconds, end it after all. Only one
/// may live at a time.
class Interruption {
 public:
  Interruption();
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  bool asked() const;
};

}  // namespace stickslip::cli
