#pragma once

namespace stickslip {

/// Elementary functions whose bits are the same on every machine: made of +, -, *, / and sqrt only.
/// Errors stay below 2 ulp for |x| <= 1e6 (sin, cos) and everywhere else where the result is finite.
double sine(double x);
double cosine(double x);
/// sin(x)/x and (1 - cos(x))/x^2, accurate at and near 0.
double sinc(double x);
double cosc(double x);
double arctangent2(double y, double x);
double arcsine(double x);
double arccosine(double x);
double exponential(double x);
double natural_log(double x);

}  // namespace stickslip
