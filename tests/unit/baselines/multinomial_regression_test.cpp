#include <cmath>

#include <drover/baselines/logistic_regression.hpp>
#include <drover/baselines/multinomial_regression.hpp>
#include <drover/number/philox.hpp>

#include "expect.hpp"

namespace drover::baselines {
namespace {

TEST(MultinomialRegression, TellsPointsAroundThreeCornersApart) {
    const CounterRandom random{1};
    std::vector<double> points;
    std::vector<std::size_t> labels;
    for (std::size_t i = 0; i < 300; ++i) {
        labels.push_back(i % 3);
        points.push_back((i % 3 == 0 ? 4 : 0) + random.normal(2 * i));
        points.push_back((i % 3 == 1 ? 4 : 0) + random.normal(2 * i + 1));
    }
    MultinomialRegression model;
    model.fit({points, 2}, labels, 3);
    EXPECT_TRUE(model.converged());
    EXPECT_LT(error_of(model, {points, 2}, labels), 0.05);
    EXPECT_EQ(model.predict(std::vector<double>{6, 0}), 0U);
    EXPECT_EQ(model.predict(std::vector<double>{0, 6}), 1U);
    EXPECT_EQ(model.predict(std::vector<double>{-2, -2}), 2U);
}

// The coefficients of two classes are opposite, so that the penalty is half that on their difference.
TEST(MultinomialRegression, OfTwoClassesIsLogisticRegressionWithHalfThePenalty) {
    const CounterRandom random{2};
    LabelledRows data;
    std::vector<double> numbers;
    std::vector<std::size_t> labels;
    for (std::size_t i = 0; i < 200; ++i) {
        BitRow row(6);
        for (std::size_t j = 0; j < 6; ++j) {
            row.set(j, random.uniform(10 * i + j) < 0.4);
            numbers.push_back(row[j] ? 1 : 0);
        }
        const bool label = (row[0] || row[3]) != (random.uniform(10 * i + 7) < 0.2);
        data.rows.push_back(row);
        data.labels.push_back(label);
        labels.push_back(label ? 1 : 0);
    }
    LogisticRegression two{{.l2 = 1}};
    two.fit(data);
    MultinomialRegression many{{.l2 = 2}};
    many.fit({numbers, 6}, labels, 2);
    for (std::size_t i = 0; i < 200; ++i) {
        const std::vector<double> scores = many.scores(std::span{numbers}.subspan(6 * i, 6));
        EXPECT_NEAR(scores[1] - scores[0], two.log_odds(data.rows[i]), 1e-3);
    }
}

TEST(MultinomialRegression, WithoutColumnsThatHelpTheCommonestClassWins) {
    const std::vector<double> zeros(5);
    MultinomialRegression model;
    model.fit({zeros, 1}, {0, 1, 1, 1, 2}, 3);
    EXPECT_EQ(model.predict(std::vector<double>{0}), 1U);
}

TEST(MultinomialRegression, ChecksAtTheDoor) {
    const std::vector<double> two(2);
    MultinomialRegression model;
    EXPECT_INPUT_ERROR(model.fit({two, 1}, {0}, 2),
                       "MultinomialRegression: expected a label for each row, got 2 rows and 1 labels");
    EXPECT_INPUT_ERROR(model.fit({two, 1}, {0, 2}, 2),
                       "MultinomialRegression: expected labels below 2, got 2");
    model.fit({two, 1}, {0, 1}, 2);
    EXPECT_INPUT_ERROR(model.predict(two), "MultinomialRegression: expected 1 columns as fitted to, got 2");
    EXPECT_INPUT_ERROR(MultinomialRegression({.l2 = -1}),
                       "MultinomialRegression: expected l2 and max_iterations of at "
                       "least 0, and a tolerance above 0");
}

}  // namespace
}  // namespace drover::baselines
