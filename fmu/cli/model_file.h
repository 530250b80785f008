#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "fmu/cli/options.h"
#include "fmu/host/fmu.h"
#include "fmu/load/load.h"
#include "fmu/plant/plant.h"
#include "model/core/model.h"

namespace stickslip::cli {

/// A model file, loaded and ready to be exported or run.
struct ModelFile {
  std::string path;
  std::string text;
  Model model;
  std::vector<std::uint8_t> bytes;    // canonical, as an FMU carries it
  std::unique_ptr<fmu::Plant> plant;  // made from those bytes
  load::About about = {};
  std::vector<load::PartText> parts = {};
};

/// False for a model file and a URDF, which their names tell. Throws host::Error for a file that cannot be an FMU
/// either.
bool is_fmu(const std::string& path);

/// Of a model file, or of a URDF, which is imported. Prints warnings on standard error; throws host::Error with every
/// error of the file, a line each.
ModelFile load_model(const std::string& path, const RobotOptions& robot = {});

/// Throws host::Error with everything that keeps the model from being an FMU, a line each.
void refuse_faults(const ModelFile& file, bool flat);

/// The model as an FMU whose functions are linked into this program: a run takes the same way as a run of the exported
/// file, through the same objects, and gives the same bits.
host::Fmu linked_fmu(const ModelFile& file);

}  // namespace stickslip::cli
