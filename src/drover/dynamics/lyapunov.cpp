#include <algorithm>
#include <array>
#include <cmath>

#include <drover/core/check.hpp>
#include <drover/core/normal.hpp>
#include <drover/dynamics/lyapunov.hpp>
#include <drover/dynamics/small_matrix_detail.hpp>

namespace drover {
namespace {

constexpr std::size_t stretches = 10;

using Frame = std::vector<std::vector<double>>;

double dot(const std::vector<double>& a, const std::vector<double>& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
    return sum;
}

// Orthonormal again; adds the logarithm of what was cut off each vector. A vector of length 0, or too small
// to have a logarithm, starts anew as it was.
void orthonormalize(Frame& frame, const Frame& before, std::vector<double>& growth) {
    constexpr double least = 1e-300;
    for (std::size_t k = 0; k < frame.size(); ++k) {
        for (std::size_t j = 0; j < k; ++j) {
            const double along = dot(frame[k], frame[j]);
            for (std::size_t a = 0; a < frame[k].size(); ++a) frame[k][a] -= along * frame[j][a];
        }
        const double length = std::sqrt(dot(frame[k], frame[k]));
        growth[k] += portable_log(std::max(length, least));
        if (length <= least) {
            frame[k] = before[k];
        } else {
            for (double& entry : frame[k]) entry /= length;
        }
    }
}

// Moves orbit and frame; returns the growth of each vector of the frame.
std::vector<double> grow(TemperedHerder& orbit, Frame& frame, std::int64_t steps) {
    std::vector<double> growth(frame.size());
    for (std::int64_t t = 0; t < steps; ++t) {
        const auto jacobian = orbit.map().jacobian(orbit.current().weights, orbit.temperature());
        const Frame before = frame;
        for (auto& vector : frame) vector = detail::product(jacobian, vector);
        orthonormalize(frame, before, growth);
        orbit.step();
    }
    return growth;
}

}  // namespace

LyapunovSpectrum lyapunov_spectrum(TemperedHerder orbit, const LyapunovOptions& options) {
    check_input(options.steps >= static_cast<std::int64_t>(stretches),
                [] { return std::string{"lyapunov_spectrum: expected at least 10 steps"}; });
    const std::size_t n = orbit.map().feature_count();
    const std::size_t count = options.exponents == 0 ? n : std::min(n, options.exponents);
    Frame frame(count, std::vector<double>(n));
    for (std::size_t k = 0; k < count; ++k) frame[k][k] = 1;
    grow(orbit, frame, options.burn_in);
    LyapunovSpectrum result{std::vector<double>(count), std::vector<double>(count), options.steps};
    std::vector<double> squares(count);
    std::int64_t done = 0;
    for (std::size_t i = 1; i <= stretches; ++i) {
        const std::int64_t end =
            options.steps * static_cast<std::int64_t>(i) / static_cast<std::int64_t>(stretches);
        const std::vector<double> growth = grow(orbit, frame, end - done);
        for (std::size_t k = 0; k < count; ++k) {
            const double rate = growth[k] / static_cast<double>(end - done);
            result.exponents[k] += growth[k] / static_cast<double>(options.steps);
            squares[k] += rate * rate / stretches;
        }
        done = end;
    }
    for (std::size_t k = 0; k < count; ++k) {
        const double variance = squares[k] - result.exponents[k] * result.exponents[k];
        result.errors[k] = std::sqrt(std::max(variance, 0.0) / (stretches - 1));
    }
    return result;
}

}  // namespace drover
