#include <cmath>

#include <drover/rbm/hidden_herder.hpp>
#include <drover/rbm/machine.hpp>

#include "expect.hpp"
#include "hidden_cases.hpp"
#include "parts/mixture.hpp"

namespace drover::rbm {
namespace {

std::vector<std::int64_t> random_start(std::size_t count, std::int64_t largest, std::uint64_t seed) {
    const CounterRandom random{seed, 3};
    std::vector<std::int64_t> start(count);
    for (std::size_t a = 0; a < count; ++a) {
        start[a] =
            static_cast<std::int64_t>(random.below(a, static_cast<std::uint64_t>(2 * largest + 1))) - largest;
    }
    return start;
}

// The bound of the theorem with the largest weights seen, in whole numbers: | sum imputed - sum fantasies |
// of a feature is at most 2 R, R the largest norm of the weights.
template <class M>
void expect_consistent(HiddenHerder<M> herder, std::int64_t steps) {
    const auto& model = herder.model();
    std::vector<std::int64_t> difference(model.feature_count());
    double largest = 0;
    const auto watch = [&] {
        double square = 0;
        for (std::size_t a = 0; a < model.feature_count(); ++a) {
            const auto w = static_cast<double>(herder.current().weights[a]);
            square += w * w;
        }
        largest = std::max(largest, std::sqrt(square));
    };
    watch();
    for (std::int64_t t = 0; t < steps; ++t) {
        const auto step = herder.step();
        for (const auto& s : step.imputed)
            model.visit(s, [&](std::size_t a, auto value) { difference[a] += value; });
        const auto each = static_cast<std::int64_t>(step.imputed.size() / step.fantasies.size());
        for (const auto& s : step.fantasies)
            model.visit(s, [&](std::size_t a, auto value) { difference[a] -= each * value; });
        watch();
    }
    for (const std::int64_t d : difference) EXPECT_LE(static_cast<double>(std::abs(d)), 2 * largest);
}

TEST(HiddenHerder, FollowsTheThreeEquations) {
    const std::vector<ObservedRow> cases = prototype_cases(5, 4, 1);
    const Machine rbm{4, 2};
    HiddenHerder herder{rbm, cases, {.start = random_start(rbm.feature_count(), 9, 1)}};
    std::vector<std::int64_t> w;
    for (std::size_t a = 0; a < rbm.feature_count(); ++a) w.push_back(herder.current().weights[a]);
    for (int t = 0; t < 200; ++t) {
        const auto step = herder.step();
        const WeightSpan<std::int64_t> before{w};
        std::vector<std::int64_t> move(w.size());
        for (const ObservedRow& seen : cases) {
            std::int64_t best = INT64_MIN;  // the best of all z, by trying
            State best_state;
            for (std::uint64_t z = 0; z < 4; ++z) {
                const State s{seen.values, BitRow::from_index(z, 2)};
                if (rbm.score(before, s) > best) {
                    best = rbm.score(before, s);
                    best_state = s;
                }
            }
            rbm.visit(best_state, [&](std::size_t a, std::int64_t value) { move[a] += value; });
        }
        rbm.visit(step.state, [&](std::size_t a, std::int64_t value) { move[a] -= 5 * value; });
        Int128 margin = 0;
        for (std::size_t a = 0; a < w.size(); ++a) margin += Int128{w[a]} * move[a];
        ASSERT_TRUE(step.margin == margin) << "step " << step.t;
        for (std::size_t a = 0; a < w.size(); ++a) {
            w[a] += move[a];
            ASSERT_EQ(step.weights[a], w[a]) << "step " << step.t;
        }
    }
}

TEST(HiddenHerder, SafeStartsNeverHaveAPositiveMargin) {
    for (const FantasyStart fantasy :
         {FantasyStart::lowest_case, FantasyStart::every_case, FantasyStart::restarted}) {
        for (const UnitCoding coding : {UnitCoding::signs, UnitCoding::bits}) {
            for (std::uint64_t seed = 0; seed < 5; ++seed) {
                const Machine rbm{6, 4, coding};
                HiddenHerder herder{
                    rbm,
                    prototype_cases(8, 6, seed, 0.2, seed % 2 == 0 ? 0 : 0.2),
                    {.fantasy = fantasy, .start = random_start(rbm.feature_count(), 20, seed)}};
                for (int t = 0; t < 100; ++t) ASSERT_TRUE(herder.step().margin <= 0) << "seed " << seed;
            }
        }
    }
}

TEST(HiddenHerder, ImputedCasesAndFantasiesAgreeWithinTheBound) {
    const std::vector<ObservedRow> cases = prototype_cases(12, 6, 3);
    const Machine rbm{6, 4};
    for (const FantasyStart fantasy :
         {FantasyStart::previous, FantasyStart::lowest_case, FantasyStart::every_case}) {
        expect_consistent(
            HiddenHerder{rbm, cases, {.fantasy = fantasy, .start = random_start(rbm.feature_count(), 5, 2)}},
            300);
    }
    const Mixture mixture{3, 6};
    expect_consistent(HiddenHerder{mixture, cases, {.start = random_start(mixture.feature_count(), 5, 2)}},
                      300);
}

TEST(HiddenHerder, AnExactMaximumHasNoPositiveMarginHoweverItStarts) {
    const Mixture mixture{3, 8};
    HiddenHerder herder{
        mixture, prototype_cases(20, 8, 4, 0.1, 0.1), {.start = random_start(mixture.feature_count(), 7, 4)}};
    std::vector<std::int64_t> used(3);
    for (int t = 0; t < 1'000; ++t) {
        const auto step = herder.step();
        ASSERT_TRUE(step.margin <= 0) << "step " << step.t;
        ++used[step.state.component];
    }
    for (const std::int64_t count : used) EXPECT_GT(count, 0);
}

TEST(HiddenHerder, UnitsWithoutGrowthAreOnInHalfOfTheFantasies) {
    for (const UnitCoding coding : {UnitCoding::signs, UnitCoding::bits}) {
        const Machine rbm{6, 4, coding};
        std::vector<bool> without_growth(rbm.feature_count());
        for (std::size_t k = 0; k < 4; ++k) without_growth[rbm.hidden_slot(k)] = true;
        HiddenHerder herder{rbm,
                            prototype_cases(12, 6, 5),
                            {.fantasy = FantasyStart::lowest_case,
                             .without_growth = without_growth,
                             .start = random_start(rbm.feature_count(), 5, 5)}};
        std::vector<std::int64_t> sums(4);
        for (int t = 0; t < 2'000; ++t) {
            const auto step = herder.step();
            for (std::size_t k = 0; k < 4; ++k) sums[k] += sign_of(step.state.z[k]);
        }
        // Bits come there more slowly: after 20,000 steps both are within 2 in 100.
        for (const std::int64_t sum : sums) EXPECT_LT(std::abs(sum), coding == UnitCoding::signs ? 100 : 200);
    }
}

TEST(HiddenHerder, BatchesGoThroughTheCasesOverAndOver) {
    const std::vector<ObservedRow> cases = prototype_cases(5, 6, 6);
    HiddenHerder herder{Machine{6, 2}, cases, {.batch_size = 3}};
    std::size_t next = 0;
    for (int t = 0; t < 20; ++t) {
        for (const State& s : herder.step().imputed) {
            EXPECT_EQ(s.x, cases[next % 5].values);
            ++next;
        }
    }
}

TEST(HiddenHerder, ChecksAtTheDoor) {
    EXPECT_INPUT_ERROR((HiddenHerder{Machine{2, 2}, std::vector<ObservedRow>{}}),
                       "HiddenHerder: expected at least one case, got none");
    EXPECT_INPUT_ERROR((HiddenHerder{Machine{2, 2}, prototype_cases(2, 2, 1), {.without_growth = {true}}}),
                       "HiddenHerder: expected 8 features in without_growth, got 1");
    EXPECT_INPUT_ERROR((HiddenHerder{Machine{2, 2, UnitCoding::bits},
                                     prototype_cases(3, 2, 1),
                                     {.without_growth = std::vector<bool>(8)}}),
                       "HiddenHerder: without_growth: expected a unit with half of 3 / 1 in it");
    EXPECT_INPUT_ERROR((HiddenHerder{Machine{2, 2}, prototype_cases(2, 2, 1), {.start = {1, 2}}}),
                       "Herder: moments (2) and features (8) must have the same size");
    EXPECT_INPUT_ERROR((Machine{0, 2}), "rbm: expected visible and hidden units, got 0 and 2");
    EXPECT_INPUT_ERROR((Mixture{0, 2}), "Mixture: expected components and variables, got 0 and 2");
}

}  // namespace
}  // namespace drover::rbm
