#pragma once

namespace stickslip::fmu {

/// The file LICENSE, which the build writes into a source.
extern const char* const kLicenseText;

}  // namespace stickslip::fmu
