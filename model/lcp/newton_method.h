#pragma once

#include <algorithm>

#include "model/lcp/dense.h"
#include "model/lcp/natural_map.h"
#include "model/lcp/newton.h"
#include "model/lcp/pattern_system.h"

/// The class behind newton.h: steps, line search and proximal passes in newton.cpp, what a warm start tries first in
/// newton_warm.cpp, the way by dilating contacts in newton_dilatant.cpp.
namespace stickslip::lcp {

constexpr double kSoft = 1e-9;       // added to the diagonal so that redundant contacts can be solved; refined away
constexpr double kFineSoft = 1e-12;  // the same for patterns that are taken for right
constexpr int kFirstSteps = 8;       // Newton steps before proximal passes are tried, ...
constexpr int kSteps = 24;           // ... and in each of those
constexpr double kFirstCompliance = 0.1;
constexpr double kNearlyPosed = 1e-2;  // compliance from which on patterns may be those of the problem as posed
constexpr double kSolved = 1e-12;      // natural residual, as part of the scale

class Newton {
 public:
  Newton(const Condensed& lcp, NewtonWork& work)
      : lcp_(lcp),
        w_(work),
        system_(lcp, work),
        scale_(max_abs(lcp.b.data(), lcp.rows())),
        round_(std::any_of(lcp.units.begin(), lcp.units.end(), is_round)) {}

  PivotReport run(bool warm, Span<std::uint8_t> basic, Span<double> z);
  void take_away(SharedLoad& load);
  bool holds(Span<std::uint8_t> basic, Span<double> z);
  void start();
  bool next_patterns();
  bool dilate(Span<std::uint8_t> basic, Span<double> z, int* steps);

 private:
  bool is_settled();
  bool solve_pattern(double soft);
  void search_line();
  bool settle(int steps, int* count);
  bool fall_from_sticking(int* count);
  bool follow(int* steps);
  bool starts_solved();
  bool holds_on_faces();
  bool keep_on_faces(const double* impulses, double margin);
  bool keep_in_cones(const double* impulses);
  bool approach(int* steps);
  bool walk(double part, int* steps);
  bool pass(int* steps);
  void lessen_compliance(double least);
  void move_dilations(double part);
  bool solves_without_dilation(int* steps);
  void move_centre(int taken, bool hold);
  void drift_on();
  bool still_drifts(double passes, double tau, double most);
  bool ends_posed();
  bool solves_without_compliance(int* steps);
  bool is_solved();
  void sweep(int count);
  void sweep_unit(const Unit& unit);
  void change(int row, double value);
  void start_from_rest();
  void find_velocities();
  Law law() const { return {tau_, dilatant_}; }
  void set_compliance(double tau);
  void save();
  void restore();

  const Condensed& lcp_;
  NewtonWork& w_;
  PatternSystem system_;
  double scale_;
  bool round_;
  double tau_ = 0;         // compliance on all rows while patterns are sought
  bool dilatant_ = false;  // whether contacts that slide open, by the workspace's dilations beyond mu times their speed
  int still_ = 0;          // passes in a row that changed no pattern
  int taken_ = 0;          // steps of the last pass, beyond which ...
  bool hold_ = false;      // ... the compliance stays where it had to grow
  Span<std::uint8_t> basic_;
  Span<double> z_;
};

}  // namespace stickslip::lcp
