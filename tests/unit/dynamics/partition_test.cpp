#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <vector>

#include <drover/dynamics/partition.hpp>
#include <drover/number/cone.hpp>

#include "exact_models.hpp"
#include "expect.hpp"
#include "random_models.hpp"

namespace drover::dynamics {
namespace {

using testing::Dice;
using testing::exact_model;

using Word = std::vector<std::size_t>;

struct Model {
    StateTable table;
    Moments moments;
};

Model random_model(std::uint64_t seed, std::size_t states) {
    Dice dice{seed};
    const StateTable table = testing::random_table(dice, states, 2);
    return {table, testing::random_moments(dice, table)};
}

// The plain way: every word, and whether some weights satisfy all its inequalities, strictly. (w, 1) is
// multiplied by z > 0; there is such a (w, z) unless a sum of the rays, not all with the weight 0, is 0
// (Gordan).
class BruteForce {
  public:
    explicit BruteForce(const Model& model, Int128 reach = 0) : model_{model} {
        add({0, 0, 1});
        if (reach == 0) return;
        for (const Int128 sign : {-1, 1}) {
            add({sign, 0, reach});
            add({0, sign, reach});
        }
    }

    std::set<Word> words(std::size_t length) {
        found_.clear();
        Word word;
        grow(word, {0, 0}, length);
        return found_;
    }

  private:
    void add(const std::vector<Int128>& ray) { rays_.insert(rays_.end(), ray.begin(), ray.end()); }

    Int128 feature(std::size_t s, std::size_t a) const { return model_.table.row(s)[a]; }

    bool is_possible() const {
        const MatrixView<const Int128> rays{std::span<const Int128>{rays_}, 3};
        for (std::size_t i = 0; i < rays.row_count(); ++i) {
            const std::vector<Int128> opposite{-rays(i, 0), -rays(i, 1), -rays(i, 2)};
            if (cone_contains(rays, opposite)) return false;
        }
        return true;
    }

    void grow(Word& word, const std::vector<Int128>& moved, std::size_t length) {
        if (word.size() == length) {
            found_.insert(word);
            return;
        }
        for (std::size_t s = 0; s < model_.table.state_count(); ++s) {
            const std::vector<Int128> before = rays_;
            for (std::size_t other = 0; other < model_.table.state_count(); ++other) {
                const Int128 x = feature(s, 0) - feature(other, 0);
                const Int128 y = feature(s, 1) - feature(other, 1);
                const bool is_lower_twin = x == 0 && y == 0 && other < s;
                if (is_lower_twin) add({0, 0, -1});  // the lowest state wins
                if (x != 0 || y != 0) add({x, y, x * moved[0] + y * moved[1]});
            }
            if (is_possible()) {
                std::vector<Int128> next = moved;
                for (std::size_t a = 0; a < 2; ++a)
                    next[a] += model_.moments.counts[a] - Int128{model_.moments.total} * feature(s, a);
                word.push_back(s);
                grow(word, next, length);
                word.pop_back();
            }
            rays_ = before;
        }
    }

    const Model& model_;
    std::vector<Int128> rays_;
    std::set<Word> found_;
};

Partition partition(const Model& model, const PartitionOptions& options, ThreadPool* pool = nullptr) {
    return find_partition(exact_model(model.table, model.moments), options, pool);
}

TEST(FindPartition, CountsTheWordsWhoseInequalitiesHaveASolution) {
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
        const Model model = random_model(seed, 2 + seed % 4);
        const Partition found = partition(model, {.max_length = 4, .settling = 0, .orbit_steps = 1});
        BruteForce plain{model};
        for (std::size_t length = 1; length <= 4; ++length) {
            ASSERT_EQ(found.plane[length - 1], static_cast<std::int64_t>(plain.words(length).size()))
                << "seed " << seed << ", length " << length;
        }
    }
}

TEST(FindPartition, SettledWordsAreTheEndsOfLongerOnesInTheSquare) {
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        const Model model = random_model(seed, 4);
        const Partition found = partition(model, {.max_length = 2, .settling = 2, .orbit_steps = 1});
        ASSERT_TRUE(found.radius);
        const double reach = *found.radius * static_cast<double>(model.moments.total);
        BruteForce plain{model, static_cast<Int128>(std::ceil(reach * (1 + 1e-9))) + 1};
        std::set<Word> ends;
        for (const Word& word : plain.words(4)) ends.insert(Word{word.begin() + 2, word.end()});
        ASSERT_EQ(found.settled[1], static_cast<std::int64_t>(ends.size())) << "seed " << seed;
        ASSERT_EQ(found.square[1], static_cast<std::int64_t>(plain.words(2).size())) << "seed " << seed;
    }
}

