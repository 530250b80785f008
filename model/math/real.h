#pragma once

#include "model/math/arithmetic.h"

#include <cassert>
#include <cmath>

namespace stickslip {

// Vectors, matrices and quaternions of a step. Every operation has one order, the one written here: sums go from the
// first element to the last. Functions are called as Eigen calls them, so that tests and tools may mix both; nothing is
// lazy. Products that add are members: gcc forgets the pragma of arithmetic.h for friends that are defined in a class.

struct RowVec3;
class Mat3;

/// Uninitialised unless it is told otherwise, as a double is.
class Vec3 {
 public:
  Vec3() = default;
  constexpr Vec3(double x, double y, double z) : v_{x, y, z} {}

  static constexpr Vec3 Zero() { return {0, 0, 0}; }
  static constexpr Vec3 Constant(double c) { return {c, c, c}; }
  static constexpr Vec3 Unit(int axis) { return {axis == 0 ? 1.0 : 0.0, axis == 1 ? 1.0 : 0.0, axis == 2 ? 1.0 : 0.0}; }
  static constexpr Vec3 UnitX() { return {1, 0, 0}; }
  static constexpr Vec3 UnitY() { return {0, 1, 0}; }
  static constexpr Vec3 UnitZ() { return {0, 0, 1}; }

  double& operator[](int i) {
    assert(i >= 0 && i < 3);
    return v_[i];
  }
  double operator[](int i) const {
    assert(i >= 0 && i < 3);
    return v_[i];
  }
  double& x() { return v_[0]; }
  double& y() { return v_[1]; }
  double& z() { return v_[2]; }
  constexpr double x() const { return v_[0]; }
  constexpr double y() const { return v_[1]; }
  constexpr double z() const { return v_[2]; }
  double* data() { return v_; }
  const double* data() const { return v_; }

  Vec3 operator-() const { return {-v_[0], -v_[1], -v_[2]}; }
  Vec3& operator+=(const Vec3& b) { return *this = *this + b; }
  Vec3& operator-=(const Vec3& b) { return *this = *this - b; }
  Vec3& operator*=(double s) { return *this = *this * s; }
  Vec3& operator/=(double s) { return *this = *this / s; }
  friend Vec3 operator+(const Vec3& a, const Vec3& b) {
    return {a.v_[0] + b.v_[0], a.v_[1] + b.v_[1], a.v_[2] + b.v_[2]};
  }
  friend Vec3 operator-(const Vec3& a, const Vec3& b) {
    return {a.v_[0] - b.v_[0], a.v_[1] - b.v_[1], a.v_[2] - b.v_[2]};
  }
  friend Vec3 operator*(const Vec3& a, double s) { return {a.v_[0] * s, a.v_[1] * s, a.v_[2] * s}; }
  friend Vec3 operator*(double s, const Vec3& a) { return a * s; }
  friend Vec3 operator/(const Vec3& a, double s) { return {a.v_[0] / s, a.v_[1] / s, a.v_[2] / s}; }
  friend bool operator==(const Vec3& a, const Vec3& b) {
    return a.v_[0] == b.v_[0] && a.v_[1] == b.v_[1] && a.v_[2] == b.v_[2];
  }
  friend bool operator!=(const Vec3& a, const Vec3& b) { return !(a == b); }

  double dot(const Vec3& b) const { return v_[0] * b.v_[0] + v_[1] * b.v_[1] + v_[2] * b.v_[2]; }
  Vec3 cross(const Vec3& b) const {
    return {v_[1] * b.v_[2] - v_[2] * b.v_[1], v_[2] * b.v_[0] - v_[0] * b.v_[2], v_[0] * b.v_[1] - v_[1] * b.v_[0]};
  }
  double squaredNorm() const { return dot(*this); }
  double norm() const { return root(squaredNorm()); }
  /// Itself where it is zero.
  Vec3 normalized() const {
    const double square = squaredNorm();
    return square > 0 ? *this / root(square) : *this;
  }
  Vec3 cwiseProduct(const Vec3& b) const { return {v_[0] * b.v_[0], v_[1] * b.v_[1], v_[2] * b.v_[2]}; }
  Vec3 cwiseQuotient(const Vec3& b) const { return {v_[0] / b.v_[0], v_[1] / b.v_[1], v_[2] / b.v_[2]}; }
  Vec3 cwiseMin(const Vec3& b) const { return {least(v_[0], b.v_[0]), least(v_[1], b.v_[1]), least(v_[2], b.v_[2])}; }
  Vec3 cwiseMax(const Vec3& b) const { return {most(v_[0], b.v_[0]), most(v_[1], b.v_[1]), most(v_[2], b.v_[2])}; }
  Vec3 cwiseAbs() const { return {std::fabs(v_[0]), std::fabs(v_[1]), std::fabs(v_[2])}; }
  double sum() const { return v_[0] + v_[1] + v_[2]; }
  double minCoeff() const { return least(least(v_[0], v_[1]), v_[2]); }
  double maxCoeff() const { return most(most(v_[0], v_[1]), v_[2]); }
  bool isZero(double most_allowed) const { return cwiseAbs().maxCoeff() <= most_allowed; }
  bool allFinite() const { return std::isfinite(v_[0]) && std::isfinite(v_[1]) && std::isfinite(v_[2]); }
  RowVec3 transpose() const;
  Mat3 asDiagonal() const;

