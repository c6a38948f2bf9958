#include <gtest/gtest.h>

#include <cmath>

#include <drover/baselines/classifier.hpp>

#include "expect.hpp"

namespace drover::baselines {
namespace {

// Answers with one of the attributes.
struct OneAttribute {
    void fit(const LabelledRows& data) { attribute = data.rows[0].size() - 1; }
    bool predict(const BitRow& row) const { return row[attribute]; }

    std::size_t attribute = 0;
};
static_assert(Classifier<OneAttribute>);
static_assert(!Classifier<BitRow>);

TEST(ErrorRate, IsTheShareOfLabelsMissed) {
    const LabelledRows data{{{0}, {1}, {1}, {0}}, {false, true, false, true}};
    EXPECT_EQ(error_rate(OneAttribute{}, data), 0.5);
    EXPECT_EQ(error_rate(OneAttribute{}, {{{1}, {0}}, {true, false}}), 0);
}

TEST(ErrorRate, NeedsARow) {
    EXPECT_INPUT_ERROR(error_rate(OneAttribute{}, LabelledRows{}),
                       "error_rate: expected at least one row, got none");
}

TEST(CheckLabelledRows, PassesRowsOfOneWidthWithALabelEach) {
    EXPECT_NO_THROW(check_labelled_rows("Judge", {{{0, 1}, {1, 1}}, {true, false}}));
    EXPECT_NO_THROW(check_labelled_rows("Judge", {{BitRow{}}, {true}}));
}

TEST(CheckLabelledRows, SaysWhatIsWrong) {
    EXPECT_INPUT_ERROR(check_labelled_rows("Judge", {}), "Judge: expected at least one row, got none");
    EXPECT_INPUT_ERROR(check_labelled_rows("Judge", {{{0, 1}, {1}}, {true, false}}),
                       "Judge: row 2: expected 2 attributes as in row 1, got 1");
    EXPECT_INPUT_ERROR(check_labelled_rows("Judge", {{{0, 1}, {1, 0}}, {true}}),
                       "Judge: expected one label per row, got 1 labels for 2 rows");
}

TEST(CheckWidth, SaysBothWidths) {
    EXPECT_NO_THROW(check_width("Judge", BitRow(3), 3));
    EXPECT_INPUT_ERROR(check_width("Judge", BitRow(4), 3),
                       "Judge: fitted to rows of 3 attributes, got one of 4");
}

TEST(CheckPositive, RefusesZeroNegativeAndWhatIsNoNumber) {
    EXPECT_NO_THROW(check_positive("Judge", "haste", 1e-300));
    EXPECT_INPUT_ERROR(check_positive("Judge", "haste", 0),
                       "Judge: expected haste above 0 and finite, got 0");
    EXPECT_INPUT_ERROR(check_positive("Judge", "haste", -0.5),
                       "Judge: expected haste above 0 and finite, got -0.5");
    EXPECT_INPUT_ERROR(check_positive("Judge", "haste", INFINITY),
                       "Judge: expected haste above 0 and finite, got inf");
    EXPECT_THROW(check_positive("Judge", "haste", NAN), InputError);
}

}  // namespace
}  // namespace drover::baselines
