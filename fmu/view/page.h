#pragma once

#include <string>
#include <vector>

#include "fmu/view/recording.h"
#include "model/workspace/step_status.h"

namespace stickslip::view {

/// A variable over the moments of a recording.
struct Curve {
  std::string name;
  std::string unit;
  std::vector<float> values;
  bool chosen = false;  // shown from the start
};

/// What a page is made of.
struct Recording {
  std::string title;
  std::string description;
  std::string model_text;  // the model file, may be empty
  std::string summary;
  std::string note;  // what is not as the user might expect: thinned, left out
  std::vector<Moment> moments;
  std::vector<StepStatus> status;  // the gravest since the moment before
  std::vector<Curve> curves;
};

/// Whether three.js was there when this program was built; without it no page can be made.
bool has_three();
extern const char* const kThreeMissing;  // what to do then

/// One HTML file that needs nothing else: the scene and its motion, the curves, the texts.
std::string page(const Scene& scene, const Recording& recording);

}  // namespace stickslip::view
