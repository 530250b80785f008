#include "model/lcp/algebra/block_factor.h"

#include <algorithm>
#include <cmath>

#include "model/lcp/algebra/block.h"
#include "model/math/size.h"

namespace stickslip::lcp {

BlockFactor::BlockFactor(int nodes, int links, int widest)
    : order_(nodes, links),
      diagonal_(size(nodes) * size(widest * widest)),
      lower_(size(size_fill(nodes)) * size(widest * widest)),
      upper_(lower_.size()),
      column_(size(nodes) * size(widest * widest)),
      x_(size(nodes * widest)),
      swapped_(size(nodes * widest)) {}

bool BlockFactor::analyse(int nodes, int width, Span<const int> ends) {
  width_ = width;
  if (!order_.analyse(nodes, ends)) return false;
  double blocks = nodes;
  for (int k = 0; k < nodes; ++k) {
    const double count = order_.column_start(k + 1) - order_.column_start(k);
    blocks += count + count * count;
  }
  cost_ = blocks * width * width * width;
  return true;
}

void BlockFactor::clear(bool symmetric) {
  std::fill_n(lower_.begin(), block(order_.fill()), 0.0);
  if (!symmetric) std::fill_n(upper_.begin(), block(order_.fill()), 0.0);
}

bool BlockFactor::factor(bool symmetric) {
  symmetric_ = symmetric;
  return by_width(width_, [&](auto width) { return factor_with<width>(symmetric); });
}

void BlockFactor::solve(double* x) {
  by_width(width_, [&](auto width) { solve_with<width>(x); });
}

template <int kWidth>
bool BlockFactor::factor_with(bool symmetric) {
  constexpr int kBlock = kWidth * kWidth;
  negative_ = false;
  for (int k = 0; k < order_.nodes(); ++k) {
    double* pivot = &diagonal_[block(k)];
    int* swapped = &swapped_[size(kWidth * k)];
    if (!factor_block<kWidth>(pivot, swapped, &negative_)) return false;
    const int begin = order_.column_start(k);
    const int end = order_.column_start(k + 1);
    for (int e = begin; e < end; ++e) {
      divide_block<kWidth>(&lower_[block(e)], pivot, swapped, &column_[size((e - begin) * kBlock)]);
    }
    update<kWidth>(k, symmetric);
    std::copy_n(column_.begin(), size((end - begin) * kBlock), lower_.data() + block(begin));
  }
  return true;
}

/// What the column takes from those after it. Its rows are among those of each column that it reaches, in order.
template <int kWidth>
void BlockFactor::update(int k, bool symmetric) {
  constexpr int kBlock = kWidth * kWidth;
  const int* rows = order_.rows();
  const int begin = order_.column_start(k);
  const int end = order_.column_start(k + 1);
  for (int e = begin; e < end; ++e) {
    const int column = rows[e];
    const double* scaled = &column_[size((e - begin) * kBlock)];
    double* diagonal = &diagonal_[block(column)];
    if (symmetric) {
      add_product<kWidth, -1, true>(scaled, &lower_[block(e)], diagonal);
    } else {
      add_product<kWidth, -1>(scaled, &upper_[block(e)], diagonal);
    }
    int target = order_.column_start(column);
    for (int other = e + 1; other < end; ++other) {
      while (rows[target] != rows[other]) ++target;
      const double* below = &column_[size((other - begin) * kBlock)];
      if (symmetric) {
        add_product<kWidth, -1, true>(below, &lower_[block(e)], &lower_[block(target)]);
      } else {
        add_product<kWidth, -1>(below, &upper_[block(e)], &lower_[block(target)]);
        add_product<kWidth, -1>(scaled, &upper_[block(other)], &upper_[block(target)]);
      }
    }
  }
}

template <int kWidth>
void BlockFactor::solve_with(double* x) {
  const int* rows = order_.rows();
  const int n = order_.nodes();
  double* y = x_.data();
  for (int i = 0; i < n; ++i) std::copy_n(x + kWidth * i, kWidth, y + kWidth * order_.position(i));
  for (int k = 0; k < n; ++k) {
    for (int e = order_.column_start(k); e < order_.column_start(k + 1); ++e) {
      add_times<kWidth, -1>(&lower_[block(e)], y + kWidth * k, y + kWidth * rows[e]);
    }
  }
  for (int k = n - 1; k >= 0; --k) {
    double* own = y + kWidth * k;
    if (!symmetric_) {
      for (int e = order_.column_start(k); e < order_.column_start(k + 1); ++e) {
        add_times<kWidth, -1>(&upper_[block(e)], y + kWidth * rows[e], own);
      }
    }
    solve_block<kWidth>(&diagonal_[block(k)], &swapped_[size(kWidth * k)], own);
    if (!symmetric_) continue;
    for (int e = order_.column_start(k); e < order_.column_start(k + 1); ++e) {
      subtract_transposed_times<kWidth>(&lower_[block(e)], y + kWidth * rows[e], own);
    }
  }
  for (int i = 0; i < n; ++i) std::copy_n(y + kWidth * order_.position(i), kWidth, x + kWidth * i);
}

}  // namespace stickslip::lcp
