#include <gtest/gtest.h>

#include <cmath>

#include <drover/baselines/boltzmann_machine.hpp>
#include <drover/baselines/impl/pseudo_likelihood.hpp>

#include "expect.hpp"
#include "random_models.hpp"

namespace drover::baselines {
namespace {

using testing::Dice;

BoltzmannMachine random_machine(Dice& dice, std::size_t n) {
    const auto number = [&] { return static_cast<double>(dice.roll(-1'000, 1'000)) / 800; };
    std::vector<double> biases(n);
    std::vector<double> couplings(n * (n - 1) / 2);
    for (double& bias : biases) bias = number();
    for (double& coupling : couplings) coupling = number();
    return {biases, couplings};
}

std::vector<double> exact_distribution(const BoltzmannMachine& machine) {
    const std::size_t n = machine.unit_count();
    std::vector<double> p;
    double sum = 0;
    for (std::uint64_t s = 0; s < (std::uint64_t{1} << n); ++s) {
        p.push_back(std::exp(machine.log_weight(BitRow::from_index(s, n))));
        sum += p.back();
    }
    for (double& value : p) value /= sum;
    return p;
}

// Each state as often as its probability says, of about `total` rows.
std::vector<BitRow> rows_in_proportion(const BoltzmannMachine& machine, double total) {
    std::vector<BitRow> rows;
    const auto p = exact_distribution(machine);
    for (std::size_t s = 0; s < p.size(); ++s) {
        rows.insert(rows.end(), static_cast<std::size_t>(std::lround(p[s] * total)),
                    BitRow::from_index(s, machine.unit_count()));
    }
    return rows;
}

std::vector<double> parameters_of(const BoltzmannMachine& machine) {
    std::vector<double> x;
    for (std::size_t i = 0; i < machine.unit_count(); ++i) x.push_back(machine.bias(i));
    for (std::size_t i = 0; i < machine.unit_count(); ++i) {
        for (std::size_t j = i + 1; j < machine.unit_count(); ++j) x.push_back(machine.coupling(i, j));
    }
    return x;
}

TEST(BoltzmannMachine, LogWeightFieldAndProbabilityAgree) {
    Dice dice{1};
    const BoltzmannMachine machine = random_machine(dice, 5);
    for (std::uint64_t s = 0; s < 32; ++s) {
        for (std::size_t i = 0; i < 5; ++i) {
            BitRow one = BitRow::from_index(s, 5);
            BitRow zero = one;
            one.set(i, true);
            zero.set(i, false);
            EXPECT_NEAR(machine.field(one, i), machine.log_weight(one) - machine.log_weight(zero), 1e-14);
            EXPECT_EQ(machine.field(one, i), machine.field(zero, i));
            EXPECT_DOUBLE_EQ(machine.probability(one, i), 1 / (1 + std::exp(-machine.field(one, i))));
        }
    }
}

TEST(BoltzmannMachine, LogWeightIsTheSumOverUnitsAndPairs) {
    const BoltzmannMachine machine{{1, 10, 100}, std::vector<double>{1'000, 10'000, 100'000}};
    EXPECT_EQ(machine.log_weight({0, 0, 0}), 0);
    EXPECT_EQ(machine.log_weight({1, 0, 1}), 10'101);
    EXPECT_EQ(machine.log_weight({0, 1, 1}), 100'110);
    EXPECT_EQ(machine.log_weight({1, 1, 1}), 111'111);
    EXPECT_EQ(machine.coupling(2, 0), 10'000);
    EXPECT_EQ(machine.coupling(1, 1), 0);
}

TEST(BoltzmannMachine, FitRecoversTheParametersOfItsOwnDistribution) {
    for (const std::uint64_t seed : {1U, 2U, 3U}) {
        Dice dice{seed};
        const BoltzmannMachine truth = random_machine(dice, 4);
        const auto rows = rows_in_proportion(truth, 200'000);
        BoltzmannMachine fitted{{.l2 = 0, .tolerance = 1e-7}};
        fitted.fit(rows);
        EXPECT_TRUE(fitted.fit_result().converged);
        const auto expected = parameters_of(truth);
        const auto x = parameters_of(fitted);
        for (std::size_t a = 0; a < x.size(); ++a) EXPECT_NEAR(x[a], expected[a], 2e-3) << "parameter " << a;
    }
}

TEST(BoltzmannMachine, GradientVanishesAtTheFit) {
    Dice dice{7};
    const auto rows = random_rows(dice, 300, 9);
    BoltzmannMachine machine{{.l2 = 0.5, .tolerance = 1e-7}};
    machine.fit(rows);
    EXPECT_TRUE(machine.fit_result().converged);
    EXPECT_GT(machine.fit_result().iterations, 0);
    impl::PseudoLikelihood objective{rows, 0.5, nullptr};
    const auto x = parameters_of(machine);
    std::vector<double> gradient(x.size());
    objective(x, gradient);
    for (const double slope : gradient) EXPECT_NEAR(slope, 0, 1e-7);
}

TEST(BoltzmannMachine, TooFewIterationsAreSaid) {
    Dice dice{7};
    BoltzmannMachine machine{{.max_iterations = 2}};
    machine.fit(random_rows(dice, 300, 9));
    EXPECT_FALSE(machine.fit_result().converged);
    EXPECT_EQ(machine.fit_result().iterations, 2);
}

TEST(BoltzmannMachine, LogPseudoLikelihoodIsThatOfTheRows) {
    Dice dice{8};
    const auto rows = random_rows(dice, 100, 5);
    BoltzmannMachine machine{{.l2 = 2}};
    machine.fit(rows);
    double sum = 0;
    for (const BitRow& row : rows) {
        for (std::size_t i = 0; i < 5; ++i) {
            sum += std::log(row[i] ? machine.probability(row, i) : 1 - machine.probability(row, i));
        }
    }
    EXPECT_NEAR(machine.fit_result().log_pseudo_likelihood, sum, 1e-9);
}

TEST(BoltzmannMachine, FitDoesNotDependOnThreads) {
    Dice dice{9};
    const auto rows = random_rows(dice, 3'000, 13);
    BoltzmannMachine alone;
    alone.fit(rows);
    for (const std::size_t threads : {1U, 2U, 4U}) {
        ThreadPool pool{threads};
        BoltzmannMachine together{{.pool = &pool}};
        together.fit(rows);
        EXPECT_EQ(parameters_of(alone), parameters_of(together)) << threads << " threads";
    }
}

TEST(BoltzmannMachine, UnitsNeverOneTogetherGetAFiniteCoupling) {
    const std::vector<BitRow> rows{{0, 0}, {1, 0}, {0, 1}, {0, 0}, {1, 0}, {0, 1}};
    BoltzmannMachine machine;
    machine.fit(rows);
    EXPECT_TRUE(machine.fit_result().converged);
    EXPECT_LT(machine.coupling(0, 1), -1);
    EXPECT_GT(machine.coupling(0, 1), -20);
}

TEST(BoltzmannMachine, ConstantColumnGetsAFiniteBiasAndNoCouplings) {
    const std::vector<BitRow> rows{{0, 0, 1}, {0, 1, 1}, {0, 1, 1}, {0, 0, 1}};
    BoltzmannMachine machine;
    machine.fit(rows);
    EXPECT_TRUE(machine.fit_result().converged);
    EXPECT_DOUBLE_EQ(machine.bias(0), std::log(0.5 / 4.5));
    EXPECT_DOUBLE_EQ(machine.bias(2), std::log(4.5 / 0.5));
    EXPECT_NEAR(machine.bias(1), 0, 1e-6);
    for (std::size_t a = 3; a < 6; ++a) EXPECT_EQ(parameters_of(machine)[a], 0);
}

TEST(BoltzmannMachine, OneUnitIsItsLogOdds) {
    const std::vector<BitRow> rows{BitRow{1}, BitRow{0}, BitRow{1}, BitRow{1}};
    BoltzmannMachine machine;
    machine.fit(rows);
    EXPECT_TRUE(machine.fit_result().converged);
    EXPECT_NEAR(machine.bias(0), std::log(3.0), 1e-4);
}

TEST(BoltzmannMachine, OneRowIsMoreLikelyThanItsNeighbours) {
    const BitRow row{1, 0, 1};
    BoltzmannMachine machine;
    machine.fit(std::span{&row, 1});
    for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(machine.probability(row, i) > 0.5, row[i]);
}

TEST(BoltzmannMachine, FitForgetsThePast) {
    Dice dice{11};
    const auto rows = random_rows(dice, 50, 4);
    BoltzmannMachine fresh;
    fresh.fit(rows);
    BoltzmannMachine used;
    used.fit(random_rows(dice, 80, 6));
    used.fit(rows);
    EXPECT_EQ(parameters_of(fresh), parameters_of(used));
}

TEST(BoltzmannMachine, RefusesBadInput) {
    BoltzmannMachine machine;
    EXPECT_INPUT_ERROR(machine.fit({}), "BoltzmannMachine: expected at least one row, got none");
    const std::vector<BitRow> ragged{{0, 1}, {0, 1, 1}};
    EXPECT_INPUT_ERROR(machine.fit(ragged),
                       "BoltzmannMachine: row 2: expected 2 attributes as in row 1, got 3");
    EXPECT_INPUT_ERROR((BoltzmannMachine{{1, 2, 3}, std::vector<double>{1}}),
                       "BoltzmannMachine: expected 3 couplings for 3 units, got 1");
    const std::vector<BitRow> rows{{0, 1}};
    BoltzmannMachine negative{{.l2 = -1}};
    EXPECT_INPUT_ERROR(negative.fit(rows), "BoltzmannMachine: expected l2 of at least 0, got -1");
    const BoltzmannMachine two{{0, 0}, std::vector<double>{0}};
    EXPECT_INPUT_ERROR(two.field({1, 1, 1}, 0), "BoltzmannMachine: expected a row of 2 units, got 3");
    EXPECT_INPUT_ERROR(two.synthesize({.rows = -1}),
                       "BoltzmannMachine: expected rows and burn_in of at least 0, got -1 and 0");
}

// The standard error from the means of 50 batches, longer than the chain remembers.
struct Estimate {
    double mean;
    double error;
};
template <class Statistic>
Estimate estimate(const std::vector<BitRow>& rows, Statistic statistic) {
    constexpr std::size_t batches = 50;
    const std::size_t length = rows.size() / batches;
    double sum = 0;
    double squares = 0;
    for (std::size_t b = 0; b < batches; ++b) {
        double mean = 0;
        for (std::size_t t = b * length; t < (b + 1) * length; ++t) mean += statistic(rows[t]) ? 1 : 0;
        mean /= static_cast<double>(length);
        sum += mean;
        squares += mean * mean;
    }
    const double mean = sum / batches;
    return {mean, std::sqrt((squares / batches - mean * mean) / (batches - 1))};
}

TEST(BoltzmannMachine, GibbsSamplesHaveTheExactMoments) {
    for (const std::size_t n : {1U, 2U, 5U, 8U}) {
        Dice dice{n};
        const BoltzmannMachine machine = random_machine(dice, n);
        const auto p = exact_distribution(machine);
        const auto rows = machine.synthesize({.rows = 100'000, .burn_in = 1'000, .seed = n});
        ASSERT_EQ(rows.size(), 100'000U);
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t j = i; j < n; ++j) {
                const auto both = [&](const BitRow& row) { return row[i] && row[j]; };
                double exact = 0;
                for (std::size_t s = 0; s < p.size(); ++s) exact += both(BitRow::from_index(s, n)) ? p[s] : 0;
                const Estimate found = estimate(rows, both);
                EXPECT_NEAR(found.mean, exact, 5 * found.error) << n << ": " << i << ", " << j;
            }
        }
    }
}

TEST(BoltzmannMachine, SameSeedSameRowsAndBurnInIsAPrefix) {
    Dice dice{4};
    const BoltzmannMachine machine = random_machine(dice, 7);
    const auto all = machine.synthesize({.rows = 300, .seed = 5});
    const auto late = machine.synthesize({.rows = 200, .burn_in = 100, .seed = 5});
    EXPECT_EQ(std::vector<BitRow>(all.begin() + 100, all.end()), late);
    EXPECT_NE(all, machine.synthesize({.rows = 300, .seed = 6}));
}

TEST(BoltzmannMachine, SamplingStopsAndTellsItsProgress) {
    const BoltzmannMachine machine{{0, 0}, std::vector<double>{0}};
    StopFlag source;
    std::vector<std::int64_t> told;
    const auto tell = [&](std::int64_t t) {
        told.push_back(t);
        if (t == 1024) source.request_stop();
    };
    const auto rows = machine.synthesize({.rows = 5'000, .control = {.stop = &source, .progress = tell}});
    EXPECT_EQ(rows.size(), 2'048U);
    EXPECT_EQ(told, (std::vector<std::int64_t>{0, 1'024}));
}

}  // namespace
}  // namespace drover::baselines
