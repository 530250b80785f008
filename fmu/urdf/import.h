#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "fmu/urdf/robot.h"

/// URDF to model file.
namespace stickslip::urdf {

struct ImportOptions {
  std::map<std::string, std::string> packages;  // NAME to DIR
  std::string drive = "locked";                 // mode of the drives of joints with an effort; "none": no drives
  bool fixed_base = false;
  bool weld = false;                  // links that are fixed to each other are one body
  bool meshes = true;                 // false: shapes that are meshes are left out
  bool skip_missing = false;          // mesh files that are not there are left out
  double fill_mass = 0;               // kg, of moving links without mass and shapes; 0: such a robot is refused
  std::filesystem::path folder = {};  // where the model file will stand; empty: beside the URDF
};

struct Imported {
  std::string text;             // the model file
  std::vector<Remark> remarks;  // what was repaired or left out; the text has them as comments
};

/// `path` is where the text comes from: messages call it so, and meshes are looked for beside it. The model loads, or
/// host::Error says why not: an error of the URDF with its line, a line each.
Imported import_urdf(const std::string& text, const std::string& path, const ImportOptions& options);

}  // namespace stickslip::urdf
