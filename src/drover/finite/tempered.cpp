#include <algorithm>
#include <cmath>

#include <drover/core/check.hpp>
#include <drover/core/number_text.hpp>
#include <drover/finite/tempered.hpp>
#include <drover/number/impl/exp.hpp>
#include <drover/number/normal.hpp>

namespace drover {
namespace {

// scores <- <w, phi(s)>; returns the largest.
double fill_scores(const RealStateTable& table, std::span<const double> w, std::span<double> scores) {
    double best = 0;
    for (std::size_t s = 0; s < scores.size(); ++s) {
        const auto phi = table.row(s);
        double score = w[0] * phi[0];
        for (std::size_t a = 1; a < phi.size(); ++a) score += w[a] * phi[a];
        scores[s] = score;
        best = s == 0 || score > best ? score : best;
    }
    return best;
}

double boltzmann_factor(double score, double best, double inverse_temperature) {
    return impl::safe_exp(std::max((score - best) * inverse_temperature, -impl::exp_safe));
}

bool all_finite(std::span<const double> values) {
    return std::all_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); });
}

std::vector<double> real_numbers(const auto& numbers) {
    std::vector<double> values;
    for (const auto& number : numbers) values.push_back(number.to_double());
    return values;
}

std::vector<double> averages(const RealStateTable& table, const std::vector<double>& shares) {
    std::vector<double> moments(table.feature_count());
    double total = 0;
    for (std::size_t s = 0; s < shares.size(); ++s) {
        total += shares[s];
        for (std::size_t a = 0; a < moments.size(); ++a) moments[a] += shares[s] * table.row(s)[a];
    }
    for (double& moment : moments) moment /= total;
    return moments;
}

std::vector<double> real_moments(const RealStateTable& table, const HerdTarget& target) {
    if (const auto* given = std::get_if<MomentTarget>(&target)) return real_numbers(given->moments);
    if (const auto* given = std::get_if<ProbabilityTarget>(&target))
        return averages(table, real_numbers(given->probabilities));
    return averages(table, std::vector<double>(table.state_count(), 1));
}

}  // namespace

TemperedMap::TemperedMap(RealStateTable table, std::vector<double> moments)
    : table_{std::move(table)}, moments_{std::move(moments)} {
    check_input(moments_.size() == table_.feature_count(), [&] {
        return Problem{.fault = Fault::range,
                       .place = {.function = "TemperedMap"},
                       .text = "moments (" + std::to_string(moments_.size()) + ") and features (" +
                               std::to_string(table_.feature_count()) + ") must have the same size"};
    });
    bool is_finite = all_finite(moments_);
    for (std::size_t s = 0; s < state_count(); ++s) is_finite = is_finite && all_finite(table_.row(s));
    check_input(is_finite, [] {
        return Problem{Fault::range, {.function = "TemperedMap"}, "finite features and moments"};
    });
    for (std::size_t a = 0; a < feature_count(); ++a) {
        double low = table_.row(0)[a];
        double high = low;
        for (std::size_t s = 1; s < state_count(); ++s) {
            low = std::min(low, table_.row(s)[a]);
            high = std::max(high, table_.row(s)[a]);
        }
        feature_range_ = std::max(feature_range_, high - low);
    }
}

// scratch <- the factors of the states, then the sums of the features under them; returns 1 / sum of factors.
// The vector kernel of TemperedLanes takes these operations in this order.
double TemperedMap::fill_averages(std::span<const double> w, double temperature,
                                  std::span<double> scratch) const {
    const std::span<double> factors = scratch.first(state_count());
    const std::span<double> sums = scratch.subspan(state_count(), feature_count());
    const double inverse_temperature = 1 / temperature;
    const double best = fill_scores(table_, w, factors);
    std::fill(sums.begin(), sums.end(), 0.0);
    double total = 0;
    for (std::size_t s = 0; s < factors.size(); ++s) {
        factors[s] = boltzmann_factor(factors[s], best, inverse_temperature);
        const auto phi = table_.row(s);
        total += factors[s];
        for (std::size_t a = 0; a < sums.size(); ++a) sums[a] += factors[s] * phi[a];
    }
    return 1 / total;
}

void TemperedMap::apply(std::span<double> w, double temperature, std::span<double> scratch) const {
    const double inverse_total = fill_averages(w, temperature, scratch);
    const std::span<const double> sums = scratch.subspan(state_count(), feature_count());
    for (std::size_t a = 0; a < sums.size(); ++a) w[a] += moments_[a] - sums[a] * inverse_total;
}

