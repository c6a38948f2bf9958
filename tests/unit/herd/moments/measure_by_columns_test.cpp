#include <gtest/gtest.h>

#include <drover/herd/moments/measure.hpp>
#include <drover/herd/moments/measure_by_columns.hpp>
#include <expect.hpp>
#include <random_models.hpp>

namespace drover {
namespace {

template <class Features>
void expect_same_counts(const Features& features, std::span<const BitRow> rows) {
    const Moments fast = measure_by_columns(features, rows);
    const Moments slow = measure(features, rows);
    EXPECT_EQ(fast.counts, slow.counts)
        << features.variable_count() << " variables, " << rows.size() << " rows";
    EXPECT_EQ(fast.total, slow.total);
}

TEST(MeasureByColumns, CountsWhatMeasureCounts) {
    for (const std::size_t n : {3U, 4U, 9U, 20U}) {
        for (const std::size_t row_count : {1U, 63U, 64U, 65U, 200U}) {
            testing::Dice dice{100 * n + row_count};
            const std::vector<BitRow> rows = testing::random_rows(dice, row_count, n);
            expect_same_counts(PairFeatures<Indicators>{n}, rows);
            expect_same_counts(TripleFeatures<Indicators>{n}, rows);
        }
    }
    expect_same_counts(PairFeatures<Indicators>{2}, std::vector<BitRow>{{0, 1}, {1, 1}});
}

TEST(MeasureByColumns, RefusesNoRows) {
    EXPECT_INPUT_ERROR(measure_by_columns(TripleFeatures<Indicators>{3}, std::vector<BitRow>{}),
                       "measure_by_columns: expected at least one row, got none");
}

}  // namespace
}  // namespace drover
