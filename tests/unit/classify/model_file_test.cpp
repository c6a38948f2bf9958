#include <drover/classify/model_file.hpp>
#include <drover/core/sha256.hpp>
#include <drover/data/examples/code_inputs.hpp>
#include <drover/data/examples/learn_inputs.hpp>
#include <drover/number/philox.hpp>

#include "expect.hpp"

namespace drover::classify {
namespace {

// Two bows of points that face each other, with a colour that says a little.
std::string bows(std::size_t count, std::uint64_t seed) {
    const CounterRandom random{seed, 23};
    std::string text = "x,y,colour,side\n";
    for (std::size_t i = 0; i < count; ++i) {
        const auto x = static_cast<int>(random.below(3 * i, 41)) - 20;
        const auto noise = static_cast<int>(random.below(3 * i + 1, 60));
        const bool is_up = i % 2 == 0;
        const int y = is_up ? 400 - x * x + noise : x * x - 300 - noise;
        text += std::to_string(is_up ? x : x + 20) + ',' + std::to_string(y) + ',' +
                (random.below(3 * i + 2, 3) == 0 ? "red" : "blue") + ',' + (is_up ? "up" : "down") + '\n';
    }
    return text;
}

Model trained(const std::string& text, const Options& options, std::int64_t updates) {
    LearnedInputs learned = learn_table({text, "bows.csv"}, {.label = "side"});
    Model model{.coding = learned.coding, .classifier = start(learned.examples, options)};
    EXPECT_TRUE(train(model.classifier, learned.examples, {.updates = updates}));
    return model;
}

Options small_options(LabelProcedure procedure = LabelProcedure::joint) {
    return {.hidden_count = 5, .procedure = procedure, .burn_in = 20, .batch_size = 10, .bias_halving = 10};
}

TEST(VotedModelFile, ComesBackAsItWas) {
    const std::string text = bows(80, 1);
    for (const LabelProcedure procedure : {LabelProcedure::joint, LabelProcedure::one_versus_all}) {
        Model model = trained(text, small_options(procedure), 60);
        for (const bool is_compact : {false, true}) {
            if (is_compact) model.classifier = compact(model.classifier, 3);
            const std::string bytes = to_bytes(model);
            const Model again = parse_model(bytes, "m");
            EXPECT_EQ(again.coding, model.coding);
            EXPECT_EQ(to_bytes(again), bytes);
            const SparseRows rows = code_inputs(again.coding, {text, "bows.csv"}).rows;
            EXPECT_EQ(vote(again.classifier, rows).counts, vote(model.classifier, rows).counts);
        }
    }
}

TEST(VotedModelFile, TruncatedOrAlteredIsRefused) {
    const std::string bytes = to_bytes(trained(bows(20, 2), small_options(), 25));
    const char* message = "m: the checksum does not match: the model of drover fit was truncated or altered";
    for (std::size_t size = 13; size < bytes.size(); size += 37)
        EXPECT_INPUT_ERROR(parse_model(bytes.substr(0, size), "m"), message);
    for (std::size_t at = 13; at < bytes.size(); at += 41) {
        std::string other = bytes;
        other[at] = static_cast<char>(other[at] ^ 1);
        EXPECT_INPUT_ERROR(parse_model(other, "m"), message);
    }
    EXPECT_INPUT_ERROR(parse_model("a,b\n", "m"),
                       "m: expected a model of drover fit (drover.fit/1), got other data");
    EXPECT_INPUT_ERROR(parse_model("drover.fit/2\n", "m"),
                       "m: expected a model of drover fit (drover.fit/1), got another version");
    EXPECT_INPUT_ERROR(parse_model("", "m"),
                       "m: expected a model of drover fit (drover.fit/1), got other data");
}

TEST(VotedModelFile, CodingAndClassifierBelongTogether) {
    const Model model = trained(bows(20, 3), small_options(), 25);
    Model other = model;
    other.coding.classes = {"left", "right"};
    EXPECT_INPUT_ERROR(parse_model(to_bytes(other), "m"),
                       "m: not a valid model of drover fit: classes of another coding");
    other = model;
    other.coding.inputs = WordCoding{{1, 2}};
    EXPECT_INPUT_ERROR(parse_model(to_bytes(other), "m"),
                       "m: not a valid model of drover fit: inputs of another coding");
    other.coding.inputs = WordCoding{{1, 2, 3, 4}};
    EXPECT_INPUT_ERROR(parse_model(to_bytes(other), "m"),
                       "m: not a valid model of drover fit: a unit of another coding");
}

// Whoever alters a model on purpose can seal it anew: nothing worse than an error may come of it.
TEST(VotedModelFile, HostileModelsAreRefusedOrVote) {
    const std::string text = bows(20, 4);
    const LearnedInputs learned = learn_table({text, "bows.csv"}, {.label = "side"});
    const auto try_model = [&](std::string body) {
        body += sha256(body);
        try {
            Model model = parse_model(body, "m");
            vote(model.classifier, code_inputs(model.coding, {text, "bows.csv"}).rows);
            train(model.classifier, learned.examples, {.updates = 2});
            return true;
        } catch (const InputError&) {
            return false;
        }
    };
    for (const bool is_compact : {false, true}) {
        Model model = trained(text, small_options(), 25);
        if (is_compact) model.classifier = compact(model.classifier, 2);
        const std::string bytes = to_bytes(model);
        const std::string body = bytes.substr(0, bytes.size() - 64);
        EXPECT_EQ(try_model(body), !is_compact);
        EXPECT_FALSE(try_model(body + std::string(8, '\0')));
        for (std::size_t size = 13; size < body.size(); size += 23)
            EXPECT_FALSE(try_model(body.substr(0, size)));
        for (std::size_t at = 13; at < body.size(); at += 3) {
            for (const unsigned byte : {0x01U, 0x7fU, 0x80U, 0xffU}) {
                std::string altered = body;
                altered[at] = static_cast<char>(static_cast<unsigned char>(altered[at]) ^ byte);
                try_model(altered);
            }
        }
        // Counts and lengths that are far too large make no room for themselves.
        for (std::size_t at = 13; at + 8 < body.size(); at += 5) {
            for (const std::uint64_t number :
                 {~std::uint64_t{0}, std::uint64_t{1} << 40U, std::uint64_t{100'000}}) {
                std::string altered = body;
                for (std::size_t byte = 0; byte < 8; ++byte)
                    altered[at + byte] = static_cast<char>(number >> (8 * byte) & 0xffU);
                try_model(altered);
            }
        }
    }
}

}  // namespace
}  // namespace drover::classify
