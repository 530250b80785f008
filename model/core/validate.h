#pragma once

#include "model/core/error.h"
#include "model/core/model.h"

namespace stickslip {

/// Numbers of a model are 0 or have a magnitude between these: products of a few stay finite and normal.
constexpr double kSmallest = 1e-30;
constexpr double kLargest = 1e30;

/// Bounds that hold for every model.
constexpr int kMostContacts = 65536;
constexpr int kMostEvents = 10000;
constexpr int kMostShapes = 16000;    // so that a pair of them has a number of 28 bits
constexpr int kMostMaterials = 1000;  // so that tables of their pairs stay small
constexpr int kMostParts = 1 << 20;   // bodies, shapes, joints, ...
constexpr int kMostGearBodies = 4;    // as many as a row of the solver has blocks
constexpr int kLongestName = 200;
constexpr int kMinConeEdges = 4;
constexpr int kMaxConeEdges = 32;

/// [A-Za-z_][A-Za-z0-9_]*, not longer than kLongestName.
bool is_name(const std::string& text);
/// One such name, or several with dots between them, as parts of a model have; together not longer than kLongestName.
bool is_dotted_name(const std::string& text);

/// How many bodies a gear acts on.
int bodies_of(const Model& model, const Gear& gear);

/// True when every index, number and enumerator of the model is one that the engine can work with; otherwise the error
/// says which is not. What loads from a file always passes; what comes from bytes may not.
bool validate(const Model& model, Error& error);

}  // namespace stickslip
