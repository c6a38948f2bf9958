#include <algorithm>
#include <numeric>
#include <set>

#include <drover/herd/marginal_herder.hpp>

namespace drover {
namespace {

void check_tables(const MarginalTables& tables) {
    std::set<std::vector<std::size_t>> seen;
    for (std::size_t table = 0; table < tables.table_count(); ++table) {
        const auto span = tables.table_columns(table);
        std::vector<std::size_t> columns{span.begin(), span.end()};
        std::sort(columns.begin(), columns.end());
        check_input(columns.size() <= 2, [&] {
            return "MarginalHerder: expected tables of one or two columns, got one of " +
                   std::to_string(columns.size());
        });
        check_input(seen.insert(columns).second, [] {
            return std::string{"MarginalHerder: expected one table for the same columns, got two"};
        });
    }
}

// The checks of Herder with ExactMoments.
MarginalTables checked(MarginalTables tables, const Moments& moments, const CategoryAscentOptions& search,
                       HerderOptions options) {
    check_tables(tables);
    check_input(search.start != SearchStart::given,
                [] { return std::string{"MarginalHerder: expected fresh or previous starts"}; });
    check_input(search.forbidden.empty() || search.forbidden.size() == tables.feature_count(), [&] {
        return "MarginalHerder: forbidden (" + std::to_string(search.forbidden.size()) + ") and cells (" +
               std::to_string(tables.feature_count()) + ") must have the same size";
    });
    const ExactMoments drive{moments};
    check_step_limit(drive.feature_count(), tables.feature_count(), options.max_steps,
                     drive.step_limit(tables), sizeof(std::int64_t));
    return tables;
}

}  // namespace

std::int64_t MarginalWeights::operator[](std::size_t a) const {
    const MarginalTables& tables = herder_->tables_;
    std::size_t table = 0;
    while (tables.first_feature(table + 1) <= a) ++table;
    return herder_->t_ * herder_->moments_.counts[a] -
           herder_->moments_.total * herder_->hits(table, a - tables.first_feature(table));
}
std::size_t MarginalWeights::size() const { return herder_->tables_.feature_count(); }
std::int64_t MarginalWeights::scale() const { return herder_->moments_.total; }

MarginalHerder::MarginalHerder(MarginalTables tables, Moments moments, CategoryAscentOptions search,
                               HerderOptions options)
    : tables_{checked(std::move(tables), moments, search, options)},
      moments_{std::move(moments)},
      options_{std::move(search)},
      max_steps_{options.max_steps},
      row_(tables_.column_count()),
      order_(tables_.column_count()) {
    for (const std::int64_t count : moments_.counts) target_square_ += static_cast<Int128>(count) * count;
    narrow_ = MarginalFields<std::uint32_t>{tables_, moments_, options_.forbidden, 0};
    if (options_.start == SearchStart::previous) {
        for (std::size_t i = 0; i < row_.size(); ++i) narrow_.place(i, 0);
    }
}

MarginalHerder::Step MarginalHerder::step() {
    assert(t_ < max_steps_);
    if (!is_wide_ && !fields_fit_narrow()) {
        wide_ = MarginalFields<std::uint64_t>{narrow_};
        narrow_ = {};
        is_wide_ = true;
    }
    is_wide_ ? search(wide_) : search(narrow_);
    is_wide_ ? move(wide_) : move(narrow_);
    ++t_;
    return current();
}

StepRange<MarginalHerder> MarginalHerder::steps(std::int64_t count) {
    check_steps_left("MarginalHerder", count, t_, max_steps_);
    return {*this, count};
}

// |field| <= sqrt(tables of a column) * ||w||, and the sums of hits and counts must fit their lanes too.
bool MarginalHerder::fields_fit_narrow() const {
    constexpr Int128 limit = Int128{1} << 31;
    const auto n = static_cast<Int128>(tables_.column_count());
    return n * norm_square_ < limit * limit && n * (t_ + 1) < limit && n * moments_.total < limit;
}

template <class Fields>
void MarginalHerder::search(Fields& fields) {
    if (options_.start == SearchStart::fresh) build(fields);
    bool changed = true;
    while (changed) {
        changed = false;
        for (std::size_t i = 0; i < row_.size(); ++i) {
            const std::uint32_t best = fields.best_value(i, row_[i]);
            if (best == row_[i]) continue;
            fields.change(i, row_[i], best);
            row_[i] = best;
            changed = true;
        }
    }
}

template <class Fields>
void MarginalHerder::build(Fields& fields) {
    for (std::size_t start = 0; start < options_.max_starts; ++start) {
        if (try_build(fields, CounterRandom{options_.seed, call_++})) return;
    }
}

// The start of CategoryAscent: the same order, the same choices.
template <class Fields>
bool MarginalHerder::try_build(Fields& fields, const CounterRandom& random) {
    const std::size_t n = row_.size();
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    for (std::size_t k = n - 1; k > 0; --k) std::swap(order_[k], order_[random.below(k, k + 1)]);
    fields.clear();
    bool clean = true;
    for (std::size_t k = 0; k < n; ++k) {
        const std::size_t column = order_[k];
        const auto count = static_cast<std::uint32_t>(tables_.value_count(column));
        const auto value =
            k == 0 ? static_cast<std::uint32_t>(random.below(n, count)) : fields.best_value(column, count);
        clean = clean && value < count && !fields.is_banned(column, value);
        row_[column] = value < count ? value : 0;
        fields.place(column, row_[column]);
    }
    return clean;
}

// The margin of the row reached, then the update of the weights. With a persistent row its own fields change
// as well: every pair of its lanes is hit once more.
template <class Fields>
void MarginalHerder::move(Fields& fields) {
    std::int64_t twice = 0;
    for (std::size_t i = 0; i < row_.size(); ++i) {
        twice += fields.field(i, row_[i]) + fields.single_weight(i, row_[i]);
    }
    Int128 targets = 0;
    tables_.visit(row_, [&](std::size_t cell, std::int64_t /*one*/) { targets += moments_.counts[cell]; });
    const auto total = static_cast<Int128>(moments_.total);
    margin_ = target_product_ - total * (twice / 2);
    target_product_ += target_square_ - total * targets;
    const Int128 move_square =
        target_square_ - 2 * total * targets + total * total * static_cast<Int128>(tables_.table_count());
    norm_square_ += 2 * margin_ + move_square;
    fields.hit(row_);
    if (options_.start == SearchStart::fresh) return;
    fields.clear();
    for (std::size_t i = 0; i < row_.size(); ++i) fields.place(i, row_[i]);
}

std::int64_t MarginalHerder::hits(std::size_t table, std::size_t cell) const {
    const auto columns = tables_.table_columns(table);
    const auto read = [&](const auto& fields) {
        if (columns.size() == 1) return fields.single_hits(columns[0], static_cast<std::uint32_t>(cell));
        const std::size_t count = tables_.value_count(columns[1]);
        return fields.pair_hits(columns[0], static_cast<std::uint32_t>(cell / count), columns[1],
                                static_cast<std::uint32_t>(cell % count));
    };
    return is_wide_ ? read(wide_) : read(narrow_);
}

}  // namespace drover
