#pragma once

#include "tests/benchmark/peers/run.h"

namespace stickslip::peers {

/// `run` in a process of its own, so that no engine disturbs another, and a crash is one line of the table.
Result run_in_a_child(const Engine& engine, const Scene& scene, double seconds_at_most);

}  // namespace stickslip::peers
