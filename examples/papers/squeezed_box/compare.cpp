// L11 section 17.3: a box that is squeezed and pulled.
#include <cmath>

#include "examples/papers/machine.h"
#include "examples/papers/main.h"
#include "examples/papers/report.h"

int main(int argc, char** argv) {
  return papers::compare_main(argc, argv, [](const std::string& out) {
    papers::Report report("L11 section 17.3: a tall box between plates, pressed with 2 kN, mu = 0.5");
    const papers::Columns run(out + "squeezed_box.csv");
    const std::vector<double>& x = run["box.position[1]"];
    const std::vector<double>& v = run["box.velocity[1]"];
    report.near("pressed by the upper plate, N", "constant and equal", 2000, run["above.normalForce"].back(), 1e-6);
    report.near("by the lower one, N", "constant and equal", 2000, run["below.normalForce"].back(), 1e-6);
    report.at_most("pulled with 1999 N it moves by, m", "", 0, std::fabs(x[papers::row_at(run, 2)]));
    const double from = v[papers::row_at(run, 3)];
    const double digits = 1e-9 * 2000;  // N
    report.near("pulled with 2001 N: acceleration, m/s^2", "should force sliding", 0.1, v.back() - from, digits / 10);
    report.near("friction then, N", "", -2000, run["above.force[1]"].back() + run["below.force[1]"].back(), digits);
    papers::tell_steps("box", "", run, report);
    return report.finish();
  });
}
