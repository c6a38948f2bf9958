#pragma once

#include <optional>
#include <string>
#include <utility>

#include <drover/core/memory_limit.hpp>
#include <drover/core/run_control.hpp>
#include <drover/herd/marginal_herder.hpp>
#include <drover/synth/like_sample.hpp>
#include <drover/synth/search.hpp>
#include <drover/tables/slice.hpp>
#include <drover/zones/hub.hpp>
#include <drover/zones/hub_herder.hpp>

namespace drover {
class ThreadPool;
}

namespace drover::synth {

struct EngineOptions {
    bool hard_zeros = false;               ///< no row falls into a known cell with the target 0
    std::vector<Combination> forbid = {};  ///< no row has one of these
    Combination where = {};                ///< rows are given out only if they have it
    std::optional<std::size_t> by =
        {};              ///< the hub: rows are made zone by zone; nothing: found if there is one
    bool imply = true;   ///< columns that meet in no table are as independent as all tables imply
    bool agree = false;  ///< whole counts that agree: after each run of them cells are met exactly
    std::optional<LikeSample> like = {};  ///< rows resemble it where the tables leave it open
    CsvOptions csv = {};                  ///< of the sample
    std::int64_t max_steps = 1'000'000'000;
    std::int64_t burn_in = 0;  ///< steps before the first row; of each run
    std::uint64_t seed = 0;    ///< of the starts
    Search search = Search::automatic;
    SearchStart start = SearchStart::fresh;
    TargetOptions targets = {};
    MemoryLimit memory = {};
    std::optional<Rational> noise = {};  ///< as shrink_noise takes it: the tables are shrunk before they pull
};

struct RunState {
    MarginalState herder;
    std::int64_t steps = 0;
    std::int64_t positive_margins = 0;
};

/// All that the rows to come depend on.
struct SynthesisState {
    std::int64_t row_count = 0;
    std::vector<std::int64_t> hits = {};  ///< of the rows given out; empty: those of the run
    RunState run = {};  ///< around a hub its hits are the rows of the zones, then those of the slices
};

/// Rows of individuals from published tables: herding on their cells, around a hub where columns meet in it.
/// The rows do not depend on the number of threads, and each prefix of them is good.
class Synthesizer {
  public:
    /// Throws InputError where the numbers or the options cannot work.
    Synthesizer(const TableSet& tables, EngineOptions options);

    /// Appends the next rows, one after the other. Zones run on the pool. Fewer if the control, which is told
    /// the rows made so far every few milliseconds, asks for a stop: generate() then goes on as if there had
    /// been none.
    void generate(std::size_t row_count, std::vector<std::uint32_t>& cells, ThreadPool* pool = nullptr,
                  const RunControl& control = {});
    /// The next row with these values; free_value where a column is free. A free hub takes the zone whose
    /// turn comes first among those that have such a row. Rows of generate() are free again. Throws
    /// InputError, and nothing has changed, for values that no row may have.
    CategoryRow complete(const CategoryRow& given);

    /// Whether rows are made zone by zone or beside implied tables.
    bool is_around() const { return hub_.has_value(); }
    /// Whether rows may end in cells that have theirs already, though the tables agree and no table is
    /// exempt.
    bool may_miss() const { return may_miss_; }
    /// Moves single values of rows (all that were made, as many as the tables count) until the cells are met,
    /// or nothing helps. How many rows were changed; hits() are kept up. Only where whole counts agree.
    std::int64_t repair(std::span<std::uint32_t> cells, const RunControl& control);

    /// What the rows are compared with: the tables given, under `where` the parts of them that hold it.
    const TableSet& tables() const { return compared_; }
    const Targets& targets() const { return targets_; }
    /// Rows given out in each cell of targets().
    std::vector<std::int64_t> hits() const;
    std::int64_t row_count() const { return row_count_; }
    /// Rows to ask for at a time, 1 or more; it only matters for the time they take.
    std::size_t good_block() const { return hub_ && options_.where.empty() ? hub_->good_block() : 1; }
    std::int64_t steps() const;
    std::int64_t positive_margins() const;
    /// How rows are searched for, in words.
    const std::string& search_text() const { return search_text_; }
    /// What a reader of the rows should know: values that the sample lacks.
    const std::vector<std::string>& notes() const { return notes_; }
    /// By column: whether it is the hub or decided by it.
    const std::vector<bool>& fixed_columns() const { return fixed_columns_; }
    /// Tables that were asked for beside the published ones.
    std::size_t implied_count() const { return implied_count_; }

    SynthesisState state() const;
    void restore(const SynthesisState& state);

  private:
    struct Run {
        MarginalHerder herder;
        CategoryRow given = {};  // what columns keep now; empty: nothing
        std::int64_t steps = 0;
        std::int64_t positive_margins = 0;
    };

    void make_run(const TableSet& tables, std::span<const zones::HubTable> implied);
    void make_hub(const TableSet& tables, std::optional<zones::Hub> hub);
    const CategoryRow& step();
    static bool give(Run& run, const CategoryRow& values);
    CategoryRow checked(const CategoryRow& given) const;
    static bool try_complete(Run& run, CategoryRow values);
    bool matches(std::span<const std::uint32_t> row) const;
    bool burn_in(const RunControl& control);
    void generate_matching(std::size_t row_count, std::vector<std::uint32_t>& cells,
                           const RunControl& control);
    void generate_around(std::size_t row_count, std::vector<std::uint32_t>& cells, ThreadPool* pool,
                         const RunControl& control);
    void take(std::span<const std::uint32_t> row);

    EngineOptions options_;
    TableSet compared_;
    Targets targets_;
    bool counts_rows_ = false;  // hits_ are kept; otherwise they are the herder's
    std::vector<std::int64_t> hits_;
    std::optional<Run> run_;  // one of the two
    std::optional<zones::HubHerder> hub_;
    CategoryRow row_;  // the last one around a hub
    std::size_t implied_count_ = 0;
    std::vector<std::string> notes_;
    std::vector<bool> fixed_columns_;  // the hub and what it decides
    std::optional<std::size_t> hub_column_;
    bool may_miss_ = true;
    std::string search_text_;
    std::int64_t row_count_ = 0;
    std::int64_t misses_ = 0;     // steps since the last row
    std::size_t quick_rows_ = 0;  // around a hub: as many as take some milliseconds
};

}  // namespace drover::synth