 private:
  static double least(double a, double b) { return b < a ? b : a; }
  static double most(double a, double b) { return a < b ? b : a; }

  double v_[3];
};

/// What a column becomes when it is transposed: column times row is a matrix.
struct RowVec3 {
  Vec3 column;
};

/// Stored by columns, given by rows.
class Mat3 {
 public:
  Mat3() = default;
  constexpr Mat3(double m00, double m01, double m02, double m10, double m11, double m12, double m20, double m21,
                 double m22)
      : m_{m00, m10, m20, m01, m11, m21, m02, m12, m22} {}

  static constexpr Mat3 Zero() { return {0, 0, 0, 0, 0, 0, 0, 0, 0}; }
  static constexpr Mat3 Identity() { return {1, 0, 0, 0, 1, 0, 0, 0, 1}; }

  double& operator()(int row, int column) {
    assert(row >= 0 && row < 3 && column >= 0 && column < 3);
    return m_[3 * column + row];
  }
  double operator()(int row, int column) const {
    assert(row >= 0 && row < 3 && column >= 0 && column < 3);
    return m_[3 * column + row];
  }
  Vec3 col(int column) const {
    assert(column >= 0 && column < 3);
    return {m_[3 * column], m_[3 * column + 1], m_[3 * column + 2]};
  }
  Vec3 row(int row) const {
    assert(row >= 0 && row < 3);
    return {m_[row], m_[3 + row], m_[6 + row]};
  }
  Vec3 diagonal() const { return {m_[0], m_[4], m_[8]}; }

  Mat3& operator+=(const Mat3& b) {
    for (int i = 0; i < 9; ++i) m_[i] += b.m_[i];
    return *this;
  }
  Mat3& operator-=(const Mat3& b) {
    for (int i = 0; i < 9; ++i) m_[i] -= b.m_[i];
    return *this;
  }
  Mat3& operator*=(double s) {
    for (double& element : m_) element *= s;
    return *this;
  }
  friend Mat3 operator+(Mat3 a, const Mat3& b) { return a += b; }
  friend Mat3 operator-(Mat3 a, const Mat3& b) { return a -= b; }
  friend Mat3 operator*(Mat3 a, double s) { return a *= s; }
  friend Mat3 operator*(double s, Mat3 a) { return a *= s; }
  Mat3 operator-() const { return -1 * *this; }
  Vec3 operator*(const Vec3& b) const {
    return {m_[0] * b.x() + m_[3] * b.y() + m_[6] * b.z(), m_[1] * b.x() + m_[4] * b.y() + m_[7] * b.z(),
            m_[2] * b.x() + m_[5] * b.y() + m_[8] * b.z()};
  }
  Mat3 operator*(const Mat3& b) const { return columns(*this * b.col(0), *this * b.col(1), *this * b.col(2)); }
  friend bool operator==(const Mat3& a, const Mat3& b) {
    for (int i = 0; i < 9; ++i) {
      if (a.m_[i] != b.m_[i]) return false;
    }
    return true;
  }
  friend bool operator!=(const Mat3& a, const Mat3& b) { return !(a == b); }

  static Mat3 columns(const Vec3& a, const Vec3& b, const Vec3& c) {
    return {a.x(), b.x(), c.x(), a.y(), b.y(), c.y(), a.z(), b.z(), c.z()};
  }
  Mat3 transpose() const { return columns(row(0), row(1), row(2)); }
  double squaredNorm() const { return col(0).squaredNorm() + col(1).squaredNorm() + col(2).squaredNorm(); }
  double norm() const { return root(squaredNorm()); }
  double trace() const { return m_[0] + m_[4] + m_[8]; }
  double determinant() const { return col(0).dot(col(1).cross(col(2))); }
  /// By cofactors: exact enough for what is far from singular.
  Mat3 inverse() const {
    const Vec3 first = col(1).cross(col(2));
    const Vec3 second = col(2).cross(col(0));
    const Vec3 third = col(0).cross(col(1));
    return (1 / col(0).dot(first)) * columns(first, second, third).transpose();
  }
  bool isZero(double most_allowed) const {
    return col(0).isZero(most_allowed) && col(1).isZero(most_allowed) && col(2).isZero(most_allowed);
  }

