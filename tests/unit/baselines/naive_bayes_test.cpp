#include <gtest/gtest.h>

#include <cmath>

#include <drover/baselines/classifier.hpp>
#include <drover/baselines/naive_bayes.hpp>

#include "expect.hpp"
#include "labelled_data.hpp"

namespace drover::baselines {
namespace {

static_assert(Classifier<NaiveBayes>);

// P(x, y) as the formula says it: one factor an attribute.
double joint(const LabelledRows& data, const BitRow& x, bool y, double smoothing) {
    double rows = 0;
    for (const bool label : data.labels) rows += label == y ? 1 : 0;
    double product = rows / static_cast<double>(data.rows.size());
    for (std::size_t i = 0; i < x.size(); ++i) {
        double same = 0;
        for (std::size_t r = 0; r < data.rows.size(); ++r)
            same += data.labels[r] == y && data.rows[r][i] == x[i] ? 1 : 0;
        product *= (same + smoothing) / (rows + 2 * smoothing);
    }
    return product;
}

TEST(NaiveBayes, IsBayesRuleOnProductsOfShares) {
    testing::Dice dice{7};
    const LabelledRows data = testing::noisy_majority(dice, 60, 70);
    for (const double smoothing : {1.0, 0.25}) {
        NaiveBayes bayes{{.smoothing = smoothing}};
        bayes.fit(data);
        for (const BitRow& row : testing::random_rows(dice, 40, 70)) {
            const double one = joint(data, row, true, smoothing);
            const double zero = joint(data, row, false, smoothing);
            ASSERT_NEAR(bayes.log_odds(row), std::log(one / zero), 1e-11);
            ASSERT_NEAR(bayes.probability(row), one / (one + zero), 1e-12);
            ASSERT_EQ(bayes.predict(row), one > zero);
        }
    }
}

TEST(NaiveBayes, LearnsWhatOneAttributeSays) {
    NaiveBayes bayes;
    bayes.fit({{{0}, {0}, {1}, {1}}, {false, false, true, true}});
    EXPECT_NEAR(bayes.probability({1}), 0.75, 1e-15);  // 3/4 against 1/4
    EXPECT_NEAR(bayes.probability({0}), 0.25, 1e-15);
}

TEST(NaiveBayes, IsCertainWhereItSawOneLabel) {
    testing::Dice dice{8};
    const LabelledRows data = testing::noisy_majority(dice, 20, 5);
    NaiveBayes bayes;
    bayes.fit(testing::with_label(data, true));
    for (const BitRow& row : data.rows) ASSERT_EQ(bayes.probability(row), 1);
    bayes.fit(testing::with_label(data, false));
    for (const BitRow& row : data.rows) {
        ASSERT_EQ(bayes.probability(row), 0);
        ASSERT_EQ(bayes.log_odds(row), -INFINITY);
        ASSERT_FALSE(bayes.predict(row));
    }
}

TEST(NaiveBayes, TakesLabelZeroAtEvenOdds) {
    NaiveBayes bayes;
    bayes.fit({{{0}, {1}, {0}, {1}}, {false, false, true, true}});
    EXPECT_EQ(bayes.log_odds({1}), 0);
    EXPECT_FALSE(bayes.predict({1}));
}

TEST(NaiveBayes, FollowsTheSharesOfTheLabelsWithoutAttributes) {
    NaiveBayes bayes;
    bayes.fit({{BitRow{}, BitRow{}, BitRow{}}, {true, true, false}});
    EXPECT_NEAR(bayes.probability(BitRow{}), 2.0 / 3, 1e-15);
}

TEST(NaiveBayes, ForgetsAnEarlierFit) {
    testing::Dice dice{9};
    const LabelledRows first = testing::noisy_majority(dice, 30, 8);
    const LabelledRows second = testing::noisy_majority(dice, 30, 6);
    NaiveBayes twice;
    twice.fit(first);
    twice.fit(second);
    NaiveBayes once;
    once.fit(second);
    for (const BitRow& row : second.rows) ASSERT_EQ(twice.log_odds(row), once.log_odds(row));
}

TEST(NaiveBayes, RefusesWhatItCannotUse) {
    EXPECT_INPUT_ERROR(NaiveBayes{{.smoothing = 0}},
                       "NaiveBayes: expected smoothing above 0 and finite, got 0");
    NaiveBayes bayes;
    EXPECT_INPUT_ERROR(bayes.predict({1, 0}), "NaiveBayes: fitted to rows of 0 attributes, got one of 2");
    EXPECT_INPUT_ERROR(bayes.fit({}), "NaiveBayes: expected at least one row, got none");
}

}  // namespace
}  // namespace drover::baselines
