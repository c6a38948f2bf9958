#include <cstdlib>
#include <string>

#include <drover/baselines/manhattan_neighbour.hpp>
#include <drover/core/check.hpp>

namespace drover::baselines {

void ManhattanNeighbour::fit(MatrixView<const std::uint8_t> rows, std::vector<std::size_t> labels) {
    check_input(rows.row_count() > 0 && rows.row_count() == labels.size(), [&] {
        return Problem{
            Fault::range,
            {.function = "ManhattanNeighbour"},
            "a label for each row",
            std::to_string(rows.row_count()) + " rows and " + std::to_string(labels.size()) + " labels"};
    });
    width_ = rows.column_count();
    labels_ = std::move(labels);
    values_.clear();
    for (std::size_t i = 0; i < rows.row_count(); ++i)
        values_.insert(values_.end(), rows.row(i).begin(), rows.row(i).end());
}

std::size_t ManhattanNeighbour::predict(std::span<const std::uint8_t> row) const {
    check_input(row.size() == width_ && !labels_.empty(), [&] {
        return Problem{Fault::range,
                       {.function = "ManhattanNeighbour"},
                       std::to_string(width_) + " columns as fitted to",
                       std::to_string(row.size())};
    });
    std::int64_t nearest = INT64_MAX;
    std::size_t label = 0;
    for (std::size_t i = 0; i < labels_.size(); ++i) {
        const std::uint8_t* other = values_.data() + i * width_;
        std::int64_t distance = 0;
        for (std::size_t j = 0; j < width_; ++j) distance += std::abs(int{row[j]} - int{other[j]});
        if (distance >= nearest) continue;
        nearest = distance;
        label = labels_[i];
    }
    return label;
}

}  // namespace drover::baselines
