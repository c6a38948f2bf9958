#include <cmath>

#include "conditional_cases.hpp"
#include "expect.hpp"

namespace drover::classify {
namespace {

using Plain = ConditionalHerder<ConditionalRbm>;
const ConditionalRates unequal{2, 7, 12, 30};

Plain small_herder(ConditionalShape shape, const Examples& data, std::int64_t halving = 0) {
    const std::vector<std::int64_t> start = random_weights(ConditionalRbm{shape}.feature_count(), 50, 1);
    return plain_herder(shape, data, unequal, start, {.batch_size = 10, .relaxation = {.halving = halving}});
}

TEST(ConditionalRbm, TriesEveryLabelAndFindsTheBestOfAllStates) {
    const Examples data = tangled_examples(30, 5, 4, 2);
    for (const LabelCode& code : {LabelCode::one_of(4), LabelCode::one_of(3), LabelCode::sign()}) {
        const ConditionalRbm model{{5, 6, code}};
        const DenseWeights<std::int64_t> w{random_weights(model.feature_count(), 40, 3)};
        for (std::size_t i = 0; i < 30; ++i) {
            const ConditionalState found = model.predict(w, data.rows[i]);
            for (std::size_t label = 0; label < code.label_count(); ++label) {
                for (std::uint64_t z = 0; z < 64; ++z) {
                    const ConditionalState other{data.rows[i], label, BitRow::from_index(z, 6)};
                    ASSERT_LE(model.score(w, other), model.score(w, found));
                }
                const ConditionalState own = model.complete(w, data.rows[i], label);
                ASSERT_LE(model.score(w, own), model.score(w, found));
            }
        }
    }
}

TEST(ConditionalRbm, HiddenUnitsMayBeSwappedAndTurnedAround) {
    const ConditionalRbm model{{4, 3, LabelCode::one_of(3)}};
    const Examples data = tangled_examples(40, 4, 3, 4);
    std::vector<std::int64_t> values = random_weights(model.feature_count(), 40, 5);
    std::vector<std::int64_t> changed = values;  // units 0 and 2 change places, unit 1 its sign
    const auto change = [&](auto slot) {
        changed[slot(0)] = values[slot(2)];
        changed[slot(1)] = -values[slot(1)];
        changed[slot(2)] = values[slot(0)];
    };
    for (std::size_t i = 0; i < 4; ++i) change([&](std::size_t j) { return model.w_slot(i, j); });
    for (std::size_t l = 0; l < 3; ++l) change([&](std::size_t j) { return model.b_slot(l, j); });
    change([&](std::size_t j) { return model.theta_slot(j); });
    const DenseWeights<std::int64_t> w{values};
    const DenseWeights<std::int64_t> other{changed};
    for (std::size_t i = 0; i < 40; ++i) {
        const ConditionalState a = model.predict(w, data.rows[i]);
        const ConditionalState b = model.predict(other, data.rows[i]);
        EXPECT_EQ(a.label, b.label);
        EXPECT_EQ(model.score(w, a), model.score(other, b));
    }
}

// Another model: one of `parts` hidden parts, each with a prototype of the inputs and a taste for labels; all
// features are 0 or 1 or an input, and need not differ by even numbers.
struct Prototypes {
    struct State {
        SparseRow input;
        std::size_t label = 0;
        std::size_t part = 0;
    };
    using Input = SparseRow;

    std::size_t inputs = 0;
    std::size_t parts = 0;
    std::size_t labels = 0;

