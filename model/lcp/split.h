#pragma once

#include "model/lcp/dense_work.h"
#include "model/lcp/options.h"
#include "model/lcp/problem.h"
#include "model/lcp/report.h"
#include "model/lcp/warm_start.h"

namespace stickslip::lcp {

/// Direct-iterative splitting (L11 §16): joints, bounded rows and normals are solved directly while friction is held,
/// normals and friction are swept while the joints are held, in turn, and a direct solve comes last. Joints and normals
/// are therefore always exact; what is left of the friction law shows in the residual.
void attempt_split(const Problem& problem, const Options& options, DenseWork& work, const WarmStart& warm,
                   Solution& solution, Report* report);

}  // namespace stickslip::lcp
