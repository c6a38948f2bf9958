#include <algorithm>
#include <cmath>

#include <drover/core/check.hpp>
#include <drover/dynamics/lyapunov.hpp>
#include <drover/herd/record/batch_means.hpp>
#include <drover/number/normal.hpp>

namespace drover::dynamics {
namespace {

constexpr std::int64_t least_steps = 64;  // of which there are at least 32 blocks

// Orthonormal vectors that the derivative of the map turns and stretches.
class Frame {
  public:
    Frame(std::size_t dimension, std::size_t count)
        : n_{dimension}, count_{count}, rows_(dimension * count), moved_(dimension * count), logs_(count) {
        for (std::size_t k = 0; k < count_; ++k) rows_[k * n_ + k] = 1;
    }

    /// The logarithm of what each vector has grown by, along what those before it leave of it.
    std::span<const double> move(std::span<const double> derivative) {
        for (std::size_t k = 0; k < count_; ++k) {
            for (std::size_t a = 0; a < n_; ++a)
                moved_[k * n_ + a] = dot(derivative.subspan(a * n_, n_), row(rows_, k));
        }
        for (std::size_t k = 0; k < count_; ++k) logs_[k] = orthonormalize(k);
        rows_.swap(moved_);
        return logs_;
    }

  private:
    std::span<double> row(std::vector<double>& rows, std::size_t k) const {
        return std::span{rows}.subspan(k * n_, n_);
    }
    static double dot(std::span<const double> a, std::span<const double> b) {
        double sum = 0;
        for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
        return sum;
    }
    // A vector of length 0, or too small to have a logarithm, is reset.
    double orthonormalize(std::size_t k) {
        constexpr double least = 1e-300;
        const std::span<double> vector = row(moved_, k);
        for (std::size_t j = 0; j < k; ++j) {
            const std::span<double> before = row(moved_, j);
            const double along = dot(vector, before);
            for (std::size_t a = 0; a < n_; ++a) vector[a] -= along * before[a];
        }
        const double length = std::sqrt(dot(vector, vector));
        if (length <= least) {
            std::copy_n(row(rows_, k).begin(), n_, vector.begin());
            return portable_log(least);
        }
        const double inverse = 1 / length;
        for (double& entry : vector) entry *= inverse;
        return portable_log(length);
    }

    std::size_t n_;
    std::size_t count_;
    std::vector<double> rows_;
    std::vector<double> moved_;
    std::vector<double> logs_;
};

}  // namespace

LyapunovSpectrum lyapunov_spectrum(const TemperedHerder& orbit, const LyapunovOptions& options) {
    check_input(options.steps >= least_steps, [] {
        return Problem{Fault::range,
                       {.function = "lyapunov_spectrum"},
                       "at least " + std::to_string(least_steps) + " steps"};
    });
    const TemperedMap& map = orbit.map();
    const std::size_t n = map.feature_count();
    const std::size_t count = options.exponents == 0 ? n : std::min(n, options.exponents);
    const auto start = orbit.current().weights;
    std::vector<double> w(start.begin(), start.end());
    std::vector<double> scratch(map.scratch_size());
    std::vector<double> derivative(n * n);
    Frame frame{n, count};
    std::vector<BatchMeans> means(count);
    StepWatch watch{options.control};
    std::int64_t t = 0;
    for (; t < options.burn_in + options.steps && watch.goes_on(); ++t) {
        map.apply(w, orbit.temperature(), scratch, derivative);
        const auto logs = frame.move(derivative);
        for (std::size_t k = 0; t >= options.burn_in && k < count; ++k) means[k].add(logs[k]);
    }
    LyapunovSpectrum result{{}, {}, std::max<std::int64_t>(0, t - options.burn_in), std::move(w)};
    for (const BatchMeans& one : means) {
        result.exponents.push_back(one.result().mean);
        result.errors.push_back(one.result().error);
    }
    return result;
}

}  // namespace drover::dynamics
