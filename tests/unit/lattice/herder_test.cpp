#include <gtest/gtest.h>

#include <drover/herd/record/margin_watch.hpp>
#include <drover/herd/record/weight_bound.hpp>
#include <drover/herd/run.hpp>
#include <drover/lattice/herder.hpp>
#include <drover/lattice/moments.hpp>
#include <expect.hpp>
#include <fused_checks.hpp>
#include <random_models.hpp>

namespace drover::lattice {
namespace {

static_assert(Orbit<Herder>);
static_assert(Weights<Herder::Weights>);

using ComposedHerder = drover::Herder<Features, ExactMoments, Ascent>;

struct Model {
    Features features;
    Moments moments;
    DriveOptions drive = {};
    AscentOptions ascent = {};
    HerderOptions options = {};

    Spins start() const { return features.random_state(5); }
    Herder fused() const { return {features, moments, drive, start(), ascent, options}; }
    ComposedHerder composed() const {
        return {features, ExactMoments{moments, drive}, Ascent{ascent}, options, start()};
    }
};

// Different moments for all features: they need not belong to any distribution.
Moments uneven_moments(const Features& features, std::uint64_t seed, std::int64_t total) {
    testing::Dice dice{seed};
    Moments moments{.names = {}, .counts = {}, .total = total};
    for (std::size_t a = 0; a < features.feature_count(); ++a) {
        moments.counts.push_back(dice.roll(-total / 2, total));
    }
    return moments;
}

void expect_equal_steps(Herder& fused, ComposedHerder& plain, std::int64_t steps) {
    testing::expect_equal_steps(fused, plain, steps, 19);
}

void expect_same_orbit(const Model& model, std::int64_t steps) {
    Herder fused = model.fused();
    ComposedHerder plain = model.composed();
    expect_equal_steps(fused, plain, steps);
}

const std::array<FeatureOptions, 7> kinds{{{},
                                           {.nodes = false},
                                           {.edges = false},
                                           {.diagonals = true},
                                           {.plaquettes = true},
                                           {.diagonals = true, .plaquettes = true},
                                           {.nodes = false, .edges = false, .plaquettes = true}}};

// 1/2, 1/3, 1/4, ... for the far pairs.
FeatureValues even_values(const Features& features) {
    FeatureValues values{.edge = {71, 100}, .diagonal = {3, 5}, .plaquette = {2, 3}};
    for (std::size_t k = 0; k < features.options().far_pairs.size(); ++k) {
        values.far.emplace_back(Int128{1}, static_cast<Int128>(k + 2));
    }
    return values;
}

// Both boundaries, orders, sweeps and starts of the ascent and of the weights.
void expect_same_orbits(std::size_t rows, std::size_t columns, const FeatureOptions& kind,
                        std::int64_t steps) {
    for (unsigned choice = 0; choice < 32; ++choice) {
        const Lattice lattice{rows, columns, (choice & 1U) != 0 ? Boundary::open : Boundary::torus};
        const bool is_raster = (choice & 2U) != 0;
        if (!is_raster && lattice.boundary() == Boundary::torus && (rows % 2 + columns % 2) != 0) continue;
        SCOPED_TRACE(std::to_string(rows) + " x " + std::to_string(columns) + ", choice " +
                     std::to_string(choice));
        Model model{.features = Features{lattice, kind}, .moments = {}};
        model.moments = uniform_moments(model.features, even_values(model.features));
        model.ascent.order = is_raster ? SiteOrder::raster : SiteOrder::checkerboard;
        if ((choice & 4U) != 0) model.ascent.sweeps = 1;
        if ((choice & 8U) != 0) model.ascent.start = SearchStart::fresh;
        if ((choice & 16U) != 0) model.drive.start = MomentStart{};
        expect_same_orbit(model, steps);
    }
}

TEST(LatticeHerder, TakesTheStepsOfTheComposedHerder) {
    for (const FeatureOptions& kind : kinds) {
        expect_same_orbits(4, 6, kind, 60);
        expect_same_orbits(5, 3, kind, 60);
    }
}

TEST(LatticeHerder, HoldsOnTheSmallestLattices) {
    for (const FeatureOptions& kind : kinds) {
        expect_same_orbits(2, 2, kind, 60);
        expect_same_orbits(2, 5, kind, 40);
        expect_same_orbits(6, 2, kind, 40);
    }
}

TEST(LatticeHerder, CrossesWordsAndVectors) {
    for (const std::size_t columns : {15U, 16U, 17U, 63U, 64U, 65U, 130U}) {
        expect_same_orbits(3, columns, {}, 12);
    }
}

TEST(LatticeHerder, TakesTheSameStepsWithFarPairs) {
    expect_same_orbits(4, 6, {.far_pairs = {2}}, 60);
    expect_same_orbits(5, 7, {.far_pairs = {2}}, 60);
    expect_same_orbits(4, 4, {.nodes = false, .edges = false, .far_pairs = {2}}, 60);
    expect_same_orbits(8, 10, {.far_pairs = {2, 4}}, 40);
    expect_same_orbits(8, 9, {.edges = false, .far_pairs = {3, 4}}, 40);
    expect_same_orbits(10, 8, {.diagonals = true, .plaquettes = true, .far_pairs = {2, 3, 4}}, 40);
}

TEST(LatticeHerder, CrossesWordsAndVectorsWithFarPairs) {
    for (const std::size_t columns : {16U, 63U, 64U, 65U, 66U, 130U}) {
        expect_same_orbits(6, columns, {.far_pairs = {2, 3}}, 6);
    }
    expect_same_orbits(40, 70, {.far_pairs = {2, 4, 17, 20}}, 2);
}

TEST(LatticeHerder, ReachesAcrossAnOpenLattice) {
    for (const SiteOrder order : {SiteOrder::raster, SiteOrder::checkerboard}) {
        const Features features{Lattice{18, 130, Boundary::open}, {.far_pairs = {2, 16, 17}}};
        Model model{.features = features, .moments = uniform_moments(features, even_values(features))};
        model.ascent.order = order;
        expect_same_orbit(model, 20);
    }
    const Features wide{Lattice{70, 66, Boundary::open}, {.far_pairs = {2, 64, 65}}};
    expect_same_orbit({.features = wide, .moments = uniform_moments(wide, even_values(wide))}, 10);
}

TEST(LatticeHerder, TakesMomentsAndRatesOfEachFeature) {
    for (const Boundary boundary : {Boundary::torus, Boundary::open}) {
        const Features features{Lattice{5, 6, boundary},
                                {.diagonals = true, .plaquettes = true, .far_pairs = {2}}};
        Model model{.features = features, .moments = uneven_moments(features, 3, 50)};
        testing::Dice dice{4};
        for (std::size_t a = 0; a < features.feature_count(); ++a) {
            model.drive.rates.emplace_back(dice.roll(1, 5), dice.roll(1, 3));
        }
        expect_same_orbit(model, 300);
        model.drive.start = std::vector<Rational>(features.feature_count(), Rational{-3, 7});
        expect_same_orbit(model, 300);
    }
}

TEST(LatticeHerder, TakesRatesOfEachKind) {
    const Features features{Lattice{6, 6}, {.diagonals = true}};
    Model model{.features = features,
                .moments = uniform_moments(features, {.edge = {7, 10}, .diagonal = {1, 2}})};
    model.drive.rates = uniform_rates(features, {.node = 1, .edge = 3, .diagonal = 2});
    expect_same_orbit(model, 300);
}

TEST(LatticeHerder, GoesOverToWideLanesOnTheWay) {
    // Contradicting moments: weights grow until a field could leave 32 bits.
    const Features features{Lattice{4, 5}, {.diagonals = true}};
    const Model model{.features = features, .moments = uneven_moments(features, 8, 2'000'000)};
    Herder fused = model.fused();
    ComposedHerder plain = model.composed();
    EXPECT_EQ(fused.lane_bits(), 32);
    expect_equal_steps(fused, plain, 20);
    EXPECT_EQ(fused.lane_bits(), 32);
    expect_equal_steps(fused, plain, 2'000);
    EXPECT_EQ(fused.lane_bits(), 64);
}

TEST(LatticeHerder, GoesOverToWideLanesWithFarPairs) {
    const Features features{Lattice{6, 5}, {.far_pairs = {2}}};
    const Model model{.features = features, .moments = uneven_moments(features, 8, 2'000'000)};
    Herder fused = model.fused();
    ComposedHerder plain = model.composed();
    expect_equal_steps(fused, plain, 20);
    EXPECT_EQ(fused.lane_bits(), 32);
    expect_equal_steps(fused, plain, 2'000);
    EXPECT_EQ(fused.lane_bits(), 64);
}

TEST(LatticeHerder, StartsInWideLanesWhenTheNumbersAreLarge) {
    const Features features{Lattice{5, 7}};
    const Model model{.features = features,
                      .moments = uniform_moments(features, {.edge = {7102188712345, 10'000'000'000'000}}),
                      .options = {.max_steps = 1'000}};
    EXPECT_EQ(model.fused().lane_bits(), 64);
    expect_same_orbit(model, 200);
}

TEST(LatticeHerder, CopyForksTheOrbit) {
    const Features features{Lattice{6, 8}};
    const Model model{.features = features, .moments = uniform_moments(features, {.edge = {7, 10}})};
    Herder trunk = model.fused();
    ComposedHerder plain = model.composed();
    expect_equal_steps(trunk, plain, 50);
    Herder branch = trunk;
    ComposedHerder plain_branch = plain;
    expect_equal_steps(branch, plain_branch, 100);
    EXPECT_EQ(trunk.current().t, 50);
    expect_equal_steps(trunk, plain, 100);
}

TEST(LatticeHerder, FollowsTheLargestWeight) {
    const Features features{Lattice{6, 8}};
    const Model model{.features = features,
                      .moments = uniform_moments(features, {.edge = {7, 10}}),
                      .drive = {.start = MomentStart{}}};
    Herder herder = model.fused();
    EXPECT_EQ(herder.largest_weight(), 0.7);
    WeightBound bound{features.feature_count()};
    run(herder, {.steps = 500}, bound);
    EXPECT_EQ(herder.largest_weight(), bound.result().worst);
}

TEST(LatticeHerder, CountsSweepsWithTheOneThatChangesNothing) {
    const Features features{Lattice{4, 4}, {.edges = false}};
    const Moments moments = uniform_moments(features, {.node = {1, 3}});
    Herder herder{features, moments, {.start = MomentStart{}}, Spins(16, -1)};
    herder.step();
    EXPECT_EQ(herder.search().sweeps, 2);
    EXPECT_EQ(herder.search().flips, 16);
    EXPECT_EQ(herder.search().gain, 16 * 2);
    Herder once{features, moments, {.start = MomentStart{}}, Spins(16, -1), {.sweeps = 1}};
    once.step();
    EXPECT_EQ(once.search().sweeps, 1);
}

TEST(LatticeHerder, ChecksWhatTheComposedHerderChecks) {
    const Features features{Lattice{3, 4}};
    const Moments moments = uniform_moments(features, {.edge = {7, 10}});
    const Spins start(12, 1);
    EXPECT_INPUT_ERROR((Herder{Features{Lattice{3, 5}}, moments, {}, Spins(15, 1)}),
                       "Herder: moments (36) and features (45) must have the same size");
    EXPECT_INPUT_ERROR((Herder{features, moments, {}, Spins(11, 1)}),
                       "lattice: expected a start of 12 sites, got 11");
    EXPECT_INPUT_ERROR((Herder{features, moments, {}, Spins(12, 0)}),
                       "lattice: expected a start of +1 and -1");
    EXPECT_INPUT_ERROR((Herder{features, moments, {}, start, {.order = SiteOrder::checkerboard}}),
                       "checkerboard order: expected even sides on a torus, got 3 x 4; use raster order");
    EXPECT_INPUT_ERROR((Herder{features, moments, {}, start, {.sweeps = 0}}),
                       "lattice: expected at least 1 sweep, got 0");
    Moments huge = moments;
    huge.total = std::int64_t{1} << 62U;
    EXPECT_THROW((Herder{features, huge, {}, start}), InputError);
    Herder herder{features, moments, {}, start, {}, {.max_steps = 10}};
    EXPECT_INPUT_ERROR(herder.steps(11), "lattice: 11 more steps go past the limit of 10; raise max_steps");
}

}  // namespace
}  // namespace drover::lattice
