#include <drover/herd/maximize/category_ascent.hpp>

namespace drover {
namespace {

// Moves a column to those that already have values.
void settle(BuildOrder& order, std::size_t column, std::uint32_t value) {
    const auto free = order.columns.begin() + static_cast<std::ptrdiff_t>(order.first_free);
    std::iter_swap(free, std::find(free, order.columns.end(), column));
    order.values[column] = value;
    ++order.first_free;
}

// Below `limit`.
std::size_t draw(SplitMix& random, std::size_t limit) {
    return static_cast<std::size_t>(random.below(limit));
}

void settle_block(const CategoryAscentOptions& options, SplitMix& random, BuildOrder& order) {
    const ColumnBlock& block = options.blocks[draw(random, options.blocks.size())];
    const auto combination = block.combination(draw(random, block.combination_count()));
    const bool is_free = std::all_of(block.columns.begin(), block.columns.end(),
                                     [&](std::size_t column) { return options.limits.is_free(column); });
    for (std::size_t k = 0; is_free && k < combination.size(); ++k)
        settle(order, block.columns[k], combination[k]);
}

}  // namespace

void draw_order(const CategoryAscentOptions& options, SplitMix& random, BuildOrder& order) {
    order.first_free = 0;
    order.values.resize(order.columns.size());
    std::iota(order.columns.begin(), order.columns.end(), std::size_t{0});
    for (std::size_t i = 0; i < order.columns.size(); ++i) {
        if (!options.limits.is_free(i)) settle(order, i, options.limits.fixed[i]);
    }
    if (!options.blocks.empty()) settle_block(options, random, order);
    for (std::size_t k = order.columns.size(); k-- > order.first_free + 1;) {
        const std::size_t other = order.first_free + draw(random, k + 1 - order.first_free);
        std::swap(order.columns[k], order.columns[other]);
    }
}

}  // namespace drover
