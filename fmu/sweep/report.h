#pragma once

#include <string>

#include "fmu/sweep/study.h"

namespace stickslip::sweep {

/// A page about a finished study: table, histograms, any column over any other one, the view command of a run. `csv` is
/// what merging wrote. Throws host::Error when it is not of this study.
std::string report(const Study& study, const std::string& csv);

}  // namespace stickslip::sweep
