#include "fmu/shell/log.h"

#include <cstdio>

namespace stickslip::fmu {

void Log::enable(Category category, bool on) {
  const unsigned bit = 1U << static_cast<unsigned>(category);
  enabled_ = on ? enabled_ | bit : enabled_ & ~bit;
}

void Log::write(Category category, const char* format, ...) const {
  va_list arguments;
  va_start(arguments, format);
  write_list(category, format, arguments);
  va_end(arguments);
}

void Log::write_list(Category category, const char* format, va_list arguments) const {
  if (!wants(category)) return;
  char text[kTextBytes];
  // NOLINTNEXTLINE(clang-analyzer-valist.Uninitialized): false alarm on a va_list handed down
  std::vsnprintf(text, sizeof text, format, arguments);
  sink_(user_, category, text);
}

}  // namespace stickslip::fmu
