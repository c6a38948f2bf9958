#pragma once

#include <drover/core/grid.hpp>
#include <drover/data/feature_table.hpp>
#include <drover/herd/dual_herder.hpp>
#include <drover/moments/whole_table.hpp>

namespace drover {

/// What has to fit 64 bits; weights and scores may always have 128.
enum class ModelNeed {
    nothing,  ///< enough to herd
    moments,  ///< their counts and total: what the tools of dynamics ask for
    points,   ///< and weights, as multiples of 1 / (scale * unit): a cloud of points
};

struct ExactModelOptions {
    std::int64_t max_steps = 10'000'000;  ///< of the longest orbit
    HerdRule rule = HerdRule::herding;    ///< which the steps are taken by
    DriveOptions drive = {};              ///< eta, rates and start weights, in the units of the table
    GridOptions grid = {};                ///< for numbers that cannot be held as they are
    ModelNeed need = ModelNeed::moments;
};

/// A finite model in integers, made once and herded exactly from there on, by herd_table and by the tools of
/// dynamics. As it is given where 128-bit weights allow max_steps; else rounded to the finest grid that does,
/// of 2^-bits, 2^-28, 2^-24, 2^-20, 2^-16; and in 64-bit weights where these suffice.
class ExactModel {
  public:
    /// Throws InputError for sizes that disagree, negative probabilities, and numbers too large for all
    /// grids.
    ExactModel(FeatureTable table, const HerdTarget& target, const ExactModelOptions& options = {});
    /// Of numbers that are whole already. Throws InputError if they are too large.
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

  private:
    struct Numbers {
        WholeTable whole;
        DriveOptions drive;
        int weight_bits;
    };
    static std::optional<Numbers> held(std::optional<WholeTable> whole, const ExactModelOptions& options);
    static Numbers chosen(const FeatureTable& table, const HerdTarget& target,
                          const ExactModelOptions& options);

    FeatureTable table_;
    Numbers numbers_;
    std::int64_t max_steps_;
    HerdRule rule_;
};

}  // namespace drover
