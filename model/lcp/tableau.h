#pragma once

#include "model/lcp/lemke.h"

namespace stickslip::lcp {

/// The basis of Lemke's method: the unknowns in `columns` (and z0, the artificial one) are basic, and so are the slacks
/// w of all rows not in `rows`. With K = [M d] restricted to rows and columns,
///
///   K x = -q_rows,   w = M z + q + d z0,
///
/// and the inverse of K is kept and updated: O(columns^2) a pivot, whatever the size of M.
class Tableau {
 public:
  static constexpr int kArtificial = -1;

  Tableau(const Condensed& lcp, const Options& options, LemkeWork& work);

  /// A variable of the method: unknown or slack number `index`; the artificial unknown is {kArtificial, false}.
  struct Variable {
    int index;
    bool slack;
  };

  /// Makes the flagged unknowns basic and removes z0; false when their matrix is singular or too large.
  bool set_basis(Span<const std::uint8_t> basic);
  /// The flags of the present basis.
  void get_basis(Span<std::uint8_t> basic) const;
  /// Values of all basic variables from the factors, refined.
  void evaluate();
  /// The most negative basic variable; its value is 0 when there is none below the tolerance.
  bool feasible() const;
  /// z with negligible negative entries removed.
  void get_solution(Span<double> z) const;

  /// Gives z0 a column that lifts the infeasible basic variables, or all of them by cover number `cover` >= 0, and
  /// brings it into the basis.
  bool bring_in_artificial(int cover, Variable* left);
  double scale() const { return scale_; }
  /// Multiplications so far, near enough: what a pivot costs grows with the square of the basis.
  double work() const { return effort_; }
  /// One pivot: `entering` comes in, `left` reports who went. False at a ray or when the numbers break down.
  enum class Step { pivoted, ray, broken };
  Step pivot(Variable entering, Variable* left);

 private:
  bool refactor();
  void build_values(bool rates, double artificial);
  void compute_rates(Variable entering);
  bool rates_are_consistent(Variable entering) const;
  Step choose_leaving(int* column, int* slack);
  void collect_ties(double limit, double smallest);
  bool lexically_less(int a, int b);
  void lexical_row(int candidate, Span<double> row);
  void exchange(Variable entering, int column, int slack);
  void slack_row(int i, double* h) const;
  void replace_column(int p);
  void add(int i);
  void remove(int a, int p);
  void replace_row(int a, int i);
  void set_column(int p, int index);
  void set_row(int a, int index);
  double candidate_rate(int candidate) const;
  double candidate_value(int candidate) const;
  double* inverse_column(int r) { return w_.inverse.data() + static_cast<std::ptrdiff_t>(r) * w_.basics; }

  const Condensed& lcp_;
  const Options& options_;
  LemkeWork& w_;
  int n_;
  int m_ = 0;
  int artificial_ = -1;  // its column, or -1
  int since_refactor_ = 0;
  int tied_ = 0;
  bool careful_ = false;  // refined rates and frequent refactoring, on all but the first cold path
  double scale_ = 0;
  double tolerance_ = 0;
  double start_ = 0;  // the first value of z0
  double effort_ = 0;
};

}  // namespace stickslip::lcp
