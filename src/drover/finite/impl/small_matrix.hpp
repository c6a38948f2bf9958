#pragma once

#include <complex>
#include <optional>
#include <span>
#include <vector>

namespace drover::impl {

/// Square matrices of a few rows, row by row.
using Square = std::vector<double>;

Square identity(std::size_t n);
Square product(const Square& a, const Square& b, std::size_t n);
std::vector<double> product(const Square& a, std::span<const double> x);
double largest_magnitude(std::span<const double> values);

/// det(A + shift I), by elimination with pivots.
double shifted_determinant(Square a, double shift, std::size_t n);
/// x with A x = b, or nothing where a pivot is 0 or not finite.
std::optional<std::vector<double>> solve(Square a, std::vector<double> b);

/// Eigenvalues from the largest down, and row k of `vectors` is the unit vector of value k. The sign of a
/// vector is such that its largest entry is positive. Jacobi's rotations: O(n^3) per sweep, few sweeps.
struct SymmetricEigen {
    std::vector<double> values;
    Square vectors;
};
SymmetricEigen symmetric_eigen(Square a, std::size_t n);

/// All eigenvalues, largest modulus first; up to two in closed form, more by the QR algorithm on a Hessenberg
/// form in complex numbers.
std::vector<std::complex<double>> eigenvalues(const Square& a, std::size_t n);
/// A unit vector v with A v nearly value * v, by inverse iteration.
std::vector<double> eigenvector(const Square& a, double value, std::size_t n);

}  // namespace drover::impl
