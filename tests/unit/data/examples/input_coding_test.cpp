#include <limits>

#include <drover/core/sha256.hpp>

#include "input_checks.hpp"

namespace drover {
namespace {

std::vector<InputCoding> some_codings() {
    const std::vector<std::string> classes{"a", "b"};
    const TableCoding table{.separator = '\t',
                            .label = "y",
                            .columns = {{.name = "x", .mean = -0.1, .deviation = 1e-9},
                                        {.name = "c", .categories = {"2", "10", "u", ""}}},
                            .unused = {"id", "one"}};
    return {{classes, table},
            {classes, ImageCoding{{28, 28}}},
            {classes, LibsvmCoding{{1, 7}, {0.5, 4}}},
            {classes, WordCoding{{2, 3, 4'000'000'000}}}};
}

TEST(InputCoding, ComesBackFromItsBytes) {
    for (const InputCoding& coding : some_codings())
        EXPECT_EQ(parse_coding(coding_bytes(coding), "m"), coding);
}

TEST(InputCoding, KnowsItsInputsAndTheirUnit) {
    const std::vector<InputCoding> codings = some_codings();
    const std::vector<std::size_t> counts{5, 784, 2, 3};
    const std::vector<double> units{1.0 / 256, 1.0 / 255, 1.0 / 256, 1};
    for (std::size_t i = 0; i < codings.size(); ++i) {
        EXPECT_EQ(codings[i].input_count(), counts[i]);
        EXPECT_EQ(codings[i].unit(), units[i]);
        EXPECT_EQ(codings[i].format(), static_cast<InputFormat>(i));
    }
}

TEST(InputCoding, RefusesEveryCutAndEveryChange) {
    for (const InputCoding& coding : some_codings()) {
        const std::string bytes = coding_bytes(coding);
        for (std::size_t i = 0; i < bytes.size(); ++i) {
            std::string altered = bytes;
            altered[i] = static_cast<char>(altered[i] ^ 4);
            EXPECT_THROW(parse_coding(altered, "m"), InputError) << i;
            EXPECT_THROW(parse_coding(bytes.substr(0, i), "m"), InputError) << i;
        }
    }
    EXPECT_INPUT_ERROR(parse_coding("drover.rbm/2\n", "m"),
                       "m: expected a coding of inputs (drover.inputs/1), got other data");
}

std::string sealed(const std::string& body) { return body + sha256(body); }

// Truncated or changed and sealed again, as an attacker would: a coding or an InputError, nothing else.
TEST(InputCoding, SurvivesBytesThatAreSealedAgain) {
    for (const InputCoding& coding : some_codings()) {
        std::string body = coding_bytes(coding);
        body.resize(body.size() - 64);
        for (std::size_t i = body.find('\n') + 1; i < body.size(); ++i) {
            EXPECT_THROW(parse_coding(sealed(body.substr(0, i)), "m"), InputError) << i;
            for (const int change : {1, 4, 0x80, 0xff}) {
                std::string altered = body;
                altered[i] = static_cast<char>(altered[i] ^ change);
                try {
                    const InputCoding read = parse_coding(sealed(altered), "m");
                    EXPECT_EQ(sealed(altered), coding_bytes(read));
                } catch (const InputError&) {
                    continue;
                }
            }
        }
        EXPECT_INPUT_ERROR(parse_coding(sealed(body + "x"), "m"),
                           "m: not a valid coding of inputs: extra bytes at the end");
    }
}

std::string refusal(const InputCoding& coding) {
    try {
        parse_coding(coding_bytes(coding), "m");
    } catch (const InputError& error) {
        return error.what();
    }
    return "none";
}

TEST(InputCoding, RefusesWhatCannotHaveBeenLearned) {
    const std::vector<std::string> classes{"a", "b"};
    const auto table = [&](std::vector<InputColumn> columns) {
        return InputCoding{classes, TableCoding{.label = "y", .columns = std::move(columns)}};
    };
    const std::string none = "m: not a valid coding of inputs: ";
    EXPECT_EQ(refusal({{"a"}, WordCoding{{1}}}), none + "fewer than two classes");
    EXPECT_EQ(refusal({{"b", "a"}, WordCoding{{1}}}), none + "names out of order");
    EXPECT_EQ(refusal({classes, WordCoding{}}), none + "no inputs");
    EXPECT_EQ(refusal({classes, WordCoding{{2, 2}}}), none + "numbers out of order");
    EXPECT_EQ(refusal({classes, WordCoding{{0}}}), none + "numbers out of order");
    EXPECT_EQ(refusal({classes, LibsvmCoding{{1}, {0}}}), none + "a scale that is not above 0");
    EXPECT_EQ(refusal({classes, ImageCoding{{65'536, 65'536}}}), none + "images too large");
    EXPECT_EQ(refusal({classes, ImageCoding{{0, 3}}}), none + "no inputs");
    EXPECT_EQ(refusal({classes, TableCoding{.separator = '"', .label = "y", .columns = {{.name = "x"}}}}),
              none + "an invalid separator");
    EXPECT_EQ(refusal(table({{.name = "y"}})), none + "a column twice");
    EXPECT_EQ(refusal(table({{.name = ""}})), none + "a column without a name");
    EXPECT_EQ(refusal(table({{.name = "x", .categories = {"u"}}})), none + "a column of one category");
    EXPECT_EQ(refusal(table({{.name = "x", .mean = std::numeric_limits<double>::infinity()}})),
              none + "a mean that is not a number");
    EXPECT_EQ(refusal(table({{.name = "x", .deviation = -1}})), none + "a scale that is not above 0");
}

}  // namespace
}  // namespace drover
