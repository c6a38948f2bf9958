#include <cmath>

#include <drover/classify/label_offsets.hpp>

#include "conditional_cases.hpp"
#include "expect.hpp"

namespace drover::classify::label_offsets_test {
namespace {

constexpr std::size_t hidden = 5;
constexpr std::size_t stride = 16;

LabelOffsets offsets_of(const LabelCode& code, std::uint64_t seed, std::int64_t largest = 50) {
    LabelOffsets offsets{{3, hidden, code}, stride};
    offsets.find({random_weights(code.length() * hidden, largest, seed),
                  random_weights(hidden, largest, seed + 1),
                  random_weights(code.length(), largest, seed + 2)});
    return offsets;
}

AlignedVector<double> fields_of(std::uint64_t seed) {
    const std::vector<std::int64_t> drawn = random_weights(hidden, 80, seed);
    AlignedVector<double> fields(stride);
    std::copy(drawn.begin(), drawn.end(), fields.begin());
    return fields;
}

TEST(LabelOffsets, JudgeAsTheModelDoes) {
    for (const LabelCode& code : {LabelCode::one_of(4), LabelCode::sign()}) {
        const ConditionalRbm model{{1, hidden, code}};
        const std::vector<std::int64_t> values = random_weights(model.feature_count(), 50, 3);
        LabelOffsets offsets{model.shape(), stride};
        const auto part = [&](std::size_t first, std::size_t end) {
            return std::vector<std::int64_t>{values.begin() + static_cast<std::ptrdiff_t>(first),
                                             values.begin() + static_cast<std::ptrdiff_t>(end)};
        };
        offsets.find({part(model.b_slot(0, 0), model.theta_slot(0)),
                      part(model.theta_slot(0), model.alpha_slot(0)),
                      part(model.alpha_slot(0), values.size())});
        for (std::int32_t x = -9; x < 10; ++x) {
            SparseRows rows{1};
            rows.add(0, x);
            rows.end_row();
            AlignedVector<double> fields(stride);
            for (std::size_t j = 0; j < hidden; ++j)
                fields[j] = static_cast<double>(x * values[model.w_slot(0, j)]);
            std::vector<double> scores(code.label_count());
            const DenseWeights<std::int64_t> w{values};
            const ConditionalState best = model.predict(w, rows[0]);
            const LabelJudgement found = offsets.judge(fields, scores);
            EXPECT_EQ(found.label, best.label);
            std::vector<std::uint64_t> words(1);
            for (std::size_t k = 0; k < scores.size(); ++k) {
                const ConditionalState own = model.complete(w, rows[0], k);
                EXPECT_EQ(scores[k], static_cast<double>(model.score(w, own)));
                offsets.find_hidden(fields, k, words);
                EXPECT_EQ(words[0], own.hidden.words()[0]);
            }
        }
    }
}

TEST(LabelOffsets, TheBestIsTheFirstOfEquals) {
    const std::vector<double> scores{3, 7, 7, 5};
    EXPECT_EQ(best_of(scores).label, 1U);
    EXPECT_EQ(best_of(scores).margin, 0);
    EXPECT_EQ(best_of(std::span{scores}.last(2)).margin, 2);
}

// Whatever the fields, and however they move in between: no two labels come nearer than is said.
TEST(LabelOffsets, DifferencesOfScoresDriftNoFurtherThanIsSaid) {
    for (std::uint64_t n = 0; n < 200; ++n) {
        const LabelCode code = n % 3 == 0 ? LabelCode::sign() : LabelCode::one_of(2 + n % 4);
        const LabelOffsets before = offsets_of(code, 10 * n);
        const LabelOffsets after = offsets_of(code, 10 * n + 5, n % 2 == 0 ? 50 : 5);
        const double drift = largest_drift(before, after);
        EXPECT_EQ(largest_drift(before, before), 0);
        for (std::uint64_t m = 0; m < 20; ++m) {
            const AlignedVector<double> fields = fields_of(1000 * n + m);
            std::vector<double> old(code.label_count());
            std::vector<double> now(code.label_count());
            before.judge(fields, old);
            after.judge(fields, now);
            for (std::size_t k = 0; k < old.size(); ++k) {
                for (std::size_t l = 0; l < k; ++l)
                    ASSERT_LE(std::abs((now[k] - now[l]) - (old[k] - old[l])), drift);
            }
        }
    }
}

}  // namespace
}  // namespace drover::classify::label_offsets_test
