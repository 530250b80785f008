#include "fmu/host/master.h"

#include <algorithm>

#include "fmu/archive/error.h"
#include "fmu/archive/text.h"

namespace stickslip::host {

namespace {

bool is_whole(Type type) {
  return type == Type::integer || type == Type::enumeration;
}

bool same_kind(Type a, Type b) {
  return a == b || (is_whole(a) && is_whole(b));
}

}  // namespace

Slave& Master::add(const std::string& name, const Fmu& fmu, const InstanceOptions& options) {
  if (name.empty() || name.find('.') != std::string::npos) throw Error("\"" + name + "\": a slave's name has no dot");
  if (std::find(names_.begin(), names_.end(), name) != names_.end())
    throw Error("there are two slaves called \"" + name + "\"");
  names_.push_back(name);
  slaves_.push_back(std::make_unique<Slave>(fmu, name, options));
  return *slaves_.back();
}

std::pair<std::size_t, std::string_view> Master::resolve(std::string_view name) const {
  const std::size_t dot = name.find('.');
  const auto found = std::find(names_.begin(), names_.end(), name.substr(0, dot));
  if (dot == std::string_view::npos || found == names_.end())
    throw Error("\"" + std::string(name) + "\" does not begin with a slave's name and a dot");
  return {static_cast<std::size_t>(found - names_.begin()), name.substr(dot + 1)};
}

void Master::connect(std::string_view output, std::string_view input) {
  const auto [from, output_name] = resolve(output);
  const auto [to, input_name] = resolve(input);
  const ScalarVariable& source = slaves_[from]->variable(output_name);
  const ScalarVariable& target = slaves_[to]->variable(input_name);
  const std::string both = std::string(output) + " -> " + std::string(input) + ": ";
  if (source.causality != Causality::output) throw Error(both + std::string(output) + " is not an output");
  if (target.causality != Causality::input) throw Error(both + std::string(input) + " is not an input");
  if (!same_kind(source.attributes.type, target.attributes.type))
    throw Error(both + name_of(source.attributes.type) + " does not fit " + name_of(target.attributes.type));
  for (const Link& link : links_)
    if (link.to == to && std::find(link.inputs.begin(), link.inputs.end(), &target) != link.inputs.end())
      throw Error(both + std::string(input) + " is connected already");
  auto link = links_.begin();
  while (link != links_.end() && (link->from != from || link->to != to)) ++link;
  if (link == links_.end()) link = links_.insert(links_.end(), Link{from, to, {}, {}, {}, {}, {}});
  link->outputs.push_back(&source);
  link->inputs.push_back(&target);
  link->source = Selection(link->outputs);
  link->target = Selection(link->inputs);
  link->values.resize(link->outputs.size());
}

void Master::fetch(Link& link) {
  slaves_[link.from]->read(link.source, link.values);
}
void Master::feed(Link& link) {
  slaves_[link.to]->write(link.target, link.values);
}

void Master::initialise(double start, std::optional<double> stop) {
  origin_ = start;
  size_ = 0;
  steps_ = 0;
  for (const auto& slave : slaves_) slave->start_initialisation(start, stop);
  // A value can pass through every slave once; loops are cut there.
  for (std::size_t pass = 0; pass < slaves_.size(); ++pass) {
    for (Link& link : links_) fetch(link);
    for (Link& link : links_) feed(link);
  }
  for (const auto& slave : slaves_) slave->finish_initialisation();
}

void Master::step(double size) {
  if (size != size_) {
    origin_ = time();
    size_ = size;
    steps_ = 0;
  }
  for (Link& link : links_) fetch(link);
  for (std::size_t i = 0; i < slaves_.size(); ++i) {
    for (Link& link : links_) {
      if (link.to != i) continue;
      if (exchange_ == Exchange::seidel && link.from < i) fetch(link);
      feed(link);
    }
    if (!slaves_[i]->step(time(), size))
      throw Error(names_[i] + ": ends the simulation at t = " + short_double(time()));
  }
  ++steps_;
}

void Master::terminate() {
  for (const auto& slave : slaves_) slave->terminate();
}

double Master::get(std::string_view name) {
  const auto [slave, variable] = resolve(name);
  return slaves_[slave]->get(variable);
}

std::vector<double> Master::get(const std::vector<std::string>& names) {
  std::vector<double> values;
  for (const std::string& name : names) values.push_back(get(name));
  return values;
}

void Master::set(std::string_view name, double value) {
  const auto [slave, variable] = resolve(name);
  slaves_[slave]->set(variable, value);
}

}  // namespace stickslip::host
