#pragma once

#include <span>

#include <drover/core/int128.hpp>
#include <drover/herd/population_kernel_detail.hpp>
#include <drover/herd/population_model.hpp>

namespace drover::detail {

/// What has been placed in every unit, and what to place next.
class PopulationState {
  public:
    explicit PopulationState(PopulationModel model);

    /// What a thread needs to look for a signature.
    struct Scratch {
        std::vector<std::vector<std::int64_t>> tables;  // by level
        std::vector<std::int64_t> pressures;
        std::vector<SignatureScores::Level> levels;
        std::vector<SignatureScores::Pull> pulls;
    };
    Scratch scratch() const;

    /// The signature of the zone's next household.
    std::uint32_t best(std::uint32_t zone, Scratch& scratch) const;
    /// The one that lowers most the errors of controls at full shares, in place of one that was taken out:
    /// `now` unless another is better.
    std::uint32_t better(std::uint32_t zone, std::uint32_t now, Scratch& scratch) const;

    /// One household more (sign 1) or less (-1).
    void place(std::uint32_t zone, std::uint32_t signature, std::int64_t sign);

    Int128 error(std::size_t level) const;
    const PopulationModel& model() const { return model_; }

  private:
    /// Shares of the schedule: after one more household, or of the whole.
    enum class Share { next, whole };
    struct Level {
        std::vector<std::uint32_t> kind_of;  // by signature: the row of the distinct ones
        SparseRows kinds;
        std::vector<std::int64_t> taken;  // unit after unit, control after control
    };
    struct Units {
        std::vector<std::int64_t> total;
        std::vector<std::int64_t> placed;
    };
    struct Pull {
        std::vector<std::int32_t> slopes;  // unit after unit, signature after signature
        std::vector<std::int32_t> costs;
        std::vector<std::int64_t> offsets;
    };

    Units units_of(const std::vector<std::uint32_t>& unit_of, std::size_t unit_count) const;
    static Level level_of(const PopulationLevel& level);
    static Pull pull_of(const PopulationPull& pull);
    SignatureScores scores(std::uint32_t zone, Share share, Scratch& scratch) const;
    std::uint32_t best_of(const SignatureScores& all, std::uint32_t zone) const;
    void fill_table(std::size_t level, std::uint32_t zone, Share share, Scratch& scratch) const;

    PopulationModel model_;
    std::vector<Level> levels_;
    std::vector<Units> level_units_;
    std::vector<Pull> pulls_;
    std::vector<Units> pull_units_;
};

/// floor(value * part / whole) for part <= whole.
std::int64_t share_of(std::int64_t value, std::int64_t part, std::int64_t whole);
/// weight (2^-40) * error (2^-16) in units of 2^-32, rounded down and kept within +-2^46.
std::int64_t pressure(std::int64_t weight, std::int64_t error);

}  // namespace drover::detail