// Multiples of all features are the same system; with numbers of 100 bits and more it takes another way.
TEST(FindPartition, LongNumbersGiveTheSameCounts) {
    const Model model = random_model(5, 5);
    std::vector<std::int64_t> values;
    Moments moments = model.moments;
    for (std::size_t s = 0; s < model.table.state_count(); ++s) {
        for (const std::int64_t value : model.table.row(s)) values.push_back(value << 40);
    }
    for (std::int64_t& count : moments.counts) count <<= 40;
    const PartitionOptions options{.max_length = 6, .settling = 6, .orbit_steps = 1};
    const Partition small = partition(model, options);
    const Partition large = partition({StateTable{values, 2}, moments}, options);
    EXPECT_EQ(small.plane, large.plane);
    EXPECT_EQ(small.bounded, large.bounded);
    EXPECT_EQ(small.settled, large.settled);
}

TEST(FindPartition, AnOrbitSaysNoMoreThanWhatHasSettled) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        Model model = random_model(seed, 3 + seed % 3);
        const std::int64_t factor = 1'000'003;  // finer moments, so that boundaries are not met
        model.moments.total *= factor;
        for (std::int64_t& count : model.moments.counts) count = count * factor + 1;
        const Partition found =
            partition(model, {.max_length = 8, .settling = 12, .orbit_steps = 20'000, .burn_in = 100});
        for (std::size_t t = 0; t < 8; ++t) {
            ASSERT_LE(found.words.counts[t], found.settled[t]) << "seed " << seed << ", length " << t + 1;
            ASSERT_LE(found.settled[t], found.square[t]);
            ASSERT_LE(found.square[t], found.plane[t]);
        }
    }
}

TEST(FindPartition, SameForAnyNumberOfThreads) {
    const Model model = random_model(3, 5);
    const PartitionOptions options{.max_length = 8, .settling = 8, .draw_length = 6, .orbit_steps = 100};
    ThreadPool pool{3};
    const Partition one = partition(model, options);
    const Partition three = partition(model, options, &pool);
    EXPECT_EQ(one.plane, three.plane);
    EXPECT_EQ(one.settled, three.settled);
    ASSERT_EQ(one.drawn.size(), three.drawn.size());
    for (std::size_t i = 0; i < one.drawn.size(); ++i) {
        EXPECT_EQ(one.drawn[i].word, three.drawn[i].word);
        EXPECT_EQ(one.drawn[i].x, three.drawn[i].x);
    }
}

double area_of(const PlaneCell& cell) {
    double twice = 0;
    for (std::size_t i = 0; i < cell.x.size(); ++i) {
        const std::size_t j = (i + 1) % cell.x.size();
        twice += cell.x[i] * cell.y[j] - cell.x[j] * cell.y[i];
    }
    return twice / 2;
}

TEST(FindPartition, DrawnCellsFillTheSquare) {
    const Partition found =
        partition(random_model(7, 5), {.max_length = 6, .settling = 0, .draw_length = 6, .orbit_steps = 1});
    double area = 0;
    double reach = 0;
    for (const PlaneCell& cell : found.drawn) {
        EXPECT_GT(area_of(cell), 0);
        area += area_of(cell);
        for (const double x : cell.x) reach = std::max(reach, x);
    }
    EXPECT_NEAR(area, 4 * reach * reach, 1e-9 * area);
    EXPECT_NEAR(reach, *found.radius, 0.1);
}

TEST(FindPartition, EqualStatesHaveOneWordOfEachLength) {
    const Model model{StateTable{{3, 4, 3, 4}, 2}, {.names = {}, .counts = {3, 4}, .total = 1}};
    const Partition found = partition(model, {.max_length = 3, .orbit_steps = 10});
    EXPECT_EQ(found.plane, (std::vector<std::int64_t>{1, 1, 1}));
    EXPECT_FALSE(found.radius);
}

TEST(FindPartition, MomentsOutsideTheHullHaveNothingSettled) {
    const Model model{StateTable{{0, 0, 1, 0, 0, 1}, 2}, {.names = {}, .counts = {2, 2}, .total = 1}};
    const Partition found = partition(model, {.max_length = 5, .orbit_steps = 10});
    EXPECT_FALSE(found.radius);
    EXPECT_TRUE(found.settled.empty());
    EXPECT_GT(found.plane.back(), 3);
}

TEST(FindPartition, RefusesMoreCellsThanAskedFor) {
    EXPECT_INPUT_ERROR(partition(random_model(3, 5), {.max_length = 40, .max_cells = 2'000}),
                       "find_partition: more than 2000 cells: expected shorter words, or less settling");
}

TEST(DoublingExponents, AreTwoForSquares) {
    EXPECT_EQ(doubling_exponents({1, 4, 9, 16, 25}), (std::vector<double>{2, 2}));
}

}  // namespace
}  // namespace drover::dynamics
