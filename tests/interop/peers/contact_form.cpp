#include "tests/interop/peers/contact_form.h"

#include <algorithm>
#include <cmath>

namespace stickslip::peers {

namespace {

std::size_t size(int n) {
  return static_cast<std::size_t>(n);
}

/// (t, n) projected on t <= mu n; t is scaled in place by the factor returned, n replaced.
double project_on_cone(double mu, double tangential, double& normal) {
  if (tangential <= mu * normal) return 1;
  const double along = (normal + mu * tangential) / (1 + mu * mu);
  normal = std::max(along, 0.0);
  return along > 0 ? mu * along / tangential : 0;
}

/// A measure of each contact's force r and velocity u, the worst of all; not finite counts as infinite.
template <class Measure>
double worst_of(const ContactForm& form, const std::vector<double>& force, Measure&& measure) {
  const std::size_t d = size(form.dimension);
  const std::size_t rows = form.q.size();
  double worst = 0;
  for (std::size_t k = 0; k < size(form.contacts); ++k) {
    double r[3] = {0, 0, 0}, u[3] = {0, 0, 0};
    for (std::size_t a = 0; a < d; ++a) {
      const double* row = &form.W[(d * k + a) * rows];
      r[a] = force[d * k + a];
      u[a] = form.q[d * k + a];
      for (std::size_t j = 0; j < rows; ++j) u[a] += row[j] * force[j];
    }
    const double error = measure(form.mu[k], r, u);
    worst = std::isfinite(error) ? std::max(worst, error) : HUGE_VAL;
  }
  return worst;
}

}  // namespace

ContactForm contact_form(const lcp::LcpFile& file) {
  ContactForm form;
  form.dimension = file.edges == 2 ? 2 : 3;
  form.contacts = file.contacts;
  const int rows = form.dimension * file.contacts;
  std::vector<int> from(size(rows));  // unknown of the file that is this component
  for (int k = 0; k < file.contacts; ++k) {
    const int edge = file.view().first_edge(k);
    from[size(form.dimension * k)] = k;
    from[size(form.dimension * k + 1)] = edge;
    if (form.dimension == 3) from[size(3 * k + 2)] = edge + file.edges / 4;
    const int cap = file.view().cap(k);
    form.mu.push_back(file.M[size(cap) * size(file.n) + size(k)]);
  }
  for (const int i : from) {
    form.q.push_back(file.q[size(i)]);
    for (const int j : from) form.W.push_back(file.M[size(i) * size(file.n) + size(j)]);
  }
  return form;
}

double round_residual(const ContactForm& form, const std::vector<double>& force) {
  return worst_of(form, force, [](double mu, const double* r, const double* u) {
    const double t1 = r[1] - u[1];
    const double t2 = r[2] - u[2];
    double normal = r[0] - (u[0] + mu * std::hypot(u[1], u[2]));
    const double factor = project_on_cone(mu, std::hypot(t1, t2), normal);
    return std::max({std::fabs(r[0] - normal), std::fabs(r[1] - factor * t1), std::fabs(r[2] - factor * t2)});
  });
}

double box_residual(const ContactForm& form, const std::vector<double>& force) {
  return worst_of(form, force, [](double mu, const double* r, const double* u) {
    const double bound = mu * std::max(r[0], 0.0);
    const auto tangent = [&](int a) { return std::fabs(r[a] - std::clamp(r[a] - u[a], -bound, bound)); };
    return std::max({std::fabs(std::min(r[0], u[0])), tangent(1), tangent(2)});
  });
}

}  // namespace stickslip::peers
