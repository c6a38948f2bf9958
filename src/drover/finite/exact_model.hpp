#pragma once

#include <drover/data/feature_table.hpp>
#include <drover/finite/dual_herder.hpp>
#include <drover/finite/model_drive.hpp>
#include <drover/finite/whole_table.hpp>
#include <drover/number/grid.hpp>

namespace drover {
namespace impl {
class FieldModel;
}

/// What has to fit 64 bits; weights and scores may always have 128.
enum class ModelNeed {
    nothing,  ///< enough to herd
    moments,  ///< their counts and total: what the tools of dynamics ask for
    points,   ///< and weights, as multiples of 1 / (scale * unit): a cloud of points
};

struct ExactModelOptions {
    std::int64_t max_steps = 10'000'000;  ///< of the longest orbit
    HerdRule rule = HerdRule::herding;    ///< which the steps are taken by
    ModelDrive drive = {};                ///< eta, rates and start weights, in the units of the table
    GridOptions grid = {};                ///< for numbers that cannot be held as they are
    ModelNeed need = ModelNeed::moments;
    /// Irrational numbers only: weights are compared with, or begin at, multiples of 2^-fraction_bits of a
    /// feature's unit as well (boxes, pairs of orbits).
    int fraction_bits = 0;
    std::int64_t cell_steps = 0;  ///< likewise: words of this many steps are cut into cells (find_partition)
};

/// A finite model in integers, made once and herded exactly from there on, by herd_table and by the tools of
/// dynamics. As it is given where 128-bit weights allow max_steps; else rounded to the finest grid that does,
/// of 2^-bits, 2^-28, 2^-24, 2^-20, 2^-16; and in 64-bit weights where these suffice.
/// Moments, rates or start weights a + b sqrt(d) are never rounded: the root is replaced by a fraction so
/// near to it that no comparison within max_steps comes out differently (FieldModel, root_fraction), and the
/// weights are integers again. They are then off by less than a double can distinguish; the states are
/// exact.
class ExactModel {
  public:
    /// Throws InputError for sizes that disagree, negative probabilities, numbers too large for all grids,
    /// and irrational ones too long for max_steps, with different roots, or in both moments and rates.
    ExactModel(FeatureTable table, const HerdTarget& target, const ExactModelOptions& options = {});
    /// From numbers that are integers already. Throws InputError if they are too large.
    explicit ExactModel(WholeTable whole, const ExactModelOptions& options = {});

    const FeatureTable& table() const { return table_; }
    /// What follows is in multiples of 1 / unit.
    const WholeTable& whole() const { return numbers_.whole; }
    const StateTable& features() const { return whole().features; }
    /// Only if options.need was not `nothing`.
    Moments moments() const { return narrow<std::int64_t>(whole().moments); }
    const DriveOptions& drive() const { return numbers_.drive; }
    double unit() const { return static_cast<double>(whole().unit); }

    std::int64_t max_steps() const { return max_steps_; }
    HerdRule rule() const { return rule_; }
    int weight_bits() const { return numbers_.weight_bits; }  ///< 64 or 128
    bool is_rounded() const { return whole().feature_rounding > 0 || whole().target_rounding > 0; }
    const std::string& state(std::size_t s) const { return table_.state_names[s]; }

    /// d of the numbers a + b sqrt(d); 0 if all are rational.
    std::int64_t radicand() const { return numbers_.radicand; }
    /// In the units of the table, where at least one of them is irrational; else empty.
    const std::vector<QuadraticNumber>& irrational_moments() const { return numbers_.irrational_moments; }
    /// Whether whole() also says on which side of every edge of the hull irrational moments lie.
    bool decides_hull() const;

  private:
    struct Numbers {
        WholeTable whole;
        DriveOptions drive;
        int weight_bits;
        std::int64_t radicand = 0;
        std::vector<QuadraticNumber> irrational_moments = {};
        double comparable = 0;  // RootFraction::comparable
    };
    static std::optional<Numbers> held(std::optional<WholeTable> whole, const DriveOptions& drive,
                                       const ExactModelOptions& options, std::int64_t radicand = 0);
    static Numbers chosen(const FeatureTable& table, const HerdTarget& target,
                          const ExactModelOptions& options);
    static Numbers in_field(const impl::FieldModel& field, const FeatureTable& table,
                            const HerdTarget& target, const ExactModelOptions& options);

    FeatureTable table_;
    Numbers numbers_;
    std::int64_t max_steps_;
    HerdRule rule_;
};

}  // namespace drover
