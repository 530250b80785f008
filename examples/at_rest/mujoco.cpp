#include <mujoco/mujoco.h>

#include <cstring>
#include <memory>
#include <stdexcept>

#include "examples/at_rest/mujoco.h"

namespace at_rest {

namespace {

/// The numbers of held_capsule.toml.
std::string scene(const std::string& options) {
  return R"(<mujoco><option timestep="0.002" gravity="0 0 -9.81" )" + options + R"(/>
<default><geom condim="3" friction="0.7 0 0"/></default>
<worldbody>
<body name="capsule"><freejoint/><geom type="capsule" size="0.004 0.02" euler="90 0 0" mass="0.045"/></body>
<body pos="-0.009 0 0"><joint name="left" type="slide" axis="1 0 0" damping="50"/>
<geom type="box" size="0.005 0.01 0.01" mass="0.05"/></body>
<body pos="0.009 0 0"><joint name="right" type="slide" axis="-1 0 0" damping="50"/>
<geom type="box" size="0.005 0.01 0.01" mass="0.05"/></body>
</worldbody>
<actuator><position joint="left" kp="6000"/><position joint="right" kp="6000"/></actuator>
</mujoco>)";
}

}  // namespace

bool have_mujoco() {
  return true;
}

std::string mujoco_version() {
  return mj_versionString();
}

double mujoco_creep(const std::string& options) {
  const std::string text = scene(options);
  const auto files = std::make_unique<mjVFS>();
  mj_defaultVFS(files.get());
  mj_makeEmptyFileVFS(files.get(), "scene.xml", static_cast<int>(text.size()));
  std::memcpy(files->filedata[mj_findFileVFS(files.get(), "scene.xml")], text.data(), text.size());
  char error[1000] = {};
  const std::unique_ptr<mjModel, void (*)(mjModel*)> model(mj_loadXML("scene.xml", files.get(), error, sizeof error),
                                                           mj_deleteModel);
  mj_deleteVFS(files.get());
  if (!model) throw std::runtime_error("MuJoCo: " + std::string(error));
  const std::unique_ptr<mjData, void (*)(mjData*)> data(mj_makeData(model.get()), mj_deleteData);
  data->ctrl[0] = data->ctrl[1] = 0.002;
  while (data->time < 2) mj_step(model.get(), data.get());
  const double from = data->qpos[2];
  while (data->time < 10) mj_step(model.get(), data.get());
  return (from - data->qpos[2]) / 8;
}

}  // namespace at_rest
