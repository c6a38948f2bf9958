#include <drover/finite/tempered.hpp>

#include <cmath>

#include <drover/number/philox.hpp>

#include "expect.hpp"

namespace drover {
namespace {

static_assert(Orbit<TemperedHerder>);

struct RandomMap {
    TemperedMap map;
    std::vector<double> w;
    double temperature;
};

RandomMap random_map(std::uint64_t seed, std::size_t states, std::size_t features) {
    const CounterRandom random{seed, 77};
    std::vector<double> values;
    for (std::size_t i = 0; i < states * features; ++i) values.push_back(random.normal(i));
    std::vector<double> moments;
    std::vector<double> w;
    for (std::size_t a = 0; a < features; ++a) {
        moments.push_back(0.1 * random.normal(1000 + a));
        w.push_back(random.normal(2000 + a));
    }
    return {{RealStateTable{values, features}, moments}, w, 0.1 + random.uniform(3000)};
}

// The formula with the C library's exp and no subtraction of the maximum.
std::vector<double> plain_step(const TemperedMap& map, std::vector<double> w, double temperature) {
    std::vector<double> sums(w.size());
    double total = 0;
    for (std::size_t s = 0; s < map.state_count(); ++s) {
        double score = 0;
        for (std::size_t a = 0; a < w.size(); ++a) score += w[a] * map.table().row(s)[a];
        const double factor = std::exp(score / temperature);
        total += factor;
        for (std::size_t a = 0; a < w.size(); ++a) sums[a] += factor * map.table().row(s)[a];
    }
    for (std::size_t a = 0; a < w.size(); ++a) w[a] += map.moments()[a] - sums[a] / total;
    return w;
}

TEST(TemperedMap, IsTheFormula) {
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        const RandomMap given = random_map(seed, 1 + seed % 7, 1 + seed % 4);
        std::vector<double> w = given.w;
        std::vector<double> scratch(given.map.scratch_size());
        given.map.apply(w, given.temperature, scratch);
        const std::vector<double> plain = plain_step(given.map, given.w, given.temperature);
        for (std::size_t a = 0; a < w.size(); ++a) EXPECT_NEAR(w[a], plain[a], 1e-13);
    }
}

TEST(TemperedMap, StepWithDerivativeIsTheStepAndTheJacobian) {
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        const RandomMap given = random_map(seed, 1 + seed % 7, 1 + seed % 4);
        const std::size_t n = given.w.size();
        std::vector<double> alone = given.w;
        std::vector<double> both = given.w;
        std::vector<double> scratch(given.map.scratch_size());
        std::vector<double> derivative(n * n);
        given.map.apply(alone, given.temperature, scratch);
        given.map.apply(both, given.temperature, scratch, derivative);
        EXPECT_EQ(alone, both);
        const std::vector<double> jacobian = given.map.jacobian(given.w, given.temperature);
        for (std::size_t i = 0; i < n * n; ++i) EXPECT_NEAR(derivative[i], jacobian[i], 1e-11);
    }
}

TEST(TemperedMap, DerivativesAreThoseOfDifferences) {
    constexpr double h = 1e-5;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const RandomMap given = random_map(seed, 5, 3);
        const auto [by_weights, by_temperature] = given.map.derivatives(given.w, given.temperature);
        for (std::size_t b = 0; b < 3; ++b) {
            std::vector<double> more = given.w;
            std::vector<double> less = given.w;
            more[b] += h;
            less[b] -= h;
            more = plain_step(given.map, more, given.temperature);
            less = plain_step(given.map, less, given.temperature);
            for (std::size_t a = 0; a < 3; ++a)
                EXPECT_NEAR(by_weights[a * 3 + b], (more[a] - less[a]) / (2 * h), 2e-6);
        }
        const auto more = plain_step(given.map, given.w, given.temperature + h);
        const auto less = plain_step(given.map, given.w, given.temperature - h);
        for (std::size_t a = 0; a < 3; ++a)
            EXPECT_NEAR(by_temperature[a], (more[a] - less[a]) / (2 * h), 1e-5);
    }
}

