#include <algorithm>
#include <numeric>

#include <drover/core/check.hpp>
#include <drover/synth/impl/state_check.hpp>

namespace drover::synth::impl {
namespace {

constexpr std::int64_t most_start_hits = 1000;  // that a cell is taken to have had at the start

void check_size(const char* what, std::size_t got, std::size_t expected) {
    check_input(got == expected, [&] {
        return Problem{Fault::range,
                       {.key = what},
                       std::to_string(expected) + " of these tables and options",
                       std::to_string(got)};
    });
}

void check_number(const char* what, std::int64_t got, std::int64_t lowest, std::int64_t highest) {
    check_input(got >= lowest && got <= highest, [&] {
        return Problem{Fault::range,
                       {.key = what},
                       std::to_string(lowest) + " to " + std::to_string(highest),
                       std::to_string(got)};
    });
}

void check_numbers(const char* what, std::span<const std::int64_t> got, std::int64_t highest) {
    for (const std::int64_t number : got) check_number(what, number, 0, highest);
}

// A row is in one cell of a table at most.
void check_hits(const char* what, const std::vector<std::int64_t>& hits, const MarginalTables& features,
                std::int64_t row_count) {
    check_size(what, hits.size(), features.feature_count());
    check_numbers(what, hits, row_count);
    for (std::size_t k = 0; k < features.table_count(); ++k) {
        const auto first = hits.begin() + static_cast<std::ptrdiff_t>(features.first_feature(k));
        const auto last = hits.begin() + static_cast<std::ptrdiff_t>(features.first_feature(k + 1));
        const Int128 sum = std::accumulate(first, last, Int128{0});
        check_input(sum <= row_count, [&] {
            return Problem{Fault::range,
                           {.key = what},
                           "at most " + std::to_string(row_count) + " in a table",
                           to_string(sum)};
        });
    }
}

}  // namespace

void check_rows_state(const State& state, const StateLimits& limits) {
    std::visit(
        [&](const auto& engine) {
            check_number("steps", engine.steps, 0, limits.max_steps);
            check_number("positive_margins", engine.positive_margins, 0, engine.steps);
            const std::int64_t most = std::max<std::int64_t>(0, engine.steps - limits.burn_in);
            check_number("rows", state.row_count, limits.gives_all ? most : 0, most);
        },
        state.engine);
    if (limits.counts_rows) {
        check_hits("hits", state.hits, limits.features, state.row_count);
    } else {
        check_size("hits", state.hits.size(), 0);
    }
}

const TableState& checked_state(const EngineState& state, const MarginalTables& features) {
    const auto* const table = std::get_if<TableState>(&state);
    if (table == nullptr) check_size("run: row", 0, features.column_count());
    const MarginalState& herder = table->herder;
    check_number("run: t", herder.t, table->steps, table->steps);
    check_size("run: row", herder.row.size(), features.column_count());
    for (std::size_t column = 0; column < features.column_count(); ++column)
        check_number("run: row", herder.row[column], 0,
                     static_cast<std::int64_t>(features.value_count(column)) - 1);
    check_hits("run: hits", herder.hits, features, table->steps);
    return *table;
}

const ZoneState& checked_state(const EngineState& state, std::size_t zone_count, std::size_t cell_count) {
    if (const auto* const table = std::get_if<TableState>(&state))
        check_size("run: row", table->herder.row.size(), 0);
    const ZoneState& zones = std::get<ZoneState>(state);
    check_size("run: hits", zones.hits.size(), zone_count + cell_count);
    const std::span rows = std::span{zones.hits}.first(zone_count);
    check_numbers("run: rows of zones", rows, zones.steps);
    const Int128 sum = std::accumulate(rows.begin(), rows.end(), Int128{0});
    check_input(sum == zones.steps, [&] {
        return Problem{Fault::range,
                       {.key = "run: rows of zones"},
                       std::to_string(zones.steps) + " in all",
                       to_string(sum)};
    });
    check_numbers("run: hits", std::span{zones.hits}.subspan(zone_count), zones.steps + most_start_hits);
    return zones;
}

}  // namespace drover::synth::impl
