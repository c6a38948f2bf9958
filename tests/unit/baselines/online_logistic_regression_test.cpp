#include <gtest/gtest.h>

#include <cmath>

#include <drover/baselines/classifier.hpp>
#include <drover/baselines/online_logistic_regression.hpp>

#include "expect.hpp"
#include "labelled_data.hpp"

namespace drover::baselines {
namespace {

static_assert(Classifier<OnlineLogisticRegression>);

TEST(OnlineLogisticRegression, BeginsWithHalfARate) {
    OnlineLogisticRegression online{{.rate = 0.5}};
    online.learn({1, 0}, true);
    EXPECT_EQ(online.intercept(), 0.25);  // 0.5 * (1 - 1/2)
    EXPECT_EQ(online.coefficients(), (std::vector<double>{0.25, 0}));
    EXPECT_EQ(online.sample_count(), 1);
}

TEST(OnlineLogisticRegression, TakesHalfTheStepAfterTheHalfLife) {
    OnlineLogisticRegression online{{.rate = 1, .half_life = 2}};
    online.learn({0, 0}, true);
    online.learn({0, 0}, false);
    const double before = online.log_odds({0, 0});
    online.learn({0, 1}, true);
    EXPECT_NEAR(online.coefficients()[1], 0.5 * (1 - 1 / (1 + std::exp(-before))), 1e-15);
}

TEST(OnlineLogisticRegression, TakesTheStepsOfThePlainLoop) {
    testing::Dice dice{21};
    const LabelledRows data = testing::noisy_majority(dice, 500, 70);
    std::vector<double> w(71);
    for (std::size_t t = 0; t < data.rows.size(); ++t) {
        double odds = w[70];
        for (std::size_t i = 0; i < 70; ++i) odds += data.rows[t][i] ? w[i] : 0;
        const double step =
            2 / (1 + static_cast<double>(t) / 30) * ((data.labels[t] ? 1 : 0) - 1 / (1 + std::exp(-odds)));
        for (std::size_t i = 0; i <= 70; ++i) w[i] += i == 70 || data.rows[t][i] ? step : 0;
    }
    OnlineLogisticRegression online{{.rate = 2, .half_life = 30}};
    online.fit(data);
    EXPECT_NEAR(online.intercept(), w[70], 1e-12);
    for (std::size_t i = 0; i < 70; ++i) ASSERT_NEAR(online.coefficients()[i], w[i], 1e-12);
    EXPECT_EQ(online.sample_count(), 500);
}

TEST(OnlineLogisticRegression, LearnsAColumnAsItLearnsTheRowWithoutIt) {
    testing::Dice dice{22};
    const std::vector<BitRow> rows = testing::random_rows(dice, 300, 70);
    for (const std::size_t column : {0U, 5U, 64U, 69U}) {
        OnlineLogisticRegression whole;
        OnlineLogisticRegression parted;
        for (const BitRow& row : rows) {
            ASSERT_EQ(row.size(), 70U);
            whole.learn_column(row, column);
            parted.learn(without(row, column), row[column]);
        }
        EXPECT_EQ(whole.intercept(), parted.intercept());
        EXPECT_EQ(whole.coefficients()[column], 0);
        for (const BitRow& row : rows) {
            ASSERT_EQ(whole.log_odds(row), parted.log_odds(without(row, column)));
            BitRow other = row;
            other.flip(column);
            ASSERT_EQ(whole.log_odds(other), whole.log_odds(row));
        }
    }
}

TEST(OnlineLogisticRegression, LearnsARuleFromAStream) {
    testing::Dice dice{23};
    OnlineLogisticRegression online;
    online.fit(testing::noisy_majority(dice, 5'000, 10));
    EXPECT_LT(error_rate(online, testing::noisy_majority(dice, 1'000, 10)), 0.15);  // 0.1 is noise
}

TEST(OnlineLogisticRegression, FitForgetsWhatWasLearned) {
    testing::Dice dice{24};
    const LabelledRows data = testing::noisy_majority(dice, 50, 6);
    OnlineLogisticRegression online;
    online.learn({1, 1, 1}, false);
    online.fit(data);
    OnlineLogisticRegression fresh;
    fresh.fit(data);
    EXPECT_EQ(online.coefficients(), fresh.coefficients());
    EXPECT_EQ(online.intercept(), fresh.intercept());
    EXPECT_EQ(online.sample_count(), 50);
}

TEST(OnlineLogisticRegression, RefusesWhatItCannotUse) {
    EXPECT_INPUT_ERROR(OnlineLogisticRegression{{.rate = 0}},
                       "OnlineLogisticRegression: expected rate above 0 and finite, got 0");
    EXPECT_INPUT_ERROR(OnlineLogisticRegression{{.half_life = -1}},
                       "OnlineLogisticRegression: expected half_life above 0 and finite, got -1");
    OnlineLogisticRegression online;
    EXPECT_INPUT_ERROR(online.predict({1}),
                       "OnlineLogisticRegression: fitted to rows of 0 attributes, got one of 1");
    online.learn({1, 0}, true);
    EXPECT_INPUT_ERROR(online.learn({1}, true),
                       "OnlineLogisticRegression: fitted to rows of 2 attributes, got one of 1");
    EXPECT_INPUT_ERROR(online.learn_column({1, 0}, 2),
                       "OnlineLogisticRegression: expected a column below 2, got 2");
}

}  // namespace
}  // namespace drover::baselines
