#pragma once

#include <span>

#include <drover/number/int128.hpp>
#include <drover/populate/herder_model.hpp>
#include <drover/populate/impl/branches.hpp>
#include <drover/populate/impl/kernel.hpp>

namespace drover::populate::impl {

/// What has been placed in every unit; finds what to place next.
class State {
  public:
    /// `branches` as cut_branches has cut the model.
    explicit State(Model model, Branches branches = {});

    /// What a thread needs to search for a signature.
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

    /// Shares of the schedule: after one more household, or at the end.
    enum class Share { next, whole };
    /// Between blocks: what units above the branches still lack is divided among the branches, remainders
    /// from branch `first` on, and every branch sees what the others have placed.
    void settle(Share share, std::size_t first);

    /// What branches are to have, as the last settle() divided it, level after level.
    std::vector<std::int64_t> branch_totals() const;
    /// False, and nothing changes, for numbers that settle() cannot have found.
    bool restore_branch_totals(std::span<const std::int64_t> totals);

    Int128 error(std::size_t level) const;
    const Model& model() const { return model_; }
    bool is_branched() const { return !branches_.empty(); }

  private:
    struct LevelCounts {
        std::vector<std::uint32_t> kind_of;  // by signature: the row of the distinct ones
        SparseRows kinds;
        std::vector<std::int64_t> taken;        // unit after unit, control after control
        std::vector<std::int64_t> hidden = {};  // of branches: placed, and not among those taken
    };
    struct UnitCounts {
        std::vector<std::int64_t> total;
        std::vector<std::int64_t> placed;
    };
    struct PullScores {
        std::vector<std::int32_t> slopes;  // unit after unit, signature after signature
        std::vector<std::int32_t> costs;
        std::vector<std::int64_t> offsets;
        std::vector<std::int64_t> settled = {};  // of branched units: the offsets when the block began
    };
    struct Lack {
        std::int64_t error;  // of a unit, 2^-16
        double asked;        // of the households still to come, in ones
    };

    UnitCounts units_of(const zones::Level& units) const;
    static LevelCounts level_of(const ControlLevel& level);
    static PullScores pull_of(const Pull& pull);
    SignatureScores scores(std::uint32_t zone, Share share, Scratch& scratch) const;
    std::uint32_t best_of(const SignatureScores& all, std::uint32_t zone) const;
    Lack lack_of(std::size_t level, const BranchedUnit& unit, std::size_t control) const;
    void settle_level(std::size_t level, const BranchedUnit& unit, Share share, std::size_t first);
    void settle_pull(std::size_t pull, std::size_t unit);
    void fill_table(std::size_t level, std::uint32_t zone, Share share, Scratch& scratch) const;

    Model model_;
    Branches branches_;
    std::vector<LevelCounts> levels_;
    std::vector<UnitCounts> level_units_;
    std::vector<PullScores> pulls_;
    std::vector<UnitCounts> pull_units_;
};

/// floor(value * part / whole) for part <= whole.
std::int64_t share_of(std::int64_t value, std::int64_t part, std::int64_t whole);
/// weight (2^-40) * error (2^-16) in units of 2^-32, rounded down and kept within +-2^46.
std::int64_t pressure(std::int64_t weight, std::int64_t error);

}  // namespace drover::populate::impl
