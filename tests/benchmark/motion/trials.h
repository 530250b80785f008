#pragma once

#include "tests/benchmark/motion/judge.h"

/// Laws that take further runs of a scene.
namespace stickslip::motion {

/// The same bits on repetition, and from a copied state.
void judge_repetition(const Scene& scene, const Record& record, Verdict& verdict);

/// Mirrored, turned or reordered, whichever the seed says, where the motion is unique.
void judge_variant(const Scene& scene, const Record& record, Verdict& verdict);

/// Order of convergence of smooth motion, against an integration of our own.
void judge_order(const Scene& scene, Verdict& verdict);

/// What the family promises of its own.
void judge_promise(const Case& c, Verdict& verdict);

}  // namespace stickslip::motion
