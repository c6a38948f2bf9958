#include <drover/dynamics/lyapunov.hpp>

#include <cmath>
#include <numeric>

#include <drover/dynamics/cycles.hpp>
#include <drover/finite/impl/small_matrix.hpp>

#include "expect.hpp"
#include "tempered_tables.hpp"

namespace drover::dynamics {
namespace {

TEST(LyapunovSpectrum, OnACycleItIsThatOfTheMultipliers) {
    for (const double temperature : {0.4, 0.2, 0.1, 0.08}) {
        const TemperedHerder orbit{golden_table(), {.temperature = temperature, .start = {0.05, 0.02}}};
        const auto cycle = find_cycle(orbit);
        ASSERT_TRUE(cycle.has_value());
        const auto spectrum = lyapunov_spectrum(orbit, {.burn_in = 5'000, .steps = 12'000});
        for (std::size_t k = 0; k < 2; ++k) {
            const double expected =
                std::log(std::abs(cycle->multipliers[k])) / static_cast<double>(cycle->period);
            EXPECT_NEAR(spectrum.exponents[k], expected, 2e-3) << temperature;
        }
    }
}

TEST(LyapunovSpectrum, ItsSumIsTheMeanLogarithmOfTheDeterminant) {
    TemperedHerder orbit{golden_table(), {.temperature = 0.083, .start = {0.05, 0.02}}};
    const auto spectrum = lyapunov_spectrum(orbit, {.burn_in = 100, .steps = 2'000});
    for (int t = 0; t < 100; ++t) orbit.step();
    double sum = 0;
    for (int t = 0; t < 2'000; ++t) {
        const auto jacobian = orbit.map().jacobian(orbit.current().weights, 0.083);
        sum += std::log(std::abs(drover::impl::shifted_determinant(jacobian, 0, 2))) / 2'000;
        orbit.step();
    }
    EXPECT_NEAR(spectrum.exponents[0] + spectrum.exponents[1], sum, 1e-9);
    EXPECT_GT(spectrum.errors[0], 0);
}

TEST(LyapunovSpectrum, TheLeadingExponentAloneIsTheFirstOfAll) {
    const TemperedHerder orbit{golden_table(), {.temperature = 0.085, .start = {0.05, 0.02}}};
    const auto all = lyapunov_spectrum(orbit, {.burn_in = 10, .steps = 500});
    const auto leading = lyapunov_spectrum(orbit, {.burn_in = 10, .steps = 500, .exponents = 1});
    ASSERT_EQ(leading.exponents.size(), 1U);
    EXPECT_EQ(leading.exponents[0], all.exponents[0]);
}

TEST(LyapunovSpectrum, StandardErrorIsTheSpreadOfRunsOfTheSameLength) {
    TemperedHerder orbit{golden_table(), {.temperature = 0.0665675, .start = {0.05, 0.02}}};
    constexpr int runs = 12;
    double sum = 0;
    double squares = 0;
    double told = 0;
    for (int i = 0; i < runs; ++i) {
        const auto found = lyapunov_spectrum(orbit, {.burn_in = 100, .steps = 4'000});
        sum += found.exponents[0] / runs;
        squares += found.exponents[0] * found.exponents[0] / runs;
        told += found.errors[0] / runs;
        orbit.set_weights(found.last);
    }
    const double spread = std::sqrt((squares - sum * sum) * runs / (runs - 1));
    EXPECT_LT(told, 2 * spread);
    EXPECT_GT(told, 0.5 * spread);
}

TEST(LyapunovSpectrum, StopsWhereItIsAskedTo) {
    StopFlag stop;
    stop.request_stop();
    const TemperedHerder orbit{golden_table(), {.temperature = 0.08}};
    EXPECT_LT(lyapunov_spectrum(orbit, {.burn_in = 0, .steps = 100'000, .control = {.stop = &stop}}).steps,
              2'000);
}

TEST(LyapunovSpectrum, OneStateKeepsDistances) {
    const TemperedHerder orbit{{RealStateTable{{1.0, 2.0}}, {1, 2}}, {.temperature = 0.1}};
    for (const double exponent : lyapunov_spectrum(orbit, {.steps = 1'000}).exponents) EXPECT_EQ(exponent, 0);
}

TEST(LyapunovSpectrum, RefusesTooFewSteps) {
    EXPECT_INPUT_ERROR(lyapunov_spectrum(TemperedHerder{golden_table()}, {.steps = 63}),
                       "lyapunov_spectrum: expected at least 64 steps");
}

}  // namespace
}  // namespace drover::dynamics
