#include <algorithm>
#include <cmath>
#include <limits>

#include <drover/herd/block_move_detail.hpp>
#include <drover/herd/fused_tables_detail.hpp>

namespace drover {
namespace detail {
namespace {

// The most that the tables of one column can pull together: |field| <= this * max |w / trust|.
Int128 column_trust(const MarginalTables& tables, const MarginalTargets& targets) {
    std::vector<Int128> sums(tables.column_count());
    for (std::size_t table = 0; table < tables.table_count(); ++table) {
        std::int64_t most = 1;
        for (std::size_t cell = tables.first_feature(table); cell < tables.first_feature(table + 1); ++cell)
            most = std::max(most, targets.trust_of(cell));
        for (const std::size_t column : tables.table_columns(table)) sums[column] += most;
    }
    return *std::max_element(sums.begin(), sums.end());
}

std::int64_t largest_count(const Moments& moments) {
    std::int64_t largest = moments.total;
    for (const std::int64_t count : moments.counts) largest = std::max(largest, std::abs(count));
    return largest;
}

// Bans without a banned cell are none.
std::vector<bool> real_bans(std::vector<bool> forbidden) {
    const bool is_one = std::find(forbidden.begin(), forbidden.end(), true) != forbidden.end();
    return is_one ? std::move(forbidden) : std::vector<bool>{};
}

MarginalTargets checked(const MarginalTables& tables, MarginalTargets targets, SearchStart start) {
    check_input(start != SearchStart::given,
                [] { return std::string{"MarginalHerder: expected fresh or previous starts"}; });
    const auto check_size = [&](const char* what, std::size_t size) {
        check_input(size == tables.feature_count(), [&] {
            return std::string{"MarginalHerder: "} + what + " (" + std::to_string(size) + ") and cells (" +
                   std::to_string(tables.feature_count()) + ") must have the same size";
        });
    };
    check_size("moments", targets.moments.counts.size());
    if (!targets.forbidden.empty()) check_size("forbidden", targets.forbidden.size());
    if (!targets.trust.empty()) check_size("trust", targets.trust.size());
    check_input(
        std::none_of(targets.trust.begin(), targets.trust.end(), [](std::int32_t m) { return m < 0; }),
        [] { return std::string{"MarginalHerder: expected a trust of at least 0"}; });
    targets.forbidden = real_bans(std::move(targets.forbidden));
    return targets;
}

}  // namespace

FusedTables::FusedTables(MarginalTables tables, Moments moments, CategoryAscentOptions search,
                         MarginalHerderOptions options)
    : tables_{std::move(tables)},
      targets_{checked(tables_,
                       {std::move(moments), std::move(options.trust), std::move(search.forbidden),
                        options.zero_start, std::holds_alternative<MomentStart>(options.start) ? 1 : 0},
                       search.start)},
      search_{std::move(search)},
      retries_{options.retries},
      column_trust_{column_trust(tables_, targets_)},
      is_binary_{!options.exact && holds_binary()},
      present_(tables_.column_count()),
      order_{.columns = std::vector<std::size_t>(tables_.column_count())},
      higher_{tables_, targets_.start_time} {
    const Int128 fastest = column_trust_ * largest_count(targets_.moments);
    check_input(options.zero_start >= 0 && options.zero_start <= 1000,
                [] { return std::string{"MarginalHerder: expected a zero_start from 0 to 1000"}; });
    check_step_limit(targets_.moments.counts.size(), tables_.feature_count(), options.max_steps,
                     std::floor(0x1p63 / static_cast<double>(fastest)) - 1 -
                         static_cast<double>(options.zero_start + targets_.start_time),
                     sizeof(std::int64_t));
    sums.total = targets_.moments.total;
    for (std::size_t cell = 0; cell < tables_.feature_count(); ++cell) {
        const auto count = static_cast<Int128>(targets_.moments.counts[cell]);
        sums.target_square += targets_.trust_of(cell) * count * count;
        norm_square_ += targets_.trust_of(cell) * start_error(cell) * start_error(cell);
    }
    sums.target_product = targets_.start_time * sums.target_square;
    first_lane_.push_back(0);
    for (std::size_t i = 0; i < tables_.column_count(); ++i)
        first_lane_.push_back(first_lane_.back() + tables_.value_count(i));
    if (!search_.dither.spreads.empty()) draws_.resize(first_lane_.back());
    if (options.exact) {
        exact_.emplace(tables_, RowLimits{targets_.forbidden, search_.fixed});
        for (std::size_t cell = 0; cell < tables_.feature_count(); ++cell)
            dense_.push_back(start_weight(cell));
    }
    const Int128 largest_sum = field_trust() * largest_count(targets_.moments);
    take_up(largest_sum < MarginalFields<std::uint32_t>::sum_limit(tables_, targets_),
            {.row = tables_.first_state()});
}

// All but bans, trust, dithers and blocks.
bool FusedTables::holds_binary() const {
    return BinaryFields<std::uint32_t>::hold(tables_, targets_) && search_.blocks.empty() &&
           search_.dither.spreads.empty();
}

template <class Fields>
void FusedTables::take_up(Fields fields, const Past& past) {
    if (past.t > 0) fields.restore(tables_, targets_, past.hits, past.t);
    put_row(fields, past.row);
    lanes = std::move(fields);
}

void FusedTables::take_up(bool is_narrow, const Past& past) {
    const auto in_lanes = [&]<class Lane>(Lane /*zero*/) {
        is_binary_ ? take_up(BinaryFields<Lane>{tables_, targets_}, past)
                   : take_up(MarginalFields<Lane>{tables_, targets_}, past);
    };
    is_narrow ? in_lanes(std::uint32_t{0}) : in_lanes(std::uint64_t{0});
}

// t * count - total * hits at t = 0.
Int128 FusedTables::start_error(std::size_t cell) const {
    return static_cast<Int128>(targets_.start_time) * targets_.moments.counts[cell] -
           static_cast<Int128>(targets_.moments.total) * targets_.start_hits(cell);
}

// |field| <= sqrt(field_trust) * ||w||, and the hits must fit their lanes.
bool FusedTables::fits_narrow(std::int64_t t) const {
    constexpr Int128 limit = Int128{1} << 31;
    return field_trust() * norm_square_ < limit * limit && field_trust() * (t + 1) < 2 * limit;
}

void FusedTables::widen(const CategoryRow& row, std::int64_t t) {
    const std::vector<std::int64_t> all_hits = hits();
    take_up(false, {row, all_hits, t});
}

template <class Fields>
void FusedTables::put_row(Fields& fields, const CategoryRow& row) {
    fields.clear();
    for (std::size_t i = 0; i < row.size(); ++i) fields.place(i, row[i]);
    std::fill(draws_.begin(), draws_.end(), 0U);
    std::fill(present_.begin(), present_.end(), true);
}

template <class Fields>
Int128 FusedTables::ascend(Fields& fields, CategoryRow& row) {
    exact_ ? search_exactly(fields, row) : search(fields, row, search_.start);
    Int128 reached = score(fields, row);
    if (!exact_ && retries_ > 0 && sums.margin(reached) > 0) reached = try_again(fields, row, reached);
    broken_rows_ += row_is_clean_ ? 0 : 1;
    return reached;
}

// Further starts while the margin is positive; the best row found counts, the first of equals.
template <class Fields>
Int128 FusedTables::try_again(Fields& fields, CategoryRow& row, Int128 highest) {
    CategoryRow best = row;
    bool best_is_clean = row_is_clean_;
    for (std::size_t retry = 0; retry < retries_ && sums.margin(highest) > 0; ++retry) {
        search(fields, row, SearchStart::fresh);
        const Int128 reached = score(fields, row);
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
    } else if (!search_.fixed.empty()) {
        put_fixed(fields, row);
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

// The previous row with the fixed values; a fresh one, without dither, if that breaks a ban.
template <class Fields>
void FusedTables::put_fixed(Fields& fields, CategoryRow& row) {
    for (std::size_t i = 0; i < row.size(); ++i) {
        if (!is_fixed(i) || row[i] == search_.fixed[i]) continue;
        fields.change(i, row[i], search_.fixed[i]);
        row[i] = search_.fixed[i];
    }
    if (targets_.forbidden.empty()) return;
    bool broken = !higher_.empty() && higher_.sum(tables_, targets_, row).banned;
    for (std::size_t i = 0; i < row.size(); ++i) broken = broken || !fields.allows(i, row[i]);
    if (!broken) return;
    build(fields, row);
    put_row(fields, row);
}

bool FusedTables::fix(CategoryRow values) {
    if (exact_) {
        std::optional<MaxProduct> exact = MaxProduct::if_possible(tables_, {targets_.forbidden, values});
        if (!exact) return false;
        exact_ = std::move(exact);
    }
    search_.fixed = std::move(values);
    return true;
}

template <class Fields>
void FusedTables::search_exactly(Fields& fields, CategoryRow& row) {
    if (draws_.empty()) {
        exact_->maximize(tables_, WeightSpan<std::int64_t>{dense_}, row);
    } else {
        exact_->maximize(tables_, WeightSpan<std::int64_t>{dithered_weights()}, row);
    }
    put_row(fields, row);
}

// A dither goes to the first table of its column.
const std::vector<std::int64_t>& FusedTables::dithered_weights() {
    SplitMix random{CounterRandom{search_.seed, starts_++}.bits(0)};
    draw_dither(tables_, search_.dither, random, draws_);
    dithered_ = dense_;
    for (std::size_t i = 0; i < tables_.column_count(); ++i) {
        if (search_.dither.spreads[i] == 0 || tables_.tables_of(i).empty()) continue;
        const std::size_t table = tables_.tables_of(i).front();
        for (std::size_t cell = tables_.first_feature(table); cell < tables_.first_feature(table + 1);
             ++cell) {
            const std::size_t value =
                (cell - tables_.first_feature(table)) / tables_.stride(table, i) % tables_.value_count(i);
            dithered_[cell] -= targets_.moments.total * draws_[first_lane_[i] + value];
        }
    }
    return dithered_;
}

// The weights of the next step, all of them: an exact search looks at each anyway.
void FusedTables::move_dense(const CategoryRow& row) {
    for (std::size_t cell = 0; cell < dense_.size(); ++cell)
        dense_[cell] += targets_.trust_of(cell) * targets_.moments.counts[cell];
    tables_.visit(row, [&](std::size_t cell, std::int64_t /*one*/) {
        dense_[cell] -= targets_.trust_of(cell) * targets_.moments.total;
    });
}

// The column changed last, or their number. Nothing can change from the one changed last in the sweep before,
// `settled`, on if nothing changed up to it.
template <class Fields>
std::size_t FusedTables::sweep(Fields& fields, CategoryRow& row, std::size_t settled) {
    const std::size_t n = row.size();
    std::size_t last = n;
    for (std::size_t i = fields.next_unsettled(0); i < (last == n ? settled : n);
         i = fields.next_unsettled(i + 1)) {
        if (is_fixed(i)) continue;
        const std::uint32_t best = better_value(fields, row, i);
        if (best == row[i]) continue;
        fields.change(i, row[i], best);
        row[i] = best;
        last = i;
    }
    return last;
}

// Of a column that next_unsettled named: of two values that is the other one.
template <class Fields>
std::uint32_t FusedTables::better_value(const Fields& fields, CategoryRow& row, std::size_t column) {
    if constexpr (!Fields::has_cells)
        return 1 - row[column];
    else
        return best_value(fields, row, column, row[column]);
}

template <class Fields>
std::uint32_t FusedTables::best_value(const Fields& fields, CategoryRow& row, std::size_t column,
                                      std::uint32_t now) {
    if (!higher_.hold(column)) return fields.best_value(column, now);
    const auto count = static_cast<std::uint32_t>(tables_.value_count(column));
    scratch_fields_.resize(count);
    scratch_bans_.resize(count);
    for (std::uint32_t v = 0; v < count; ++v) {
        scratch_fields_[v] = fields.field(column, v);
        scratch_bans_[v] = fields.ban_count(column, v) > 0;
    }
    higher_.add_fields(tables_, targets_, row, column, present_, scratch_fields_, scratch_bans_);
    std::uint32_t best = now;
    for (std::uint32_t v = 0; v < count; ++v) {
        if (!scratch_bans_[v] && (best == count || scratch_fields_[v] > scratch_fields_[best])) best = v;
    }
    return best;
}

template <class Fields>
bool FusedTables::move_block(Fields& fields, CategoryRow& row) {
    for (const ColumnBlock& block : search_.blocks) {
        const detail::BlockScores<Fields> scores{fields, tables_, block, row};
        CategoryRow trial = row;
        const auto score_of = [&](std::span<const std::uint32_t> values) {
            auto score = scores.of(values);
            for (std::size_t c = 0; c < values.size(); ++c) {
                const std::size_t column = block.columns[c];
                if (is_fixed(column) && values[c] != search_.fixed[column]) score.banned = true;
                trial[column] = values[c];
            }
            if (higher_.empty() || score.banned) return score;
            const HigherTables::RowSum sum = higher_.sum(tables_, targets_, trial);
            return decltype(score){score.weight + sum.weight, sum.banned};
        };
        std::vector<std::uint32_t> best;
        for (const std::size_t column : block.columns) best.push_back(row[column]);
        const std::vector<std::uint32_t> before = best;
        std::int64_t highest =
            scores.of(best).weight + (higher_.empty() ? 0 : higher_.sum(tables_, targets_, row).weight);
        for (std::size_t k = 0; k < block.combination_count(); ++k) {
            const auto score = score_of(block.combination(k));
            if (score.banned || score.weight <= highest) continue;
            highest = score.weight;
            best.assign(block.combination(k).begin(), block.combination(k).end());
        }
        if (best == before) continue;
        for (std::size_t c = 0; c < best.size(); ++c) {
            if (best[c] == before[c]) continue;
            fields.change(block.columns[c], before[c], best[c]);
            row[block.columns[c]] = best[c];
        }
        return true;
    }
    return false;
}

template <class Fields>
void FusedTables::build(Fields& fields, CategoryRow& row) {
    row_is_clean_ = false;
    for (std::size_t start = 0; start < search_.max_starts && !row_is_clean_; ++start) {
        row_is_clean_ = try_build(fields, row, SplitMix{CounterRandom{search_.seed, starts_++}.bits(0)});
    }
}

template <class Fields>
std::uint32_t FusedTables::best_start(Fields& fields, CategoryRow& row, std::size_t column) {
    if constexpr (Fields::has_cells) {
        if (higher_.hold(column)) {
            fields.settle();
            return best_value(fields, row, column, static_cast<std::uint32_t>(tables_.value_count(column)));
        }
    }
    return fields.best_start(column);
}

// The start of CategoryAscent: the same order, the same choices.
template <class Fields>
bool FusedTables::try_build(Fields& fields, CategoryRow& row, SplitMix random) {
    draw_order(search_, random, order_);
    fields.clear();
    if constexpr (Fields::has_cells) {
        if (!draws_.empty()) {
            draw_dither(tables_, search_.dither, random, draws_);
            fields.add_hits(draws_);
        }
    }
    if (!higher_.empty()) std::fill(present_.begin(), present_.end(), false);
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
            value = best_start(fields, row, column);
            clean = clean && value < count;
        }
        row[column] = value < count ? value : 0;
        present_[column] = true;
        fields.place_later(column, row[column]);
    }
    fields.settle();
    return clean &&
           (higher_.empty() || targets_.forbidden.empty() || !higher_.sum(tables_, targets_, row).banned);
}

template <class Fields>
Int128 FusedTables::score(Fields& fields, const CategoryRow& row) const {
    const Int128 score = (fields.twice_weight(row) + drawn_hits(row) * targets_.moments.total) / 2;
    return higher_.empty() ? score : score + higher_.sum(tables_, targets_, row).weight;
}

// What the dither took off the fields of the row, in hits.
Int128 FusedTables::drawn_hits(const CategoryRow& row) const {
    if (draws_.empty()) return 0;
    Int128 sum = 0;
    for (std::size_t i = 0; i < row.size(); ++i) sum += draws_[first_lane_[i] + row[i]];
    return sum;
}

// ||w + v||^2 = ||w||^2 + 2 <w, v> + ||v||^2 with v = target - total * phi(row).
template <class Fields>
Int128 FusedTables::hit(Fields& fields, const CategoryRow& row, Int128 margin) {
    Int128 targets = fields.twice_target(row) / 2;
    Int128 trust = fields.row_trust(row);
    if (!higher_.empty()) {
        const HigherTables::RowSum sum = higher_.sum(tables_, targets_, row);
        targets += sum.targets;
        trust += sum.trust;
        higher_.hit(tables_, row);
    }
    if (sizeof(typename Fields::LaneType) == sizeof(std::uint32_t)) {
        const auto total = static_cast<Int128>(sums.total);
        norm_square_ += 2 * margin + sums.target_square - 2 * total * targets + total * total * trust;
    }
    fields.hit(row);
    if (exact_) move_dense(row);
    return targets;
}

template <class Fields>
std::int64_t FusedTables::weight(const Fields& fields, std::size_t a, std::int64_t t) const {
    std::size_t table = 0;
    for (std::size_t end = tables_.table_count(); end - table > 1;) {
        const std::size_t middle = table + (end - table) / 2;
        (tables_.first_feature(middle) <= a ? table : end) = middle;
    }
    return start_weight(a) + targets_.trust_of(a) * (t * targets_.moments.counts[a] -
                                                     targets_.moments.total * hits_of(fields, table, a));
}

template <class Fields>
std::int64_t FusedTables::hits_of(const Fields& fields, std::size_t table, std::size_t cell) const {
    const auto columns = tables_.table_columns(table);
    if (columns.size() > 2) return targets_.trust_of(cell) == 0 ? 0 : higher_.hits(cell);
    const auto k = static_cast<std::uint32_t>(cell - tables_.first_feature(table));
    if (columns.size() == 1) return fields.single_hits(columns[0], k);
    const auto width = static_cast<std::uint32_t>(tables_.value_count(columns[1]));
    return fields.pair_hits(columns[0], k / width, columns[1], k % width);
}

std::vector<std::int64_t> FusedTables::hits() const {
    std::vector<std::int64_t> all(tables_.feature_count());
    std::visit(
        [&](const auto& fields) {
            for (std::size_t table = 0, cell = 0; table < tables_.table_count(); ++table) {
                for (; cell < tables_.first_feature(table + 1); ++cell)
                    all[cell] = hits_of(fields, table, cell);
            }
        },
        lanes);
    return all;
}

void FusedTables::restore(const MarginalState& state) {
    starts_ = state.starts;
    row_is_clean_ = true;
    sums.target_product = 0;
    norm_square_ = 0;
    const auto total = static_cast<Int128>(sums.total);
    for (std::size_t cell = 0; cell < state.hits.size(); ++cell) {
        const Int128 count = targets_.moments.counts[cell];
        const Int128 error = state.t * count - total * state.hits[cell] + start_error(cell);
        sums.target_product += targets_.trust_of(cell) * error * count;
        norm_square_ += targets_.trust_of(cell) * error * error;
        if (exact_) dense_[cell] = targets_.trust_of(cell) * static_cast<std::int64_t>(error);
    }
    higher_.restore(tables_, state.hits, targets_.start_time + state.t);
    take_up(lane_bits() == 32 && fits_narrow(state.t), {state.row, state.hits, state.t});
}

}  // namespace detail

// Tables and options are looked at once more after they went into the parts.
// NOLINTBEGIN(performance-unnecessary-value-param)
MarginalHerder::MarginalHerder(MarginalTables tables, Moments moments, CategoryAscentOptions search,
                               MarginalHerderOptions options)
    : FusedHerder{detail::FusedTables{tables, std::move(moments), std::move(search), options},
                  tables.first_state(), options.max_steps} {}
// NOLINTEND(performance-unnecessary-value-param)

std::int64_t MarginalHerder::broken_rows() const { return parts().broken_rows(); }
bool MarginalHerder::fix(CategoryRow values) { return parts().fix(std::move(values)); }
std::vector<std::int64_t> MarginalHerder::hits() const { return parts().hits(); }

MarginalState MarginalHerder::state() const {
    return {current().t, parts().starts(), current().state, hits()};
}

void MarginalHerder::restore(const MarginalState& state) {
    parts().restore(state);
    go_on(state.t, state.row);
}

template class FusedHerder<detail::FusedTables, MarginalTables>;

}  // namespace drover
