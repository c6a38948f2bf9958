#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include <drover/baselines/classifier.hpp>
#include <drover/baselines/nearest_neighbours.hpp>

#include "expect.hpp"
#include "labelled_data.hpp"

namespace drover::baselines {
namespace {

static_assert(Classifier<NearestNeighbours>);

std::size_t distance(const BitRow& a, const BitRow& b) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < a.size(); ++i) count += a[i] != b[i] ? 1U : 0U;
    return count;
}

// Sorts all rows by distance, equal ones in their order.
std::size_t votes_by_sorting(const LabelledRows& data, const BitRow& row, std::size_t neighbours) {
    std::vector<std::size_t> order(data.rows.size());
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return distance(data.rows[a], row) < distance(data.rows[b], row);
    });
    return static_cast<std::size_t>(std::count_if(order.begin(),
                                                  order.begin() + static_cast<std::ptrdiff_t>(neighbours),
                                                  [&](std::size_t r) { return data.labels[r]; }));
}

TEST(NearestNeighbours, VotesAsAFullSortDoes) {
    testing::Dice dice{5};
    for (const std::size_t width : {3U, 20U, 64U, 150U}) {
        const LabelledRows data = testing::noisy_majority(dice, 60, width);
        for (const std::size_t neighbours : {1U, 2U, 5U, 60U}) {
            NearestNeighbours nearest{{.neighbours = neighbours}};
            nearest.fit(data);
            for (const BitRow& row : testing::random_rows(dice, 30, width)) {
                const std::size_t votes = votes_by_sorting(data, row, neighbours);
                ASSERT_EQ(nearest.votes(row), votes) << width << " attributes, " << neighbours;
                ASSERT_EQ(nearest.predict(row), 2 * votes > neighbours);
            }
        }
    }
}

TEST(NearestNeighbours, OfRowsEquallyFarTakesTheEarlier) {
    NearestNeighbours nearest{{.neighbours = 1}};
    nearest.fit({{{1, 0}, {0, 1}}, {true, false}});
    EXPECT_TRUE(nearest.predict({0, 0}));
    nearest.fit({{{1, 0}, {0, 1}}, {false, true}});
    EXPECT_FALSE(nearest.predict({0, 0}));
}

TEST(NearestNeighbours, GivesAnEvenVoteToLabelZero) {
    NearestNeighbours nearest{{.neighbours = 2}};
    nearest.fit({{{1}, {0}}, {true, false}});
    EXPECT_EQ(nearest.votes({1}), 1U);
    EXPECT_FALSE(nearest.predict({1}));
}

TEST(NearestNeighbours, KnowsTheRowsItWasFittedTo) {
    LabelledRows data;
    for (std::uint64_t index = 0; index < 64; ++index) {
        data.rows.push_back(BitRow::from_index(index, 6));
        data.labels.push_back(index % 3 == 0);
    }
    NearestNeighbours nearest{{.neighbours = 1}};
    nearest.fit(data);
    EXPECT_EQ(error_rate(nearest, data), 0);
}

TEST(NearestNeighbours, TakesTheFirstRowsWithoutAttributes) {
    NearestNeighbours nearest{{.neighbours = 3}};
    nearest.fit({std::vector<BitRow>(5), {true, false, true, false, false}});
    EXPECT_EQ(nearest.votes(BitRow{}), 2U);
    EXPECT_TRUE(nearest.predict(BitRow{}));
}

TEST(NearestNeighbours, ForgetsAnEarlierFit) {
    NearestNeighbours nearest{{.neighbours = 1}};
    nearest.fit({{{1, 1, 1}, {0, 0, 0}}, {true, false}});
    nearest.fit({{{1, 1}}, {false}});
    EXPECT_FALSE(nearest.predict({1, 1}));
}

TEST(NearestNeighbours, RefusesWhatItCannotUse) {
    EXPECT_INPUT_ERROR(NearestNeighbours{{.neighbours = 0}},
                       "NearestNeighbours: expected neighbours of at least 1, got 0");
    NearestNeighbours nearest;
    EXPECT_INPUT_ERROR(
        nearest.fit({{{1}, {0}}, {true, false}}),
        "NearestNeighbours: expected at least as many rows as neighbours, got 2 rows for 5 neighbours");
    EXPECT_INPUT_ERROR(nearest.predict({1, 0}),
                       "NearestNeighbours: fitted to rows of 0 attributes, got one of 2");
}

}  // namespace
}  // namespace drover::baselines
