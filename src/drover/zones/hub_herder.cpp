#include <algorithm>

#include <drover/zones/hub_herder.hpp>
#include <drover/zones/impl/slice_search.hpp>

namespace drover::zones {
namespace {

HubTables without_shares(HubTables tables) {
    for (HubTable& table : tables.tables) {
        table.shares = {};
        table.trust = {};
    }
    return tables;
}

Parts parts_of(const HubTables& tables) {
    std::vector<const Level*> tying;
    for (const HubTable& table : tables.tables) tying.push_back(&tables.levels[table.level]);
    return {tables.zone_count(), tying};
}

}  // namespace

HubHerder::HubHerder(HubTables tables, HubHerderOptions options)
    : options_{options},
      slices_{impl::HubSlices{tables, options.max_steps, options.zero_start, options.control}},
      first_values_{first_values(tables, options.seed)},
      frame_{without_shares(std::move(tables))},
      schedule_{frame_.zone_counts},
      parts_{parts_of(frame_)} {
    options_.control = {};
}

// False, and no change of state, if the row would be in a forbidden cell.
bool HubHerder::make_row(impl::SliceSearch& search, std::uint32_t zone, const CategoryRow& given,
                         CategoryRow& row, Counts& counts) {
    if (frame_.hub != HubTables::no_hub) row[frame_.hub] = zone;
    for (const auto& [column, level] : frame_.decided) row[column] = frame_.levels[level].unit_of[zone];
    std::span<const std::uint32_t> first;
    const std::size_t width = frame_.free_columns.size();
    if (slices_->zone_rows(zone) == 0 && frame_.zone_count() > 1)
        first = std::span{first_values_}.subspan(zone * width, width);
    const std::int32_t broken = search.find(*slices_, zone, given, first, row);
    if (broken >= impl::HubScore::broken_zero) return false;
    if (broken > 0) ++counts.overfull_rows;
    if (slices_->take(zone, search.views(), row)) ++counts.positive_margins;
    return true;
}

void HubHerder::add(const Counts& counts) {
    positive_margins_ += counts.positive_margins;
    overfull_rows_ += counts.overfull_rows;
}

bool HubHerder::generate(std::size_t row_count, std::vector<std::uint32_t>& cells, ThreadPool* pool) {
    const std::size_t width = frame_.value_counts.size();
    const std::size_t start = cells.size();
    std::vector<std::uint32_t> zones(row_count);
    for (std::uint32_t& zone : zones) zone = schedule_.next();
    cells.resize(start + row_count * width);
    struct Scratch {
        impl::SliceSearch search;
        CategoryRow row;
    };
    std::vector<Counts> counts(parts_.count());
    parts_.for_each(
        zones, pool,
        [&] {
            return Scratch{impl::SliceSearch{frame_, options_.seed}, CategoryRow(width)};
        },
        [&](Scratch& scratch, std::size_t r) {
            Counts& part = counts[parts_.of(zones[r])];
            if (part.failed) return;
            part.failed = !make_row(scratch.search, zones[r], {}, scratch.row, part);
            std::copy(scratch.row.begin(), scratch.row.end(),
                      cells.begin() + static_cast<std::ptrdiff_t>(start + r * width));
        });
    for (const Counts& part : counts) add(part);
    steps_ += static_cast<std::int64_t>(row_count);
    return std::none_of(counts.begin(), counts.end(), [](const Counts& part) { return part.failed; });
}

std::optional<CategoryRow> HubHerder::complete(const CategoryRow& given) {
    std::vector<bool> tried(frame_.zone_count());
    const auto is_allowed = [&](std::uint32_t zone) {
        if (tried[zone]) return false;
        if (frame_.hub != HubTables::no_hub && given[frame_.hub] != free_value && given[frame_.hub] != zone)
            return false;
        return std::all_of(frame_.decided.begin(), frame_.decided.end(), [&](const auto& decided) {
            return given[decided.first] == free_value ||
                   given[decided.first] == frame_.levels[decided.second].unit_of[zone];
        });
    };
    impl::SliceSearch search{frame_, options_.seed};
    CategoryRow row(frame_.value_counts.size());
    while (const std::optional<std::uint32_t> zone = schedule_.find_next(is_allowed)) {
        Counts counts;
        if (make_row(search, *zone, given, row, counts)) {
            schedule_.take(*zone);
            add(counts);
            ++steps_;
            return row;
        }
        tried[*zone] = true;
    }
    return std::nullopt;
}

std::int64_t HubHerder::unit() const { return slices_->unit(); }

HubState HubHerder::state() const {
    HubState state{.zone_rows = schedule_.taken(), .hits = std::vector<std::int64_t>(slices_->state_size())};
    for (std::size_t cell = 0; cell < state.hits.size(); ++cell) state.hits[cell] = slices_->hits(cell);
    return state;
}

void HubHerder::restore(const HubState& state, std::int64_t steps, std::int64_t positive_margins) {
    schedule_.restore(state.zone_rows);
    slices_->restore(state.hits, state.zone_rows);
    steps_ = steps;
    positive_margins_ = positive_margins;
}

}  // namespace drover::zones
