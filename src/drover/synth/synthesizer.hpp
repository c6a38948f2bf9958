#pragma once

#include <optional>
#include <string>
#include <utility>

#include <drover/herd/marginal_herder.hpp>
#include <drover/moments/slice.hpp>
#include <drover/synth/synthesis_search.hpp>

namespace drover {

class ThreadPool;

struct SynthesizerOptions {
    bool hard_zeros = false;               ///< no row falls into a known cell with the target 0
    std::vector<Combination> forbid = {};  ///< no row has one of these
    Combination where = {};                ///< rows are given out only if they have it
    std::optional<std::size_t> by = {};    ///< a run of its own for each value of this column
    std::int64_t max_steps = 1'000'000'000;
    std::int64_t burn_in = 0;  ///< steps before the first row; of each run
    std::uint64_t seed = 0;    ///< of the starts
    SynthesisSearch search = SynthesisSearch::automatic;
    SearchStart start = SearchStart::fresh;
    TargetOptions targets = {};
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
    std::vector<RunState> runs = {};      ///< the order of the strata first, if there are any
};

/// Rows of individuals from published tables: herding on their cells, one run, or one for each stratum.
/// The rows do not depend on the number of threads, and each prefix of them is good.
class Synthesizer {
  public:
    /// Throws InputError where the numbers or the options cannot work.
    Synthesizer(const TableSet& tables, SynthesizerOptions options);

    /// Appends the next rows, one after the other. Strata run on the pool.
    void generate(std::size_t row_count, std::vector<std::uint32_t>& cells, ThreadPool* pool = nullptr);
    /// The next row with these values; free_value where a column is free. A free column of strata takes the
    /// stratum whose turn it is, or else the first that has such a row. Rows of generate() are free again.
    /// Throws InputError, and nothing has changed, for values that no row may have.
    const CategoryRow& complete(const CategoryRow& given);

    /// What the rows are compared with: the tables given, under `where` the parts of them that hold it.
    const TableSet& tables() const { return compared_; }
    const Targets& targets() const { return targets_; }
    /// Rows given out in each cell of targets().
    std::vector<std::int64_t> hits() const;
    std::int64_t row_count() const { return row_count_; }
    std::int64_t steps() const;
    std::int64_t positive_margins() const;
    /// How rows are searched for, in words.
    const std::string& search_text() const { return search_text_; }

    SynthesisState state() const;
    void restore(const SynthesisState& state);

  private:
    struct Run {
        std::optional<std::uint32_t> stratum;
        MarginalHerder herder;
        CategoryRow fixed = {};  // what its columns keep; empty: nothing
        CategoryRow given = {};  // what they keep now
        std::int64_t steps = 0;
        std::int64_t positive_margins = 0;
    };

    void add_run(const TableSet& tables, std::optional<std::uint32_t> stratum);
    void add_strata(const TableSet& tables);
    static const CategoryRow& step(Run& run);
    static bool give(Run& run, const CategoryRow& values);
    CategoryRow checked(const CategoryRow& given) const;
    bool try_complete(Run& run, CategoryRow values) const;
    Run* complete_stratum(const CategoryRow& values);
    bool matches(const CategoryRow& row) const;
    void generate_strata(std::size_t row_count, std::vector<std::uint32_t>& cells, ThreadPool* pool);
    void take(std::span<const std::uint32_t> row);

    SynthesizerOptions options_;
    TableSet compared_;
    Targets targets_;
    bool counts_rows_ = false;  // hits_ are kept; otherwise they are the herder's
    std::vector<std::int64_t> hits_;
    std::vector<Run> runs_;
    std::optional<MarginalHerder> order_;  // of the strata
    std::string search_text_;
    std::int64_t row_count_ = 0;
};

}  // namespace drover
