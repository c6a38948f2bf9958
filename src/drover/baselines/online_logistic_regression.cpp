#include <drover/baselines/classifier.hpp>
#include <drover/baselines/impl/logistic.hpp>
#include <drover/baselines/online_logistic_regression.hpp>

namespace drover::baselines {
namespace {

constexpr const char* online_logistic_regression_name = "OnlineLogisticRegression";

}  // namespace

OnlineLogisticRegression::OnlineLogisticRegression(OnlineLogisticRegressionOptions options)
    : options_{options} {
    check_positive(online_logistic_regression_name, "rate", options.rate);
    check_positive(online_logistic_regression_name, "half_life", options.half_life);
}

void OnlineLogisticRegression::learn(const BitRow& row, bool label) {
    if (sample_count_ == 0) coefficients_.assign(row.size(), 0);
    const double excess = (label ? 1 : 0) - probability(row);
    const double step =
        options_.rate / (1 + static_cast<double>(sample_count_) / options_.half_life) * excess;
    intercept_ += step;
    for_each_one(row, [&](std::size_t i) { coefficients_[i] += step; });
    ++sample_count_;
}

void OnlineLogisticRegression::learn_column(const BitRow& row, std::size_t column) {
    check_input(column < row.size(), [&] {
        return Problem{Fault::range,
                       {.function = online_logistic_regression_name},
                       "a column below " + std::to_string(row.size()),
                       std::to_string(column)};
    });
    learn(row, row[column]);
    coefficients_[column] = 0;
}

void OnlineLogisticRegression::fit(const LabelledRows& data) {
    check_labelled_rows(online_logistic_regression_name, data);
    *this = OnlineLogisticRegression{options_};
    for (std::size_t r = 0; r < data.rows.size(); ++r) learn(data.rows[r], data.labels[r]);
}

double OnlineLogisticRegression::log_odds(const BitRow& row) const {
    check_width(online_logistic_regression_name, row, coefficients_.size());
    return impl::linear(intercept_, coefficients_, row);
}

double OnlineLogisticRegression::probability(const BitRow& row) const { return impl::sigmoid(log_odds(row)); }

}  // namespace drover::baselines
