#include <algorithm>
#include <cmath>

#include <drover/core/check.hpp>
#include <drover/number/exp.hpp>
#include <drover/number/impl/entropy_climb.hpp>
#include <drover/zones/raking.hpp>

namespace drover::zones {
namespace {

void check_sizes(const SparseRows& features, std::span<const double> given, std::span<const double> totals) {
    check_input(features.row_count() == given.size() && features.column_count() == totals.size(), [&] {
        return Problem{Fault::range,
                       {.function = "rake"},
                       std::to_string(features.row_count()) + " weights and " +
                           std::to_string(features.column_count()) + " totals",
                       std::to_string(given.size()) + " and " + std::to_string(totals.size())};
    });
    const auto is_fit = [](double value) { return std::isfinite(value) && value >= 0; };
    check_input(std::all_of(given.begin(), given.end(), is_fit), [] {
        return Problem{Fault::range, {.function = "rake"}, "weights of at least 0", "another"};
    });
    check_input(std::all_of(totals.begin(), totals.end(), is_fit), [] {
        return Problem{Fault::range, {.function = "rake"}, "totals of at least 0", "another"};
    });
}

// The factor L of a = L L', in the lower half; a pivot lost to rounding is left out.
void factorize(std::vector<double>& a, std::size_t n) {
    for (std::size_t j = 0; j < n; ++j) {
        double pivot = a[j * n + j];
        for (std::size_t k = 0; k < j; ++k) pivot -= a[j * n + k] * a[j * n + k];
        const double root = pivot > 1e-14 * a[j * n + j] && pivot > 0 ? std::sqrt(pivot) : 0;
        a[j * n + j] = root;
        for (std::size_t i = j + 1; i < n; ++i) {
            double sum = a[i * n + j];
            for (std::size_t k = 0; k < j; ++k) sum -= a[i * n + k] * a[j * n + k];
            a[i * n + j] = root > 0 ? sum / root : 0;
        }
    }
}

// x with L L' x = b.
std::vector<double> solve_factored(const std::vector<double>& a, std::vector<double> b) {
    const std::size_t n = b.size();
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t k = 0; k < i; ++k) b[i] -= a[i * n + k] * b[k];
        b[i] = a[i * n + i] > 0 ? b[i] / a[i * n + i] : 0;
    }
    for (std::size_t i = n; i-- > 0;) {
        for (std::size_t k = i + 1; k < n; ++k) b[i] -= a[k * n + i] * b[k];
        b[i] = a[i * n + i] > 0 ? b[i] / a[i * n + i] : 0;
    }
    return b;
}

double score(SparseRow row, std::span<const double> parameters) {
    double sum = 0;
    for (std::size_t e = 0; e < row.size(); ++e)
        sum += static_cast<double>(row.values[e]) * parameters[row.columns[e]];
    return sum;
}

/// sum_s weights[s] - <totals, parameters> + ridge / 2 sum_k (1 + total_k) parameter_k^2
class Dual {
  public:
    Dual(const SparseRows& features, std::span<const double> given, std::span<const double> totals,
         const RakingOptions& options)
        : features_{features},
          given_{given.begin(), given.end()},
          totals_{totals},
          control_{options.control} {
        for (const double total : totals) ridges_.push_back(options.ridge * (1 + total));
        for (std::size_t s = 0; s < given_.size(); ++s) {
            const SparseRow row = features[s];
            for (std::size_t e = 0; e < row.size(); ++e)
                if (totals[row.columns[e]] == 0) given_[s] = 0;
        }
    }

    double move(std::span<const double> parameters) {
        throw_if_stopped(control_);
        double sum = 0;
        parameters_.assign(parameters.begin(), parameters.end());
        weights_.assign(given_.size(), 0);
        for (std::size_t s = 0; s < given_.size(); ++s) {
            if (given_[s] > 0) weights_[s] = given_[s] * portable_exp(score(features_[s], parameters));
            sum += weights_[s];
        }
        for (std::size_t k = 0; k < parameters.size(); ++k)
            sum += parameters[k] * (ridges_[k] * parameters[k] / 2 - totals_[k]);
        return sum;
    }

    std::vector<double> gaps() const {
        std::vector<double> gaps(totals_.begin(), totals_.end());
        for (std::size_t s = 0; s < weights_.size(); ++s) {
            const SparseRow row = features_[s];
            for (std::size_t e = 0; e < row.size(); ++e)
                gaps[row.columns[e]] -= weights_[s] * static_cast<double>(row.values[e]);
        }
        return gaps;
    }

    std::vector<double> slope() const {
        std::vector<double> slope = gaps();
        for (std::size_t k = 0; k < slope.size(); ++k) slope[k] -= ridges_[k] * parameters_[k];
        return slope;
    }

    std::vector<double> newton_step(const std::vector<double>& slope) const {
        const std::size_t n = slope.size();
        std::vector<double> curvature(n * n);
        for (std::size_t s = 0; s < weights_.size(); ++s) {
            const SparseRow row = features_[s];
            for (std::size_t e = 0; e < row.size(); ++e) {
                const double factor = weights_[s] * static_cast<double>(row.values[e]);
                for (std::size_t f = 0; f <= e; ++f)
                    curvature[row.columns[e] * n + row.columns[f]] +=
                        factor * static_cast<double>(row.values[f]);
            }
        }
        for (std::size_t k = 0; k < n; ++k) curvature[k * n + k] += ridges_[k];
        factorize(curvature, n);
        return solve_factored(curvature, slope);
    }

    double spread(const std::vector<double>& step) const {
        double most = 0;
        for (std::size_t s = 0; s < given_.size(); ++s)
            if (given_[s] > 0) most = std::max(most, std::abs(score(features_[s], step)));
        return most;
    }

    // Each over 1 + its total.
    double error(const std::vector<double>& slope) const {
        double largest = 0;
        for (std::size_t k = 0; k < slope.size(); ++k)
            if (totals_[k] > 0) largest = std::max(largest, std::abs(slope[k]) / (1 + totals_[k]));
        return largest;
    }

    const std::vector<double>& weights() const { return weights_; }

  private:
    const SparseRows& features_;
    std::vector<double> given_;
    std::span<const double> totals_;
    const RunControl& control_;
    std::vector<double> ridges_;
    std::vector<double> parameters_;
    std::vector<double> weights_;
};

}  // namespace

Raking rake(const SparseRows& features, std::span<const double> given, std::span<const double> totals,
            const RakingOptions& options) {
    check_sizes(features, given, totals);
    Dual dual{features, given, totals, options};
    drover::impl::Climb found = drover::impl::climb(
        dual, totals.size(), {.max_iterations = options.max_iterations, .tolerance = options.tolerance});
    return {.weights = dual.weights(),
            .parameters = std::move(found.theta),
            .gaps = dual.gaps(),
            .iterations = found.iterations,
            .converged = found.converged};
}

}  // namespace drover::zones
