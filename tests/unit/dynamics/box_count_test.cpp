#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include <drover/dynamics/box_count.hpp>
#include <drover/dynamics/impl/radix_sort.hpp>
#include <drover/number/rational.hpp>

#include "expect.hpp"
#include "random_models.hpp"

namespace drover::dynamics {
namespace {

using testing::Dice;
using Cell = std::vector<Int128>;

struct Cloud {
    std::vector<std::int64_t> values;
    std::size_t coordinates;
    std::int64_t scale = 1;

    MatrixView<const std::int64_t> view() const { return {values, coordinates}; }
};

std::vector<std::int64_t> counts(const Cloud& cloud, int levels) {
    std::vector<std::int64_t> result;
    for (const BoxLevel& box : count_boxes(cloud.view(), cloud.scale, {.levels = levels}).boxes) {
        EXPECT_EQ(box.level, static_cast<int>(result.size()));
        result.push_back(box.count);
    }
    return result;
}

// A set of cells for each level, by true floor division.
std::vector<std::int64_t> counts_in_sets(const Cloud& cloud, int levels) {
    std::vector<std::int64_t> result;
    for (int level = 0; level < levels; ++level) {
        std::set<Cell> cells;
        for (std::size_t i = 0; i < cloud.view().row_count(); ++i) {
            Cell cell;
            for (const std::int64_t value : cloud.view().row(i)) {
                cell.push_back(floor(Rational{Int128{value} * (Int128{1} << level), cloud.scale}));
            }
            cells.insert(cell);
        }
        result.push_back(static_cast<std::int64_t>(cells.size()));
    }
    return result;
}

Cloud random_cloud(Dice& dice, std::size_t points, std::size_t coordinates, std::int64_t range,
                   std::int64_t scale) {
    Cloud cloud{.values = {}, .coordinates = coordinates, .scale = scale};
    for (std::size_t i = 0; i < points * coordinates; ++i) cloud.values.push_back(dice.roll(-range, range));
    return cloud;
}

TEST(BoxCount, EqualsSetsOfCells) {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        Dice dice{seed};
        const auto coordinates = static_cast<std::size_t>(dice.roll(1, 3));
        const auto points = static_cast<std::size_t>(dice.roll(1, 300));
        const std::int64_t scale =
            dice.roll(0, 1) == 0 ? std::int64_t{1} << dice.roll(0, 20) : dice.roll(1, 100'000);
        const std::int64_t range = dice.roll(0, 3 * scale);
        const Cloud cloud = random_cloud(dice, points, coordinates, range, scale);
        const int levels = static_cast<int>(dice.roll(1, 20));
        ASSERT_EQ(counts(cloud, levels), counts_in_sets(cloud, levels)) << "seed " << seed;
    }
}

TEST(BoxCount, CodesOfMoreThan64BitsAreCountedToo) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        Dice dice{seed};
        const Cloud many = random_cloud(dice, 200, 9, 30, 7);
        ASSERT_EQ(counts(many, 8), counts_in_sets(many, 8)) << "seed " << seed;
        const Cloud fine = random_cloud(dice, 200, 2, 3'000'000'000, 1'000'000'007);
        ASSERT_EQ(counts(fine, 60), counts_in_sets(fine, 60)) << "seed " << seed;
    }
}

TEST(BoxCount, TheWholeRangeOfInt64IsExact) {
    const Cloud ends{.values = {INT64_MIN, INT64_MAX, 0, -1, INT64_MIN + 1}, .coordinates = 1, .scale = 3};
    EXPECT_EQ(counts(ends, 2), counts_in_sets(ends, 2));
    const Cloud coarse{.values = ends.values, .coordinates = 1, .scale = INT64_MAX};
    EXPECT_EQ(counts(coarse, 60), counts_in_sets(coarse, 60));
}

TEST(BoxCount, NegativeCoordinatesAreRoundedDown) {
    // -1/4 and 1/4 share no box at any level; truncation would put both into 0.
    EXPECT_EQ(counts({.values = {-1, 1}, .coordinates = 1, .scale = 4}, 3),
              (std::vector<std::int64_t>{2, 2, 2}));
    // -3/4 and -1/4: together in [-1, 0), apart from halves on.
    EXPECT_EQ(counts({.values = {-3, -1}, .coordinates = 1, .scale = 4}, 3),
              (std::vector<std::int64_t>{1, 2, 2}));
}

