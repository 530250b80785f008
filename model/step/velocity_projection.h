#pragma once

#include "model/workspace/workspace.h"

namespace stickslip {

/// Ends a step of `trapezoidal` with the velocity that its constraints have: v+ = 2 w - v parts what w holds. At the
/// poses in the workspace, which must be current, with rotors as part of the mass,
///
///   joints, gears        nu' v = 0:  v -= M^-1 nu (nu' M^-1 nu)^-1 nu' v
///   springs              what a step of h does not resolve loses speed (schemes/unresolved.h); h = 0: nothing
///   friction             g v = 0, as far as an impulse does it that leaves the one of the last pass within its bounds
///   drives that hold     likewise g v = v* (locked: 0)
///
/// Drives last, and friction on their coordinates with them: what parts joints, or moves what friction holds, would
/// else be worked on by the impulse of a drive, which nobody would count. Alone, all the others only take energy, and
/// when drives push, what they hold stands still. `time` is what the last pass took. The impulses count to joints,
/// friction, drives and springs. Those of joints, friction and springs add no energy, and what they remove is O(h^2)
/// and normal to the motion: the order stays two. The work of drives is returned and noted as that of note_drive_work.
double project_velocity(const Model& model, const Layout& layout, double h, double time, State& state, Workspace& work);

/// Who paid for closing (payment.h) by moving slower, drives bring back to the speeds that they hold, beside joints,
/// gears and friction that keep those that they had: those of work.path.velocity. Returns and notes the work of drives.
double restore_held_speeds(const Model& model, const Layout& layout, double time, State& state, Workspace& work);

/// Problems that one of them solves, at most.
constexpr int kMostSpeedSolves = 2;

}  // namespace stickslip
