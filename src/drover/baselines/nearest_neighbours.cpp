#include <string>

#include <drover/baselines/classifier.hpp>
#include <drover/baselines/nearest_neighbours.hpp>

namespace drover::baselines {
namespace {

constexpr const char* nearest_neighbours_name = "NearestNeighbours";

// Everything closer than `distance`, and the first `at_limit` of the rows at it.
struct Reach {
    std::uint32_t distance = 0;
    std::size_t at_limit = 0;
};

Reach reach(const std::vector<std::uint32_t>& distances, std::size_t neighbours, std::size_t width) {
    std::vector<std::size_t> counts(width + 1);
    for (const std::uint32_t distance : distances) ++counts[distance];
    Reach result{.distance = 0, .at_limit = neighbours};
    while (result.at_limit > counts[result.distance]) result.at_limit -= counts[result.distance++];
    return result;
}

}  // namespace

void check_neighbours(const char* who, const NearestNeighboursOptions& options) {
    check_input(options.neighbours > 0, [&] {
        return Problem{Fault::range, {.function = who}, "neighbours of at least 1", "0"};
    });
}

void check_enough_rows(const char* who, std::size_t row_count, const NearestNeighboursOptions& options) {
    check_input(row_count >= options.neighbours, [&] {
        return Problem{
            Fault::range,
            {.function = who},
            "at least as many rows as neighbours",
            std::to_string(row_count) + " rows for " + std::to_string(options.neighbours) + " neighbours"};
    });
}

NearestNeighbours::NearestNeighbours(NearestNeighboursOptions options) : options_{options} {
    check_neighbours(nearest_neighbours_name, options);
}

void NearestNeighbours::fit(const LabelledRows& data) {
    check_labelled_rows(nearest_neighbours_name, data);
    check_enough_rows(nearest_neighbours_name, data.rows.size(), options_);
    width_ = data.rows[0].size();
    labels_ = data.labels;
    rows_ = PackedRows{data.rows};
}

std::size_t NearestNeighbours::votes(const BitRow& row) const {
    check_width(nearest_neighbours_name, row, width_);
    if (labels_.empty()) return 0;
    const std::vector<std::uint32_t> far = rows_.distances(row);
    Reach left = reach(far, options_.neighbours, width_);
    std::size_t ones = 0;
    for (std::size_t r = 0; r < far.size(); ++r) {
        if (far[r] > left.distance || (far[r] == left.distance && left.at_limit == 0)) continue;
        if (far[r] == left.distance) --left.at_limit;
        if (labels_[r]) ++ones;
    }
    return ones;
}

}  // namespace drover::baselines
