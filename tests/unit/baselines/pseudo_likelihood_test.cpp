#include <gtest/gtest.h>

#include <cmath>

#include <drover/baselines/impl/logistic_kernel.hpp>
#include <drover/baselines/impl/pseudo_likelihood.hpp>

#include "random_models.hpp"

namespace drover::baselines::impl {
namespace {

using drover::testing::Dice;

std::vector<double> random_parameters(Dice& dice, std::size_t count) {
    std::vector<double> x(count);
    for (double& value : x) value = static_cast<double>(dice.roll(-2'000, 2'000)) / 1'000;
    return x;
}

// The definition, case by case.
double by_definition(const std::vector<BitRow>& rows, std::span<const double> x, double l2) {
    const std::size_t n = rows[0].size();
    const auto pair = [&](std::size_t i, std::size_t j) { return n + i * (2 * n - i - 1) / 2 + (j - i - 1); };
    double sum = 0;
    for (const BitRow& row : rows) {
        for (std::size_t i = 0; i < n; ++i) {
            double f = x[i];
            for (std::size_t j = 0; j < n; ++j) {
                if (j != i && row[j]) f += x[pair(std::min(i, j), std::max(i, j))];
            }
            sum += std::log1p(std::exp(row[i] ? -f : f));
        }
    }
    for (std::size_t a = n; a < x.size(); ++a) sum += l2 / 2 * x[a] * x[a];
    return sum / static_cast<double>(rows.size());
}

TEST(PseudoLikelihood, IsItsDefinition) {
    for (const std::size_t n :
         {std::size_t{1}, std::size_t{2}, std::size_t{7}, std::size_t{8}, std::size_t{17}}) {
        Dice dice{n};
        const auto rows = random_rows(dice, 60, n);
        PseudoLikelihood objective{rows, 0.3, nullptr};
        const auto x = random_parameters(dice, objective.parameter_count());
        std::vector<double> gradient(x.size());
        EXPECT_NEAR(objective(x, gradient), by_definition(rows, x, 0.3), 1e-12 * static_cast<double>(n)) << n;
    }
}

TEST(PseudoLikelihood, GradientIsTheSlope) {
    Dice dice{3};
    const auto rows = random_rows(dice, 40, 6);
    PseudoLikelihood objective{rows, 0.5, nullptr};
    auto x = random_parameters(dice, objective.parameter_count());
    std::vector<double> gradient(x.size());
    std::vector<double> spare(x.size());
    objective(x, gradient);
    for (std::size_t a = 0; a < x.size(); ++a) {
        const double before = x[a];
        x[a] = before + 1e-5;
        const double above = objective(x, spare);
        x[a] = before - 1e-5;
        const double below = objective(x, spare);
        x[a] = before;
        EXPECT_NEAR(gradient[a], (above - below) / 2e-5, 1e-8) << "parameter " << a;
    }
}

TEST(PseudoLikelihood, ManyUnitsDoNotOverflow) {
    const std::size_t n = 1'500;
    const std::vector<BitRow> rows{BitRow(n)};
    PseudoLikelihood objective{rows, 0, nullptr};
    const std::vector<double> x(objective.parameter_count());
    std::vector<double> gradient(x.size());
    EXPECT_NEAR(objective(x, gradient), static_cast<double>(n) * std::log(2.0), 1e-9);
}

TEST(PseudoLikelihood, LargeFieldsStayFinite) {
    const std::vector<BitRow> rows{{0, 1}};
    PseudoLikelihood objective{rows, 0, nullptr};
    std::vector<double> gradient(3);
    EXPECT_EQ(objective(std::vector<double>{2'000, -3'000, 0}, gradient), 5'000);
    EXPECT_EQ(gradient[0], 1);
    EXPECT_EQ(gradient[1], -1);
}

TEST(PseudoLikelihood, ThreadsChangeNoBit) {
    Dice dice{5};
    const auto rows = random_rows(dice, 5'000, 14);
    ThreadPool pool{3};
    PseudoLikelihood alone{rows, 0.1, nullptr};
    PseudoLikelihood together{rows, 0.1, &pool};
    const auto x = random_parameters(dice, alone.parameter_count());
    std::vector<double> gradient(x.size());
    std::vector<double> other(x.size());
    EXPECT_EQ(alone(x, gradient), together(x, other));
    EXPECT_EQ(gradient, other);
}

TEST(LogisticKernel, IsTheSigmoidOfTheStandardLibrary) {
    for (int start = -110; start < 110; ++start) {
        const double first = 0.37 * start;
        std::vector<double> fields;
        for (int i = 0; i < 8; ++i) fields.push_back(first + 0.043 * i);
        std::vector<double> sigmoids = fields;
        const LogisticSums sums = replace_by_sigmoids(sigmoids.data(), 3, 8);
        for (std::size_t i = 0; i < 8; ++i) {
            EXPECT_NEAR(sigmoids[i], 3 / (1 + std::exp(-fields[i])), 1e-15);
            EXPECT_NEAR(sums.products[i] - 1, std::exp(-std::abs(fields[i])), 4e-16);
            EXPECT_EQ(sums.positives[i], std::max(fields[i], 0.0));
        }
    }
}

}  // namespace
}  // namespace drover::baselines::impl
