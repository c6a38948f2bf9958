#include <algorithm>
#include <string>

#include <drover/baselines/classifier.hpp>
#include <drover/baselines/column_neighbours.hpp>

namespace drover::baselines {
namespace {

constexpr const char* column_neighbours_name = "ColumnNeighbours";

// The rows by their distance; those at one distance in their order.
struct ByDistance {
    std::vector<std::size_t> rows;
    std::vector<std::size_t> begins;  // rows at distance d: begins[d] .. begins[d + 1]

    std::span<const std::size_t> at(std::size_t distance) const {
        if (distance + 1 >= begins.size()) return {};
        return std::span{rows}.subspan(begins[distance], begins[distance + 1] - begins[distance]);
    }
};

ByDistance by_distance(const std::vector<std::uint32_t>& distances, std::size_t width) {
    ByDistance result{.rows = std::vector<std::size_t>(distances.size()),
                      .begins = std::vector<std::size_t>(width + 2)};
    for (const std::uint32_t distance : distances) ++result.begins[distance + 1];
    for (std::size_t d = 0; d <= width; ++d) result.begins[d + 1] += result.begins[d];
    std::vector<std::size_t> next = result.begins;
    for (std::size_t r = 0; r < distances.size(); ++r) result.rows[next[distances[r]]++] = r;
    return result;
}

// Without a column, at distance d are the rows at d that agree in it and those at d + 1 that do not. Visits
// them in their order until visit says that it has enough.
template <class Agrees, class Visit>
bool visit_level(std::span<const std::size_t> same, std::span<const std::size_t> next, Agrees&& agrees,
                 Visit&& visit) {
    auto a = same.begin();
    auto b = next.begin();
    while (a != same.end() || b != next.end()) {
        const bool take_same = b == next.end() || (a != same.end() && *a < *b);
        const std::size_t row = take_same ? *a++ : *b++;
        if (agrees(row) == take_same && visit(row)) return true;
    }
    return false;
}

}  // namespace

ColumnNeighbours::ColumnNeighbours(NearestNeighboursOptions options) : options_{options} {
    check_neighbours(column_neighbours_name, options);
}

void ColumnNeighbours::fit(std::span<const BitRow> rows) {
    check_rows(column_neighbours_name, rows);
    check_enough_rows(column_neighbours_name, rows.size(), options_);
    width_ = rows[0].size();
    rows_ = PackedRows{rows};
}

std::vector<std::size_t> ColumnNeighbours::votes(const BitRow& row,
                                                 std::span<const std::size_t> columns) const {
    check_width(column_neighbours_name, row, width_);
    const ByDistance ordered = by_distance(rows_.distances(row), width_);
    std::vector<std::size_t> result;
    for (const std::size_t column : columns) {
        check_input(column < width_, [&] {
            return Problem{Fault::range,
                           {.function = column_neighbours_name},
                           "a column below " + std::to_string(width_),
                           std::to_string(column)};
        });
        std::size_t left = options_.neighbours;
        std::size_t ones = 0;
        const auto agrees = [&](std::size_t r) { return rows_.bit(r, column) == row[column]; };
        const auto count = [&](std::size_t r) {
            ones += rows_.bit(r, column) ? 1U : 0U;
            return --left == 0;
        };
        for (std::size_t d = 0; d <= width_; ++d) {
            if (visit_level(ordered.at(d), ordered.at(d + 1), agrees, count)) break;
        }
        result.push_back(ones);
    }
    return result;
}

std::vector<bool> ColumnNeighbours::predict(const BitRow& row, std::span<const std::size_t> columns) const {
    std::vector<bool> result;
    for (const std::size_t ones : votes(row, columns)) result.push_back(2 * ones > options_.neighbours);
    return result;
}

}  // namespace drover::baselines