void TemperedMap::apply(std::span<double> w, double temperature, std::span<double> scratch,
                        std::span<double> derivative) const {
    const std::size_t n = feature_count();
    const double inverse_total = fill_averages(w, temperature, scratch);
    const std::span<double> means = scratch.subspan(state_count(), n);
    for (std::size_t a = 0; a < n; ++a) {
        means[a] *= inverse_total;
        w[a] += moments_[a] - means[a];
    }
    std::fill(derivative.begin(), derivative.end(), 0.0);
    const double scale = inverse_total / temperature;
    for (std::size_t s = 0; s < state_count(); ++s) {
        const auto phi = table_.row(s);
        for (std::size_t a = 0; a < n; ++a) {
            const double weighted = scratch[s] * scale * (phi[a] - means[a]);
            for (std::size_t b = 0; b <= a; ++b) derivative[a * n + b] -= weighted * (phi[b] - means[b]);
        }
    }
    for (std::size_t a = 0; a < n; ++a) {
        for (std::size_t b = 0; b < a; ++b) derivative[b * n + a] = derivative[a * n + b];
        derivative[a * n + a] += 1;
    }
}

std::vector<double> TemperedMap::probabilities(std::span<const double> w, double temperature) const {
    std::vector<double> values(state_count());
    const double best = fill_scores(table_, w, values);
    double total = 0;
    for (double& value : values) total += value = boltzmann_factor(value, best, 1 / temperature);
    for (double& value : values) value /= total;
    return values;
}

std::vector<double> TemperedMap::covariance(std::span<const double> w, double temperature) const {
    const std::size_t n = feature_count();
    const std::vector<double> p = probabilities(w, temperature);
    std::vector<double> mean(n);
    for (std::size_t s = 0; s < p.size(); ++s) {
        for (std::size_t a = 0; a < n; ++a) mean[a] += p[s] * table_.row(s)[a];
    }
    std::vector<double> covariance(n * n);
    for (std::size_t s = 0; s < p.size(); ++s) {
        const auto phi = table_.row(s);
        for (std::size_t a = 0; a < n; ++a) {
            const double weighted = p[s] * (phi[a] - mean[a]);
            for (std::size_t b = 0; b <= a; ++b) covariance[a * n + b] += weighted * (phi[b] - mean[b]);
        }
    }
    for (std::size_t a = 0; a < n; ++a) {
        for (std::size_t b = 0; b < a; ++b) covariance[b * n + a] = covariance[a * n + b];
    }
    return covariance;
}

TemperedMap::Derivatives TemperedMap::derivatives(std::span<const double> w, double temperature) const {
    const std::size_t n = feature_count();
    Derivatives result{.by_weights = covariance(w, temperature), .by_temperature = std::vector<double>(n)};
    for (std::size_t a = 0; a < n; ++a) {
        for (std::size_t b = 0; b < n; ++b) {
            double& entry = result.by_weights[a * n + b];
            result.by_temperature[a] += entry * w[b];
            entry = (a == b ? 1.0 : 0.0) - entry / temperature;
        }
        result.by_temperature[a] /= temperature * temperature;
    }
    return result;
}

std::vector<double> TemperedMap::jacobian(std::span<const double> w, double temperature) const {
    return derivatives(w, temperature).by_weights;
}

double TemperedMap::log_partition(std::span<const double> w, double temperature) const {
    std::vector<double> scores(state_count());
    const double best = fill_scores(table_, w, scores);
    double total = 0;
    for (const double score : scores) total += boltzmann_factor(score, best, 1 / temperature);
    return best / temperature + portable_log(total);
}

void check_temperature(double temperature) {
    check_input(temperature > 0 && std::isfinite(temperature) && std::isfinite(1 / temperature), [&] {
        return Problem{Fault::range, {.key = "temperature"}, "a number above zero", shortest(temperature)};
    });
}

TemperedHerder::TemperedHerder(TemperedMap map, TemperedOptions options)
    : map_{std::move(map)},
      temperature_{options.temperature},
      weights_(map_.feature_count()),
      scratch_(map_.scratch_size()) {
    check_temperature(temperature_);
    if (!options.start.empty()) set_weights(options.start);
}

void TemperedHerder::set_temperature(double temperature) {
    check_temperature(temperature);
    temperature_ = temperature;
}

void TemperedHerder::set_weights(std::span<const double> weights) {
    check_input(weights.size() == weights_.size(), [&] {
        return Problem{.fault = Fault::range,
                       .place = {.function = "TemperedHerder"},
                       .text = "start (" + std::to_string(weights.size()) + ") and features (" +
                               std::to_string(weights_.size()) + ") must have the same size"};
    });
    check_input(all_finite(weights), [] {
        return Problem{Fault::range, {.function = "TemperedHerder"}, "a finite start"};
    });
    std::copy(weights.begin(), weights.end(), weights_.begin());
}

TemperedMap tempered_map(const FeatureTable& table, const HerdTarget& target) {
    RealStateTable features{real_numbers(table.features), table.feature_count()};
    std::vector<double> moments = real_moments(features, target);
    return {std::move(features), std::move(moments)};
}

}  // namespace drover
