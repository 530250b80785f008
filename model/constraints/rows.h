#pragma once

#include <cassert>
#include <cstdint>
#include <new>

#include "model/kinematics/kinematics.h"
#include "model/lcp/problem.h"

namespace stickslip {

/// Rows of `rolling` and `spinning` are the normals of followers (workspace/followers.h), those of `turning` their
/// friction.
enum class RowRole : std::uint8_t {
  joint,
  spring,
  normal,
  tangent,
  drive,
  friction,
  rotor,
  gear,
  rolling,
  spinning,
  turning
};

/// One constraint row before any scheme has looked at it.
struct ConstraintRow {
  std::uint64_t id = 0;
  RowRole role = RowRole::joint;
  int source = 0;  // index of the joint, spring or contact point it belongs to; of drives, friction, rotors the joint
  int first_block = 0;  // Jacobian blocks, see RowSet::blocks
  int block_count = 0;
  double violation = 0;      // m or rad: Theta of a joint, elongation of a spring or servo, gap of a contact
  double stiffness = 0;      // spring and drive rows: N/m
  double damping = 0;        // spring and drive rows: N s/m (N m s/rad about an axis)
  double given_back = 1;     // spring rows across a load: see DamperBanks of bending.h
  double target = 0;         // drive and tangent rows: m/s (rad/s); rotor rows: what turning adds to the rate
  double most = kUnlimited;  // drive and friction rows: N (N m)
  double inertia = 0;        // rotor rows: kg (kg m^2)
  double grip = 0;           // normal rows: most friction over normal force; of followers m
  bool of_speed = false;     // joint rows: nonholonomic, nothing is off but the speed
  bool angular = false;      // violation in rad: the row turns bodies and does not move them
};

/// Rows in the order joints, springs, contacts (normal, then its tangents), in storage of fixed capacity.
struct RowSet {
  Span<ConstraintRow> rows_storage;
  Span<lcp::Block> block_storage;
  int row_count = 0;
  int block_count = 0;
  Span<const int> next_wheel = {};  // per joint, constraints/axles.h; empty: every wheel has an axle of its own

  Span<const ConstraintRow> rows() const { return {rows_storage.data(), row_count}; }
  Span<const lcp::Block> blocks() const { return {block_storage.data(), block_count}; }
  Span<const lcp::Block> blocks_of(const ConstraintRow& row) const {
    assert(row.first_block >= 0 && row.block_count >= 0 && row.first_block + row.block_count <= block_count);
    return {block_storage.data() + row.first_block, row.block_count};
  }
  void clear() { row_count = block_count = 0; }
  ConstraintRow& last() { return rows_storage[row_count - 1]; }
  int next_on_axle(int joint) const { return next_wheel.empty() ? joint : next_wheel[joint]; }

  ConstraintRow& add(std::uint64_t id, RowRole role, int source) {
    ConstraintRow& row = *::new (&rows_storage[row_count++]) ConstraintRow;
    row.id = id;
    row.role = role;
    row.source = source;
    row.first_block = block_count;
    return row;
  }

  /// Adds a body's share: `linear` in world axes, `angular` in world axes about the centre of mass.
  void share(Span<const BodyPose> poses, int body, const Vec3& linear, const Vec3& angular) {
    if (body < 0) return;
    const Vec3 turn = poses[body].R.transpose() * angular;
    assert(row_count > 0 && body < poses.size());
    ConstraintRow& row = rows_storage[row_count - 1];
    for (int k = row.first_block; k < block_count; ++k) {
      if (block_storage[k].body != body) continue;  // two coordinates of a gear may have a body in common
      for (int i = 0; i < 3; ++i) block_storage[k].j[i] += linear[i];
      for (int i = 0; i < 3; ++i) block_storage[k].j[3 + i] += turn[i];
      return;
    }
    lcp::Block& block = block_storage[block_count++];
    block.body = body;
    put3(linear, block.j);
    put3(turn, block.j + 3);
    ++row.block_count;
  }

  /// The usual row of two points pushed apart along d: `second` moves along +d at r_second, `first` along -d at
  /// r_first.
  void push(Span<const BodyPose> poses, const Vec3& d, int second, const Vec3& r_second, int first,
            const Vec3& r_first) {
    share(poses, second, d, r_second.cross(d));
    share(poses, first, -d, -r_first.cross(d));
  }

  void drop_last() {
    --row_count;
    block_count = rows_storage[row_count].first_block;
  }

  /// A: the inverse mass seen by the row.
  double inverse_mass(const ConstraintRow& row, Span<const lcp::BodyInverse> inverse) const {
    double sum = 0;
    for (const lcp::Block& block : blocks_of(row)) sum = with_inverse_mass(sum, block, inverse);
    return sum;
  }
  static double with_inverse_mass(double sum, const lcp::Block& block, Span<const lcp::BodyInverse> inverse) {
    for (int k = 0; k < 3; ++k) {
      sum += block.j[k] * inverse[block.body].linear[k] * block.j[k];
      for (int m = 0; m < 3; ++m) sum += block.j[3 + k] * inverse[block.body].angular[3 * k + m] * block.j[3 + m];
    }
    return sum;
  }

  double speed(const ConstraintRow& row, Span<const double> velocity) const {
    double sum = 0;
    for (const lcp::Block& block : blocks_of(row)) {
      for (int k = 0; k < 6; ++k) sum += block.j[k] * velocity[6 * block.body + k];
    }
    return sum;
  }
};

constexpr std::uint64_t row_id(RowRole role, int source, int part) {
  return (static_cast<std::uint64_t>(role) + 1) << 60 | static_cast<std::uint64_t>(source) << 8 |
         static_cast<std::uint64_t>(part);
}

/// Of the rows of a rolling joint that which holds a wheel along its axle: other wheels may have a share in it.
constexpr int kAlongAxle = 2;

/// The `part` of an id made by row_id.
constexpr int row_part(std::uint64_t id) {
  return static_cast<int>(id & 0xff);
}

}  // namespace stickslip
