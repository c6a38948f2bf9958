#include <algorithm>

#include <drover/core/number_text.hpp>
#include <drover/herd/maximize/elimination.hpp>
#include <drover/herd/maximize/max_product.hpp>

namespace drover {

MaxProduct::MaxProduct(const MarginalTables& f, const RowLimits& limits, std::size_t max_cells) {
    std::optional<MaxProduct> made = if_possible(f, limits, max_cells);
    check_input(made.has_value(), [] {
        return Problem{
            Fault::missing, {.function = "MaxProduct"}, "at least one row without a forbidden cell", "none"};
    });
    *this = std::move(*made);
}

std::optional<MaxProduct> MaxProduct::if_possible(const MarginalTables& f, const RowLimits& limits,
                                                  std::size_t max_cells) {
    check_row_limits("MaxProduct", f, limits);
    const EliminationOrder order = elimination_order(f, limits, static_cast<double>(max_cells));
    check_input(order.cells <= static_cast<double>(max_cells), [&] {
        return Problem{Fault::range,
                       {.function = "MaxProduct"},
                       "cliques of at most " + std::to_string(max_cells) + " cells together",
                       "at least " + shortest(order.cells)};
    });
    MaxProduct made;
    made.feature_count_ = f.feature_count();
    made.choices_.resize(f.feature_count());
    for (std::size_t a = 0; a < limits.forbidden.size(); ++a) {
        if (limits.forbidden[a]) made.choices_[a] = impossible;
    }
    made.fixed_ = limits.fixed;
    made.fixed_.resize(f.column_count(), free_value);
    std::vector<Block> blocks;
    for (std::size_t table = 0; table < f.table_count(); ++table)
        blocks.push_back(made.table_block(f, table));
    for (const EliminationStep& step : order.steps) made.add_step(f, step.column, step.others, blocks);
    if (!made.is_possible(blocks)) return {};
    return made;
}

// The part of a table that holds the fixed values.
MaxProduct::Block MaxProduct::table_block(const MarginalTables& f, std::size_t table) const {
    Block block{.first = f.first_feature(table)};
    for (const std::size_t column : f.table_columns(table)) {
        if (fixed_[column] == free_value) {
            block.columns.push_back(column);
            block.strides.push_back(f.stride(table, column));
        } else {
            block.first += fixed_[column] * f.stride(table, column);
        }
    }
    return block;
}

// Moves the blocks with the column into the step, and adds the one that it produces.
void MaxProduct::add_step(const MarginalTables& f, std::size_t column, const std::vector<std::size_t>& others,
                          std::vector<Block>& blocks) {
    Step step{.column = column, .value_count = static_cast<std::uint32_t>(f.value_count(column))};
    step.left = {.first = choices_.size(), .columns = others, .strides = others};
    for (std::size_t j = others.size(); j-- > 0;) {
        step.left.strides[j] = step.left_cells;
        step.left_cells *= f.value_count(others[j]);
    }
    for (const std::size_t other : others) step.sizes.push_back(f.value_count(other));
    const auto used = std::stable_partition(blocks.begin(), blocks.end(),
                                            [&](const Block& block) { return block.stride(column) == 0; });
    for (auto block = used; block != blocks.end(); ++block) {
        Factor factor{.first = block->first, .stride = block->stride(column)};
        for (const std::size_t other : others) factor.other_strides.push_back(block->stride(other));
        step.factors.push_back(std::move(factor));
    }
    blocks.erase(used, blocks.end());
    blocks.push_back(step.left);
    choices_.resize(choices_.size() + step.left_cells);
    places_.resize(std::max(places_.size(), step.factors.size()));
    digits_.resize(std::max(digits_.size(), others.size()));
    steps_.push_back(std::move(step));
}

// The blocks that no step has used hold one cell each.
bool MaxProduct::is_possible(const std::vector<Block>& blocks) {
    eliminate_all(NoWeights{});
    return std::none_of(blocks.begin(), blocks.end(),
                        [&](const Block& block) { return choices_[block.first] == impossible; });
}

std::size_t MaxProduct::Block::stride(std::size_t column) const {
    const auto found = std::find(columns.begin(), columns.end(), column);
    return found == columns.end() ? 0 : strides[static_cast<std::size_t>(found - columns.begin())];
}

void MaxProduct::place_first(const Step& step) {
    for (std::size_t k = 0; k < step.factors.size(); ++k) places_[k] = step.factors[k].first;
    std::fill(digits_.begin(), digits_.end(), std::size_t{0});
}

// To the next joint value of the others, the last one fastest.
void MaxProduct::place_next(const Step& step) {
    for (std::size_t j = step.sizes.size(); j-- > 0;) {
        const bool wraps = ++digits_[j] == step.sizes[j];
        if (wraps) digits_[j] = 0;
        for (std::size_t k = 0; k < step.factors.size(); ++k) {
            const std::size_t stride = step.factors[k].other_strides[j];
            places_[k] = wraps ? places_[k] - (step.sizes[j] - 1) * stride : places_[k] + stride;
        }
        if (!wraps) return;
    }
}

void MaxProduct::decide(CategoryRow& row) const {
    row = fixed_;
    for (std::size_t k = steps_.size(); k-- > 0;) {
        const Block& left = steps_[k].left;
        std::size_t cell = left.first;
        for (std::size_t j = 0; j < left.columns.size(); ++j) cell += row[left.columns[j]] * left.strides[j];
        row[steps_[k].column] = choices_[cell];
    }
}

}  // namespace drover
