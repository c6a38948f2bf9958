#include <cassert>
#include <numeric>
#include <utility>

#include <drover/core/check.hpp>
#include <drover/data/split.hpp>

namespace drover {

Split random_split(std::size_t row_count, std::size_t train_count, const CounterRandom& random) {
    check_input(train_count <= row_count, [&] {
        return Problem{Fault::range,
                       {.function = "random_split"},
                       "at most " + std::to_string(row_count) + " training rows, the number of all rows",
                       std::to_string(train_count)};
    });
    std::vector<std::size_t> order(row_count);
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (std::size_t i = row_count; i-- > 1;)
        std::swap(order[i], order[static_cast<std::size_t>(random.below(i, i + 1))]);
    const auto border = order.begin() + static_cast<std::ptrdiff_t>(train_count);
    return {.train = {order.begin(), border}, .test = {border, order.end()}};
}

std::vector<BitRow> rows_at(std::span<const BitRow> rows, std::span<const std::size_t> chosen) {
    std::vector<BitRow> picked;
    picked.reserve(chosen.size());
    for (const std::size_t row : chosen) {
        assert(row < rows.size());
        picked.push_back(rows[row]);
    }
    return picked;
}

}  // namespace drover
