#pragma once

#include <cstdint>
#include <string>

namespace stickslip::cli {

/// Instructions that this thread has carried out in user space, where the machine counts them for us.
class InstructionCounter {
 public:
  InstructionCounter();
  ~InstructionCounter();
  InstructionCounter(const InstructionCounter&) = delete;
  InstructionCounter& operator=(const InstructionCounter&) = delete;

  bool works() const { return file_ >= 0; }
  /// Why it does not.
  const std::string& reason() const { return reason_; }
  /// 0 where it does not work.
  std::uint64_t read() const;

 private:
  int file_ = -1;
  std::string reason_;
};

}  // namespace stickslip::cli
