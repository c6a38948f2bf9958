#pragma once

#include <optional>
#include <span>

#include <drover/finite/dual_herder.hpp>
#include <drover/finite/model_drive.hpp>
#include <drover/finite/whole_table.hpp>

namespace drover::impl {

/// How far the numbers of a model are compared.
struct FieldHorizon {
    std::int64_t max_steps = 0;
    HerdRule rule = HerdRule::herding;
    double finer = 1;  ///< what weights are compared with, or begin at, is this many times finer
};

/// A model with irrational numbers as one of rational numbers, the root replaced by a fraction.
struct FieldNumbers {
    HerdTarget target;
    DriveOptions drive;
    double comparable;  ///< RootFraction::comparable
};

/// A model whose moments, rates or start weights have a root. Scores and weights are linear in the root as
/// long as not both moments and rates have it: p + q sqrt(d), with integers p and q over one denominator, and
/// a fraction whose comparable() is above all |q| takes the same steps.
class FieldModel {
  public:
    /// Throws InputError for two different roots, for irrational rates beside irrational moments, and as
    /// exact_moments does.
    FieldModel(const FeatureTable& table, const HerdTarget& target, const ModelDrive& drive);

    std::int64_t radicand() const { return radicand_; }  ///< 0: all numbers are rational
    bool has_irrational_moments() const { return target_radicand_ != 0; }
    const std::vector<QuadraticNumber>& moments() const { return moments_; }  ///< only if they are irrational

    /// The numbers as they are; expects radicand() == 0.
    FieldNumbers rational() const;
    /// With a fraction that does for all steps, and leaves weights off by at most 2^-bits of their unit.
    /// Nothing if its numbers are too long. `whole` has the features, and the moments if they are rational.
    std::optional<FieldNumbers> substituted(const WholeTable& whole, std::span<const FieldHorizon> horizons,
                                            int bits) const;

  private:
    double largest_root_part(const WholeTable& whole, const FieldHorizon& horizon) const;

    HerdTarget target_;
    ModelDrive drive_;
    std::vector<QuadraticNumber> rates_;          // times eta
    std::vector<QuadraticNumber> start_weights_;  // empty: none are given
    std::vector<QuadraticNumber> moments_;
    std::int64_t target_radicand_ = 0;
    std::int64_t radicand_ = 0;
};

}  // namespace drover::impl
