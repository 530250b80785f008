#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "fmu/host/apart.h"

/// What apart() is made of on every platform: memory that both processes see, the child's end and the parent's end.
namespace stickslip::host {

inline constexpr std::size_t kPending = std::size_t{1} << 16U;

/// What both processes see. Records wait here and not in the child's own memory: a crash loses none.
struct Shared {
  Whereabouts where;
  std::size_t sent = 0;  // of those pending
  std::size_t used = 0;
  std::array<char, kPending> pending;

  std::string_view unsent() const { return {pending.data() + sent, used - sent}; }
};

/// The child's end: one write to the pipe for many records.
class Sender {
 public:
  /// Writes some bytes, negative when nobody reads any more.
  using Write = std::function<long(std::string_view bytes)>;

  Sender(Shared& shared, Write write);
  void send_record(std::string_view record);
  void flush();
  /// Does the work and sends how it ended.
  void run(const std::function<void(Inside&)>& work);

 private:
  void send(char kind, std::string_view record);
  void write_all(std::string_view bytes) const;

  Shared& shared_;
  Write write_;
};

/// The parent's end: takes the bytes apart again.
class Receiver {
 public:
  explicit Receiver(const std::function<void(std::string_view)>& take) : take_(take) {}

  void add(std::string_view bytes);
  bool finished() const { return finished_; }
  const std::optional<std::string>& error() const { return error_; }

 private:
  const std::function<void(std::string_view)>& take_;
  std::string bytes_;
  bool finished_ = false;
  std::optional<std::string> error_;
};

/// A signal, or an exception of Windows, in words.
std::string name_of_crash(int signal);

}  // namespace stickslip::host
