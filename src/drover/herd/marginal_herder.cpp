#include <algorithm>
#include <cmath>
#include <limits>

#include <drover/herd/block_move_detail.hpp>
#include <drover/herd/marginal_herder.hpp>

namespace drover {
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
    return targets;
}

struct DenseView {
    using Value = std::int64_t;

    const std::vector<std::int64_t>& values;
    Value operator[](std::size_t a) const { return values[a]; }
};

}  // namespace

std::int64_t MarginalHerder::weight(std::size_t a) const {
    std::size_t table = 0;
    while (tables_.first_feature(table + 1) <= a) ++table;
    return targets_.trust_of(a) * (t_ * targets_.moments.counts[a] -
                                   targets_.moments.total * (hits(table, a) + targets_.start_hits(a)));
}

MarginalHerder::MarginalHerder(MarginalTables tables, Moments moments, CategoryAscentOptions search,
                               MarginalHerderOptions options)
    : tables_{std::move(tables)},
      targets_{checked(
          tables_,
          {std::move(moments), std::move(options.trust), std::move(search.forbidden), options.zero_start},
          search.start)},
      search_{std::move(search)},
      retries_{options.retries},
      max_steps_{options.max_steps},
      column_trust_{column_trust(tables_, targets_)},
      row_(tables_.column_count()),
      present_(tables_.column_count()),
      order_{.columns = std::vector<std::size_t>(tables_.column_count())},
      higher_{tables_} {
    const Int128 fastest = column_trust_ * largest_count(targets_.moments);
    check_input(options.zero_start >= 0 && options.zero_start <= 1000,
                [] { return std::string{"MarginalHerder: expected a zero_start from 0 to 1000"}; });
    check_step_limit(
        targets_.moments.counts.size(), tables_.feature_count(), max_steps_,
        std::floor(0x1p63 / static_cast<double>(fastest)) - 1 - static_cast<double>(options.zero_start),
        sizeof(std::int64_t));
    for (std::size_t cell = 0; cell < tables_.feature_count(); ++cell) {
        const auto count = static_cast<Int128>(targets_.moments.counts[cell]);
        target_square_ += targets_.trust_of(cell) * count * count;
        norm_square_ += targets_.trust_of(cell) * start_error(cell) * start_error(cell);
    }
    first_lane_.push_back(0);
    for (std::size_t i = 0; i < row_.size(); ++i)
        first_lane_.push_back(first_lane_.back() + tables_.value_count(i));
    if (!search_.dither.spreads.empty()) draws_.resize(first_lane_.back());
    if (options.exact) {
        exact_.emplace(tables_, RowLimits{targets_.forbidden, search_.fixed});
        for (std::size_t cell = 0; cell < tables_.feature_count(); ++cell)
            dense_.push_back(targets_.trust_of(cell) * static_cast<std::int64_t>(start_error(cell)));
    }
    is_wide_ = fastest >= MarginalFields<std::uint32_t>::sum_limit(tables_, targets_);
    if (is_wide_) {
        wide_ = MarginalFields<std::uint64_t>{tables_, targets_};
        put_row(wide_);
    } else {
        narrow_ = MarginalFields<std::uint32_t>{tables_, targets_};
        put_row(narrow_);
    }
}

// t * count - total * hits at t = 0.
Int128 MarginalHerder::start_error(std::size_t cell) const {
    return -static_cast<Int128>(targets_.moments.total) * targets_.start_hits(cell);
}

MarginalHerder::Step MarginalHerder::step() {
    assert(t_ < max_steps_);
    if (!is_wide_ && !fields_fit_narrow()) widen();
    is_wide_ ? take_step(wide_) : take_step(narrow_);
    ++t_;
    return current();
}

StepRange<MarginalHerder> MarginalHerder::steps(std::int64_t count) {
    check_steps_left("MarginalHerder", count, t_, max_steps_);
    return {*this, count};
}

// |field| <= sqrt(column_trust) * ||w||, and the hits must fit their lanes.
bool MarginalHerder::fields_fit_narrow() const {
    constexpr Int128 limit = Int128{1} << 31;
    return column_trust_ * norm_square_ < limit * limit && column_trust_ * (t_ + 1) < 2 * limit;
}

