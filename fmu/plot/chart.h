#pragma once

#include <string>
#include <vector>

namespace stickslip::plot {

struct Curve {
  std::string name;
  std::string unit;  // those of one unit share a panel
  std::vector<double> values;
};

/// Curves over time, a panel per unit, as SVG. Of many moments in one column of pixels the lowest and the highest are
/// drawn.
std::string time_chart(const std::string& title, const std::vector<double>& times, const std::vector<Curve>& curves);

/// How often something took how long: bars between `edges` on a logarithmic axis, heights on another one.
std::string histogram(const std::string& title, const std::string& axis, const std::vector<double>& edges,
                      const std::vector<double>& counts);

/// A picture as a page.
std::string html_with(const std::string& title, const std::string& svg);

/// The unit of a variable as the names of our models tell it: "tcp.position[3]" is in m. `names` are all there are: a
/// joint with an angle turns. "" where the name does not tell.
std::string unit_of(const std::string& name, const std::vector<std::string>& names);

}  // namespace stickslip::plot
