#include <numeric>

#include <drover/core/sha256.hpp>
#include <drover/rbm/rbm.hpp>

#include "expect.hpp"
#include "hidden_cases.hpp"

namespace drover::rbm {
namespace {

std::vector<std::string> names(std::size_t count) {
    std::vector<std::string> all;
    for (std::size_t j = 0; j < count; ++j) all.push_back("x" + std::to_string(j));
    return all;
}

Model trained(std::int64_t steps, double unknown = 0, const Options& options = {.hidden_count = 9}) {
    Model model = start(names(12), prototype_cases(40, 12, 1, 0.1, unknown), options);
    train(model, {.steps = steps});
    return model;
}

TEST(RbmModel, StepsOfTwoCallsAreThoseOfOne) {
    for (const double unknown : {0.0, 0.2}) {
        const Options options{.hidden_count = 9, .batch_size = 7};
        const Model whole = trained(100, unknown, options);
        Model parts = trained(37, unknown, options);
        parts = parse_model(to_bytes(parts), "m");
        train(parts, {.steps = 63});
        EXPECT_EQ(to_bytes(parts), to_bytes(whole));
        EXPECT_EQ(summarize(parts).digest, summarize(whole).digest);
    }
}

TEST(RbmModel, ThreadsChangeNoByte) {
    const std::string one = to_bytes(trained(50));
    for (const std::size_t threads : {2U, 8U}) {
        ThreadPool pool{threads};
        Model model = trained(0);
        train(model, {.steps = 50, .pool = &pool});
        EXPECT_EQ(to_bytes(model), one);
        EXPECT_EQ(score(model, model.cases, {.steps = 10, .pool = &pool}).z_scores,
                  score(model, model.cases, {.steps = 10}).z_scores);
    }
}

TEST(RbmModel, TrainingScoresHaveMeanZeroAndStrangersFitWorse) {
    const Model model = trained(300);
    const Scores own = score(model, model.cases, {.steps = 200});
    EXPECT_EQ(own.steps, 200);
    EXPECT_EQ(own.z_scores, own.training_scores);
    EXPECT_NEAR(std::accumulate(own.z_scores.begin(), own.z_scores.end(), 0.0), 0, 1e-9);
    const Scores strangers = score(model, prototype_cases(40, 12, 99, 0.5), {.steps = 200});
    EXPECT_GT(std::accumulate(strangers.z_scores.begin(), strangers.z_scores.end(), 0.0) / 40, 0.5);
}

TEST(RbmModel, SamplesAreTheFantasiesOfFurtherSteps) {
    Model model = trained(20);
    Model further = model;
    Options options = model.options;
    options.max_steps = 30;
    Herder herder{model.cases, options, model.state};
    const std::vector<BitRow> samples = sample(model, {.steps = 10});
    ASSERT_EQ(samples.size(), 10U);
    for (const BitRow& sample : samples) EXPECT_EQ(sample, herder.step().state.x);
    train(further, {.steps = 10});
    EXPECT_EQ(to_bytes(further), to_bytes(model));
}

TEST(RbmModel, FeaturesAreAveragesOfImputedUnits) {
    for (const UnitCoding coding : {UnitCoding::signs, UnitCoding::bits}) {
        const Model model = trained(20, 0, {.hidden_count = 9, .coding = coding});
        Options options = model.options;
        options.max_steps = 24;
        Herder herder{model.cases, options, model.state};
        std::vector<double> sums(40 * 9);
        for (int t = 0; t < 4; ++t) {
            herder.step();
            const std::vector<BitRow> hidden = herder.batch_hidden();
            for (std::size_t i = 0; i < sums.size(); ++i)
                sums[i] += static_cast<double>(herder.model().value(hidden[i / 9][i % 9])) / 4;
        }
        EXPECT_EQ(hidden_features(model, model.cases, {.steps = 4}), sums);
    }
}

TEST(RbmModel, StopsWhenAsked) {
    StopFlag stop;
    const auto at_three = [&](std::int64_t done) {
        if (done == 3) stop.request_stop();
    };
    const RunOptions run{.steps = 10, .control = {.stop = &stop, .progress = at_three}};
    Model model = trained(0);
    train(model, run);
    EXPECT_EQ(to_bytes(model), to_bytes(trained(3)));
    EXPECT_TRUE(score(model, model.cases, run).stopped);
    EXPECT_TRUE(hidden_features(model, model.cases, run).empty());
}

TEST(RbmModel, ConstantDataHaveNoScores) {
    Model model = start(names(5), std::vector<ObservedRow>(6, ObservedRow{BitRow(5)}), {.hidden_count = 2});
    train(model, {.steps = 20});
    const Scores scores = score(model, model.cases, {.steps = 10});
    EXPECT_EQ(scores.steps, 0);
    EXPECT_EQ(scores.flat_steps, 10);
}

TEST(RbmModel, WrongSizesAreNamed) {
    EXPECT_INPUT_ERROR(start(names(3), prototype_cases(2, 4, 1), {}),
                       "rbm: expected a name for each of 4 units, got 3");
    EXPECT_INPUT_ERROR(start(names(3), {}, {}), "rbm: expected at least one case, got none");
    EXPECT_INPUT_ERROR(score(trained(1), prototype_cases(1, 11, 1), {.steps = 1}),
                       "row 1: expected 12 columns as the model has, got 11");
}

// ---- the file -----------------------------------------------------------------------------------------

std::string resealed(std::string body) { return body + sha256(body); }

TEST(RbmFile, ComesBackAsItWas) {
    const Model model = trained(30, 0.2);
    const Model again = parse_model(to_bytes(model), "m");
    EXPECT_EQ(again.names, model.names);
    EXPECT_EQ(again.state.weights, model.state.weights);
    EXPECT_EQ(again.positive_margins, model.positive_margins);
    EXPECT_EQ(to_bytes(again), to_bytes(model));
}

TEST(RbmFile, TruncatedOrAlteredIsRefused) {
    const std::string bytes = to_bytes(trained(5, 0.2));
    for (std::size_t size = 13; size < bytes.size(); size += 7) {
        EXPECT_INPUT_ERROR(
            parse_model(bytes.substr(0, size), "m"),
            "m: the checksum does not match: the model of drover rbm was truncated or altered");
    }
    for (std::size_t at = 13; at < bytes.size(); at += 11) {
        std::string other = bytes;
        other[at] = static_cast<char>(other[at] ^ 1);
        EXPECT_INPUT_ERROR(
            parse_model(other, "m"),
            "m: the checksum does not match: the model of drover rbm was truncated or altered");
    }
    EXPECT_INPUT_ERROR(parse_model("a,b\n", "m"),
                       "m: expected a model of drover rbm (drover.rbm/2), got other data");
    EXPECT_INPUT_ERROR(parse_model("drover.rbm/1\n", "m"),
                       "m: expected a model of drover rbm (drover.rbm/2), got another version");
}

// Whoever alters a model on purpose can seal it anew: nothing worse than an error may come of it.
TEST(RbmFile, HostileModelsAreRefusedOrRun) {
    const std::string bytes = to_bytes(trained(5, 0.2));
    const std::string body = bytes.substr(0, bytes.size() - 64);
    const auto try_model = [](const std::string& altered) {
        try {
            Model model = parse_model(resealed(altered), "m");
            train(model, {.steps = 2});
            return true;
        } catch (const InputError&) {
            return false;
        }
    };
    EXPECT_TRUE(try_model(body));
    for (std::size_t size = 13; size < body.size(); size += 5) EXPECT_FALSE(try_model(body.substr(0, size)));
    for (std::size_t at = 13; at < body.size(); at += 3) {
        for (const unsigned byte : {0x01U, 0x7fU, 0xffU}) {
            std::string altered = body;
            altered[at] = static_cast<char>(static_cast<unsigned char>(altered[at]) ^ byte);
            try_model(altered);
        }
    }
    EXPECT_FALSE(try_model(body + std::string(8, '\0')));
}

}  // namespace
}  // namespace drover::rbm
