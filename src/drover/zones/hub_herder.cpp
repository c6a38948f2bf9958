#include <algorithm>
#include <numeric>

#include <drover/core/thread_pool.hpp>
#include <drover/zones/hub_herder.hpp>
#include <drover/zones/impl/slice_search.hpp>

namespace drover::zones {
namespace {

constexpr std::size_t max_tasks = 32;

HubTables without_shares(HubTables tables) {
    for (HubTable& table : tables.tables) {
        table.shares = {};
        table.trust = {};
    }
    return tables;
}

}  // namespace

HubHerder::HubHerder(HubTables tables, HubHerderOptions options)
    : options_{options},
      slices_{impl::HubSlices{tables, options.max_steps, options.zero_start}},
      first_values_{first_values(tables, options.seed)},
      frame_{without_shares(std::move(tables))},
      schedule_{frame_.zone_counts} {
    find_parts();
}

void HubHerder::find_parts() {
    std::vector<bool> is_used(frame_.levels.size());
    for (const HubTable& table : frame_.tables) is_used[table.level] = true;
    const std::vector<std::uint32_t> roots = tied_zones(frame_, is_used);
    std::vector<std::uint32_t> numbers(roots.size());
    for (std::uint32_t zone = 0; zone < roots.size(); ++zone) {
        if (roots[zone] == zone) numbers[zone] = static_cast<std::uint32_t>(part_count_++);
        part_of_.push_back(numbers[roots[zone]]);
    }
}

// False, and nothing has changed, if the row would be in a forbidden cell.
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

// Where the rows of each part begin if they are put part after part, and their number at the end.
std::vector<std::size_t> HubHerder::first_of_parts(std::span<const std::uint32_t> zones) const {
    std::vector<std::size_t> first(part_count_ + 1);
    for (const std::uint32_t zone : zones) ++first[part_of_[zone] + 1];
    std::partial_sum(first.begin(), first.end(), first.begin());
    return first;
}

// The rows part after part, in their order within one: what a part needs stays at hand.
std::vector<std::uint32_t> HubHerder::in_parts(std::span<const std::uint32_t> zones,
                                               std::vector<std::size_t> next) const {
    std::vector<std::uint32_t> order(zones.size());
    for (std::uint32_t r = 0; r < zones.size(); ++r) order[next[part_of_[zones[r]]]++] = r;
    return order;
}

bool HubHerder::generate(std::size_t row_count, std::vector<std::uint32_t>& cells, ThreadPool* pool) {
    const std::size_t width = frame_.value_counts.size();
    const std::size_t start = cells.size();
    std::vector<std::uint32_t> zones(row_count);
    for (std::uint32_t& zone : zones) zone = schedule_.next();
    cells.resize(start + row_count * width);
    const std::vector<std::size_t> first = first_of_parts(zones);
    const std::vector<std::uint32_t> order = in_parts(zones, first);
    const std::size_t tasks = pool == nullptr ? 1 : std::min(max_tasks, part_count_);
    std::vector<Counts> counts(tasks);
    for_each_index(pool, tasks, [&](std::size_t task) {
        impl::SliceSearch search{frame_, options_.seed};
        CategoryRow row(width);
        const std::size_t last = first[part_count_ * (task + 1) / tasks];
        for (std::size_t k = first[part_count_ * task / tasks]; k < last && !counts[task].failed; ++k) {
            counts[task].failed = !make_row(search, zones[order[k]], {}, row, counts[task]);
            std::copy(row.begin(), row.end(),
                      cells.begin() + static_cast<std::ptrdiff_t>(start + order[k] * width));
        }
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
