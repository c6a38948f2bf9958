#include <gtest/gtest.h>

#include <drover/moments/measure.hpp>
#include <drover/moments/measure_triples.hpp>
#include <expect.hpp>
#include <random_models.hpp>

namespace drover {
namespace {

TEST(MeasureTriples, CountsWhatMeasureCounts) {
    for (const std::size_t n : {3U, 4U, 9U, 20U}) {
        for (const std::size_t rows : {1U, 63U, 64U, 65U, 200U}) {
            testing::Dice dice{100 * n + rows};
            const std::vector<BitRow> data = testing::random_rows(dice, rows, n);
            const TripleFeatures<Indicators> features{n};
            const Moments fast = measure_triples(features, data);
            const Moments slow = measure(features, data);
            EXPECT_EQ(fast.counts, slow.counts) << n << " variables, " << rows << " rows";
            EXPECT_EQ(fast.total, slow.total);
        }
    }
}

TEST(MeasureTriples, RefusesNoRows) {
    EXPECT_INPUT_ERROR(measure_triples(TripleFeatures<Indicators>{3}, std::vector<BitRow>{}),
                       "measure_triples: expected at least one row, got none");
}

}  // namespace
}  // namespace drover
