#pragma once

#include <drover/core/memory_limit.hpp>
#include <drover/synth/synth.hpp>
#include <drover/tables/slice.hpp>

namespace drover::synth::impl {

enum class Task { make_rows, complete_rows };

/// How an engine makes rows: Options with names looked up and choices made.
struct EngineOptions {
    bool hard_zeros = false;               ///< no row falls into a known cell with the target 0
    std::vector<Combination> forbid = {};  ///< no row has one of these
    Combination where = {};                ///< rows are given out only if they have it
    std::optional<std::size_t> by =
        {};              ///< the hub: rows are made zone by zone; nothing: found if there is one
    bool imply = true;   ///< columns that meet in no table are as independent as all tables imply
    bool agree = false;  ///< integer counts that agree: after as many rows as they sum to, cells are met
    std::optional<LikeSample> like = {};  ///< rows resemble it where the tables leave it open
    CsvOptions csv = {};                  ///< of the sample
    std::int64_t max_steps = 1'000'000'000;
    std::int64_t burn_in = 0;  ///< steps before the first row
    std::uint64_t seed = 0;    ///< of the starts
    Search search = Search::automatic;
    SearchStart start = SearchStart::fresh;
    TargetOptions targets = {};
    MemoryLimit memory = {};
    std::optional<Rational> noise = {};  ///< as shrink_noise takes it: the tables are shrunk before they pull
    RunControl control = {};             ///< of the set-up, which throws Stopped where it asks for that
};

/// All but what follows from the counts: hard_zeros, agree and max_steps. Throws InputError for names that
/// the tables do not have and for options that exclude one another.
EngineOptions engine_options(const Options& options, const TableSet& tables, Task task);

}  // namespace drover::synth::impl
