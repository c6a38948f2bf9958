#include <bit>

#include <drover/learn/classifier.hpp>
#include <drover/learn/nearest_neighbours.hpp>

namespace drover {
namespace {

constexpr const char* who = "NearestNeighbours";

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

NearestNeighbours::NearestNeighbours(NearestNeighboursOptions options) : options_{options} {
    check_input(options.neighbours > 0,
                [] { return std::string{"NearestNeighbours: expected neighbours of at least 1, got 0"}; });
}

void NearestNeighbours::fit(const LabelledRows& data) {
    check_labelled_rows(who, data);
    const std::size_t rows = data.rows.size();
    check_input(rows >= options_.neighbours, [&] {
        return std::string{who} + ": expected at least as many rows as neighbours, got " +
               std::to_string(rows) + " rows for " + std::to_string(options_.neighbours) + " neighbours";
    });
    width_ = data.rows[0].size();
    labels_ = data.labels;
    words_.assign(rows * data.rows[0].words().size(), 0);
    for (std::size_t r = 0; r < rows; ++r) {
        const auto words = data.rows[r].words();
        for (std::size_t k = 0; k < words.size(); ++k) words_[k * rows + r] = words[k];
    }
}

std::vector<std::uint32_t> NearestNeighbours::distances(const BitRow& row) const {
    std::vector<std::uint32_t> result(labels_.size());
    const std::uint64_t* column = words_.data();
    for (const std::uint64_t word : row.words()) {
        for (std::size_t r = 0; r < result.size(); ++r)
            result[r] += static_cast<std::uint32_t>(std::popcount(column[r] ^ word));
        column += result.size();
    }
    return result;
}

std::size_t NearestNeighbours::votes(const BitRow& row) const {
    check_width(who, row, width_);
    if (labels_.empty()) return 0;
    const std::vector<std::uint32_t> far = distances(row);
    Reach left = reach(far, options_.neighbours, width_);
    std::size_t ones = 0;
    for (std::size_t r = 0; r < far.size(); ++r) {
        if (far[r] > left.distance || (far[r] == left.distance && left.at_limit == 0)) continue;
        if (far[r] == left.distance) --left.at_limit;
        if (labels_[r]) ++ones;
    }
    return ones;
}

}  // namespace drover
