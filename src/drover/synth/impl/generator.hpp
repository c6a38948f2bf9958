#pragma once

#include <drover/core/run_control.hpp>
#include <drover/synth/impl/engine.hpp>
#include <drover/synth/impl/plan.hpp>

namespace drover::synth::impl {

/// The rows of a plan, one after the other. They do not depend on the number of threads, and each prefix of
/// them is good.
class Generator {
  public:
    /// Throws InputError where the numbers cannot work.
    explicit Generator(Plan plan);

    /// Appends the next rows. Zones run on the pool. Fewer if the control, which is told the rows made so far
    /// every few milliseconds, asks for a stop: generate() then continues as if there had been none.
    void generate(std::size_t row_count, std::vector<std::uint32_t>& cells, ThreadPool* pool = nullptr,
                  const RunControl& control = {});
    /// The steps before the first row, if there are any left. False if it was stopped.
    bool burn_in(const RunControl& control);
    /// The next row with these values; free_value where a column is free. A free hub takes the zone whose
    /// turn comes first among those that have such a row. Rows of generate() are free again. Throws
    /// InputError, and nothing has changed, for values that no row may have.
    CategoryRow complete(const CategoryRow& given);
    /// Moves single values of rows (all that were made, as many as the tables count) until the cells are met,
    /// or nothing helps. How many rows were changed; hits() are kept up to date. Only where integer counts
    /// agree.
    std::int64_t repair(std::span<std::uint32_t> cells, const RunControl& control);

    const Plan& plan() const { return plan_; }
    /// Whether rows are made zone by zone or beside implied tables.
    bool is_by_zones() const { return std::holds_alternative<ZoneEngine>(engine_); }
    /// Rows given out in each cell of the plan's targets.
    std::vector<std::int64_t> hits() const;
    std::int64_t row_count() const { return row_count_; }
    /// Rows to ask for at a time, 1 or more; it only matters for the time they take.
    std::size_t good_block() const;
    std::int64_t steps() const;
    std::int64_t positive_margins() const;

    State state() const;
    /// Throws InputError, naming the number, for a state that no run of this plan can come to.
    void restore(const State& state);

  private:
    const CategoryRow& step();
    CategoryRow checked(const CategoryRow& given) const;
    bool matches(std::span<const std::uint32_t> row) const;
    void generate_matching(std::size_t row_count, std::vector<std::uint32_t>& cells,
                           const RunControl& control);
    void generate_by_zones(ZoneEngine& engine, std::size_t row_count, std::vector<std::uint32_t>& cells,
                           ThreadPool* pool, const RunControl& control);
    void record(std::span<const std::uint32_t> row);
    std::int64_t unit() const;

    Plan plan_;  // without the model, which the engine has
    Engine engine_;
    bool counts_rows_;  // hits_ are kept; otherwise they are the engine's
    std::vector<std::int64_t> hits_;
    std::int64_t row_count_ = 0;
    std::int64_t misses_ = 0;     // steps since the last row
    std::size_t quick_rows_ = 0;  // zone by zone: as many as take some milliseconds
};

}  // namespace drover::synth::impl
