#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <drover/baselines/impl/perceptron_path.hpp>
#include <drover/baselines/perceptron.hpp>
#include <drover/number/philox.hpp>

#include "expect.hpp"

namespace drover::baselines::perceptron_test {
namespace {

Examples examples_of(std::size_t columns, std::size_t classes) {
    Examples examples{.rows = SparseRows{columns}, .labels = {}, .classes = {}};
    for (std::size_t k = 0; k < classes; ++k) examples.classes.push_back(std::to_string(k));
    return examples;
}

void add(Examples& examples, const std::vector<std::int32_t>& row, std::uint32_t label) {
    for (std::size_t j = 0; j < row.size(); ++j) examples.rows.add(j, row[j]);
    examples.rows.end_row();
    examples.labels.push_back(label);
}

// Points round the corners of the classes, too near to one another to be told apart; the last column is 10.
Examples clouds(std::uint64_t seed, std::size_t count, std::uint32_t classes, double spread) {
    const CounterRandom random{seed};
    Examples examples = examples_of(3, classes);
    for (std::size_t i = 0; i < count; ++i) {
        const auto label = static_cast<std::uint32_t>(random.below(3 * i, classes));
        const double angle = 6.28 * label / classes;
        const auto x = static_cast<std::int32_t>(20 * (std::cos(angle) + spread * random.normal(3 * i + 1)));
        const auto y = static_cast<std::int32_t>(20 * (std::sin(angle) + spread * random.normal(3 * i + 2)));
        add(examples, {x, y, 10}, label);
    }
    return examples;
}

// The slow obvious form: all rows are judged after every step.
struct SlowVotes {
    std::vector<std::int64_t> votes;
    std::vector<std::int64_t> sums;  // by column, then vector
    PerceptronWeights weights;
};

SlowVotes slow_votes(const Examples& train, const SparseRows& rows, const PerceptronOptions& options) {
    const std::size_t classes = train.classes.size();
    const std::size_t columns = train.rows.column_count();
    SlowVotes slow{std::vector<std::int64_t>(rows.row_count() * classes),
                   {},
                   PerceptronWeights{columns, classes, options.zero_sign}};
    const std::size_t vectors = slow.weights.vector_count();
    slow.sums.resize(columns * vectors);
    for (std::int64_t pass = 0; pass < options.passes; ++pass) {
        for (std::size_t first = 0; first < train.labels.size(); first += options.batch) {
            const PerceptronWeights judge = slow.weights;
            for (std::size_t i = first; i < std::min(first + options.batch, train.labels.size()); ++i)
                slow.weights.learn(train.rows[i], train.labels[i], judge.predict(train.rows[i]));
            for (std::size_t i = 0; i < rows.row_count(); ++i)
                ++slow.votes[i * classes + slow.weights.predict(rows[i])];
            for (std::size_t a = 0; a < slow.sums.size(); ++a)
                slow.sums[a] += slow.weights.weight(a / vectors, a % vectors);
        }
    }
    return slow;
}

void expect_slow_votes(std::uint32_t classes, const PerceptronOptions& options) {
    const Examples train = clouds(classes, 120, classes, 0.7);
    const Examples test = clouds(77, 300, classes, 0.7);
    const SlowVotes slow = slow_votes(train, test.rows, options);
    Perceptron perceptron{options};
    perceptron.fit(train);
    EXPECT_EQ(perceptron.votes(test.rows), slow.votes) << classes << " classes, batch " << options.batch;
    EXPECT_EQ(perceptron.weights(), slow.weights);
    const PerceptronWeights sums = perceptron.summed_weights();
    for (std::size_t a = 0; a < slow.sums.size(); ++a)
        EXPECT_EQ(sums.weight(a / sums.vector_count(), a % sums.vector_count()), slow.sums[a]);
}

TEST(Perceptron, VotesAreThePredictionsOfTheWeightsAfterEveryStep) {
    for (const std::uint32_t classes : {2U, 3U, 7U, 18U}) {
        for (const std::size_t batch : {1U, 7U, 100U})
            expect_slow_votes(classes, {.passes = 5, .batch = batch});
    }
    expect_slow_votes(2, {.passes = 5, .batch = 3, .zero_sign = ZeroSign::plus});
}

// Freund & Schapire's own book-keeping: vectors v_k and how many steps each lived, moves of y x.
TEST(Perceptron, VotesAreThoseOfTheListOfVectorsAndLives) {
    const Examples train = clouds(1, 80, 2, 0.8);
    struct Life {
        std::array<std::int64_t, 3> v{};
        std::int64_t c = 0;
    };
    const auto sign_of = [](const Life& life, SparseRow row) {
        std::int64_t sum = 0;
        for (std::size_t e = 0; e < row.size(); ++e) sum += life.v.at(row.columns[e]) * row.values[e];
        return sum > 0 ? 1 : -1;
    };
    std::vector<Life> lives(1);
    for (std::size_t t = 0; t < 240; ++t) {
        const SparseRow row = train.rows[t % 80];
        const int y = train.labels[t % 80] == 1 ? 1 : -1;
        if (sign_of(lives.back(), row) != y) {
            lives.push_back({lives.back().v, 0});
            for (std::size_t e = 0; e < row.size(); ++e)
                lives.back().v.at(row.columns[e]) += y * row.values[e];
        }
        ++lives.back().c;
    }
    Perceptron perceptron{{.passes = 3}};
    perceptron.fit(train);
    EXPECT_EQ(perceptron.fit_result().mistakes, static_cast<std::int64_t>(lives.size()) - 1);
    const std::vector<std::int64_t> votes = perceptron.votes(train.rows);
    for (std::size_t i = 0; i < 80; ++i) {
        std::int64_t sum = 0;
        for (const Life& life : lives) sum += life.c * sign_of(life, train.rows[i]);
        EXPECT_EQ(votes[2 * i + 1] - votes[2 * i], sum) << "row " << i;
        EXPECT_EQ(votes[2 * i + 1] + votes[2 * i], 240);
    }
}

TEST(Perceptron, TheAverageIsAnotherClassifierThanTheVote) {
    const Examples train = clouds(1, 120, 3, 0.8);
    const Examples test = clouds(2, 2'000, 3, 0.8);
    Perceptron perceptron{{.passes = 3}};
    perceptron.fit(train);
    EXPECT_NE(perceptron.predict(test.rows, PerceptronRule::voted),
              perceptron.predict(test.rows, PerceptronRule::averaged));
    EXPECT_NE(perceptron.predict(test.rows, PerceptronRule::voted),
              perceptron.predict(test.rows, PerceptronRule::last));
}

// Rows with y <u, x> at least gamma, for u = (3, -4) / 5: at most (R / gamma)^2 mistakes (Novikoff).
TEST(Perceptron, OnSeparableRowsMakesNoMoreMistakesThanTheMarginAllows) {
    const CounterRandom random{8};
    Examples train = examples_of(2, 2);
    std::int64_t radius2 = 0;
    std::int64_t margin = std::numeric_limits<std::int64_t>::max();  // 5 gamma
    for (std::size_t i = 0; i < 400; ++i) {
        const auto x = static_cast<std::int32_t>(random.below(2 * i, 201)) - 100;
        const auto y = static_cast<std::int32_t>(random.below(2 * i + 1, 201)) - 100;
        const std::int64_t side = 3 * x - 4 * y;
        if (std::abs(side) < 30) continue;
        add(train, {x, y}, side > 0 ? 1 : 0);
        radius2 = std::max<std::int64_t>(radius2, std::int64_t{x} * x + std::int64_t{y} * y);
        margin = std::min(margin, std::abs(side));
    }
    Perceptron perceptron{{.passes = 10'000}};
    perceptron.fit(train);
    EXPECT_TRUE(perceptron.fit_result().is_separated);
    EXPECT_LT(perceptron.fit_result().passes, 10'000);
    EXPECT_GT(perceptron.fit_result().mistakes, 0);
    EXPECT_LE(perceptron.fit_result().mistakes * margin * margin, 25 * radius2);
    EXPECT_EQ(perceptron.predict(train.rows, PerceptronRule::last), train.labels);
}

// Freund & Schapire, theorem 2: any u and gamma bound the mistakes of the first pass.
TEST(Perceptron, OnAnyRowsMakesNoMoreMistakesThanTheBestDirectionAllows) {
    const Examples train = clouds(3, 300, 2, 0.6);
    Perceptron perceptron{{.passes = 1}};
    perceptron.fit(train);
    double radius = 0;
    for (std::size_t i = 0; i < 300; ++i)
        radius = std::max(radius, std::sqrt(static_cast<double>(dot(train.rows[i], train.rows[i]))));
    double bound = 1e9;
    for (const double gamma : {1.0, 3.0, 10.0, 20.0, 40.0}) {
        double deviation2 = 0;
        for (std::size_t i = 0; i < 300; ++i) {
            const SparseRow row = train.rows[i];
            const double along =
                row.size() > 0 && row.columns[0] == 0 ? -row.values[0] : 0;  // u = (-1, 0, 0)
            const double lack = std::max(0.0, gamma - (train.labels[i] == 1 ? along : -along));
            deviation2 += lack * lack;
        }
        bound = std::min(bound, std::pow((radius + std::sqrt(deviation2)) / gamma, 2));
    }
    EXPECT_LE(static_cast<double>(perceptron.fit_result().mistakes), bound);
    EXPECT_LT(bound, 3'000);
}

TEST(Perceptron, StopsWhenTheVotesGetWorseAndKeepsTheBestPass) {
    const Examples train = clouds(4, 100, 5, 0.8);
    const Examples validation = clouds(5, 400, 5, 0.8);
    Perceptron stopped{{.passes = 500, .batch = 10}};
    stopped.fit(train, &validation);
    const PerceptronFit& fit = stopped.fit_result();
    const std::vector<double>& errors = fit.validation_errors;
    ASSERT_GE(errors.size(), 2U);
    ASSERT_LT(errors.size(), 500U);
    EXPECT_GT(errors.back(), errors[errors.size() - 2]);
    for (std::size_t pass = 1; pass + 1 < errors.size(); ++pass) EXPECT_LE(errors[pass], errors[pass - 1]);
    EXPECT_EQ(errors.at(static_cast<std::size_t>(fit.passes) - 1),
              *std::min_element(errors.begin(), errors.end()));

    Perceptron plain{{.passes = fit.passes, .batch = 10}};
    plain.fit(train);
    EXPECT_EQ(stopped.weights(), plain.weights());
    EXPECT_EQ(stopped.votes(validation.rows), plain.votes(validation.rows));
    EXPECT_EQ(fit.mistakes, plain.fit_result().mistakes);
}

TEST(Perceptron, WaitsForAsManyRisesAsItIsToldTo) {
    const Examples train = clouds(4, 100, 5, 0.8);
    const Examples validation = clouds(5, 400, 5, 0.8);
    Perceptron patient{{.passes = 500, .batch = 10, .rises = 4}};
    patient.fit(train, &validation);
    const std::vector<double>& errors = patient.fit_result().validation_errors;
    const auto best = std::min_element(errors.begin(), errors.end());
    EXPECT_EQ(patient.fit_result().passes, best - errors.begin() + 1);
    EXPECT_EQ(std::count_if(best, errors.end(), [&](double error) { return error > *best; }), 4);
}

// Rows so large that their scores need more than the 53 bits of a double.
TEST(Perceptron, VotesExactlyForRowsOfAnySize) {
    Examples train = examples_of(2, 3);
    for (std::uint32_t i = 0; i < 30; ++i) {
        const std::int32_t large = 60'000'000 - static_cast<std::int32_t>(i);
        add(train, {i % 2 == 0 ? large : 1 - large, i % 3 == 0 ? 1 : -large}, i % 5 % 3);
    }
    const PerceptronOptions options{.passes = 1};
    const SlowVotes slow = slow_votes(train, train.rows, options);
    Perceptron perceptron{options};
    perceptron.fit(train);
    EXPECT_EQ(perceptron.votes(train.rows), slow.votes);
}

TEST(Perceptron, GivesTheSameForAnyNumberOfThreads) {
    const Examples train = clouds(6, 600, 4, 0.5);
    ThreadPool pool{3};
    Perceptron alone{{.passes = 4}};
    Perceptron together{{.passes = 4, .pool = &pool}};
    alone.fit(train, &train);
    together.fit(train, &train);
    EXPECT_EQ(alone.votes(train.rows), together.votes(train.rows));
}

TEST(Perceptron, StopsWhenAskedTo) {
    StopFlag stop;
    std::int64_t told = 0;
    Perceptron perceptron{{.passes = 100, .control = {.stop = &stop, .progress = [&](std::int64_t passes) {
                                                          told = passes;
                                                          if (passes == 3) stop.request_stop();
                                                      }}}};
    perceptron.fit(clouds(6, 60, 4, 0.9));
    EXPECT_EQ(told, 3);
    EXPECT_EQ(perceptron.fit_result().passes, 3);
}

TEST(Perceptron, OfOneClassIsNeverWrong) {
    const Examples train = clouds(6, 20, 1, 0.5);
    Perceptron perceptron;
    perceptron.fit(train);
    EXPECT_EQ(perceptron.fit_result().mistakes, 0);
    EXPECT_EQ(perceptron.fit_result().passes, 1);
    EXPECT_EQ(perceptron.votes(train.rows), std::vector<std::int64_t>(20, 20));
    EXPECT_EQ(perceptron.predict(train.rows, PerceptronRule::averaged), train.labels);
}

TEST(Perceptron, LearnsNothingFromRowsOfZeros) {
    Examples train = examples_of(2, 2);
    for (std::uint32_t i = 0; i < 4; ++i) add(train, {0, 0}, i % 2);
    Perceptron perceptron{{.passes = 3}};
    perceptron.fit(train);
    EXPECT_EQ(perceptron.weights(), PerceptronWeights(2, 2));
    EXPECT_EQ(perceptron.predict(train.rows), std::vector<std::uint32_t>(4, 0));
    EXPECT_EQ(perceptron.fit_result().mistakes, 6);
    EXPECT_EQ(perceptron.votes(train.rows), (std::vector<std::int64_t>{12, 0, 12, 0, 12, 0, 12, 0}));
}

TEST(Perceptron, TakesTheLastLabelOfEqualRows) {
    Examples train = examples_of(1, 3);
    for (const std::uint32_t label : {0U, 2U, 1U}) add(train, {5}, label);
    const PerceptronOptions options{.passes = 2};
    const SlowVotes slow = slow_votes(train, train.rows, options);
    Perceptron perceptron{options};
    perceptron.fit(train);
    EXPECT_EQ(perceptron.votes(train.rows), slow.votes);
    EXPECT_EQ(perceptron.predict(train.rows, PerceptronRule::last), std::vector<std::uint32_t>(3, 1));
}

TEST(Perceptron, WithoutPassesOrTestRowsSaysNothing) {
    const Examples train = clouds(6, 20, 3, 0.5);
    Perceptron perceptron{{.passes = 0}};
    perceptron.fit(train);
    EXPECT_EQ(perceptron.votes(train.rows), std::vector<std::int64_t>(60, 0));
    EXPECT_EQ(perceptron.predict(train.rows), std::vector<std::uint32_t>(20, 0));
    EXPECT_TRUE(perceptron.predict(SparseRows{3}).empty());
}

TEST(PerceptronPath, LengthsAreRoundedUp) {
    SparseRows rows{2};
    const std::vector<std::pair<std::int32_t, std::int32_t>> points{
        {0, 0}, {3, 4}, {1, 1}, {2, -2}, {46'341, 0}};
    for (const auto& [x, y] : points) {
        rows.add(0, x);
        rows.add(1, y);
        rows.end_row();
    }
    const std::vector<std::int64_t> lengths{0, 5, 2, 3, 46'341};
    for (std::size_t i = 0; i < lengths.size(); ++i) EXPECT_EQ(impl::length_above(rows[i]), lengths[i]);
}

TEST(OneVersusAllPerceptron, IsAPerceptronForEachClass) {
    const Examples train = clouds(9, 200, 4, 0.4);
    OneVersusAllPerceptron all{{.passes = 5}};
    all.fit(train);
    ASSERT_EQ(all.perceptrons().size(), 4U);
    Examples second = train;
    second.classes = {"rest", "1"};
    for (std::uint32_t& label : second.labels) label = label == 1 ? 1 : 0;
    Perceptron one{{.passes = 5}};
    one.fit(second);
    EXPECT_EQ(all.perceptrons()[1].weights(), one.weights());
    const std::vector<std::uint32_t> predicted = all.predict(train.rows);
    std::size_t right = 0;
    for (std::size_t i = 0; i < 200; ++i) right += predicted[i] == train.labels[i] ? 1U : 0U;
    EXPECT_GT(right, 150U);
}

TEST(OneVersusAllPerceptron, StopsEachClassByItself) {
    const Examples train = clouds(9, 100, 3, 0.8);
    const Examples validation = clouds(10, 300, 3, 0.8);
    OneVersusAllPerceptron all{{.passes = 50}};
    all.fit(train, &validation);
    for (const Perceptron& one : all.perceptrons()) {
        EXPECT_GT(one.fit_result().passes, 0);
        EXPECT_FALSE(one.fit_result().validation_errors.empty());
    }
    EXPECT_EQ(all.predict(validation.rows).size(), 300U);
}

TEST(Perceptron, ChecksAtTheDoor) {
    Examples train = examples_of(2, 2);
    Perceptron perceptron;
    EXPECT_INPUT_ERROR(perceptron.fit(train),
                       "Perceptron: expected a label for each row, got 0 rows and 0 labels");
    add(train, {1, 2}, 2);
    EXPECT_INPUT_ERROR(perceptron.fit(train), "Perceptron: expected labels below 2, got 2");
    train.labels = {1};
    const Examples wide = clouds(1, 5, 2, 1);
    EXPECT_INPUT_ERROR(perceptron.fit(train, &wide), "Perceptron: expected 2 columns as fitted to, got 3");
    Examples more = train;
    more.classes.emplace_back("more");
    EXPECT_INPUT_ERROR(perceptron.fit(train, &more),
                       "Perceptron: expected 2 classes in the validation set too, got 3");
    perceptron.fit(train);
    EXPECT_INPUT_ERROR(perceptron.predict(wide.rows), "Perceptron: expected 2 columns as fitted to, got 3");
    EXPECT_INPUT_ERROR(
        Perceptron({.passes = -1}),
        "Perceptron: expected passes of at least 0, batch and rises of at least 1, got -1, 1 and 1");
    EXPECT_INPUT_ERROR(
        Perceptron({.batch = 0}),
        "Perceptron: expected passes of at least 0, batch and rises of at least 1, got 10, 0 and 1");
    add(train, {2'000'000'000, 2'000'000'000}, 0);
    Perceptron long_one{{.passes = 1'000'000'000'000}};
    EXPECT_INPUT_ERROR(long_one.fit(train),
                       "Perceptron: expected numbers whose weights fit 64 bits, got up to 2000000000 in "
                       "2000000000000 steps");
}

}  // namespace
}  // namespace drover::baselines::perceptron_test
