#include <drover/finite/tempered_lanes.hpp>

#include <cmath>

#include <hwy/targets.h>

#include "expect.hpp"
#include "tempered_tables.hpp"

namespace drover::tempered_lanes_test {
namespace {

struct Lanes {
    TemperedMap map;
    std::vector<double> temperatures;
    std::vector<double> starts;
};

// Temperatures from chaos to a fixed point, and very low ones.
Lanes many_orbits(std::uint64_t seed, std::size_t count) {
    const std::size_t n = 1 + seed % 4;
    Lanes lanes{random_table(seed, 2 + seed % 6, n), {}, {}};
    const CounterRandom random{seed, 6};
    for (std::size_t i = 0; i < count; ++i) {
        lanes.temperatures.push_back(i % 5 == 4 ? 1e-4 : 0.02 + random.uniform(i));
        for (std::size_t a = 0; a < n; ++a) lanes.starts.push_back(random.normal(1000 + i * n + a));
    }
    return lanes;
}

void expect_scalar_twin(const Lanes& given, ThreadPool* pool) {
    const std::size_t n = given.map.feature_count();
    TemperedLanes lanes{given.map, given.temperatures, {given.starts, n}};
    lanes.advance(300, pool);
    const std::vector<double> trace = lanes.record(5, pool);
    EXPECT_EQ(lanes.t(), 305);
    for (std::size_t i = 0; i < lanes.size(); ++i) {
        const std::vector<double> start(given.starts.begin() + static_cast<std::ptrdiff_t>(i * n),
                                        given.starts.begin() + static_cast<std::ptrdiff_t>((i + 1) * n));
        TemperedHerder twin{given.map, {.temperature = given.temperatures[i], .start = start}};
        for (int t = 0; t < 300; ++t) twin.step();
        for (std::size_t k = 0; k < 5; ++k) {
            const auto w = twin.step().weights;
            for (std::size_t a = 0; a < n; ++a) ASSERT_EQ(trace[(i * 5 + k) * n + a], w[a]) << i;
        }
        for (std::size_t a = 0; a < n; ++a) ASSERT_EQ(lanes.weights(i)[a], twin.current().weights[a]);
    }
}

TEST(TemperedLanes, TakeTheStepsOfTheirScalarTwinBitForBit) {
    ThreadPool pool{2};
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
        expect_scalar_twin(many_orbits(seed, 1 + 7 * seed), nullptr);
        expect_scalar_twin(many_orbits(seed, 1 + 7 * seed), &pool);
    }
}

TEST(TemperedLanes, AMapForEachOrbit) {
    std::vector<TemperedMap> maps;
    std::vector<double> temperatures;
    for (std::uint64_t seed = 0; seed < 19; ++seed) {
        maps.push_back(random_table(seed, 5, 3));
        temperatures.push_back(0.05 + 0.02 * static_cast<double>(seed));
    }
    TemperedLanes lanes{maps, temperatures};
    lanes.advance(200);
    for (std::size_t i = 0; i < maps.size(); ++i) {
        TemperedHerder twin{maps[i], {.temperature = temperatures[i]}};
        for (int t = 0; t < 200; ++t) twin.step();
        for (std::size_t a = 0; a < 3; ++a) ASSERT_EQ(lanes.weights(i)[a], twin.current().weights[a]) << i;
    }
    maps.push_back(random_table(1, 4, 3));
    temperatures.push_back(1);
    EXPECT_INPUT_ERROR((TemperedLanes{maps, temperatures}),
                       "TemperedLanes: expected maps of 5 states and 3 features, got one of 4 and 3");
}

// Where the orbit ends at a fixed point the exponent is that of the derivative there; in chaos that of the
// frame that is made orthonormal at each step, over the same steps.
TEST(TemperedLanes, ExponentsAreThoseOfTheDerivative) {
    for (const std::size_t features : {1U, 2U, 4U}) {
        const TemperedMap map = random_table(3, 6, features);
        const std::vector<double> temperatures{5, 0.02};
        TemperedLanes lanes{map, temperatures};
        lanes.advance(3'000);
        const std::vector<double> found = lanes.exponents(4'000);
        for (std::size_t i = 0; i < 2; ++i) {
            TemperedHerder twin{map, {.temperature = temperatures[i]}};
            for (int t = 0; t < 3'000; ++t) twin.step();
            std::vector<double> d(features, 1);
            double growth = 0;
            for (int t = 0; t < 4'000; ++t) {
                const std::vector<double> jacobian = map.jacobian(twin.current().weights, temperatures[i]);
                std::vector<double> next(features);
                double size = 0;
                for (std::size_t a = 0; a < features; ++a) {
                    for (std::size_t b = 0; b < features; ++b) next[a] += jacobian[a * features + b] * d[b];
                    size = std::max(size, std::abs(next[a]));
                }
                for (double& part : next) part /= size;
                if (t >= 100) growth += std::log(size);
                d = next;
                twin.step();
            }
            EXPECT_NEAR(found[i], growth / 3'900, 2e-3) << features << " features, T = " << temperatures[i];
        }
    }
}

TEST(TemperedLanes, EveryInstructionSetGivesTheSameBits) {
    for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
        hwy::SetSupportedTargetsForTest(target);
        expect_scalar_twin(many_orbits(5, 20), nullptr);
        expect_scalar_twin(many_orbits(1, 20), nullptr);
    }
    hwy::SetSupportedTargetsForTest(0);
}

TEST(TemperedLanes, NoOrbitsAreNoWork) {
    TemperedLanes lanes{golden_table(), {}};
    lanes.advance(10);
    EXPECT_TRUE(lanes.record(3).empty());
}

TEST(TemperedLanes, RefusesWhatMakesNoSense) {
    const std::vector<double> temperatures{0.1, 0};
    EXPECT_INPUT_ERROR(TemperedLanes(golden_table(), temperatures),
                       "temperature: expected a number above zero, got 0");
    const std::vector<double> good{0.1, 0.2};
    const std::vector<double> starts{1, 2};
    EXPECT_INPUT_ERROR(TemperedLanes(golden_table(), good, MatrixView<const double>(starts, 2)),
                       "TemperedLanes: expected 2 starts of 2 numbers, got 1 of 2");
}

}  // namespace
}  // namespace drover::tempered_lanes_test
