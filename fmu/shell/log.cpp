#include "fmu/shell/log.h"

#include <cstdarg>
#include <cstdio>

namespace stickslip::fmu {

void Log::enable(Category category, bool on) {
  const unsigned bit = 1U << static_cast<unsigned>(category);
  enabled_ = on ? enabled_ | bit : enabled_ & ~bit;
}

void Log::write(Category category, const char* format, ...) const {
  if (!wants(category)) return;
  char text[kTextBytes];
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  sink_(user_, category, text);
}

}  // namespace stickslip::fmu
