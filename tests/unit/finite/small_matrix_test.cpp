#include <drover/finite/impl/small_matrix.hpp>

#include <cmath>

#include <gtest/gtest.h>

#include <drover/number/philox.hpp>

namespace drover::impl {
namespace {

Square random_square(std::uint64_t seed, std::size_t n) {
    const CounterRandom random{seed, 78};
    Square a;
    for (std::size_t i = 0; i < n * n; ++i) a.push_back(random.normal(i));
    return a;
}

Square symmetric(Square a, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < i; ++j) a[i * n + j] = a[j * n + i];
    }
    return a;
}

TEST(SmallMatrix, ASolutionSolves) {
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        const std::size_t n = 1 + seed % 6;
        const Square a = random_square(seed, n);
        const std::vector<double> b(n, 1.0);
        const auto x = solve(a, b);
        ASSERT_TRUE(x.has_value());
        for (const double value : product(a, *x)) EXPECT_NEAR(value, 1, 1e-11);
    }
    EXPECT_FALSE(solve({1, 2, 2, 4}, {1, 1}).has_value());
}

TEST(SmallMatrix, TheDeterminantIsTheProductOfTheEigenvalues) {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        const std::size_t n = 1 + seed % 9;
        const Square a = random_square(seed, n);
        for (const double shift : {0.0, 1.0, -1.0}) {
            std::complex<double> expected = 1;
            for (const auto& value : eigenvalues(a, n)) expected *= value + shift;
            EXPECT_NEAR(shifted_determinant(a, shift, n), expected.real(), 1e-9 * (1 + std::abs(expected)));
            EXPECT_NEAR(expected.imag(), 0, 1e-9 * (1 + std::abs(expected)));
        }
    }
}

TEST(SmallMatrix, EigenvaluesOfARotationAreAPairOfModulusOne) {
    const double c = std::cos(1.0);
    const double s = std::sin(1.0);
    const auto values = eigenvalues({c, -s, 0, s, c, 0, 0, 0, 0.25}, 3);
    EXPECT_NEAR(std::abs(values[0]), 1, 1e-14);
    EXPECT_NEAR(std::abs(values[0].imag()), s, 1e-14);
    EXPECT_NEAR(values[2].real(), 0.25, 1e-14);
    // A cyclic permutation: the shift of the QR algorithm must break its symmetry.
    for (const auto& value : eigenvalues({0, 0, 1, 1, 0, 0, 0, 1, 0}, 3))
        EXPECT_NEAR(std::abs(value), 1, 1e-12);
}

TEST(SmallMatrix, SymmetricEigenvectorsDiagonalize) {
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        const std::size_t n = 1 + seed % 16;
        const Square a = symmetric(random_square(seed, n), n);
        const auto [values, vectors] = symmetric_eigen(a, n);
        for (std::size_t k = 0; k < n; ++k) {
            const std::span<const double> v = std::span{vectors}.subspan(k * n, n);
            const std::vector<double> image = product(a, v);
            for (std::size_t i = 0; i < n; ++i) EXPECT_NEAR(image[i], values[k] * v[i], 1e-12);
            EXPECT_LE(values[k], values[k == 0 ? 0 : k - 1]);
        }
    }
}

TEST(SmallMatrix, AnEigenvectorIsKeptByItsMatrix) {
    const Square a{2, 1, 0, 0.5, -1, 0.25, 0, 0.125, 3};
    for (const auto& value : eigenvalues(a, 3)) {
        const std::vector<double> v = eigenvector(a, value.real(), 3);
        const std::vector<double> image = product(a, v);
        for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(image[i], value.real() * v[i], 1e-9);
    }
}

}  // namespace
}  // namespace drover::impl
