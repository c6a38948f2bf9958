#include <algorithm>

#include <drover/herd/impl/block_move.hpp>
#include <drover/herd/impl/fused_tables.hpp>

namespace drover::impl {

template <class Fields>
Int128 FusedTables::ascend(Fields& fields, CategoryRow& row) {
    exact_ ? search_exactly(fields, row) : search(fields, row, search_.start);
    Int128 reached = fields.twice_weight(row) / 2;
    if (!exact_ && retries_ > 0 && sums.margin(reached) > 0) reached = try_again(fields, row, reached);
    broken_rows_ += row_is_clean_ ? 0 : 1;
    return reached;
}

// Further starts while the margin is positive; the best row found wins, the first of equals.
template <class Fields>
Int128 FusedTables::try_again(Fields& fields, CategoryRow& row, Int128 highest) {
    CategoryRow best = row;
    bool best_is_clean = row_is_clean_;
    for (std::size_t retry = 0; retry < retries_ && sums.margin(highest) > 0; ++retry) {
        search(fields, row, SearchStart::fresh);
        const Int128 reached = fields.twice_weight(row) / 2;
        if (reached <= highest || (best_is_clean && !row_is_clean_)) continue;
        highest = reached;
        best = row;
        best_is_clean = row_is_clean_;
    }
    if (best != row) {
        row = best;
        put_row(fields, row);
    }
    row_is_clean_ = best_is_clean;
    return highest;
}

template <class Fields>
void FusedTables::search(Fields& fields, CategoryRow& row, SearchStart start) {
    if (start == SearchStart::fresh) {
        build(fields, row);
    } else {
        put_possible(fields, row);
    }
    const auto settle = [&] {
        std::size_t last = row.size();
        do last = sweep(fields, row, last);
        while (last < row.size());
    };
    settle();
    if constexpr (Fields::has_cells) {
        while (move_block(fields, row)) settle();
    }
}

// The previous row with the fixed values; a fresh one if that violates a ban.
template <class Fields>
void FusedTables::put_possible(Fields& fields, CategoryRow& row) {
    for (std::size_t i = 0; i < row.size(); ++i) {
        if (limits().is_free(i) || row[i] == limits().fixed[i]) continue;
        fields.change(i, row[i], limits().fixed[i]);
        row[i] = limits().fixed[i];
    }
    row_is_clean_ = true;
    if (limits().forbidden.empty()) return;
    bool broken = !fields.higher_allow(row);
    for (std::size_t i = 0; i < row.size(); ++i) broken = broken || !fields.allows(i, row[i]);
    if (broken) build(fields, row);
}

template <class Fields>
void FusedTables::search_exactly(Fields& fields, CategoryRow& row) {
    exact_->maximize(tables_, WeightSpan<std::int64_t>{dense_}, row);
    put_row(fields, row);
}

// The last column that changed, or the number of columns. If nothing changes before `settled`, the last
// change of the previous sweep, nothing can change after it.
template <class Fields>
std::size_t FusedTables::sweep(Fields& fields, CategoryRow& row, std::size_t settled) {
    const std::size_t n = row.size();
    std::size_t last = n;
    for (std::size_t i = fields.next_unsettled(0); i < (last == n ? settled : n);
         i = fields.next_unsettled(i + 1)) {
        if (!limits().is_free(i)) continue;
        const std::uint32_t best = better_value(fields, row, i);
        if (best == row[i]) continue;
        fields.change(i, row[i], best);
        row[i] = best;
        last = i;
    }
    return last;
}

// For a column that next_unsettled returned: with two values it is the other one.
template <class Fields>
std::uint32_t FusedTables::better_value(Fields& fields, const CategoryRow& row, std::size_t column) {
    if constexpr (!Fields::has_cells)
        return 1 - row[column];
    else
        return fields.best_value(column, row[column]);
}

// The first block that gains takes its best combination.
template <class Fields>
bool FusedTables::move_block(Fields& fields, CategoryRow& row) {
    for (const ColumnBlock& block : search_.blocks) {
        BlockScores<Fields> scores{fields, block, row};
        std::vector<std::uint32_t> before;
        for (const std::size_t column : block.columns) before.push_back(row[column]);
        std::span<const std::uint32_t> best = before;
        std::int64_t highest = scores.of(before).weight;
        for (std::size_t k = 0; k < block.combination_count(); ++k) {
            if (!keeps_fixed(block, block.combination(k))) continue;
            const auto score = scores.of(block.combination(k));
            if (score.banned || score.weight <= highest) continue;
            highest = score.weight;
            best = block.combination(k);
        }
        if (best.data() == before.data()) continue;
        for (std::size_t c = 0; c < best.size(); ++c) {
            if (best[c] == before[c]) continue;
            fields.change(block.columns[c], before[c], best[c]);
            row[block.columns[c]] = best[c];
        }
        return true;
    }
    return false;
}

bool FusedTables::keeps_fixed(const ColumnBlock& block, std::span<const std::uint32_t> values) const {
    for (std::size_t c = 0; !limits().fixed.empty() && c < values.size(); ++c) {
        const std::size_t column = block.columns[c];
        if (!limits().is_free(column) && values[c] != limits().fixed[column]) return false;
    }
    return true;
}

template <class Fields>
void FusedTables::build(Fields& fields, CategoryRow& row) {
    row_is_clean_ = false;
    for (std::size_t start = 0; start < search_.max_starts && !row_is_clean_; ++start) {
        row_is_clean_ = try_build(fields, row, SplitMix{CounterRandom{search_.seed, starts_++}.bits(0)});
    }
}

// The start of CategoryAscent: the same order, the same choices.
template <class Fields>
bool FusedTables::try_build(Fields& fields, CategoryRow& row, SplitMix random) {
    draw_order(search_, random, order_);
    fields.clear();
    std::fill(row.begin(), row.end(), 0U);
    bool clean = true;
    for (std::size_t k = 0; k < row.size(); ++k) {
        const std::size_t column = order_.columns[k];
        const auto count = static_cast<std::uint32_t>(tables_.value_count(column));
        std::uint32_t value = 0;
        if (k == 0 || k < order_.first_free) {
            fields.settle();
            value = k < order_.first_free ? order_.values[column]
                                          : static_cast<std::uint32_t>(random.below(count));
            clean = clean && value < count && fields.allows(column, value);
        } else {
            value = fields.best_start(column);
            clean = clean && value < count;
        }
        row[column] = value < count ? value : 0;
        fields.place_later(column, row[column]);
    }
    fields.settle();
    return clean && fields.higher_allow(row);
}

template Int128 FusedTables::ascend(MarginalFields<std::uint32_t>&, CategoryRow&);
template Int128 FusedTables::ascend(MarginalFields<std::uint64_t>&, CategoryRow&);
template Int128 FusedTables::ascend(BinaryFields<std::uint32_t>&, CategoryRow&);
template Int128 FusedTables::ascend(BinaryFields<std::uint64_t>&, CategoryRow&);

}  // namespace drover::impl