TEST(BoxCount, DuplicatesCountOnce) {
    Cloud cloud{.values = {}, .coordinates = 2, .scale = 8};
    for (int i = 0; i < 1'000; ++i) cloud.values.insert(cloud.values.end(), {-5, 3});
    EXPECT_EQ(counts(cloud, 6), std::vector<std::int64_t>(6, 1));
    cloud.values.insert(cloud.values.end(), {-6, 3});
    EXPECT_EQ(counts(cloud, 6), (std::vector<std::int64_t>{1, 1, 1, 2, 2, 2}));
}

TEST(BoxCount, OnePointIsOneBoxAndNoPointNone) {
    EXPECT_EQ(counts({.values = {7, -9, 2}, .coordinates = 3, .scale = 5}, 4),
              std::vector<std::int64_t>(4, 1));
    const BoxCounts none = count_boxes({}, 1, {.levels = 2});
    EXPECT_EQ(none.boxes, (std::vector<BoxLevel>{{0, 0}, {1, 0}}));
    EXPECT_TRUE(none.local_slopes.empty());
    EXPECT_FALSE(none.dimension);
}

TEST(BoxCount, AFullSquareHasSlopeTwo) {
    Cloud square{.values = {}, .coordinates = 2, .scale = 256};
    for (std::int64_t x = 0; x < 256; ++x) {
        for (std::int64_t y = 0; y < 256; ++y) square.values.insert(square.values.end(), {x, y});
    }
    const BoxCounts result = count_boxes(square.view(), 256, {.levels = 9, .first_fitted = 0});
    EXPECT_EQ(result.boxes[8], (BoxLevel{8, 65'536}));
    EXPECT_EQ(result.local_slopes, std::vector<double>(8, 2.0));
    ASSERT_TRUE(result.dimension);
    EXPECT_EQ(result.dimension->first, 0);
    EXPECT_EQ(result.dimension->last, 5);  // 64 points per box; level 6 has 16
    EXPECT_DOUBLE_EQ(result.dimension->fit.slope, 2);
    EXPECT_EQ(result.dimension->fit.point_count, 6U);
}

TEST(BoxCount, FewerThanThreeFullLevelsAreNotFitted) {
    const Cloud line{.values = std::vector<std::int64_t>(100, 1), .coordinates = 1, .scale = 3};
    EXPECT_TRUE(count_boxes(line.view(), 3, {.levels = 7}).dimension);
    EXPECT_FALSE(count_boxes(line.view(), 3, {.levels = 6}).dimension);
    EXPECT_FALSE(count_boxes(line.view(), 3, {.levels = 7, .points_per_box = 101}).dimension);
}

TEST(BoxCount, RefusesWhatItCannotCount) {
    const std::vector<std::int64_t> two{0, 1};
    EXPECT_INPUT_ERROR(count_boxes({two, 1}, 0), "count_boxes: expected a scale above 0, got 0");
    EXPECT_INPUT_ERROR(count_boxes({two, 1}, 1, {.levels = 64}),
                       "count_boxes: expected 1 to 63 levels, got 64");
    const std::vector<std::int64_t> wide{0, 0, 0, 1 << 20, 0, 0};
    EXPECT_INPUT_ERROR(
        count_boxes({wide, 3}, 1, {.levels = 40}),
        "count_boxes: 40 levels of so wide a cloud need 3 x 60 bits per point, more than 1 x 64 "
        "or 128 together; ask for fewer levels");
    const std::vector<std::int64_t> many(129);
    EXPECT_INPUT_ERROR(count_boxes({many, 129}, 1), "count_boxes: expected at most 128 coordinates, got 129");
}

TEST(RadixSort, SortsLikeTheStandardLibrary) {
    const CounterRandom random{5};
    for (const int bits : {0, 1, 7, 11, 12, 26, 40, 63, 64}) {
        std::vector<std::uint64_t> codes;
        for (std::uint64_t i = 0; i < 1'000; ++i) {
            codes.push_back(bits == 0 ? 0 : random.bits(i) >> static_cast<unsigned>(64 - bits));
        }
        std::vector<std::uint64_t> expected = codes;
        std::sort(expected.begin(), expected.end());
        impl::radix_sort(codes, bits, [] {});
        EXPECT_EQ(codes, expected) << bits << " bits";
    }
}

TEST(CountBoxes, StopsWhenItIsAskedTo) {
    const std::vector<std::int64_t> values(1000, 7);
    StopFlag stop;
    stop.request_stop();
    for (const int levels : {4, 40}) {  // by a map, and by sorting
        const BoxCounts counts = count_boxes({values, 1}, 16, {.levels = levels, .control = {.stop = &stop}});
        EXPECT_TRUE(counts.stopped);
        EXPECT_TRUE(counts.boxes.empty());
    }
}

// Batches of a few points each, and how often they were asked for.
template <class Value>
PointSource<Value> source_of(const Cloud& cloud, int& passes) {
    return {.coordinate_count = cloud.coordinates, .scale = cloud.scale, .replay = [&](const auto& use) {
                ++passes;
                constexpr std::size_t batch = 7;
                const std::size_t rows = cloud.view().row_count();
                for (std::size_t begin = 0; begin < rows; begin += batch) {
                    const std::size_t count = std::min(batch, rows - begin) * cloud.coordinates;
                    const auto first =
                        cloud.values.begin() + static_cast<std::ptrdiff_t>(begin * cloud.coordinates);
                    const std::vector<Value> values(first, first + static_cast<std::ptrdiff_t>(count));
                    use(MatrixView<const Value>{values, cloud.coordinates});
                }
            }};
}

TEST(CountBoxes, OfBatchesWithinLittleMemoryAreThoseOfAllPointsAtOnce) {
    Dice dice{9};
    int most_passes = 0;
    for (int model = 0; model < 40; ++model) {
        const auto coordinates = static_cast<std::size_t>(dice.roll(1, 4));
        const Cloud cloud = random_cloud(dice, static_cast<std::size_t>(dice.roll(0, 3'000)), coordinates,
                                         dice.roll(1, 1'000'000), dice.roll(1, 50'000));
        const BoxCounts whole = count_boxes(cloud.view(), cloud.scale, {.levels = 9});
        for (const std::uint64_t memory :
             {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{3'000}, std::uint64_t{20'000}}) {
            int passes = 0;
            int wide_passes = 0;
            const BoxCountOptions options{.levels = 9, .memory = memory};
            const BoxCounts parts = count_boxes(source_of<std::int64_t>(cloud, passes), options);
            const BoxCounts wide = count_boxes(source_of<Int128>(cloud, wide_passes), options);
            EXPECT_EQ(parts.boxes, whole.boxes) << "model " << model << ", memory " << memory;
            EXPECT_EQ(wide.boxes, whole.boxes) << "model " << model << ", memory " << memory;
            EXPECT_EQ(parts.local_slopes, whole.local_slopes);
            most_passes = std::max(most_passes, passes);
            if (memory == 0) {
                EXPECT_LE(passes, 2);
            }
        }
    }
    EXPECT_GT(most_passes, 20);
}

TEST(CountBoxes, OfWidePointsAreExactWhereProductsDoNotFit) {
    const Int128 scale = (Int128{1} << 100) + 7;
    // Next to the edges of boxes of side 2^-30, on either side.
    std::vector<Int128> values;
    for (std::int64_t k = 1; k <= 5; ++k) {
        const Int128 edge = floor(Rational{scale, Int128{1} << 27}) * k / 8;
        values.insert(values.end(), {edge - 1, edge, edge + 1});
    }
    const PointSource<Int128> source{.coordinate_count = 1, .scale = scale, .replay = [&](const auto& use) {
                                         use(MatrixView<const Int128>{values, 1});
                                     }};
    std::set<Int128> cells;
    for (const Int128 value : values) {  // value * 2^30 / scale, the quotient bit by bit
        Int128 cell = 0;
        Int128 rest = value;
        for (int bit = 0; bit < 30; ++bit) {
            rest *= 2;
            cell = 2 * cell + (rest >= scale ? 1 : 0);
            if (rest >= scale) rest -= scale;
        }
        cells.insert(cell);
    }
    EXPECT_EQ(count_boxes(source, {.levels = 31}).boxes.back().count,
              static_cast<std::int64_t>(cells.size()));
}

}  // namespace
}  // namespace drover::dynamics
