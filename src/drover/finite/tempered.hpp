#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <drover/data/feature_table.hpp>
#include <drover/finite/whole_table.hpp>
#include <drover/herd/features/state_table.hpp>
#include <drover/herd/orbit.hpp>

namespace drover {

/// The map of herding at a temperature, w <- w + moments - E_w[phi], with E_w under P(s) ~ exp(<w, phi(s)> /
/// T). T -> 0 is herding; large T converges to T times the maximum-likelihood parameters. Only additions,
/// multiplications, one division and portable_exp, in index order: the same bits on every platform. States
/// whose score is more than 700 T below the best count as if it were 700 T. Chen & Welling 2016, "Learning
/// MRFs with Herding".
class TemperedMap {
  public:
    /// Throws InputError unless the moments are as many as the features and all numbers are finite.
    TemperedMap(RealStateTable table, std::vector<double> moments);

    const RealStateTable& table() const { return table_; }
    std::span<const double> moments() const { return moments_; }
    std::size_t feature_count() const { return moments_.size(); }
    std::size_t state_count() const { return table_.state_count(); }
    /// max_a of the range of phi_a over the states: what "small" is measured by.
    double feature_range() const { return feature_range_; }

    /// The map once, in place. `scratch` has scratch_size() numbers or more. T > 0.
    void apply(std::span<double> w, double temperature, std::span<double> scratch) const;
    std::size_t scratch_size() const { return state_count() + feature_count(); }
    /// The same, bit for bit, and the derivative there, I - Cov / T, rows after one another. Allocates
    /// nothing.
    void apply(std::span<double> w, double temperature, std::span<double> scratch,
               std::span<double> derivative) const;

    /// P(s), one per state.
    std::vector<double> probabilities(std::span<const double> w, double temperature) const;
    /// Covariance of the features under P, rows after one another. O(states * features^2).
    std::vector<double> covariance(std::span<const double> w, double temperature) const;
    /// Derivative of the map after w: I - Cov / T, rows after one another.
    std::vector<double> jacobian(std::span<const double> w, double temperature) const;
    /// Both derivatives at once: by w (as above) and by T, which is Cov w / T^2.
    struct Derivatives {
        std::vector<double> by_weights;
        std::vector<double> by_temperature;
    };
    Derivatives derivatives(std::span<const double> w, double temperature) const;
    /// ln sum_s exp(<w, phi(s)> / T).
    double log_partition(std::span<const double> w, double temperature) const;

  private:
    double fill_averages(std::span<const double> w, double temperature, std::span<double> scratch) const;

    RealStateTable table_;
    std::vector<double> moments_;
    double feature_range_ = 0;
};

/// Of a model in real numbers: at a temperature nothing is exact, and nothing has to be rounded.
TemperedMap tempered_map(const FeatureTable& table, const HerdTarget& target);

struct TemperedOptions {
    double temperature = 1;
    std::vector<double> start = {};  ///< w_0; empty means zero
};

/// Herding at a temperature as an Orbit; the map is copied with it. O(states * features) per step.
class TemperedHerder {
  public:
    struct Step {
        std::int64_t t;
        std::span<const double> weights;
    };

    explicit TemperedHerder(TemperedMap map, TemperedOptions options = {});

    Step step() {
        map_.apply(weights_, temperature_, scratch_);
        ++t_;
        return current();
    }
    Step current() const { return {t_, weights_}; }
    StepRange<TemperedHerder> steps(std::int64_t count) { return {*this, count}; }
    const TemperedMap& map() const { return map_; }
    double temperature() const { return temperature_; }
    /// The orbit continues from where it is.
    void set_temperature(double temperature);
    void set_weights(std::span<const double> weights);

  private:
    TemperedMap map_;
    double temperature_;
    std::vector<double> weights_;
    std::vector<double> scratch_;
    std::int64_t t_ = 0;
};

/// Throws InputError unless it is above zero and finite, and so is its inverse.
void check_temperature(double temperature);

}  // namespace drover
