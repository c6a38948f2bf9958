#include <algorithm>

#include <Eigen/Cholesky>
#include <Eigen/Core>

#include <drover/baselines/classifier.hpp>
#include <drover/baselines/impl/logistic.hpp>
#include <drover/baselines/logistic_regression.hpp>

namespace drover::baselines {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr const char* logistic_regression_name = "LogisticRegression";

// What is minimised, a function of the coefficients followed by the intercept.
class Loss {
  public:
    Loss(const LabelledRows& data, double l2)
        : width_{static_cast<Index>(data.rows[0].size())}, l2_{l2}, labels_{data.labels} {
        for (const BitRow& row : data.rows) {
            for_each_one(row, [&](std::size_t i) { ones_.push_back(static_cast<Index>(i)); });
            ends_.push_back(ones_.size());
        }
    }

    Index width() const { return width_; }
    double value(const VectorXd& x) const;
    VectorXd gradient(const VectorXd& x) const;
    /// The lower triangle.
    MatrixXd hessian(const VectorXd& x) const;

  private:
    std::span<const Index> ones(std::size_t row) const {
        const std::size_t begin = row == 0 ? 0 : ends_[row - 1];
        return std::span{ones_}.subspan(begin, ends_[row] - begin);
    }
    double log_odds(const VectorXd& x, std::size_t row) const {
        double sum = x[width_];
        for (const Index i : ones(row)) sum += x[i];
        return sum;
    }

    Index width_;
    double l2_;
    const std::vector<bool>& labels_;
    std::vector<Index> ones_;        // of all rows, one row after the other
    std::vector<std::size_t> ends_;  // where each row's end
};

double Loss::value(const VectorXd& x) const {
    double sum = l2_ / 2 * x.head(width_).squaredNorm();
    for (std::size_t r = 0; r < labels_.size(); ++r)
        sum += impl::softplus(labels_[r] ? -log_odds(x, r) : log_odds(x, r));
    return sum;
}

VectorXd Loss::gradient(const VectorXd& x) const {
    VectorXd sum = l2_ * x;
    sum[width_] = 0;
    for (std::size_t r = 0; r < labels_.size(); ++r) {
        const double excess = impl::sigmoid(log_odds(x, r)) - (labels_[r] ? 1 : 0);
        sum[width_] += excess;
        for (const Index i : ones(r)) sum[i] += excess;
    }
    return sum;
}

MatrixXd Loss::hessian(const VectorXd& x) const {
    MatrixXd sum = MatrixXd::Zero(width_ + 1, width_ + 1);
    sum.diagonal().head(width_).setConstant(l2_);
    for (std::size_t r = 0; r < labels_.size(); ++r) {
        const double odds = log_odds(x, r);
        const double variance = impl::sigmoid(odds) * impl::sigmoid(-odds);
        const auto set = ones(r);
        sum(width_, width_) += variance;
        for (std::size_t j = 0; j < set.size(); ++j) {
            for (std::size_t i = j; i < set.size(); ++i) sum(set[i], set[j]) += variance;
            sum(width_, set[j]) += variance;
        }
    }
    return sum;
}

// Moves x against the gradient by Newton's step or the first of its halves that lowers the loss by a share of
// what the slope promises. The slack is for rounding: near the minimum the loss no longer tells a good step
// from none. False where no step helps.
bool descend(const Loss& loss, const VectorXd& gradient, VectorXd& x) {
    const Eigen::LLT<MatrixXd> factors{loss.hessian(x)};
    if (factors.info() != Eigen::Success) return false;
    const VectorXd direction = factors.solve(gradient);
    const double slope = gradient.dot(direction);
    const double value = loss.value(x);
    const double slack = 1e-12 * value;
    for (int halvings = 0; halvings < 30; ++halvings) {
        const double length = std::ldexp(1.0, -halvings);
        const VectorXd candidate = x - length * direction;
        if (loss.value(candidate) > value - 1e-4 * length * slope + slack) continue;
        x = candidate;
        return true;
    }
    return false;
}

}  // namespace

LogisticRegression::LogisticRegression(LogisticRegressionOptions options) : options_{options} {
    check_positive(logistic_regression_name, "l2", options.l2);
    check_positive(logistic_regression_name, "tolerance", options.tolerance);
    check_input(options.max_iterations >= 0, [&] {
        return Problem{Fault::range,
                       {.function = logistic_regression_name},
                       "max_iterations of at least 0",
                       std::to_string(options.max_iterations)};
    });
}

void LogisticRegression::fit(const LabelledRows& data) {
    check_labelled_rows(logistic_regression_name, data);
    const auto ones = std::count(data.labels.begin(), data.labels.end(), true);
    const auto zeros = std::count(data.labels.begin(), data.labels.end(), false);
    coefficients_.assign(data.rows[0].size(), 0);
    intercept_ = std::log(static_cast<double>(ones)) - std::log(static_cast<double>(zeros));
    iterations_ = 0;
    converged_ = true;
    if (ones == 0 || zeros == 0) return;

    const Loss loss{data, options_.l2};
    VectorXd x = VectorXd::Zero(loss.width() + 1);
    x[loss.width()] = intercept_;
    while (true) {
        const VectorXd gradient = loss.gradient(x);
        converged_ = gradient.lpNorm<Eigen::Infinity>() <= options_.tolerance;
        if (converged_ || iterations_ == options_.max_iterations || !descend(loss, gradient, x)) break;
        ++iterations_;
    }
    std::copy_n(x.data(), coefficients_.size(), coefficients_.begin());
    intercept_ = x[loss.width()];
}

double LogisticRegression::log_odds(const BitRow& row) const {
    check_width(logistic_regression_name, row, coefficients_.size());
    return impl::linear(intercept_, coefficients_, row);
}

double LogisticRegression::probability(const BitRow& row) const { return impl::sigmoid(log_odds(row)); }

}  // namespace drover::baselines
