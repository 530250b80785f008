// [model], [step], [experiment], [[material]], [[material_pair]]
#include <algorithm>
#include <tuple>

#include "fmu/load/reading.h"
#include "model/core/validate.h"

namespace stickslip::load {

namespace {

constexpr double kGravity = 9.81;

/// True unless the dimension is there but unreadable, or most likely 2 under a misspelt key.
bool dimension_is_clear(const toml::table& model, bool read) {
  if (read || model.contains("dimension")) return read;
  const toml::node* slip = model.get(slip_of("dimension", model));
  return slip == nullptr || slip->value<int>() != 2;
}

template <class T>
void set(T& target, const std::optional<T>& value) {
  if (value) target = *value;
}

/// False when nobody knows the dimension.
bool read_model(const toml::table& file, Reading& reading) {
  Model& model = reading.model;
  const toml::table* table = table_at(file, "model", reading.log);
  if (table == nullptr) {
    const bool missing = !file.contains("model") && slip_of("model", file).empty();
    if (missing) reading.log.error({1, 1}, "[model] is missing; it names the model");
    return true;
  }
  Section head(*table, "model", false, reading.log);
  const auto dimension = head.integer("dimension", 2, 3);
  if (dimension) model.planar = *dimension == 2;
  Section section(*table, "model", model.planar, reading.log);
  section.node("dimension");
  if (const toml::node* name = section.required("name")) {
    model.name = section.string_in(*name, "name").value_or("");
    if (name->is_string() && !is_name(model.name)) {
      section.error(place_of(*name),
                    "name must be letters, digits and _ and not start with a digit, got " + in_quotes(model.name));
    }
  }
  model.description = section.string("description").value_or("");
  for (const auto& [key, text] : {std::pair("author", &About::author), std::pair("version", &About::version),
                                  std::pair("copyright", &About::copyright), std::pair("license", &About::license)}) {
    reading.about.*text = section.string(key).value_or("");
  }
  const Vec3 down = model.planar ? Vec3(0, -kGravity, 0) : Vec3(0, 0, -kGravity);
  const bool clear = dimension_is_clear(*table, dimension.has_value());
  if (const toml::node* rule = section.node("friction_rule")) {
    set(model.friction_rule, choose(*rule, "friction_rule", kCombinationNames, section));
  }
  if (const toml::node* rule = section.node("restitution_rule")) {
    set(model.restitution_rule, choose(*rule, "restitution_rule", kCombinationNames, section));
  }
  section.node("gravity");
  if (clear) model.gravity = section.vector("gravity").value_or(down);
  section.finish();
  return clear;
}

using Impacts = std::array<Choice<bool>, 2>;
constexpr Impacts kLaws = {{{"bounded", true}, {"poisson", false}}};  // of schemes that locate impacts
constexpr Impacts kPlaces = {{{"two steps", false}, {"stage", true}}};

void read_impacts(Section& table, const Impacts& choices, bool& chosen) {
  if (const toml::node* impacts = table.node("impacts")) set(chosen, choose(*impacts, "impacts", choices, table));
}

void read_scheme_options(std::string_view name, Section& table, StepOptions& step) {
  constexpr Rule kWeight{0.5, 1};
  const auto threshold = table.number("threshold_speed", kNotNegative);
  if (name == "stabilised") {
    set(step.stabilised.stabilisation, table.number("stabilisation", kShare));
    set(step.stabilised.push_out_speed, table.number("push_out_speed", kPositive));
    set(step.stabilised.threshold_speed, threshold);
    read_impacts(table, kPlaces, step.stabilised.staged_impacts);
  } else if (name == "euler") {
    set(step.euler.max_events, table.integer("max_events", 1, kMostEvents));
    set(step.euler.projection, table.boolean("projection"));
    read_impacts(table, kLaws, step.euler.bounded_impacts);
    set(step.euler.threshold_speed, threshold);
  } else if (name == "trapezoidal") {
    set(step.trapezoidal.alpha, table.number("alpha", kWeight));
    set(step.trapezoidal.gamma, table.number("gamma", kWeight));
    set(step.trapezoidal.locate_transitions, table.boolean("locate_transitions"));
    set(step.trapezoidal.max_events, table.integer("max_events", 1, kMostEvents));
    set(step.trapezoidal.projection, table.boolean("projection"));
    read_impacts(table, kLaws, step.trapezoidal.bounded_impacts);
    set(step.trapezoidal.threshold_speed, threshold);
  } else if (name == "spook") {
    set(step.spook.softness.compliance, table.number("compliance", kNotNegative));
    set(step.spook.softness.angular_compliance, table.number("angular_compliance", kNotNegative));
    set(step.spook.softness.relaxation_time, table.number("relaxation_time", kNotNegative));
    set(step.spook.creep, table.number("creep", kNotNegative));
    set(step.spook.threshold_speed, threshold);
  }
}

void read_solver_options(std::string_view name, Section& table, SolverOptions& options) {
  constexpr Rule kTolerance{kFinestTolerance, kRoughestTolerance};
  const bool is_auto = name == "auto";
  const bool sweeps = name == "pgs" || name == "split";
  if (is_auto) {
    set(options.factorisations, table.integer("factorisations", 1, kMostFactorisations));
    set(options.multiplications, table.number("multiplications", Rule{1, kMostMultiplications}));
  }
  if (options.factorisations > 0 && options.multiplications > 0) {
    table.error(table.key_place("multiplications"),
                "factorisations and multiplications are caps of two kinds: with the first the best answer so far is "
                "taken, with the second what is not solved falls back; leave one of them out");
  }
  if (sweeps) set(options.sweeps, table.integer("sweeps", 1, kMostSweeps));
  if (name == "split") set(options.rounds, table.integer("rounds", 1, kMostSolverRounds));
  if (name == "pgs") {
    if (const toml::node* order = table.node("order")) set(options.order, choose(*order, "order", kSweepOrders, table));
  }
  if (!is_auto && !sweeps) return;
  const bool exact = is_auto && !table.has("factorisations") && !table.misspelt({"factorisations"});
  if (exact && table.has("tolerance")) {
    table.error(table.key_place("tolerance"),
                "tolerance is for solvers with a cap, and \"auto\" without one solves to 1e-10; add factorisations = "
                "15, or leave it out");
  }
  set(options.tolerance, table.number("tolerance", kTolerance));
}

/// A choice by its name, or by a table with the name and options; `read` gets those.
template <class T, std::size_t N, class Read>
void read_with_options(Section& section, std::string_view key, const std::array<Choice<T>, N>& choices,
                       const char* example, T& chosen, Read&& read) {
  const toml::node* node = section.node(key);
  if (node == nullptr) return;
  const toml::table* table = node->as_table();
  if (table == nullptr && !node->is_string()) {
    section.error(place_of(*node),
                  std::string(key) + " must be a name or a table such as " + example + ", got " + kind_of(*node));
    return;
  }
  if (table == nullptr) {
    set(chosen, choose(*node, key, choices, section));
    return;
  }
  Section options(*table, section.what() + ": " + std::string(key), section.planar(), section.log());
  const toml::node* name = options.required("name");
  if (name == nullptr || !name->is_string()) {
    if (name != nullptr) (void)options.string_in(*name, "name");
    return;
  }
  set(chosen, choose(*name, key, choices, section));
  const std::string text = name->as_string()->get();
  const bool known = std::any_of(choices.begin(), choices.end(), [&](const auto& c) { return c.name == text; });
  if (!known) return;
  read(text, options);
  options.finish();
}

void read_scheme(Section& section, StepOptions& step) {
  read_with_options(section, "scheme", kSchemes, "{ name = \"euler\", max_events = 20 }", step.scheme,
                    [&](std::string_view name, Section& table) { read_scheme_options(name, table, step); });
}

void read_solver(Section& section, StepOptions& step) {
  read_with_options(
      section, "solver", kSolvers, "{ name = \"auto\", factorisations = 15, tolerance = 1e-5 }", step.solver,
      [&](std::string_view name, Section& table) { read_solver_options(name, table, step.solver_options); });
}

void read_cone(Section& section, StepOptions& step) {
  const toml::node* node = section.node("cone");
  if (node == nullptr) return;
  if (const auto* text = node->as_string(); text != nullptr && text->get() == "round") {
    step.round_cone = true;
    if (!can_solve_round_cones(step.solver)) {
      section.error(place_of(*node),
                    "cone \"round\" is not for solvers that pivot on polygons: take another solver, or edges");
    }
    return;
  }
  const auto* edges = node->as_integer();
  if (edges == nullptr || edges->get() < kMinConeEdges || edges->get() > kMaxConeEdges || edges->get() % 2 != 0) {
    section.error(place_of(*node), "cone must be an even number from 4 to 32 or \"round\", got " + kind_of(*node));
    return;
  }
  step.cone_edges = static_cast<int>(edges->get());
}

void read_geometric_stiffness(Section& section, StepOptions& step) {
  const toml::node* node = section.node("geometric_stiffness");
  if (node == nullptr) return;
  if (const auto* asked = node->as_boolean(); asked != nullptr) {
    step.geometric_stiffness = asked->get() ? GeometricStiffness::whole : GeometricStiffness::none;
    if (asked->get() && step.scheme == Scheme::trapezoidal) {
      section.error(
          place_of(*node),
          "geometric_stiffness = true is for schemes of order one: under \"trapezoidal\" it could gain energy; "
          "leave it out, or \"auto\", for what the step needs of it");
    }
    return;
  }
  const auto* text = node->as_string();
  if (text == nullptr || text->get() != "auto") {
    section.error(place_of(*node), "geometric_stiffness must be \"auto\", true or false, got " + kind_of(*node));
  }
}

void read_step(const toml::table& file, Reading& reading) {
  const toml::table* table = table_at(file, "step", reading.log);
  if (table == nullptr) return;
  StepOptions& step = reading.model.step;
  Section section(*table, "step", reading.model.planar, reading.log);
  set(step.size, section.number("size", kPositive));
  read_scheme(section, step);
  read_solver(section, step);
  read_cone(section, step);
  read_geometric_stiffness(section, step);
  set(step.max_contacts, section.integer("max_contacts", 1, kMostContacts));
  section.finish();
}

}  // namespace

double softness(Section& section, std::string_view key, const Model& model) {
  const auto value = section.number(key, kNotNegative);
  if (value && model.step.scheme != Scheme::spook) {
    section.warn(section.key_place(key), std::string(key) + " is for the scheme \"spook\" and does nothing here");
  }
  return value.value_or(-1);
}

bool read_settings(const toml::table& file, Reading& reading) {
  const bool clear = read_model(file, reading);
  read_step(file, reading);
  if (const toml::table* table = table_at(file, "experiment", reading.log)) {
    Section section(*table, "experiment", reading.model.planar, reading.log);
    set(reading.model.stop, section.number("stop", kPositive));
    section.finish();
  }
  return clear;
}

namespace {

/// One number, or in space two: along the grain of a shape and across it.
void read_friction(Section& section, Material& material) {
  const toml::node* node = section.required("friction");
  if (node == nullptr) return;
  if (!node->is_array()) {
    set(material.friction, section.number("friction", kNotNegative));
    return;
  }
  const auto both = section.numbers("friction", kPositive);
  if (!both) return;
  if (section.planar() || both->size() != 2) {
    section.error(place_of(*node), section.planar() ? "friction is one number in a planar world: nothing slides across"
                                                    : "friction must be one number, or two: along the grain of a "
                                                      "shape and across it");
    return;
  }
  material.friction = both->front();
  material.across = both->back() / both->front();
}

std::optional<double> spinning(Section& section, const Model& model) {
  const auto value = section.number("spinning", kNotNegative, Unit::length);
  if (value && model.planar) {
    section.error(section.key_place("spinning"),
                  "spinning is about the normal of a contact, and in a planar world nothing turns about that; "
                  "leave it out");
  }
  return value;
}

double contact_compliance(Section& section) {
  return section.number("compliance", kNotNegative).value_or(-1);
}

void read_material_pair(const toml::table& table, Reading& reading) {
  Section section(table, "material_pair", reading.model.planar, reading.log);
  MaterialPair pair;
  bool good = false;
  if (const toml::node* node = section.required("materials")) {
    const toml::array* array = node->as_array();
    if (array == nullptr || array->size() != 2) {
      section.error(place_of(*node), "materials must be two names, got " + kind_of(*node));
    } else {
      const auto first = material_in((*array)[0], "materials[1]", section, reading);
      const auto second = material_in((*array)[1], "materials[2]", section, reading);
      good = first && second;
      if (good) std::tie(pair.first, pair.second) = std::minmax(*first, *second);
    }
  }
  if (section.required("friction") != nullptr) set(pair.friction, section.number("friction", kNotNegative));
  if (section.required("restitution") != nullptr) set(pair.restitution, section.number("restitution", kShare));
  pair.compliance = contact_compliance(section);
  pair.rolling = section.number("rolling", kNotNegative, Unit::length).value_or(-1);
  pair.spinning = spinning(section, reading.model).value_or(-1);
  section.finish();
  if (!good) return;
  const auto& pairs = reading.model.material_pairs;
  const bool repeated = std::any_of(pairs.begin(), pairs.end(), [&](const MaterialPair& other) {
    return other.first == pair.first && other.second == pair.second;
  });
  if (repeated) section.error(section.place("materials"), "these materials have a pair already; remove one");
  reading.model.material_pairs.push_back(pair);
}

}  // namespace

void read_materials(const toml::table& file, Reading& reading) {
  for (const toml::table* table : tables(file, "material", "material", reading.log)) {
    Section section(*table, label("material", *table), reading.model.planar, reading.log);
    Material material;
    material.name = reading.names.claim(section, Kind::material, static_cast<int>(reading.model.materials.size()));
    read_friction(section, material);
    set(material.restitution, section.number("restitution", kShare));
    material.compliance = contact_compliance(section);
    set(material.rolling, section.number("rolling", kNotNegative, Unit::length));
    set(material.spinning, spinning(section, reading.model));
    section.finish();
    if (reading.model.materials.size() == std::size_t{kMostMaterials}) {
      section.error(section.place(),
                    "more than " + std::to_string(kMostMaterials) + " materials; give some the same one");
      return;
    }
    reading.model.materials.push_back(material);
  }
}

void read_material_pairs(const toml::table& file, Reading& reading) {
  for (const toml::table* table : tables(file, "material_pair", "material_pair", reading.log)) {
    read_material_pair(*table, reading);
  }
}

}  // namespace stickslip::load
