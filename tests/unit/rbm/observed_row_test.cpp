#include <drover/rbm/observed_row.hpp>

#include "expect.hpp"

namespace drover::rbm {
namespace {

using namespace std::string_literals;

TEST(ParseObserved, EmptyFieldsAndQuestionMarksAreUnknown) {
    const ObservedTable table = parse_observed("a,b,c\n1,,0\n?,1,1\n0,0,1\n", "f.csv");
    EXPECT_EQ(table.names, (std::vector<std::string>{"a", "b", "c"}));
    EXPECT_EQ(table.rows[0].values, (BitRow{1, 0, 0}));
    EXPECT_EQ(table.rows[0].unknown, (BitRow{0, 1, 0}));
    EXPECT_EQ(table.rows[1].unknown, (BitRow{1, 0, 0}));
    EXPECT_TRUE(table.rows[2].is_complete());
    EXPECT_FALSE(table.rows[0].is_complete());
}

TEST(ParseObserved, AThresholdMakesNumbersBinaryExactly) {
    const ObservedTable table =
        parse_observed("a,b\n0.2,0.20001\n-3,1/5\n", "f.csv", {.threshold = Rational{1, 5}});
    EXPECT_EQ(table.rows[0].values, (BitRow{0, 1}));
    EXPECT_EQ(table.rows[1].values, (BitRow{0, 0}));
}

TEST(ParseObserved, BytesOfImagesCountIn256ths) {
    const std::string images = "\0\0\x08\x03\0\0\0\x01\0\0\0\x01\0\0\0\x03"s + "\x33\x34\xff";
    const ObservedTable table = parse_observed(images, "i", {.threshold = Rational{1, 5}});
    EXPECT_EQ(table.names, (std::vector<std::string>{"p0", "p1", "p2"}));
    EXPECT_EQ(table.rows[0].values, (BitRow{0, 1, 1}));  // 51 and 52, as the chapter has it
    EXPECT_INPUT_ERROR(parse_observed(images, "i"),
                       "i: image 1, pixel 0: expected 0 or 1, got 51; binarize makes numbers binary");
}

TEST(ParseObserved, NamesThePlaceOfABadValue) {
    EXPECT_INPUT_ERROR(
        parse_observed("a,b\n0,1\n1,0.5\n", "f.csv"),
        "f.csv: row 2, column \"b\": expected 0, 1 or nothing, got \"0.5\"; binarize makes numbers "
        "binary");
    EXPECT_INPUT_ERROR(parse_observed("a\nx\n", "f.csv", {.threshold = Rational{0}}),
                       "f.csv: row 1, column \"a\": expected a number or nothing, got \"x\"");
    EXPECT_INPUT_ERROR(parse_observed("a,b\n", "f.csv"), "f.csv: expected at least one row, got none");
    EXPECT_INPUT_ERROR(parse_observed("\0\0\x08\x01\0\0\0\x01"s + "a", "i"),
                       "i: expected images of at least one pixel, got none");
}

}  // namespace
}  // namespace drover::rbm
