#include <algorithm>
#include <bit>
#include <set>
#include <utility>

#include <drover/herd/impl/marginal_fields.hpp>
#include <drover/herd/impl/marginal_kernels.hpp>

namespace drover::impl {
namespace {

constexpr std::size_t lanes_a_vector = 8;         // of 32 bits: a vector
constexpr std::size_t gap_limit = 64;             // lanes that are cheaper to process than to skip
constexpr std::size_t lanes_one_by_one = 4;       // up to this size one lane at a time is faster
constexpr std::size_t vector_lanes_a_column = 8;  // up to this size a hit is cheaper as a pass over all lanes

// A column has at most one ban per other column, one of its own, and one per table of three or more columns.
int ban_bits(const MarginalTables& tables, const MarginalTargets& targets) {
    if (targets.forbidden.empty()) return 0;
    std::size_t most = 0;
    for (std::size_t i = 0; i < tables.column_count(); ++i) {
        const auto with = tables.tables_of(i);
        const auto higher = std::count_if(with.begin(), with.end(), [&](std::size_t table) {
            return tables.table_columns(table).size() > 2;
        });
        most = std::max(most, static_cast<std::size_t>(higher));
    }
    return static_cast<int>(std::bit_width(tables.column_count() + most));
}

// Whether two tables are over the same two columns.
bool has_twins(const MarginalTables& tables) {
    std::set<std::pair<std::size_t, std::size_t>> seen;
    for (std::size_t table = 0; table < tables.table_count(); ++table) {
        const auto columns = tables.table_columns(table);
        if (columns.size() == 2 && !seen.insert(std::minmax(columns[0], columns[1])).second) return true;
    }
    return false;
}

}  // namespace

template <class Lane>
Int128 MarginalFields<Lane>::sum_limit(const MarginalTables& tables, const MarginalTargets& targets) {
    return Int128{1} << (8 * static_cast<int>(sizeof(Lane)) - 1 - ban_bits(tables, targets));
}

template <class Lane>
MarginalFields<Lane>::MarginalFields(const MarginalTables& tables, const MarginalTargets& targets)
    : ban_bits_{ban_bits(tables, targets)},
      total_{static_cast<Lane>(targets.moments.total)},
      time_{static_cast<Lane>(targets.start_time)} {
    lay_out(tables);
    if (!targets.trust.empty() || has_twins(tables)) steps_.resize(data_.size());
    if (targets.zero_start > 0) starts_.resize(data_.size());
    for (std::size_t table = 0; table < tables.table_count(); ++table) {
        if (tables.table_columns(table).size() == 2) add_pair(tables, table, targets);
        if (tables.table_columns(table).size() == 1) add_single(tables, table, targets);
        table_count_ += tables.table_columns(table).size() <= 2 ? 1 : 0;
    }
    higher_ = HigherTables<Lane>{tables, targets, ban_bits_ == 0 ? Lane{0} : ban()};
    clear();
}

// Which lanes each row of memory holds.
template <class Lane>
void MarginalFields<Lane>::lay_out(const MarginalTables& tables) {
    const std::size_t n = tables.column_count();
    first_.push_back(0);
    for (std::size_t i = 0; i < n; ++i) first_.push_back(first_.back() + tables.value_count(i));
    lanes_ = (first_.back() + lanes_a_vector - 1) / lanes_a_vector * lanes_a_vector;
    std::vector<std::vector<bool>> paired(n, std::vector<bool>(n));
    for (std::size_t table = 0; table < tables.table_count(); ++table) {
        const auto columns = tables.table_columns(table);
        if (columns.size() == 2) paired[columns[0]][columns[1]] = paired[columns[1]][columns[0]] = true;
    }
    target_at_.assign(n * n, nowhere);
    hit_at_.assign(n * n, nowhere);
    segments_.resize(n);
    partners_.resize(n);
    row_size_.resize(n);
    std::size_t size = 0;
    is_complete_ = n > 1 && lanes_ <= vector_lanes_a_column * n;
    for (std::size_t i = 0; i < n; ++i) {
        lay_out_row(i, paired[i]);
        is_complete_ = is_complete_ && partners_[i].size() + 1 == n;
        base_.push_back(size);
        size += row_size_[i] * tables.value_count(i);
    }
    data_.resize(size);
    start_.resize(2 * lanes_);
    single_steps_.resize(lanes_);
    single_starts_.resize(lanes_);
    find_pairs(tables);
}

template <class Lane>
void MarginalFields<Lane>::find_pairs(const MarginalTables& tables) {
    const std::size_t n = tables.column_count();
    pairs_end_.resize(n + 1, n);
    for (std::size_t i = n; i-- > 0;) {
        const auto with = tables.tables_of(i);
        const bool is_simple =
            tables.value_count(i) == 2 && std::all_of(with.begin(), with.end(), [&](std::size_t table) {
                return tables.table_columns(table).size() <= 2;
            });
        pairs_end_[i] = is_simple ? std::max(i + 1, pairs_end_[i + 1]) : i;
    }
    for (std::size_t i = 0; i < n; ++i) {
        if (2 * (pairs_end_[i] - i) < lanes_a_vector) pairs_end_[i] = i;
    }
}

// Neighbouring partners go into one run; a row that holds most lanes holds them all.
template <class Lane>
void MarginalFields<Lane>::lay_out_row(std::size_t column, const std::vector<bool>& paired) {
    const std::size_t n = paired.size();
    std::size_t held = 0;
    for (std::size_t j = 0; j < n; ++j) {
        if (!paired[j]) continue;
        partners_[column].push_back(j);
        held += first_[j + 1] - first_[j];
    }
    if (partners_[column].empty()) return;
    if (4 * held >= 3 * lanes_ || lanes_ - held <= gap_limit) {
        add_run(column, 0, lanes_);
        segments_[column] = {{0, 0, 2 * lanes_}};
    } else {
        std::size_t from = first_[partners_[column].front()];
        std::size_t to = from;
        for (const std::size_t j : partners_[column]) {
            if (first_[j] > to + gap_limit) {
                add_run(column, from, to);
                from = first_[j];
            }
            to = first_[j + 1];
        }
        add_run(column, from, to);
    }
}

template <class Lane>
void MarginalFields<Lane>::add_run(std::size_t column, std::size_t from_lane, std::size_t to_lane) {
    const std::size_t length = to_lane - from_lane;
    const std::size_t at = row_size_[column];
    const std::size_t n = first_.size() - 1;
    segments_[column].push_back({from_lane, at, length});
    segments_[column].push_back({lanes_ + from_lane, at + length, length});
    for (const std::size_t j : partners_[column]) {
        if (first_[j] < from_lane || first_[j] >= to_lane) continue;
        target_at_[column * n + j] = at + first_[j] - from_lane;
        hit_at_[column * n + j] = at + length + first_[j] - from_lane;
    }
    row_size_[column] += 2 * length;
}

// One orientation of a cell.
template <class Lane>
void MarginalFields<Lane>::add_pair_cell(std::size_t at_target, std::size_t at_hit,
                                         const MarginalTargets& targets, std::size_t cell) {
    Lane& sum = data_[at_target];
    const bool is_new_ban = targets.is_forbidden(cell) && sum == static_cast<Lane>(low(sum));
    sum += static_cast<Lane>(targets.trust_of(cell) * targets.moments.counts[cell]);
    if (is_new_ban) sum += ban();
    if (!steps_.empty()) steps_[at_hit] += static_cast<Lane>(targets.trust_of(cell));
    if (starts_.empty()) return;
    const auto start = static_cast<Lane>(targets.trust_of(cell) * targets.start_hits(cell));
    starts_[at_hit] += start;
    data_[at_hit] += start;
}

template <class Lane>
void MarginalFields<Lane>::add_pair(const MarginalTables& tables, std::size_t table,
                                    const MarginalTargets& targets) {
    const std::size_t i = tables.table_columns(table)[0];
    const std::size_t j = tables.table_columns(table)[1];
    std::size_t cell = tables.first_feature(table);
    for (std::uint32_t a = 0; a < tables.value_count(i); ++a) {
        for (std::uint32_t b = 0; b < tables.value_count(j); ++b, ++cell) {
            add_pair_cell(target_place(i, a, j, b), hit_place(i, a, j, b), targets, cell);
            add_pair_cell(target_place(j, b, i, a), hit_place(j, b, i, a), targets, cell);
        }
    }
}

template <class Lane>
void MarginalFields<Lane>::add_single(const MarginalTables& tables, std::size_t table,
                                      const MarginalTargets& targets) {
    const std::size_t i = tables.table_columns(table)[0];
    std::size_t cell = tables.first_feature(table);
    for (std::size_t lane = first_[i]; lane < first_[i + 1]; ++lane, ++cell) {
        const bool is_new_ban =
            targets.is_forbidden(cell) && start_[lane] == static_cast<Lane>(low(start_[lane]));
        start_[lane] += static_cast<Lane>(targets.trust_of(cell) * targets.moments.counts[cell]);
        if (is_new_ban) start_[lane] += ban();
        single_steps_[lane] += static_cast<Lane>(targets.trust_of(cell));
        const auto start = static_cast<Lane>(targets.trust_of(cell) * targets.start_hits(cell));
        single_starts_[lane] += start;
        start_[lanes_ + lane] += start;
    }
}

template <class Lane>
void MarginalFields<Lane>::place(std::size_t column, std::uint32_t value) {
    const Lane* const row = data_.data() + row_of(column, value);
    for (const Segment& segment : segments_[column]) {
        add_row(sums_.data() + segment.sum, row + segment.row, segment.length);
    }
    in_row_[first_[column] + value] = 1;
    row_[column] = value;
}

template <class Lane>
void MarginalFields<Lane>::place_later(std::size_t column, std::uint32_t value) {
    if (segments_[column].size() != 1) return place(column, value);
    in_row_[first_[column] + value] = 1;
    row_[column] = value;
    waiting_[waiting_count_++] = row_of(column, value);
    if (waiting_count_ == waiting_.size()) settle();
}

template <class Lane>
void MarginalFields<Lane>::settle() {
    const Lane* const data = data_.data();
    if (waiting_count_ == waiting_.size()) {
        add_rows<Lane>(sums_.data(),
                       {data + waiting_[0], data + waiting_[1], data + waiting_[2], data + waiting_[3]},
                       2 * lanes_);
    } else {
        for (std::size_t k = 0; k < waiting_count_; ++k)
            add_row(sums_.data(), data + waiting_[k], 2 * lanes_);
    }
    waiting_count_ = 0;
}

// Few lanes are summed separately.
template <class Lane>
std::uint32_t MarginalFields<Lane>::best_start(std::size_t column) {
    const std::size_t first = first_[column];
    const std::size_t count = first_[column + 1] - first;
    if (count > lanes_one_by_one || higher_.hold(column)) {
        settle();
        return best_value(column, static_cast<std::uint32_t>(count));
    }
    std::array<Lane, lanes_one_by_one> sums;
    std::array<Lane, lanes_one_by_one> hits;
    for (std::size_t l = 0; l < count; ++l) {
        sums[l] = sums_[first + l];
        hits[l] = sums_[lanes_ + first + l];
        for (std::size_t k = 0; k < waiting_count_; ++k) {
            sums[l] += data_[waiting_[k] + first + l];
            hits[l] += data_[waiting_[k] + lanes_ + first + l];
        }
    }
    return static_cast<std::uint32_t>(
        plain_best_lane<Lane>({sums.data(), hits.data(), count, time_, total_, ban_bits_}, count));
}

template <class Lane>
void MarginalFields<Lane>::change(std::size_t column, std::uint32_t from, std::uint32_t to) {
    const Lane* const in = data_.data() + row_of(column, to);
    const Lane* const out = data_.data() + row_of(column, from);
    for (const Segment& segment : segments_[column]) {
        swap_row(sums_.data() + segment.sum, in + segment.row, out + segment.row, segment.length);
    }
    in_row_[first_[column] + from] = 0;
    in_row_[first_[column] + to] = 1;
    row_[column] = to;
}

template <class Lane>
std::uint32_t MarginalFields<Lane>::best_value(std::size_t column, std::uint32_t now) {
    const Lane* sums = sums_.data() + first_[column];
    const Lane* hits = sums + lanes_;
    const std::size_t count = first_[column + 1] - first_[column];
    if (higher_.hold(column)) {
        look_.resize(std::max(look_.size(), 2 * count));
        std::copy_n(sums, count, look_.data());
        std::copy_n(hits, count, look_.data() + count);
        higher_.add(row_, column, look_.data());
        sums = look_.data();
        hits = sums + count;
    }
    const LaneFields<Lane> fields{sums, hits, count, time_, total_, ban_bits_};
    return static_cast<std::uint32_t>(count <= lanes_one_by_one ? plain_best_lane(fields, now)
                                                                : best_lane(fields, now));
}

template <class Lane>
std::size_t MarginalFields<Lane>::next_unsettled(std::size_t column) const {
    for (; pairs_end_[column] > column; column = pairs_end_[column]) {
        const std::size_t first = first_[column];
        const std::size_t count = first_[pairs_end_[column]] - first;
        const Lane* const sums = sums_.data() + first;
        const std::size_t lane =
            flip_lane<Lane>({sums, sums + lanes_, count, time_, total_, ban_bits_}, in_row_.data() + first);
        if (lane < count) return column + lane / 2;
    }
    return column;
}

template <class Lane>
void MarginalFields<Lane>::hit(const CategoryRow& row) {
    is_complete_&& steps_.empty() ? hit_all(row) : hit_each(row);
    for (std::size_t i = 0; i < row.size(); ++i) {
        const std::size_t lane = first_[i] + row[i];
        start_[lanes_ + lane] += single_steps_[lane];
        sums_[lanes_ + lane] += single_steps_[lane];
    }
    higher_.hit(row);
    ++time_;
}

// A hit of x_i, x_j adds to the rows of both; the field of x_i grows by what its own row does.
template <class Lane>
void MarginalFields<Lane>::hit_each(const CategoryRow& row) {
    const std::size_t n = row.size();
    for (std::size_t i = 0; i < n; ++i) {
        const std::size_t at = row_of(i, row[i]);
        Lane added = 0;
        for (const std::size_t j : partners_[i]) {
            const std::size_t place = at + hit_at_[i * n + j] + row[j];
            const Lane step = step_at(place);
            data_[place] += step;
            added += step;
        }
        sums_[lanes_ + first_[i] + row[i]] += added;
    }
}

// The same if every pair of columns has a table: entire rows at once.
template <class Lane>
void MarginalFields<Lane>::hit_all(const CategoryRow& row) {
    const std::size_t n = row.size();
    for (std::size_t i = 0; i < n; ++i) {
        Lane* const hits = data_.data() + row_of(i, row[i]) + lanes_;
        add_row(hits, in_row_.data(), lanes_);
        --hits[first_[i] + row[i]];
        sums_[lanes_ + first_[i] + row[i]] += static_cast<Lane>(n - 1);
    }
}

template <class Lane>
void MarginalFields<Lane>::restore(const MarginalTables& tables, const MarginalTargets& targets,
                                   std::span<const std::int64_t> hits, std::int64_t time) {
    time_ = static_cast<Lane>(targets.start_time + time);
    for (std::size_t cell = 0, table = 0; table < tables.table_count(); ++table) {
        const auto columns = tables.table_columns(table);
        for (std::uint32_t k = 0; cell < tables.first_feature(table + 1); ++cell, ++k) {
            const auto added = static_cast<Lane>(targets.trust_of(cell) * hits[cell]);
            if (columns.size() == 1) start_[lanes_ + first_[columns[0]] + k] += added;
            if (columns.size() != 2) continue;
            const auto width = static_cast<std::uint32_t>(tables.value_count(columns[1]));
            data_[hit_place(columns[0], k / width, columns[1], k % width)] += added;
            data_[hit_place(columns[1], k % width, columns[0], k / width)] += added;
        }
    }
    higher_.restore(tables, hits);
    clear();
}

// A field counts its two-way cells twice over the row.
template <class Lane>
Int128 MarginalFields<Lane>::twice_weight(const CategoryRow& row) const {
    Int128 sum = 0;
    for (std::size_t i = 0; i < row.size(); ++i) {
        const std::size_t lane = first_[i] + row[i];
        sum += field(i, row[i]) + weight(start_[lane], start_[lanes_ + lane]);
    }
    for (std::size_t k = 0; k < higher_.table_count(); ++k) sum += 2 * higher_cell(k, row).weight;
    return sum;
}

template <class Lane>
Int128 MarginalFields<Lane>::twice_target(const CategoryRow& row) const {
    Int128 sum = 0;
    for (std::size_t i = 0; i < row.size(); ++i) {
        const std::size_t lane = first_[i] + row[i];
        sum += low(sums_[lane]) + low(start_[lane]);
    }
    for (std::size_t k = 0; k < higher_.table_count(); ++k) sum += Int128{2} * low(higher_.cell(k, row).sum);
    return sum;
}

template <class Lane>
std::int64_t MarginalFields<Lane>::row_trust(const CategoryRow& row) const {
    const auto higher = static_cast<std::int64_t>(higher_.row_trust(row));
    if (steps_.empty()) return table_count_ + higher;
    Lane twice = 0;
    for (std::size_t i = 0; i < row.size(); ++i) {
        for (const std::size_t j : partners_[i]) twice += steps_[hit_place(i, row[i], j, row[j])];
        twice += 2 * single_steps_[first_[i] + row[i]];
    }
    return static_cast<std::int64_t>(twice / 2) + higher;
}

template <class Lane>
typename MarginalFields<Lane>::Cell MarginalFields<Lane>::pair_cell(std::size_t i, std::uint32_t a,
                                                                    std::size_t j, std::uint32_t b) const {
    if (!has_table(i, j)) return {};
    return to_cell(data_[target_place(i, a, j, b)], data_[hit_place(i, a, j, b)]);
}

template <class Lane>
std::vector<typename MarginalFields<Lane>::Cell> MarginalFields<Lane>::higher_outside(
    std::size_t column, std::span<const std::size_t> block) const {
    const std::size_t count = first_[column + 1] - first_[column];
    std::vector<Cell> cells(count);
    if (!higher_.hold(column)) return cells;
    std::vector<Lane> sums(2 * count);
    higher_.add_outside(row_, column, block, sums.data());
    for (std::size_t v = 0; v < count; ++v) cells[v] = to_cell(sums[v], sums[count + v]);
    return cells;
}

template <class Lane>
bool MarginalFields<Lane>::higher_allow(const CategoryRow& row) const {
    if (ban_bits_ == 0) return true;
    for (std::size_t k = 0; k < higher_.table_count(); ++k) {
        if (higher_cell(k, row).banned) return false;
    }
    return true;
}

template <class Lane>
std::int64_t MarginalFields<Lane>::pair_hits(std::size_t i, std::uint32_t a, std::size_t j,
                                             std::uint32_t b) const {
    const std::size_t at = hit_place(i, a, j, b);
    return step_at(at) == 0 ? 0 : static_cast<std::int64_t>((data_[at] - start_at(at)) / step_at(at));
}

template <class Lane>
std::int64_t MarginalFields<Lane>::single_hits(std::size_t i, std::uint32_t a) const {
    const std::size_t lane = first_[i] + a;
    if (single_steps_[lane] == 0) return 0;
    return static_cast<std::int64_t>((start_[lanes_ + lane] - single_starts_[lane]) / single_steps_[lane]);
}

template class MarginalFields<std::uint32_t>;
template class MarginalFields<std::uint64_t>;

}  // namespace drover::impl
