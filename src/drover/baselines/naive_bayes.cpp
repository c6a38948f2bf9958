#include <array>
#include <cmath>

#include <drover/baselines/classifier.hpp>
#include <drover/baselines/impl/logistic.hpp>
#include <drover/baselines/naive_bayes.hpp>

namespace drover::baselines {
namespace {

constexpr const char* naive_bayes_name = "NaiveBayes";

// Rows of one label.
struct Group {
    explicit Group(std::size_t width) : ones(width) {}

    double rows = 0;
    std::vector<double> ones;  // a count an attribute
};

std::array<Group, 2> count(const LabelledRows& data) {
    const std::size_t width = data.rows[0].size();
    std::array<Group, 2> groups{Group{width}, Group{width}};
    for (std::size_t r = 0; r < data.rows.size(); ++r) {
        Group& group = groups[data.labels[r] ? 1 : 0];
        ++group.rows;
        for_each_one(data.rows[r], [&](std::size_t i) { ++group.ones[i]; });
    }
    return groups;
}

}  // namespace

NaiveBayes::NaiveBayes(NaiveBayesOptions options) : options_{options} {
    check_positive(naive_bayes_name, "smoothing", options.smoothing);
}

void NaiveBayes::fit(const LabelledRows& data) {
    check_labelled_rows(naive_bayes_name, data);
    const auto [zero, one] = count(data);
    const double added = options_.smoothing;
    intercept_ = std::log(one.rows) - std::log(zero.rows);
    coefficients_.assign(zero.ones.size(), 0);
    for (std::size_t i = 0; i < coefficients_.size(); ++i) {
        // ln P(x_i | y = 1) - ln P(x_i | y = 0) but for the denominators, which cancel in the coefficient
        const double of_one = std::log(one.ones[i] + added) - std::log(zero.ones[i] + added);
        const double of_zero =
            std::log(one.rows - one.ones[i] + added) - std::log(zero.rows - zero.ones[i] + added);
        coefficients_[i] = of_one - of_zero;
        intercept_ += of_zero - (std::log(one.rows + 2 * added) - std::log(zero.rows + 2 * added));
    }
}

double NaiveBayes::log_odds(const BitRow& row) const {
    check_width(naive_bayes_name, row, coefficients_.size());
    return impl::linear(intercept_, coefficients_, row);
}

double NaiveBayes::probability(const BitRow& row) const { return impl::sigmoid(log_odds(row)); }

}  // namespace drover::baselines
