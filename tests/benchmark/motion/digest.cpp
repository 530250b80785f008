#include "tests/benchmark/motion/digest.h"

namespace stickslip::motion {
namespace {

Vec3 get(const double* from) {
  return {from[0], from[1], from[2]};
}

Mat3 turn_of(const Scene& scene, const double* frame) {
  if (scene.planar) return Eigen::AngleAxisd(frame[16], Vec3::UnitZ()).toRotationMatrix();
  return Quat(frame[9], frame[10], frame[11], frame[12]).toRotationMatrix();
}

Pose shown(const Scene& scene, const double* frame) {
  Pose pose;
  pose.p = get(frame);
  pose.shown_v = get(frame + 3);
  pose.R = turn_of(scene, frame);
  pose.shown_w = get(frame + 13);
  pose.angle = frame[16];
  return pose;
}

int spokes_of(const Scene& scene, const Part& part) {
  return !part.rotates ? 0 : scene.planar ? 1 : 3;
}

}  // namespace

Pose reference_pose(const Part& part, bool planar) {
  Pose pose;
  pose.R = planar ? Eigen::AngleAxisd(part.angle, Vec3::UnitZ()).toRotationMatrix() : part.rotation.toRotationMatrix();
  pose.p = part.position + pose.R * part.com;
  pose.angle = part.angle;
  return pose;
}

Digest::Digest(const Scene& scene, const Record& record)
    : scene_(scene), probes_(scene), poses_(static_cast<std::size_t>(record.steps) + 1), spokes_(scene.parts.size()) {
  start(record);
  for (int k = 1; k <= record.steps; ++k) go_on(record, k);
}

void Digest::start(const Record& record) {
  for (std::size_t b = 0; b < scene_.parts.size(); ++b) {
    const int frame = probes_.frame_of_part[b];
    if (frame < 0) {
      poses_[0].push_back(reference_pose(scene_.parts[b], scene_.planar));
      continue;
    }
    Pose pose = shown(scene_, record.row(0) + record.layout.frame_output(frame));
    pose.v = pose.shown_v;
    pose.w = pose.shown_w;
    poses_[0].push_back(pose);
    for (int i = 0; i < 3; ++i) spokes_[b][static_cast<std::size_t>(i)] = pose.w.cross(pose.R.col(i));
  }
}

void Digest::go_on(const Record& record, int k) {
  std::vector<Pose>& now = poses_[static_cast<std::size_t>(k)];
  for (std::size_t b = 0; b < scene_.parts.size(); ++b) {
    const int frame = probes_.frame_of_part[b];
    if (frame < 0) {
      now.push_back(poses_[0][b]);
      continue;
    }
    const double* centre = record.row(k) + record.layout.frame_output(frame);
    Pose pose = shown(scene_, centre);
    const Vec3 a = get(centre + 6);
    pose.v = at(k - 1, static_cast<int>(b)).v + record.h * a;
    Vec3 turning = Vec3::Zero();  // sum of r x (w x r) = 2 w for three axes, w for one that is square to w
    const int spokes = spokes_of(scene_, scene_.parts[b]);
    for (int i = 0; i < spokes; ++i) {
      Vec3& spoke = spokes_[b][static_cast<std::size_t>(i)];
      spoke += record.h * (get(record.row(k) + record.layout.frame_output(frame + 1 + i) + 6) - a);
      turning += Vec3(pose.R.col(i)).cross(spoke);
    }
    pose.w = spokes == 3 ? Vec3(turning / 2) : turning;
    now.push_back(pose);
  }
}

Vec3 Digest::arm(int k, int part, const Vec3& reference) const {
  return part < 0 ? reference : arm(at(k, part), part, reference);
}

Vec3 Digest::arm(const Pose& pose, int part, const Vec3& reference) const {
  if (part < 0) return reference;
  const Pose placed = reference_pose(scene_.parts[static_cast<std::size_t>(part)], scene_.planar);
  return pose.R * (placed.R.transpose() * (reference - placed.p));
}

}  // namespace stickslip::motion