void MarginalHerder::widen() {
    const std::vector<std::int64_t> all_hits = hits();
    narrow_ = {};
    is_wide_ = true;
    wide_ = MarginalFields<std::uint64_t>{tables_, targets_};
    wide_.restore(tables_, targets_, all_hits, t_);
    put_row(wide_);
}

template <class Fields>
void MarginalHerder::put_row(Fields& fields) {
    fields.clear();
    for (std::size_t i = 0; i < row_.size(); ++i) fields.place(i, row_[i]);
    std::fill(draws_.begin(), draws_.end(), 0U);
    std::fill(present_.begin(), present_.end(), true);
}

// Further starts while the margin is positive; the best row found counts, the first of equals.
template <class Fields>
void MarginalHerder::take_step(Fields& fields) {
    exact_ ? search_exactly(fields) : search(fields, search_.start);
    margin_ = margin(fields);
    if (!exact_ && retries_ > 0 && margin_ > 0) {
        CategoryRow best = row_;
        bool best_is_clean = row_is_clean_;
        Margin lowest = margin_;
        for (std::size_t retry = 0; retry < retries_ && lowest > 0; ++retry) {
            search(fields, SearchStart::fresh);
            if (margin(fields) >= lowest || (best_is_clean && !row_is_clean_)) continue;
            lowest = margin(fields);
            best = row_;
            best_is_clean = row_is_clean_;
        }
        if (best != row_) {
            row_ = best;
            put_row(fields);
        }
        row_is_clean_ = best_is_clean;
        margin_ = lowest;
    }
    broken_rows_ += row_is_clean_ ? 0 : 1;
    move(fields);
}

template <class Fields>
void MarginalHerder::search(Fields& fields, SearchStart start) {
    if (start == SearchStart::fresh) {
        build(fields);
    } else if (!search_.fixed.empty()) {
        put_fixed(fields);
    }
    do {
        std::size_t last = row_.size();
        do last = sweep(fields, last);
        while (last < row_.size());
    } while (move_block(fields));
}

// The previous row with the fixed values; a fresh one, without dither, if that breaks a ban.
template <class Fields>
void MarginalHerder::put_fixed(Fields& fields) {
    for (std::size_t i = 0; i < row_.size(); ++i) {
        if (!is_fixed(i) || row_[i] == search_.fixed[i]) continue;
        fields.change(i, row_[i], search_.fixed[i]);
        row_[i] = search_.fixed[i];
    }
    if (targets_.forbidden.empty()) return;
    bool broken = !higher_.empty() && higher_.sum(tables_, targets_, row_).banned;
    for (std::size_t i = 0; i < row_.size(); ++i) broken = broken || fields.ban_count(i, row_[i]) > 0;
    if (!broken) return;
    build(fields);
    put_row(fields);
}

bool MarginalHerder::fix(CategoryRow values) {
    if (exact_) {
        std::optional<MaxProduct> exact = MaxProduct::if_possible(tables_, {targets_.forbidden, values});
        if (!exact) return false;
        exact_ = std::move(exact);
    }
    search_.fixed = std::move(values);
    return true;
}

template <class Fields>
void MarginalHerder::search_exactly(Fields& fields) {
    if (draws_.empty()) {
        exact_->maximize(tables_, DenseView{dense_}, row_);
    } else {
        exact_->maximize(tables_, DenseView{dithered_weights()}, row_);
    }
    put_row(fields);
}