 private:
  double m_[9];
};

inline RowVec3 Vec3::transpose() const {
  return {*this};
}

inline Mat3 Vec3::asDiagonal() const {
  return {v_[0], 0, 0, 0, v_[1], 0, 0, 0, v_[2]};
}

inline Mat3 operator*(const Vec3& a, const RowVec3& b) {
  return Mat3::columns(a * b.column.x(), a * b.column.y(), a * b.column.z());
}

/// Cross product matrix: skew(a) b = a x b.
inline Mat3 skew(const Vec3& a) {
  return {0, -a.z(), a.y(), a.z(), 0, -a.x(), -a.y(), a.x(), 0};
}

/// Rotations are unit quaternions; q and -q are the same one.
class Quat {
 public:
  Quat() = default;
  constexpr Quat(double w, double x, double y, double z) : w_(w), v_(x, y, z) {}
  Quat(double w, const Vec3& v) : w_(w), v_(v) {}
  /// From a rotation matrix, by its largest element, so that nothing cancels.
  explicit Quat(const Mat3& R) {
    const double trace = R.trace();
    if (trace > 0) {
      const double twice = root(trace + 1);
      const double scale = 0.5 / twice;
      w_ = 0.5 * twice;
      v_ = scale * Vec3(R(2, 1) - R(1, 2), R(0, 2) - R(2, 0), R(1, 0) - R(0, 1));
      return;
    }
    int i = R(1, 1) > R(0, 0) ? 1 : 0;
    if (R(2, 2) > R(i, i)) i = 2;
    const int j = (i + 1) % 3;
    const int k = (j + 1) % 3;
    const double twice = root(R(i, i) - R(j, j) - R(k, k) + 1);
    const double scale = 0.5 / twice;
    w_ = (R(k, j) - R(j, k)) * scale;
    v_[i] = 0.5 * twice;
    v_[j] = (R(j, i) + R(i, j)) * scale;
    v_[k] = (R(k, i) + R(i, k)) * scale;
  }

  static constexpr Quat Identity() { return {1, 0, 0, 0}; }

  double& w() { return w_; }
  double& x() { return v_.x(); }
  double& y() { return v_.y(); }
  double& z() { return v_.z(); }
  constexpr double w() const { return w_; }
  constexpr double x() const { return v_.x(); }
  constexpr double y() const { return v_.y(); }
  constexpr double z() const { return v_.z(); }
  const Vec3& vec() const { return v_; }

  /// The same rotation, the long way round.
  Quat operator-() const { return {-w_, -v_}; }
  friend bool operator==(const Quat& a, const Quat& b) { return a.w_ == b.w_ && a.v_ == b.v_; }
  friend bool operator!=(const Quat& a, const Quat& b) { return !(a == b); }
  Quat operator*(const Quat& b) const {
    return {w_ * b.w_ - x() * b.x() - y() * b.y() - z() * b.z(), w_ * b.x() + x() * b.w_ + y() * b.z() - z() * b.y(),
            w_ * b.y() + y() * b.w_ + z() * b.x() - x() * b.z(), w_ * b.z() + z() * b.w_ + x() * b.y() - y() * b.x()};
  }
  /// Turns a vector.
  Vec3 operator*(const Vec3& a) const {
    const Vec3 twice = 2 * v_.cross(a);
    return a + w_ * twice + v_.cross(twice);
  }

  Quat conjugate() const { return {w_, -v_}; }
  double dot(const Quat& b) const { return w_ * b.w_ + x() * b.x() + y() * b.y() + z() * b.z(); }
  double squaredNorm() const { return dot(*this); }
  double norm() const { return root(squaredNorm()); }
  Quat inverse() const {
    const double square = squaredNorm();
    return {w_ / square, -v_ / square};
  }
  /// Itself where it is zero.
  Quat normalized() const {
    const double square = squaredNorm();
    if (!(square > 0)) return *this;
    const double length = root(square);
    return {w_ / length, v_ / length};
  }
  void normalize() { *this = normalized(); }
  Mat3 toRotationMatrix() const {
    const Vec3 twice = 2 * v_;
    const Vec3 tw = w_ * twice;
    const double xx = twice.x() * x();
    const double xy = twice.y() * x();
    const double xz = twice.z() * x();
    const double yy = twice.y() * y();
    const double yz = twice.z() * y();
    const double zz = twice.z() * z();
    return {1 - (yy + zz), xy - tw.z(),   xz + tw.y(),  //
            xy + tw.z(),   1 - (xx + zz), yz - tw.x(),  //
            xz - tw.y(),   yz + tw.x(),   1 - (xx + yy)};
  }

 private:
  double w_;
  Vec3 v_;
};

}  // namespace stickslip
