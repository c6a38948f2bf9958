#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include <drover/dynamics/attractor.hpp>
#include <drover/dynamics/partition.hpp>
#include <drover/dynamics/period.hpp>
#include <drover/dynamics/split_times.hpp>
#include <drover/dynamics/torus.hpp>
#include <drover/dynamics/words.hpp>
#include <drover/finite/exact_model.hpp>
#include <drover/finite/herd_table.hpp>
#include <drover/finite/impl/exact_orbit.hpp>
#include <drover/neuron/neuron.hpp>

#include "expect.hpp"
#include "random_models.hpp"

// Models with numbers a + b sqrt(d), against the same steps in these numbers themselves.

namespace drover::irrational_model_test {
namespace {

using testing::Dice;

QuadraticNumber number(const std::string& text) { return parse_quadratic(text); }

FeatureTable neuron_table() { return parse_feature_csv("s,x\nzero,0\none,1\n", "f.csv"); }
FeatureTable triangle() { return parse_feature_csv("s,x,y\no,0,0\na,1,0\nb,0,1\n", "f.csv"); }

FeatureTable random_features(Dice& dice, std::size_t states, std::size_t features) {
    FeatureTable table{.file = "f.csv"};
    for (std::size_t s = 0; s < states; ++s) table.state_names.push_back("s" + std::to_string(s));
    for (std::size_t a = 0; a < features; ++a) table.feature_names.push_back("f" + std::to_string(a));
    for (std::size_t k = 0; k < states * features; ++k) table.features.emplace_back(dice.roll(-9, 9), 4);
    return table;
}

QuadraticNumber random_number(Dice& dice, std::int64_t d, std::int64_t low = -3) {
    return {Rational{dice.roll(low, 3), 2}, Rational{dice.roll(low, 3), 6}, d};
}

// Herding as it is written down, in numbers a + b sqrt(d).
std::vector<std::size_t> slow_states(const FeatureTable& table, const HerdTarget& target,
                                     const ModelDrive& drive, std::size_t steps) {
    const std::size_t count = table.feature_count();
    const std::vector<QuadraticNumber> moments = exact_moments(table, target);
    std::vector<QuadraticNumber> w(count);
    if (const auto* start = std::get_if<std::vector<QuadraticNumber>>(&drive.start)) w = *start;
    if (std::holds_alternative<MomentStart>(drive.start)) w = moments;
    std::vector<std::size_t> states;
    for (std::size_t t = 0; t < steps; ++t) {
        std::size_t best = 0;
        QuadraticNumber best_score;
        for (std::size_t s = 0; s < table.state_count(); ++s) {
            QuadraticNumber score;
            for (std::size_t a = 0; a < count; ++a) score = score + w[a] * table.features[s * count + a];
            if (s == 0 || score > best_score) {
                best = s;
                best_score = score;
            }
        }
        for (std::size_t a = 0; a < count; ++a)
            w[a] = w[a] + drive.eta * drive.rates[a] * (moments[a] - table.features[best * count + a]);
        states.push_back(best);
    }
    return states;
}

std::vector<std::size_t> states_of(const ExactModel& model, std::size_t count) {
    std::vector<std::size_t> states(count);
    impl::with_orbit(model, [&](auto orbit) { orbit.take(std::span{states}); });
    return states;
}

TEST(IrrationalModel, TakesTheStepsOfItsNumbers) {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        Dice dice{seed};
        const std::int64_t d = std::vector<std::int64_t>{2, 3, 5, 7, 94, 999'999'937}[seed % 6];
        const auto features = static_cast<std::size_t>(dice.roll(1, 3));
        const FeatureTable table = random_features(dice, static_cast<std::size_t>(dice.roll(2, 7)), features);
        const bool moments_have_it = seed % 2 == 0;
        ModelDrive drive{.rates = std::vector<QuadraticNumber>(features, 1), .start = MomentStart{}};
        MomentTarget target;
        for (std::size_t a = 0; a < features; ++a) {
            target.moments.push_back(moments_have_it ? random_number(dice, d) / 4
                                                     : Rational{dice.roll(-3, 3), 7});
            if (!moments_have_it) drive.rates[a] = random_number(dice, d, 1);
        }
        if (seed % 3 == 0) {
            std::vector<QuadraticNumber> start;
            for (std::size_t a = 0; a < features; ++a) start.push_back(random_number(dice, d));
            drive.start = start;
        }
        constexpr std::size_t steps = 300;
        const ExactModel model{table, target, {.max_steps = steps, .drive = drive}};
        EXPECT_EQ(states_of(model, steps), slow_states(table, target, drive, steps)) << "seed " << seed;
        EXPECT_FALSE(model.is_rounded());
    }
}

TEST(IrrationalModel, ProbabilitiesAreDividedByTheirSum) {
    const ProbabilityTarget target{{1, number("sqrt(2)"), number("3-sqrt(2)")}};
    const ModelDrive drive{.rates = {1, 1}};
    const ExactModel model{triangle(), target, {.max_steps = 2'000}};
    EXPECT_EQ(model.irrational_moments(),
              (std::vector<QuadraticNumber>{number("sqrt(2)/4"), number("(3-sqrt(2))/4")}));
    EXPECT_EQ(states_of(model, 2'000), slow_states(triangle(), target, drive, 2'000));
    EXPECT_EQ(model.radicand(), 2);
}

TEST(IrrationalModel, TheGoldenNeuronFiresTheRabbitWord) {
    constexpr std::size_t steps = 1'000'000;
    const ModelDrive drive{.start = std::vector<QuadraticNumber>{number("2*golden-1")}};
    const ExactModel model{
        neuron_table(), MomentTarget{{number("golden")}}, {.max_steps = steps, .drive = drive}};
    EXPECT_EQ(model.weight_bits(), 64);
    const std::vector<std::size_t> states = states_of(model, steps);
    std::string first;
    for (std::size_t t = 0; t < 30; ++t) first += states[t] == 1 ? '1' : '0';
    EXPECT_EQ(first, "101101011011010110101101101011");
    neuron::GoldenOrbit golden;
    neuron::RationalOrbit other = neuron::quadratic_orbit(number("(sqrt(5)-1)/2"), number("2*golden-1"),
                                                          {.max_steps = static_cast<std::int64_t>(steps)});
    for (std::size_t t = 0; t < steps; ++t) {
        const std::size_t state = golden.step().state;
        ASSERT_EQ(states[t], state) << t;
        ASSERT_EQ(other.step().state, state) << t;
    }
    EXPECT_NEAR(static_cast<double>(other.current().weights) / static_cast<double>(other.scale()),
                golden.current().weights.to_double(), 1e-12);
}

TEST(IrrationalModel, AnIrrationalNeuronHasOneWordMoreThanLetters) {
    for (const char* rate : {"golden", "sqrt(2)-1", "(3-sqrt(2))/7", "sqrt(999999937)/40000"}) {
        const ExactModel model{neuron_table(), MomentTarget{{number(rate)}}, {.max_steps = 300'000}};
        const dynamics::Words words =
            dynamics::count_words(model, {.symbol_count = 300'000, .max_length = 100});
        for (std::size_t length = 1; length <= 100; ++length)
            ASSERT_EQ(words.count(length), static_cast<std::int64_t>(length) + 1) << rate << ", " << length;
        EXPECT_TRUE(dynamics::is_aperiodic(model));
        EXPECT_FALSE(dynamics::find_period(model, {.max_period = 1'000}));
    }
}

TEST(IrrationalModel, RationalMomentsHaveAPeriodWhateverTheStartAndTheRates) {
    const ModelDrive drive{.rates = {number("golden")},
                           .start = std::vector<QuadraticNumber>{number("sqrt(5)/9")}};
    const ExactModel model{
        neuron_table(), MomentTarget{{Rational{3, 7}}}, {.max_steps = 3'000, .drive = drive}};
    EXPECT_FALSE(dynamics::is_aperiodic(model));
    EXPECT_EQ(dynamics::find_period(model, {.max_period = 1'000})->period, 7);
}

TEST(IrrationalModel, BoxesOfTheGoldenNeuronAreThoseOfItsNumbers) {
    constexpr std::int64_t steps = 3'000;
    const ExactModel model{neuron_table(),
                           MomentTarget{{number("golden")}},
                           {.max_steps = steps, .need = ModelNeed::points, .fraction_bits = 11}};
    const dynamics::Attractor found = dynamics::find_attractor(model, {.steps = steps, .burn_in = 0});
    QuadraticNumber w;
    std::set<std::int64_t> cells;
    for (std::int64_t t = 0; t < steps; ++t) {
        w = w + number("golden") - (w.sign() > 0 ? 1 : 0);
        const QuadraticNumber fine = w * 2048;
        auto cell = static_cast<std::int64_t>(std::floor(fine.to_double()));
        if (fine < QuadraticNumber{cell}) --cell;
        if (!(fine < QuadraticNumber{cell + 1})) ++cell;
        cells.insert(cell);
    }
    EXPECT_EQ(found.boxes.boxes.back().count, static_cast<std::int64_t>(cells.size()));
}

TEST(IrrationalModel, BoxesOfWidePointsDoNotDependOnTheFraction) {
    const FeatureTable six = parse_feature_csv(
        "s,x,y\na,1.03,0.12\nb,0.41,0.97\nc,-0.55,0.84\nd,-0.98,-0.07\ne,-0.36,-0.91\nf,0.62,-0.79\n",
        "f.csv");
    const MomentTarget target{{number("golden/10"), number("(2-sqrt(5))/5")}};
    std::vector<std::vector<dynamics::BoxLevel>> boxes;
    for (const std::int64_t max_steps : {20'000, 20'000'000}) {
        const ExactModel model{
            six, target, {.max_steps = max_steps, .need = ModelNeed::points, .fraction_bits = 11}};
        boxes.push_back(dynamics::find_attractor(model, {.steps = 15'000, .burn_in = 100}).boxes.boxes);
        EXPECT_EQ(dynamics::attractor_points(model, {.steps = 10, .burn_in = 0}).values.size(), 20U);
    }
    EXPECT_EQ(boxes[0], boxes[1]);
}

TEST(IrrationalModel, RotatesByItsNumbers) {
    const ExactModel neuron{neuron_table(), MomentTarget{{number("golden")}}, {.max_steps = 5'000}};
    const dynamics::TorusOrbit circle = dynamics::follow_torus(neuron, {.steps = 5'000});
    EXPECT_EQ(circle.irrational_rotation, std::vector<QuadraticNumber>{number("golden")});
    EXPECT_TRUE(circle.check->holds);
    const ExactModel model{
        triangle(), MomentTarget{{number("sqrt(2)/4"), number("(3-sqrt(2))/4")}}, {.max_steps = 5'000}};
    const dynamics::TorusOrbit found = dynamics::follow_torus(model, {.steps = 5'000});
    EXPECT_EQ(found.irrational_rotation, model.irrational_moments());
    EXPECT_TRUE(found.check->holds);
}

TEST(IrrationalModel, CellsDoNotDependOnTheFraction) {
    const MomentTarget target{{number("golden/2"), number("(3-sqrt(5))/4")}};
    std::vector<dynamics::Partition> found;
    for (const std::int64_t max_steps : {3'000, 3'000'000}) {
        const ExactModel model{triangle(), target, {.max_steps = max_steps, .cell_steps = 20}};
        found.push_back(dynamics::find_partition(
            model,
            {.max_length = 10, .plane_length = 8, .settling = 10, .draw_length = 4, .orbit_steps = 2'000}));
    }
    EXPECT_EQ(found[0].plane, found[1].plane);
    EXPECT_EQ(found[0].square, found[1].square);
    EXPECT_EQ(found[0].settled, found[1].settled);
    for (std::size_t length = 1; length <= 10; ++length)
        EXPECT_LE(found[0].words.count(length), found[0].settled[length - 1]);
}

TEST(IrrationalModel, PairsOfOrbitsAreFollowedExactly) {
    const dynamics::SplitOptions options{.last_bits = 6, .pair_count = 5, .burn_in = 50, .max_steps = 2'000};
    std::vector<std::vector<double>> medians;
    for (const std::int64_t max_steps : {2'050, 2'000'000}) {
        const ExactModel model{triangle(),
                               MomentTarget{{number("golden/2"), number("(3-sqrt(5))/4")}},
                               {.max_steps = max_steps, .fraction_bits = dynamics::split_fraction_bits(6)}};
        std::vector<double> found;
        for (const dynamics::SplitPoint& point : dynamics::find_split_times(model, options).points)
            found.push_back(point.median);
        medians.push_back(found);
    }
    EXPECT_EQ(medians[0], medians[1]);
}

TEST(IrrationalModel, SaysWhetherTheMomentsArePossible) {
    EXPECT_EQ(
        herd_table(triangle(), MomentTarget{{number("golden"), number("1-golden")}}, {.steps = 9}).possible,
        true);  // on an edge
    EXPECT_EQ(
        herd_table(triangle(), MomentTarget{{number("golden"), number("1001/1000-golden")}}, {.steps = 9})
            .possible,
        false);
}

TEST(IrrationalModel, RefusesWhatItCannotCompare) {
    const auto model = [](const HerdTarget& target, const ExactModelOptions& options = {}) {
        return ExactModel{triangle(), target, options};
    };
    EXPECT_INPUT_ERROR(model(MomentTarget{{number("sqrt(2)/4"), number("sqrt(3)/9")}}),
                       "moments, rates and start weights: expected numbers with one square root, got sqrt(2) "
                       "and sqrt(3)");
    ExactModelOptions rated;
    rated.drive.rates = {number("sqrt(2)"), 1};
    EXPECT_INPUT_ERROR(model(MomentTarget{{number("sqrt(2)/4"), 0}}, rated),
                       "rates: expected rational numbers beside irrational moments, got irrational ones");
    EXPECT_INPUT_ERROR(
        model(MomentTarget{{number("sqrt(2)/1000000000000007"), Rational{1, 1'000'000'000'039}}},
              {.max_steps = 1'000'000'000}),
        "f.csv: expected numbers that can be compared exactly for 1000000000 steps, got longer "
        "ones beside sqrt(2)");
    EXPECT_INPUT_ERROR(model(ProbabilityTarget{{1, 1, number("1-sqrt(2)")}}),
                       R"(probability of state "b": expected at least 0, got 1-sqrt(2))");
    EXPECT_INPUT_ERROR(put_on_grid(triangle(), MomentTarget{{number("golden"), 0}}),
                       "moments: expected rational numbers, got -1/2+1/2*sqrt(5)");
}

}  // namespace
}  // namespace drover::irrational_model_test
