#include <algorithm>

#include <drover/core/check.hpp>
#include <drover/synth/impl/engine.hpp>
#include <drover/synth/impl/state_check.hpp>

namespace drover::synth::impl {
namespace {

// Undoes the last step. Cells that pull nothing have no hits.
void take_back_step(MarginalHerder& herder, const CategoryRow& row_before) {
    MarginalState state = herder.state();
    herder.features().visit(state.row, [&](std::size_t cell, std::int64_t /*one*/) {
        if (state.hits[cell] > 0) --state.hits[cell];
    });
    --state.t;
    state.row = row_before;
    herder.restore(state);
}

}  // namespace

TableEngine::TableEngine(const TableModel& model)
    : herder_{model.targets.features, model.targets.moments, model.search, model.herder},
      unit_{model.targets.moments.total} {}

// False if the row is one that is not allowed.
bool TableEngine::try_step() {
    const std::int64_t broken = herder_.broken_rows();
    const auto step = herder_.step();
    if (herder_.broken_rows() > broken) return false;
    ++steps_;
    positive_margins_ += step.margin > 0 ? 1 : 0;
    return true;
}

const CategoryRow& TableEngine::step() {
    check_input(try_step(), [] { return no_row(); });
    return herder_.current().state;
}

// False if an exact search sees that no row has them.
bool TableEngine::give(const CategoryRow& values) {
    if (given_ == values) return true;
    if (!herder_.fix(values)) return false;
    given_ = values;
    return true;
}

std::optional<CategoryRow> TableEngine::complete(CategoryRow values) {
    const auto is_free = [](std::uint32_t value) { return value == free_value; };
    if (std::all_of(values.begin(), values.end(), is_free)) values.clear();
    if (!give(values)) return {};
    const CategoryRow row_before = herder_.current().state;
    if (try_step()) return herder_.current().state;
    take_back_step(herder_, row_before);
    return {};
}

std::vector<std::int64_t> TableEngine::hits(std::size_t cell_count) const {
    std::vector<std::int64_t> hits = herder_.hits();
    hits.resize(cell_count);
    return hits;
}

EngineState TableEngine::state() const {
    return TableState{.herder = herder_.state(), .steps = steps_, .positive_margins = positive_margins_};
}

void TableEngine::restore(const EngineState& state) {
    const TableState& table = checked_state(state, herder_.features());
    herder_.restore(table.herder);
    steps_ = table.steps;
    positive_margins_ = table.positive_margins;
}

const CategoryRow& ZoneEngine::step() {
    row_.clear();
    generate(1, row_, nullptr);
    return row_;
}

void ZoneEngine::generate(std::size_t row_count, std::vector<std::uint32_t>& cells, ThreadPool* pool) {
    check_input(herder_.generate(row_count, cells, pool), [] { return no_row(); });
}

EngineState ZoneEngine::state() const {
    zones::HubState hub = herder_.state();
    ZoneState state{
        .hits = std::move(hub.zone_rows), .steps = steps(), .positive_margins = positive_margins()};
    state.hits.insert(state.hits.end(), hub.hits.begin(), hub.hits.end());
    return state;
}

void ZoneEngine::restore(const EngineState& state) {
    const zones::HubState now = herder_.state();
    const ZoneState& zones = checked_state(state, now.zone_rows.size(), now.hits.size());
    const auto middle = zones.hits.begin() + static_cast<std::ptrdiff_t>(now.zone_rows.size());
    herder_.restore({.zone_rows = {zones.hits.begin(), middle}, .hits = {middle, zones.hits.end()}},
                    zones.steps, zones.positive_margins);
}

}  // namespace drover::synth::impl