// A dither goes to the first table of its column.
const std::vector<std::int64_t>& MarginalHerder::dithered_weights() {
    SplitMix random{CounterRandom{search_.seed, starts_++}.bits(0)};
    draw_dither(tables_, search_.dither, random, draws_);
    dithered_ = dense_;
    for (std::size_t i = 0; i < row_.size(); ++i) {
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
void MarginalHerder::move_dense() {
    for (std::size_t cell = 0; cell < dense_.size(); ++cell)
        dense_[cell] += targets_.trust_of(cell) * targets_.moments.counts[cell];
    tables_.visit(row_, [&](std::size_t cell, std::int64_t /*one*/) {
        dense_[cell] -= targets_.trust_of(cell) * targets_.moments.total;
    });
}

// The column changed last, or their number. Nothing can change from the one changed last in the sweep before,
// `settled`, on if nothing changed up to it.
template <class Fields>
std::size_t MarginalHerder::sweep(Fields& fields, std::size_t settled) {
    const std::size_t n = row_.size();
    std::size_t last = n;
    for (std::size_t i = fields.next_unsettled(0); i < (last == n ? settled : n);
         i = fields.next_unsettled(i + 1)) {
        if (is_fixed(i)) continue;
        const std::uint32_t best = best_value(fields, i, row_[i]);
        if (best == row_[i]) continue;
        fields.change(i, row_[i], best);
        row_[i] = best;
        last = i;
    }
    return last;
}

template <class Fields>
std::uint32_t MarginalHerder::best_value(const Fields& fields, std::size_t column, std::uint32_t now) {
    if (!higher_.hold(column)) return fields.best_value(column, now);
    const auto count = static_cast<std::uint32_t>(tables_.value_count(column));
    scratch_fields_.resize(count);
    scratch_bans_.resize(count);
    for (std::uint32_t v = 0; v < count; ++v) {
        scratch_fields_[v] = fields.field(column, v);
        scratch_bans_[v] = fields.ban_count(column, v) > 0;
    }
    higher_.add_fields(tables_, targets_, row_, column, present_, scratch_fields_, scratch_bans_);
    std::uint32_t best = now;
    for (std::uint32_t v = 0; v < count; ++v) {
        if (!scratch_bans_[v] && (best == count || scratch_fields_[v] > scratch_fields_[best])) best = v;
    }
    return best;
}

template <class Fields>
bool MarginalHerder::move_block(Fields& fields) {
    for (const ColumnBlock& block : search_.blocks) {
        const detail::BlockScores<Fields> scores{fields, tables_, block, row_};
        CategoryRow trial = row_;
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
        for (const std::size_t column : block.columns) best.push_back(row_[column]);
        const std::vector<std::uint32_t> before = best;
        std::int64_t highest =
            scores.of(best).weight + (higher_.empty() ? 0 : higher_.sum(tables_, targets_, row_).weight);
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
            row_[block.columns[c]] = best[c];
        }
        return true;
    }
    return false;
}

template <class Fields>
void MarginalHerder::build(Fields& fields) {
    row_is_clean_ = false;
    for (std::size_t start = 0; start < search_.max_starts && !row_is_clean_; ++start) {
        row_is_clean_ = try_build(fields, SplitMix{CounterRandom{search_.seed, starts_++}.bits(0)});
    }
}

template <class Fields>
std::uint32_t MarginalHerder::best_start(Fields& fields, std::size_t column) {
    if (!higher_.hold(column)) return fields.best_start(column);
    fields.settle();
    return best_value(fields, column, static_cast<std::uint32_t>(tables_.value_count(column)));
}

// The start of CategoryAscent: the same order, the same choices.
template <class Fields>
bool MarginalHerder::try_build(Fields& fields, SplitMix random) {
    draw_order(search_, random, order_);
    fields.clear();
    if (!draws_.empty()) {
        draw_dither(tables_, search_.dither, random, draws_);
        fields.add_hits(draws_);
    }
    if (!higher_.empty()) std::fill(present_.begin(), present_.end(), false);
    std::fill(row_.begin(), row_.end(), 0U);
    bool clean = true;
    for (std::size_t k = 0; k < row_.size(); ++k) {
        const std::size_t column = order_.columns[k];
        const auto count = static_cast<std::uint32_t>(tables_.value_count(column));
        std::uint32_t value = 0;
        if (k == 0 || k < order_.first_free) {
            fields.settle();
            value = k < order_.first_free ? order_.values[column]
                                          : static_cast<std::uint32_t>(random.below(count));
            clean = clean && value < count && fields.ban_count(column, value) == 0;
        } else {
            value = best_start(fields, column);
            clean = clean && value < count;
        }
        row_[column] = value < count ? value : 0;
        present_[column] = true;
        fields.place_later(column, row_[column]);
    }
    fields.settle();
    return clean &&
           (higher_.empty() || targets_.forbidden.empty() || !higher_.sum(tables_, targets_, row_).banned);
}

// <w, v> = <w, target> - total * score. A field counts its two-way cells twice over the row.
template <class Fields>
MarginalHerder::Margin MarginalHerder::margin(const Fields& fields) const {
    Int128 twice = 0;
    for (std::size_t i = 0; i < row_.size(); ++i) {
        twice += fields.field(i, row_[i]) + fields.single_weight(i, row_[i]);
    }
    Int128 score = (twice + drawn_hits() * targets_.moments.total) / 2;
    if (!higher_.empty()) score += higher_.sum(tables_, targets_, row_).weight;
    return target_product_ - static_cast<Int128>(targets_.moments.total) * score;
}

// What the dither took off the fields of the row, in hits.
Int128 MarginalHerder::drawn_hits() const {
    if (draws_.empty()) return 0;
    Int128 sum = 0;
    for (std::size_t i = 0; i < row_.size(); ++i) sum += draws_[first_lane_[i] + row_[i]];
    return sum;
}

template <class Fields>
void MarginalHerder::move(Fields& fields) {
    Int128 targets = 0;
    for (std::size_t i = 0; i < row_.size(); ++i) {
        targets += fields.target_sum(i, row_[i]) + fields.single_target(i, row_[i]);
    }
    targets /= 2;
    Int128 trust = fields.row_trust(row_);
    if (!higher_.empty()) {
        const HigherTables::RowSum sum = higher_.sum(tables_, targets_, row_);
        targets += sum.targets;
        trust += sum.trust;
        higher_.hit(tables_, row_);
    }
    const auto total = static_cast<Int128>(targets_.moments.total);
    target_product_ += target_square_ - total * targets;
    norm_square_ += 2 * margin_ + target_square_ - 2 * total * targets + total * total * trust;
    fields.hit(row_);
    if (exact_) move_dense();
}

std::int64_t MarginalHerder::hits(std::size_t table, std::size_t cell) const {
    const auto columns = tables_.table_columns(table);
    if (columns.size() > 2) return targets_.trust_of(cell) == 0 ? 0 : higher_.hits(cell);
    const auto k = static_cast<std::uint32_t>(cell - tables_.first_feature(table));
    const auto read = [&](const auto& fields) {
        if (columns.size() == 1) return fields.single_hits(columns[0], k);
        const auto width = static_cast<std::uint32_t>(tables_.value_count(columns[1]));
        return fields.pair_hits(columns[0], k / width, columns[1], k % width);
    };
    return is_wide_ ? read(wide_) : read(narrow_);
}

std::vector<std::int64_t> MarginalHerder::hits() const {
    std::vector<std::int64_t> all(tables_.feature_count());
    for (std::size_t table = 0, cell = 0; table < tables_.table_count(); ++table) {
        for (; cell < tables_.first_feature(table + 1); ++cell) all[cell] = hits(table, cell);
    }
    return all;
}

void MarginalHerder::restore(const MarginalState& state) {
    t_ = state.t;
    starts_ = state.starts;
    row_ = state.row;
    row_is_clean_ = true;
    target_product_ = 0;
    norm_square_ = 0;
    const auto total = static_cast<Int128>(targets_.moments.total);
    for (std::size_t cell = 0; cell < state.hits.size(); ++cell) {
        const Int128 count = targets_.moments.counts[cell];
        const Int128 error = t_ * count - total * state.hits[cell] + start_error(cell);
        target_product_ += targets_.trust_of(cell) * error * count;
        norm_square_ += targets_.trust_of(cell) * error * error;
        if (exact_) dense_[cell] = targets_.trust_of(cell) * static_cast<std::int64_t>(error);
    }
    higher_.restore(tables_, state.hits, t_);
    const bool starts_wide = is_wide_;
    narrow_ = {};
    wide_ = {};
    is_wide_ = starts_wide || !fields_fit_narrow();
    const auto take_up = [&](auto fields) {
        fields.restore(tables_, targets_, state.hits, t_);
        put_row(fields);
        return fields;
    };
    if (is_wide_) {
        wide_ = take_up(MarginalFields<std::uint64_t>{tables_, targets_});
    } else {
        narrow_ = take_up(MarginalFields<std::uint32_t>{tables_, targets_});
    }
}

}  // namespace drover