    std::size_t feature_count() const { return parts * (inputs + labels); }
    State first_state() const { return {}; }
    template <Weights W>
    typename W::Value score(const W& w, const State& s) const {
        return visited_score(*this, w, s);
    }
    template <class Sink>
    void visit(const State& s, Sink&& sink) const {
        for (std::size_t e = 0; e < s.input.size(); ++e)
            sink(s.part * inputs + s.input.columns[e], std::int64_t{s.input.values[e]});
        sink(parts * inputs + s.part * labels + s.label, std::int64_t{1});
    }
    template <Weights W>
    State complete(const W& w, const Input& x, std::size_t label) const {
        State best{x, label, 0};
        for (std::size_t part = 1; part < parts; ++part) {
            const State other{x, label, part};
            if (score(w, other) > score(w, best)) best = other;
        }
        return best;
    }
    template <Weights W>
    State predict(const W& w, const Input& x) const {
        State best = complete(w, x, 0);
        for (std::size_t label = 1; label < labels; ++label) {
            const State other = complete(w, x, label);
            if (score(w, other) > score(w, best)) best = other;
        }
        return best;
    }
};

TEST(ConditionalHerder, TakesAnyModelWithBothMaximisations) {
    const Examples data = tangled_examples(60, 4, 3, 16);
    const Prototypes model{4, 7, 3};
    std::vector<SparseRow> inputs;
    for (std::size_t i = 0; i < 60; ++i) inputs.push_back(data.rows[i]);
    ConditionalHerder<Prototypes> herder{
        model,
        inputs,
        {data.labels.begin(), data.labels.end()},
        {.batch_size = 2, .start = random_weights(model.feature_count(), 20, 1)}};
    int clean = 0;
    bool moved_by_one = false;
    std::int64_t largest = 0;
    for (int t = 0; t < 1500; ++t) {
        const ConditionalHerder<Prototypes> before = herder;
        const auto step = herder.step();
        ASSERT_LE(step.margin, 0);
        clean += step.mistakes == 0 ? 1 : 0;
        for (std::size_t a = 0; a < model.feature_count(); ++a) {
            const std::int64_t moved = step.weights[a] - before.current().weights[a];
            ASSERT_TRUE(moved == 0 || step.mistakes > 0);
            moved_by_one = moved_by_one || moved == 1;
            largest = std::max(largest, std::abs(step.weights[a]));
        }
    }
    EXPECT_GT(clean, 0);
    EXPECT_TRUE(moved_by_one);
    EXPECT_LT(largest, 400);  // margins are not positive: the weights stay bounded
}

TEST(ConditionalHerder, MarginsAreNeverPositive) {
    const Examples data = tangled_examples(60, 4, 3, 6);
    for (const std::size_t hidden : {std::size_t{0}, std::size_t{5}}) {
        Plain herder = small_herder({4, hidden, LabelCode::one_of(3)}, data);
        for (int t = 0; t < 300; ++t) ASSERT_LE(herder.step().margin, 0);
    }
}

TEST(ConditionalHerder, NothingMovesWhereNoLabelIsMissed) {
    const Examples data = tangled_examples(60, 4, 3, 7);
    Plain herder = small_herder({4, 8, LabelCode::one_of(3)}, data);
    int unmoved = 0;
    for (int t = 0; t < 2000; ++t) {
        const Plain before = herder;
        if (herder.step().mistakes > 0) continue;
        ++unmoved;
        for (std::size_t a = 0; a < herder.model().feature_count(); ++a)
            ASSERT_EQ(herder.current().weights[a], before.current().weights[a]);
    }
    EXPECT_GT(unmoved, 0);
}

// With unit rates | sum completed - sum predicted | of a feature, over all cases of all updates, is what the
// weight moved, times 2: at most 2 * 2 R.
TEST(ConditionalHerder, FeaturesOfPredictionsMeetThoseOfTheLabels) {
    const Examples data = tangled_examples(60, 4, 3, 8);
    const ConditionalShape shape{4, 5, LabelCode::one_of(3)};
    Plain herder = plain_herder(shape, data, {}, random_weights(ConditionalRbm{shape}.feature_count(), 5, 1),
                                {.batch_size = 60, .relaxation = {.halving = 0}});
    std::vector<std::int64_t> difference(herder.model().feature_count());
    double largest = 0;
    for (int t = 0; t < 500; ++t) {
        const auto step = herder.step();
        for (const auto& s : step.completed)
            herder.model().visit(s, [&](std::size_t a, auto value) { difference[a] += value; });
        for (const auto& s : step.predicted)
            herder.model().visit(s, [&](std::size_t a, auto value) { difference[a] -= value; });
        double square = 0;
        for (std::size_t a = 0; a < difference.size(); ++a)
            square += std::pow(static_cast<double>(step.weights[a]), 2);
        largest = std::max(largest, std::sqrt(square));
    }
    for (const std::int64_t d : difference) EXPECT_LE(static_cast<double>(std::abs(d)), 4 * largest);
    EXPECT_LT(largest, 3000);  // and the weights stay bounded
}

TEST(ConditionalHerder, RelaxedBiasesDriveHiddenUnitsToEvenShares) {
    const Examples data = tangled_examples(200, 4, 3, 9);
    const ConditionalShape shape{4, 6, LabelCode::one_of(3)};
    Plain herder = plain_herder(shape, data, {1, 20, 40, 40},
                                random_weights(ConditionalRbm{shape}.feature_count(), 60, 2),
                                {.batch_size = 20, .relaxation = {.halving = 1'000'000}});
    std::vector<std::int64_t> sums(6);
    for (int t = 0; t < 1000; ++t) {
        const auto step = herder.step();
        for (const auto& s : step.predicted) {
            for (std::size_t j = 0; j < 6; ++j) sums[j] += sign_of(s.hidden[j]);
        }
    }
    for (const std::int64_t sum : sums) EXPECT_LT(std::abs(sum), 1000 * 20 / 10);
}

TEST(ConditionalHerder, RefusesSizesThatDoNotAgree) {
    const Examples data = tangled_examples(4, 4, 3, 10);
    const ConditionalRbm model{{4, 2, LabelCode::one_of(3)}};
    EXPECT_INPUT_ERROR((Plain{model, {}, {}}),
                       "ConditionalHerder: expected cases with a label each, got 0 inputs and 0 labels");
    EXPECT_INPUT_ERROR((Plain{model, {data.rows[0]}, {0}, {.start = {1, 2}}}),
                       "ConditionalHerder: expected start, rates and relaxed of 19 features");
    EXPECT_INPUT_ERROR((Plain{model, {data.rows[0]}, {0}, {.batch_size = 0}}),
                       "ConditionalHerder: expected a batch of at least 1 case");
    EXPECT_INPUT_ERROR(LabelCode::one_of(1), "LabelCode: expected at least 2 labels, got 1");
}

}  // namespace
}  // namespace drover::classify