TEST(TemperedMap, ScoresOfAnySizeAreNoOverflow) {
    const TemperedMap map{RealStateTable{{1000.0}, {-1000.0}}, {0}};
    std::vector<double> w{5};
    std::vector<double> scratch(map.scratch_size());
    map.apply(w, 1e-3, scratch);
    EXPECT_EQ(w[0], 5 - 1000.0);
    EXPECT_DOUBLE_EQ(map.log_partition(std::vector<double>{5}, 1e-3), 5e6);
}

TEST(TemperedMap, OneStateMovesByItsDistanceFromTheMoments) {
    TemperedHerder herder{{RealStateTable{{0.25, -1.0}}, {0.25, -0.5}}, {.temperature = 0.1}};
    for (const auto& step : herder.steps(10)) {
        EXPECT_EQ(step.weights[0], 0);
        EXPECT_EQ(step.weights[1], 0.5 * static_cast<double>(step.t));
    }
}

TEST(TemperedMap, LogPartitionOfEqualScoresIsTheLogOfTheirCount) {
    const TemperedMap map{RealStateTable{{1.0}, {1.0}, {1.0}}, {0}};
    EXPECT_NEAR(map.log_partition(std::vector<double>{2}, 4), 0.5 + std::log(3.0), 1e-15);
}

TEST(TemperedHerder, ACopyForksTheOrbit) {
    const RandomMap given = random_map(3, 4, 2);
    TemperedHerder one{given.map, {.temperature = 0.2, .start = given.w}};
    one.step();
    TemperedHerder other = one;
    other.step();
    EXPECT_EQ(one.current().t, 1);
    one.step();
    EXPECT_EQ(one.current().weights[1], other.current().weights[1]);
    other.set_temperature(0.1);
    one.step();
    other.step();
    EXPECT_NE(one.current().weights[1], other.current().weights[1]);
}

TEST(TemperedHerder, RefusesWhatMakesNoSense) {
    const TemperedMap map{RealStateTable{{0.0}, {1.0}}, {0.5}};
    EXPECT_INPUT_ERROR(TemperedHerder(map, {.temperature = 0, .start = {}}),
                       "temperature: expected a number above zero, got 0");
    EXPECT_INPUT_ERROR(TemperedHerder(map, {.temperature = -1, .start = {}}),
                       "temperature: expected a number above zero, got -1");
    EXPECT_INPUT_ERROR(TemperedHerder(map, {.temperature = 1, .start = {1, 2}}),
                       "TemperedHerder: start (2) and features (1) must have the same size");
    EXPECT_INPUT_ERROR(TemperedHerder(map, {.temperature = 1, .start = {NAN}}),
                       "TemperedHerder: expected a finite start");
    EXPECT_INPUT_ERROR(TemperedMap(RealStateTable{{0.0}, {1.0}}, {0.5, 1}),
                       "TemperedMap: moments (2) and features (1) must have the same size");
    EXPECT_INPUT_ERROR(TemperedMap(RealStateTable{{0.0}, {INFINITY}}, {0.5}),
                       "TemperedMap: expected finite features and moments");
}

TEST(TemperedMap, OfATableTakesMomentsOrAveragesThem) {
    const FeatureTable table = parse_feature_csv("s,x\na,0\nb,1/2\nc,2\n", "f.csv");
    const auto moment = [&](const HerdTarget& target) { return tempered_map(table, target).moments()[0]; };
    EXPECT_DOUBLE_EQ(moment(UniformTarget{}), 2.5 / 3);
    EXPECT_DOUBLE_EQ(moment(ProbabilityTarget{{1, 2, 1}}), 0.75);
    EXPECT_DOUBLE_EQ(moment(MomentTarget{{Rational{3, 8}}}), 0.375);
    EXPECT_EQ(tempered_map(table, UniformTarget{}).table().row(1)[0], 0.5);
}

}  // namespace
}  // namespace drover
