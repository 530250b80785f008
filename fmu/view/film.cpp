#include "fmu/view/film.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "fmu/archive/error.h"
#include "fmu/archive/text.h"
#include "model/interface/describe.h"

namespace stickslip::view {

namespace {

constexpr std::size_t kMostBytes = 6'500'000;   // before packing: the page stays below 10 MB
constexpr std::size_t kCurveBytes = 1'000'000;  // of these at 60 moments a second for 10 s
constexpr std::size_t kPoseBytes = 28;
constexpr std::size_t kContactBytes = 8;  // six numbers to three digits and two bodies, most of them as before
constexpr std::size_t kUsualMoments = 600;
constexpr std::size_t kMostChosen = 4;  // of each kind

bool ends_with(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

/// What is plotted where nobody says what: the first kinds of which there are some.
const std::array<std::vector<std::string>, 3> kTelling{{{".normalForce", "_normalForce"},
                                                        {".angle", ".angle[1]", "_angle"},
                                                        {".position[3]", ".position[2]", ".position", "_position_3"}}};

/// Does it belong to the motion of a body, which the poses tell as well?
bool is_bulk(const std::string& name, const Scene& scene) {
  const std::string owner = name.substr(0, name.find_first_of(".["));
  return std::find(scene.bodies.begin(), scene.bodies.end(), owner) != scene.bodies.end();
}

}  // namespace

Film::Film(const host::Selection& outputs, const std::vector<std::string>& plot, const Scene& scene, double step,
           double rate)
    : step_(step) {
  moving_ = static_cast<std::size_t>(std::count(scene.fixed.begin(), scene.fixed.end(), false));
  interval_ = std::max(1L, std::lround(1 / (rate * step)));
  const std::size_t most = kCurveBytes / kUsualMoments / sizeof(float);
  std::vector<std::size_t> places;
  for (const bool bulk : {false, true})
    for (std::size_t i = 0; i < outputs.size(); ++i)
      if (is_bulk(outputs.variables()[i]->name, scene) == bulk) places.push_back(i);
  const auto wanted = [&](std::size_t i) {
    return std::any_of(plot.begin(), plot.end(),
                       [&](const std::string& p) { return name_matches(p, outputs.variables()[i]->name); });
  };
  std::stable_partition(places.begin(), places.end(), wanted);
  if (places.size() > most) {
    left_out_ = places.size() - most;
    places.resize(most);
  }
  for (const std::size_t place : places) {
    const host::ScalarVariable& variable = *outputs.variables()[place];
    curves_.push_back({place, {variable.name, variable.attributes.unit, {}, false}});
    if (ends_with(variable.name, "solver.status") || variable.name == "solver_status") status_place_ = place;
  }
  choose(outputs, plot);
}

void Film::choose(const host::Selection& outputs, const std::vector<std::string>& plot) {
  for (const std::string& pattern : plot) {
    bool found = false;
    for (Followed& followed : curves_) {
      if (!name_matches(pattern, followed.curve.name)) continue;
      followed.curve.chosen = true;
      found = true;
    }
    if (!found)
      throw host::Error("--plot " + pattern + ": fits none of the " + std::to_string(outputs.size()) +
                        " outputs; `stickslip check` lists them");
  }
  if (!plot.empty()) return;
  std::size_t kinds = 0;
  for (const std::vector<std::string>& endings : kTelling) {
    std::size_t count = 0;
    for (const std::string& ending : endings) {
      if (count > 0) break;
      for (Followed& followed : curves_) {
        if (count == kMostChosen || !ends_with(followed.curve.name, ending)) continue;
        followed.curve.chosen = true;
        ++count;
      }
    }
    if (count > 0 && ++kinds == 2) return;
  }
}

void Film::follow(const std::vector<double>& values) {
  if (status_place_) status_ = graver(status_, status_with(static_cast<int>(values[*status_place_])));
}

void Film::add(Moment moment, const std::vector<double>& values) {
  contacts_ += moment.contacts.size();
  recording_.moments.push_back(std::move(moment));
  recording_.status.push_back(status_);
  status_ = StepStatus::solved;
  for (Followed& followed : curves_) followed.curve.values.push_back(static_cast<float>(values[followed.place]));
  while (bytes() > kMostBytes && recording_.moments.size() > 3) thin();
}

std::size_t Film::bytes() const {
  return recording_.moments.size() * (kPoseBytes * moving_ + sizeof(float) * (curves_.size() + 2)) +
         kContactBytes * contacts_;
}

void Film::thin() {
  thinned_ = true;
  interval_ *= 2;
  const std::size_t last = recording_.moments.size() - 1;
  std::size_t kept = 0;
  contacts_ = 0;
  for (std::size_t i = 0; i <= last; ++i) {
    const std::size_t to = kept;
    const bool keep = i % 2 == 0;
    if (keep) {
      if (to != i) recording_.moments[to] = std::move(recording_.moments[i]);
      contacts_ += recording_.moments[to].contacts.size();
      recording_.status[to] = recording_.status[i];
      for (Followed& followed : curves_) followed.curve.values[to] = followed.curve.values[i];
      ++kept;
    } else if (i < last) {  // its status is told by the moment after it, which stays
      recording_.status[i + 1] = graver(recording_.status[i + 1], recording_.status[i]);
    } else {
      status_ = graver(status_, recording_.status[i]);
    }
  }
  recording_.moments.resize(kept);
  recording_.status.resize(kept);
  for (Followed& followed : curves_) followed.curve.values.resize(kept);
}

Recording Film::take() {
  for (Followed& followed : curves_) recording_.curves.push_back(std::move(followed.curve));
  if (thinned_)
    recording_.note = "Thinned to keep the page small: a moment every " +
                      host::short_double(static_cast<double>(interval_) * step_) + " s. ";
  if (left_out_ > 0)
    recording_.note +=
        std::to_string(left_out_) + " outputs, of bodies, are not among the plots; --plot NAME records them.";
  return std::move(recording_);
}

}  // namespace stickslip::view
