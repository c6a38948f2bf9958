#pragma once

#include <optional>
#include <span>
#include <variant>

#include <drover/synth/impl/state.hpp>
#include <drover/synth/impl/table_model.hpp>
#include <drover/zones/hub_herder.hpp>

namespace drover::synth::impl {

/// Herds rows on all tables at once.
class TableEngine {
  public:
    explicit TableEngine(const TableModel& model);

    /// The next row, valid until the one after it. Throws InputError if none is allowed.
    const CategoryRow& step();
    /// The next row with these values, free_value where a column is free. Nothing, and nothing has changed,
    /// if none is allowed.
    std::optional<CategoryRow> complete(CategoryRow values);
    /// Rows of step() are free again.
    void release() { give({}); }

    std::int64_t steps() const { return steps_; }
    std::int64_t positive_margins() const { return positive_margins_; }
    /// The weights are integer multiples of 1 / unit.
    std::int64_t unit() const { return unit_; }
    /// Rows in each cell of the first tables.
    std::vector<std::int64_t> hits(std::size_t cell_count) const;

    EngineState state() const;
    /// Throws InputError, naming the number, for a state that this engine cannot come to.
    void restore(const EngineState& state);

  private:
    bool give(const CategoryRow& values);
    bool try_step();

    MarginalHerder herder_;
    std::int64_t unit_;
    CategoryRow given_ = {};  // what columns keep now; empty: nothing
    std::int64_t steps_ = 0;
    std::int64_t positive_margins_ = 0;
};

/// Makes rows zone by zone; one zone if there is no hub.
class ZoneEngine {
  public:
    ZoneEngine(zones::HubTables tables, const zones::HubHerderOptions& options)
        : herder_{std::move(tables), options} {}

    const CategoryRow& step();
    std::optional<CategoryRow> complete(const CategoryRow& values) { return herder_.complete(values); }
    /// Appends rows; zones run on the pool. Throws InputError if a row is not allowed.
    void generate(std::size_t row_count, std::vector<std::uint32_t>& cells, ThreadPool* pool);

    std::size_t good_block() const { return herder_.good_block(); }
    std::int64_t unit() const { return herder_.unit(); }
    std::int64_t steps() const { return herder_.steps(); }
    std::int64_t positive_margins() const { return herder_.positive_margins(); }

    EngineState state() const;
    void restore(const EngineState& state);

  private:
    zones::HubHerder herder_;
    CategoryRow row_ = {};
};

using Engine = std::variant<TableEngine, ZoneEngine>;

}  // namespace drover::synth::impl
