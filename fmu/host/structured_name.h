#pragma once

#include <string>
#include <string_view>

namespace stickslip::host {

/// What breaks the grammar of structured names (FMI 2.0, section 2.2.9), with the place; empty when nothing does.
///
///   name       = identifier | "der(" identifier [ "," unsigned ] ")"
///   identifier = part { "." part },  part = word [ "[" unsigned { "," unsigned } "]" ]
///   word       = letter or _ { letter, digit or _ } | "'" any of the quoted characters "'"
std::string structured_name_problem(std::string_view name);

}  // namespace stickslip::host
