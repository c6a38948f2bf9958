#include <drover/classify/classify.hpp>
#include <drover/classify/impl/file.hpp>
#include <drover/classify/votes.hpp>
#include <drover/core/sha256.hpp>

#include "conditional_cases.hpp"
#include "expect.hpp"

namespace drover::classify {
namespace {

Options small_options(std::size_t hidden, LabelProcedure procedure = LabelProcedure::joint) {
    return {.hidden_count = hidden,
            .procedure = procedure,
            .burn_in = 40,
            .batch_size = 20,
            .bias_halving = 30,
            .seed = 5};
}

Classifier trained(const Examples& data, const Options& options, std::int64_t updates) {
    Classifier model = start(data, options);
    EXPECT_TRUE(train(model, data, {.updates = updates}));
    return model;
}

TEST(VotedClassifier, LearnsWhatNoPlaneSeparates) {
    const Examples data = tangled_examples(600, 4, 3, 1);
    const Examples other = tangled_examples(300, 4, 3, 2);
    for (const LabelProcedure procedure : {LabelProcedure::joint, LabelProcedure::one_versus_all}) {
        const Classifier model = trained(data, small_options(20, procedure), 3000);
        EXPECT_LT(error_of(vote(model, other.rows), other.labels), 0.08);
        const Classifier plane = trained(data, small_options(0, procedure), 3000);
        EXPECT_GT(error_of(vote(plane, other.rows), other.labels), 0.15);
    }
}

// One system, judged the long way at every update after the burn-in.
TEST(VotedClassifier, RepliesAsIfTheRowsHadBeenThere) {
    const Examples data = tangled_examples(200, 5, 3, 3);
    const SparseRows rows = tangled_examples(60, 5, 3, 4).rows;
    for (const std::size_t hidden : {std::size_t{0}, std::size_t{7}}) {
        const Options options = small_options(hidden);
        Classifier model = start(data, options);
        const SparseRows inputs = model.norm.apply(rows);
        std::vector<std::int64_t> expected(60 * 3);
        for (int t = 0; t < 800; ++t) {
            train(model, data, {.updates = 1});
            if (model.systems[0].updates != t + 1 || t < options.burn_in) continue;
            const ConditionalRbm plain{model.systems[0].shape};
            const DenseWeights<std::int64_t> w{model.systems[0].weights};
            for (std::size_t i = 0; i < 60; ++i) ++expected[i * 3 + plain.predict(w, inputs[i]).label];
        }
        EXPECT_EQ(vote(model, rows).counts, expected);
        EXPECT_EQ(digest_of(model), digest_of(trained(data, options, 800)));
    }
}

TEST(VotedClassifier, SharesOfVotesAddUpToOne) {
    const Examples data = tangled_examples(200, 5, 3, 5);
    for (const LabelProcedure procedure : {LabelProcedure::joint, LabelProcedure::one_versus_all}) {
        const Votes votes = vote(trained(data, small_options(4, procedure), 300), data.rows);
        for (std::size_t i = 0; i < votes.row_count(); ++i) {
            const std::vector<double> shares = votes.shares(i);
            EXPECT_NEAR(shares[0] + shares[1] + shares[2], 1, 1e-12);
            for (const double share : shares) EXPECT_LE(share, shares[votes.label(i)]);
        }
    }
}

TEST(VotedClassifier, EndsWhenAWholePassHasNoMistake) {
    Examples data{.rows = SparseRows{2}, .labels = {}, .classes = {"low", "high"}};
    for (std::int32_t i = 0; i < 50; ++i) {
        data.rows.add(0, i % 2 == 0 ? -5 - i : 5 + i);
        data.rows.add(1, 3);
        data.rows.end_row();
        data.labels.push_back(i % 2 == 0 ? 0 : 1);
    }
    Options options = small_options(3);
    options.burn_in = 0;
    options.bias_halving = 5;
    const Classifier model = trained(data, options, 100'000);
    EXPECT_TRUE(model.systems[0].is_settled);
    EXPECT_LT(model.systems[0].updates, 100'000);
    EXPECT_EQ(model.systems[0].pass_mistakes, 0);
    EXPECT_EQ(error_of(vote(model, data.rows), data.labels), 0);
}

TEST(VotedClassifier, DoesNotDependOnThreads) {
    const Examples data = tangled_examples(500, 5, 3, 6);
    ThreadPool pool{8};
    for (const LabelProcedure procedure : {LabelProcedure::joint, LabelProcedure::one_versus_all}) {
        const Classifier one = trained(data, small_options(9, procedure), 300);
        Classifier eight = start(data, small_options(9, procedure));
        train(eight, data, {.updates = 300, .pool = &pool});
        EXPECT_EQ(digest_of(one), digest_of(eight));
        EXPECT_EQ(vote(one, data.rows).counts, vote(eight, data.rows, {.pool = &pool}).counts);
    }
}

TEST(VotedClassifier, CompactModelsVoteNearlyTheSame) {
    const Examples data = tangled_examples(600, 4, 3, 7);
    const Classifier model = trained(data, small_options(20), 2000);
    const Classifier small = compact(model, 50);
    const Votes all = vote(model, data.rows);
    const Votes few = vote(small, data.rows);
    EXPECT_EQ(few.cast, all.cast);
    std::size_t differing = 0;
    for (std::size_t i = 0; i < 600; ++i) differing += all.label(i) != few.label(i) ? 1 : 0;
    EXPECT_LT(differing, 20U);
    EXPECT_EQ(vote(compact(model, 1'000'000), data.rows).counts, all.counts);
    Classifier again = small;
    EXPECT_INPUT_ERROR(train(again, data, {}), "classify: a compact model cannot be trained further");
}

TEST(VotedClassifier, FewerVotesAreThoseOfEvenlySpacedUpdates) {
    const Examples data = tangled_examples(300, 4, 3, 14);
    const Classifier model = trained(data, small_options(10), 540);  // 500 may vote
    const Votes some = vote(model, data.rows, {.votes = 50});
    EXPECT_EQ(some.cast[0], 50);
    EXPECT_EQ(vote(model, data.rows, {.votes = 60}).cast[0], 55);  // every ninth
    EXPECT_EQ(vote(model, data.rows, {.votes = 1000}).counts, vote(model, data.rows).counts);
    const Votes all = vote(model, data.rows);
    std::size_t differing = 0;
    for (std::size_t i = 0; i < 300; ++i) differing += some.label(i) != all.label(i) ? 1 : 0;
    EXPECT_LT(differing, 15U);
}

TEST(VotedClassifier, StopsWhenAskedAndGoesOnTheSameWay) {
    const Examples data = tangled_examples(200, 5, 3, 8);
    StopFlag stop;
    Classifier model = start(data, small_options(4));
    const auto ask = [&](std::int64_t /*done*/) { stop.request_stop(); };
    EXPECT_FALSE(train(model, data, {.updates = 1000, .control = {.stop = &stop, .progress = ask}}));
    const std::int64_t done = model.systems[0].updates;
    EXPECT_LT(done, 1000);
    EXPECT_TRUE(vote(model, data.rows, {.control = {.stop = &stop}}).stopped);
    EXPECT_TRUE(train(model, data, {.updates = 1000 - done}));
    EXPECT_EQ(digest_of(model), digest_of(trained(data, small_options(4), 1000)));
}

constexpr SealedFormat test_format{"drover.test/1", "model"};

std::string bytes_of(const Classifier& model) {
    SealedWriter out{test_format};
    impl::write_classifier(out, model);
    return std::move(out).sealed();
}

TEST(VotedClassifier, IsReadBackAsItWasWritten) {
    const Examples data = tangled_examples(200, 5, 3, 11);
    for (const LabelProcedure procedure : {LabelProcedure::joint, LabelProcedure::one_versus_all}) {
        for (const std::size_t keep : {std::size_t{0}, std::size_t{4}}) {
            Classifier model = trained(data, small_options(66, procedure), 100);
            if (keep > 0) model = compact(model, keep);
            const std::string bytes = bytes_of(model);
            SealedReader in{bytes, "m", test_format};
            Classifier read = impl::read_classifier(in);
            EXPECT_EQ(in.left(), 0U);
            EXPECT_EQ(bytes_of(read), bytes);
            EXPECT_EQ(vote(read, data.rows).counts, vote(model, data.rows).counts);
            if (keep > 0) continue;
            train(model, data, {.updates = 50});
            train(read, data, {.updates = 50});
            EXPECT_EQ(bytes_of(read), bytes_of(model));
        }
    }
}

// Altered bytes with a seal that holds: refused, or a model that votes or says why not; never anything else.
TEST(VotedClassifier, HostileBytesAreRefusedOrHarmless) {
    const Examples data = tangled_examples(40, 3, 3, 12);
    const std::string bytes = bytes_of(trained(data, small_options(3), 60));
    const std::size_t first = test_format.line.size() + 1;
    const CounterRandom random{1, 2};
    std::size_t refused = 0;
    for (std::uint64_t n = 0; n < 3000; ++n) {
        std::string body = bytes.substr(first, bytes.size() - 64 - first);
        const std::size_t place = random.below(2 * n, body.size());
        body[place] = static_cast<char>(random.bits(2 * n + 1));
        if (n % 7 == 0) body.resize(place);
        std::string forged = bytes.substr(0, first) + body;
        forged += sha256(forged);
        try {
            SealedReader in{forged, "m", test_format};
            vote(impl::read_classifier(in), data.rows);
        } catch (const InputError&) {
            ++refused;
        }
    }
    EXPECT_GT(refused, 400U);
}

TEST(VotedClassifier, RefusesBadExamplesAndOptions) {
    const Examples data = tangled_examples(20, 4, 3, 9);
    EXPECT_INPUT_ERROR(start({}, {}), "classify: expected one label per example, got 0 inputs and 0 labels");
    Examples one = data;
    one.classes = {"only"};
    EXPECT_INPUT_ERROR(start(one, {}), "classify: expected at least 2 classes, got 1");
    Examples unknown = data;
    unknown.labels[3] = 7;
    EXPECT_INPUT_ERROR(start(unknown, {}), "classify: expected labels below 3, got 7");
    EXPECT_INPUT_ERROR(start(data, {.rate = 0}), "classify: expected rate of 1e-06 to 1e+06, got 0");
    Classifier model = start(data, small_options(2));
    EXPECT_INPUT_ERROR(vote(model, data.rows),
                       "classify: expected updates after the burn-in of 40, got none");
    EXPECT_INPUT_ERROR(train(model, tangled_examples(20, 4, 3, 10), {}),
                       "classify: expected the examples that training started with, got others");
    train(model, data, {.updates = 50});
    EXPECT_INPUT_ERROR(vote(model, SparseRows{9}), "classify: expected 4 inputs, got 9");
    Examples zeros{.rows = SparseRows{2}, .labels = {0, 1}, .classes = {"a", "b"}};
    zeros.rows.end_row();
    zeros.rows.end_row();
    EXPECT_INPUT_ERROR(start(zeros, {}),
                       "classify: expected inputs that are not all 0, and none longer than 2^20");
}

}  // namespace
}  // namespace drover::classify
