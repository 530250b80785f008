#include "fmu/cli/start_values.h"

#include "fmu/archive/error.h"

namespace stickslip::cli {

void set_start(host::Slave& slave, const std::string& assignment) {
  const std::size_t sign = assignment.find('=');
  const std::string name = assignment.substr(0, sign);
  const host::ScalarVariable& v = slave.variable(name);
  const bool settable = v.has_start && v.variability != host::Variability::constant;
  if (!settable)
    throw host::Error("--set " + assignment + ": \"" + name + "\" is " + host::name_of(v.variability) + " " +
                      host::name_of(v.causality) + " without a start; only parameters, inputs and starts can be set");
  slave.set_text(name, assignment.substr(sign + 1));
}

}  // namespace stickslip::cli
