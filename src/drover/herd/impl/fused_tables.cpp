#include <algorithm>
#include <cmath>
#include <utility>

#include <drover/herd/impl/fused_tables.hpp>

namespace drover::impl {
namespace {

constexpr std::size_t cells_between_polls = std::size_t{1} << 16U;

// The largest total trust of the tables of one column: |field| <= this * max |w / trust|.
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

// Bans without a banned cell are dropped.
std::vector<bool> real_bans(std::vector<bool> forbidden) {
    const bool is_one = std::find(forbidden.begin(), forbidden.end(), true) != forbidden.end();
    return is_one ? std::move(forbidden) : std::vector<bool>{};
}

MarginalTargets checked(const MarginalTables& tables, MarginalTargets targets, SearchStart start) {
    check_input(start != SearchStart::given, [] {
        return Problem{Fault::other, {.function = "MarginalHerder"}, "fresh or previous starts"};
    });
    const auto check_size = [&](const char* what, std::size_t size) {
        check_input(size == tables.feature_count(), [&] {
            return Problem{.fault = Fault::range,
                           .place = {.function = "MarginalHerder"},
                           .text = std::string{what} + " (" + std::to_string(size) + ") and cells (" +
                                   std::to_string(tables.feature_count()) + ") must have the same size"};
        });
    };
    check_size("moments", targets.moments.counts.size());
    if (!targets.forbidden.empty()) check_size("forbidden", targets.forbidden.size());
    if (!targets.trust.empty()) check_size("trust", targets.trust.size());
    check_input(
        std::none_of(targets.trust.begin(), targets.trust.end(), [](std::int32_t m) { return m < 0; }), [] {
            return Problem{Fault::range, {.function = "MarginalHerder"}, "a trust of at least 0"};
        });
    targets.forbidden = real_bans(std::move(targets.forbidden));
    return targets;
}

}  // namespace

FusedTables::FusedTables(MarginalTables tables, const Moments& moments, const CategoryAscentOptions& search,
                         const MarginalHerderOptions& options)
    : tables_{std::move(tables)},
      targets_{checked(tables_,
                       {moments, options.trust, search.limits.forbidden, options.zero_start,
                        std::holds_alternative<MomentStart>(options.start) ? 1 : 0, options.control},
                       search.start)},
      search_{search},
      retries_{options.retries},
      column_trust_{column_trust(tables_, targets_)},
      is_binary_{!options.exact && holds_binary()},
      order_{.columns = std::vector<std::size_t>(tables_.column_count())} {
    const Int128 fastest = column_trust_ * largest_count(targets_.moments);
    check_input(options.zero_start >= 0 && options.zero_start <= 1000, [] {
        return Problem{Fault::range, {.function = "MarginalHerder"}, "a zero_start from 0 to 1000"};
    });
    check_step_limit(targets_.moments.counts.size(), tables_.feature_count(), options.max_steps,
                     std::floor(0x1p63 / static_cast<double>(fastest)) - 1 -
                         static_cast<double>(options.zero_start + targets_.start_time),
                     sizeof(std::int64_t));
    search_.limits.forbidden = targets_.forbidden;
    sums.total = targets_.moments.total;
    for (std::size_t cell = 0; cell < tables_.feature_count(); ++cell) {
        if (cell % cells_between_polls == 0) throw_if_stopped(targets_.control);
        const auto count = static_cast<Int128>(targets_.moments.counts[cell]);
        sums.target_square += targets_.trust_of(cell) * count * count;
        norm_square_ += targets_.trust_of(cell) * start_error(cell) * start_error(cell);
    }
    sums.target_product = targets_.start_time * sums.target_square;
    if (options.exact) {
        exact_.emplace(tables_, limits());
        for (std::size_t cell = 0; cell < tables_.feature_count(); ++cell)
            dense_.push_back(start_weight(cell));
    }
    const Int128 largest_sum = field_trust() * largest_count(targets_.moments);
    rebuild_fields(largest_sum < MarginalFields<std::uint32_t>::sum_limit(tables_, targets_),
                   {.row = tables_.first_state()});
    targets_.control = {};
}

// All but bans, trust and blocks.
bool FusedTables::holds_binary() const {
    return BinaryFields<std::uint32_t>::hold(tables_, targets_) && search_.blocks.empty();
}

template <class Fields>
void FusedTables::rebuild_fields(Fields fields, const Past& past) {
    if (past.t > 0) fields.restore(tables_, targets_, past.hits, past.t);
    put_row(fields, past.row);
    lanes = std::move(fields);
}

void FusedTables::rebuild_fields(bool is_narrow, const Past& past) {
    const auto in_lanes = [&]<class Lane>(Lane /*zero*/) {
        is_binary_ ? rebuild_fields(BinaryFields<Lane>{tables_, targets_}, past)
                   : rebuild_fields(MarginalFields<Lane>{tables_, targets_}, past);
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
    rebuild_fields(false, {row, all_hits, t});
}

template <class Fields>
void FusedTables::put_row(Fields& fields, const CategoryRow& row) {
    fields.clear();
    for (std::size_t i = 0; i < row.size(); ++i) fields.place(i, row[i]);
}

bool FusedTables::fix(CategoryRow values) {
    if (exact_) {
        std::optional<MaxProduct> exact = MaxProduct::if_possible(tables_, {targets_.forbidden, values});
        if (!exact) return false;
        exact_ = std::move(exact);
    }
    search_.limits.fixed = std::move(values);
    return true;
}

// The weights of the next step, all of them: an exact search needs each anyway.
void FusedTables::move_dense(const CategoryRow& row) {
    for (std::size_t cell = 0; cell < dense_.size(); ++cell)
        dense_[cell] += targets_.trust_of(cell) * targets_.moments.counts[cell];
    tables_.visit(row, [&](std::size_t cell, std::int64_t /*one*/) {
        dense_[cell] -= targets_.trust_of(cell) * targets_.moments.total;
    });
}

// ||w + v||^2 = ||w||^2 + 2 <w, v> + ||v||^2 with v = target - total * phi(row).
template <class Fields>
Int128 FusedTables::hit(Fields& fields, const CategoryRow& row, Int128 margin) {
    const Int128 targets = fields.twice_target(row) / 2;
    const Int128 trust = fields.row_trust(row);
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
    if (columns.size() > 2) return fields.higher_hits(table, cell);
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
    rebuild_fields(lane_bits() == 32 && fits_narrow(state.t), {state.row, state.hits, state.t});
}

template void FusedTables::put_row(MarginalFields<std::uint32_t>&, const CategoryRow&);
template void FusedTables::put_row(MarginalFields<std::uint64_t>&, const CategoryRow&);
template void FusedTables::put_row(BinaryFields<std::uint32_t>&, const CategoryRow&);
template void FusedTables::put_row(BinaryFields<std::uint64_t>&, const CategoryRow&);
template Int128 FusedTables::hit(MarginalFields<std::uint32_t>&, const CategoryRow&, Int128);
template Int128 FusedTables::hit(MarginalFields<std::uint64_t>&, const CategoryRow&, Int128);
template Int128 FusedTables::hit(BinaryFields<std::uint32_t>&, const CategoryRow&, Int128);
template Int128 FusedTables::hit(BinaryFields<std::uint64_t>&, const CategoryRow&, Int128);
template std::int64_t FusedTables::weight(const MarginalFields<std::uint32_t>&, std::size_t,
                                          std::int64_t) const;
template std::int64_t FusedTables::weight(const MarginalFields<std::uint64_t>&, std::size_t,
                                          std::int64_t) const;
template std::int64_t FusedTables::weight(const BinaryFields<std::uint32_t>&, std::size_t,
                                          std::int64_t) const;
template std::int64_t FusedTables::weight(const BinaryFields<std::uint64_t>&, std::size_t,
                                          std::int64_t) const;

}  // namespace drover::impl
