#include <algorithm>

#include <drover/herd/impl/binary_fields.hpp>

namespace drover::impl {
namespace {

constexpr std::size_t lane_group = 16;  // of 32 bits: the longest vector

std::int64_t sign(std::uint32_t value) { return value == 1 ? 1 : -1; }

}  // namespace

template <class Lane>
bool BinaryFields<Lane>::hold(const MarginalTables& tables, const MarginalTargets& targets) {
    const std::size_t n = tables.column_count();
    if (n < 2 || !targets.trust.empty() || !targets.forbidden.empty()) return false;
    for (std::size_t i = 0; i < n; ++i) {
        if (tables.value_count(i) != 2) return false;
    }
    std::vector<bool> seen(n * n);
    std::size_t pairs = 0;
    for (std::size_t table = 0; table < tables.table_count(); ++table) {
        const auto columns = tables.table_columns(table);
        if (columns.size() > 2) return false;
        if (columns.size() == 1) continue;
        const auto [i, j] = std::minmax(columns[0], columns[1]);
        if (seen[i * n + j]) return false;
        seen[i * n + j] = true;
        ++pairs;
    }
    return pairs == n * (n - 1) / 2;
}

template <class Lane>
BinaryFields<Lane>::BinaryFields(const MarginalTables& tables, const MarginalTargets& targets)
    : kernels_{&marginal_kernels<Lane>()},
      n_{tables.column_count()},
      stride_{(n_ + lane_group - 1) / lane_group * lane_group},
      total_{static_cast<Lane>(targets.moments.total)},
      time_{static_cast<Lane>(targets.start_time)},
      table_count_{static_cast<std::int64_t>(tables.table_count())},
      targets_(2 * n_ * stride_),
      couplings_(n_ * stride_),
      lags_(n_ * stride_),
      start_hits_(targets.zero_start > 0 ? 2 * n_ * stride_ : 0),
      has_start_hits_(n_),
      negative_(stride_),
      sign_sums_(stride_),
      first_targets_(stride_),
      first_hits_(stride_),
      multiples_(stride_),
      one_body_targets_(2 * n_),
      one_body_hits_(2 * n_),
      opposed_((stride_ + 63) / 64) {
    for (std::size_t i = 0; i < n_; ++i) {
        negative_[i] = static_cast<Lane>(-1);
        multiples_[i] = static_cast<Lane>(n_ - 1);
    }
    for (std::size_t table = 0; table < tables.table_count(); ++table) {
        const auto columns = tables.table_columns(table);
        const std::size_t first = tables.first_feature(table);
        for (std::uint32_t k = 0; k < tables.first_feature(table + 1) - first; ++k) {
            const std::int64_t count = targets.moments.counts[first + k];
            const std::int64_t start = targets.start_hits(first + k);
            if (columns.size() == 2) {
                add_cell(columns[0], k / 2, columns[1], k % 2, count, start);
                add_cell(columns[1], k % 2, columns[0], k / 2, count, start);
            } else {
                add_single_cell(columns[0], k, count, start);
            }
        }
        if (columns.size() == 1) ++multiples_[columns[0]];
    }
    for (std::size_t i = 0; i < n_; ++i) one_body_rate_ += 4 * to_signed(multiples_[i]);
    one_body_rate_ -= 3 * static_cast<std::int64_t>(n_ * (n_ - 1));
    clear();
}

// One orientation of a cell. All columns have the value 0.
template <class Lane>
void BinaryFields<Lane>::add_cell(std::size_t i, std::uint32_t a, std::size_t j, std::uint32_t b,
                                  std::int64_t count, std::int64_t start) {
    const std::size_t at = (2 * i + a) * stride_ + j;
    targets_[at] += static_cast<Lane>(sign(b) * count);
    couplings_[i * stride_ + j] += static_cast<Lane>(sign(a) * sign(b) * count);
    one_body_targets_[2 * i + a] += count;
    if (start == 0) return;
    start_hits_[at] += static_cast<Lane>(sign(b) * start);
    if (a == 0) lags_[i * stride_ + j] += static_cast<Lane>(sign(b) * start);
    one_body_hits_[2 * i + a] += start;
    has_start_hits_[i] = true;
}

template <class Lane>
void BinaryFields<Lane>::add_single_cell(std::size_t i, std::uint32_t a, std::int64_t count,
                                         std::int64_t start) {
    first_targets_[i] += static_cast<Lane>(sign(a) * count);
    first_hits_[i] += static_cast<Lane>(sign(a) * start);
    one_body_targets_[2 * i + a] += 3 * count;
    one_body_targets_[2 * i + 1 - a] += count;
    one_body_hits_[2 * i + a] += 3 * start;
    one_body_hits_[2 * i + 1 - a] += start;
}

template <class Lane>
void BinaryFields<Lane>::clear() {
    target_sums_ = first_targets_;
    hit_sums_ = first_hits_;
    is_marked_ = false;
    is_scored_ = false;
    placed_ = 0;
    waiting_count_ = 0;
}

// Initial hits that differ from column to column do not change with the signs; and no column counts with
// itself.
template <class Lane>
void BinaryFields<Lane>::mend_lags(std::size_t column) {
    Lane* const lags = lag_row(column);
    if (has_start_hits_[column]) {
        for (std::uint32_t a = 0; a < 2; ++a)
            add_row(lags, start_hits_.data() + (2 * column + a) * stride_, stride_);
    }
    lags[column] = 0;
}

template <class Lane>
void BinaryFields<Lane>::stand(std::size_t column, std::uint32_t value) {
    if ((negative_[column] == 0) == (value == 1)) return;
    kernels_->turn_binary(lag_row(column), sign_sums_.data(), stride_);
    mend_lags(column);
    negative_[column] = ~negative_[column];
}

template <class Lane>
void BinaryFields<Lane>::place(std::size_t column, std::uint32_t value) {
    stand(column, value);
    add_row(target_sums_.data(), target_row(column, value), stride_);
    add_row(hit_sums_.data(), lag_row(column), stride_);
    ++placed_;
}

template <class Lane>
void BinaryFields<Lane>::place_later(std::size_t column, std::uint32_t value) {
    stand(column, value);
    ++placed_;
    waiting_[waiting_count_++] = column;
    if (waiting_count_ == waiting_.size()) settle();
}

template <class Lane>
void BinaryFields<Lane>::settle() {
    const auto target = [&](std::size_t k) {
        return target_row(waiting_[k], negative_[waiting_[k]] == 0 ? 1U : 0U);
    };
    const auto lag = [&](std::size_t k) -> const Lane* { return lag_row(waiting_[k]); };
    if (waiting_count_ == waiting_.size()) {
        add_rows<Lane>(target_sums_.data(), {target(0), target(1), target(2), target(3)}, stride_);
        add_rows<Lane>(hit_sums_.data(), {lag(0), lag(1), lag(2), lag(3)}, stride_);
    } else {
        for (std::size_t k = 0; k < waiting_count_; ++k) {
            add_row(target_sums_.data(), target(k), stride_);
            add_row(hit_sums_.data(), lag(k), stride_);
        }
    }
    waiting_count_ = 0;
}

// Pending columns are summed separately; the part of S from columns not yet placed is missing so far.
template <class Lane>
std::uint32_t BinaryFields<Lane>::best_start(std::size_t column) const {
    Lane targets = target_sums_[column];
    Lane hits = hit_sums_[column] - static_cast<Lane>(n_ - 1 - placed_) * sign_sums_[column];
    for (std::size_t k = 0; k < waiting_count_; ++k) {
        targets += target_row(waiting_[k], negative_[waiting_[k]] == 0 ? 1U : 0U)[column];
        hits += lag_row(waiting_[k])[column];
    }
    return to_signed(time_ * targets - total_ * hits) > 0 ? 1 : 0;
}

template <class Lane>
void BinaryFields<Lane>::change(std::size_t column, std::uint32_t from, std::uint32_t to) {
    twice_weight_ += static_cast<Sum>(2 * sign(to)) * gain(column);
    twice_target_ += static_cast<Sum>(2 * sign(to)) * to_signed(target_sums_[column]);
    if (!has_start_hits_[column]) {
        (has_small_factors()
             ? kernels_->flip_binary
             : plain_flip_binary<Lane>)(lanes(), {column, lag_row(column),
                                                  couplings_.data() + column * stride_, sign_sums_.data()});
        return;
    }
    Lane* const lags = lag_row(column);
    swap_row(target_sums_.data(), target_row(column, to), target_row(column, from), stride_);
    for (std::size_t j = 0; j < n_; ++j) hit_sums_[j] -= lags[j];
    stand(column, to);
    add_row(hit_sums_.data(), lags, stride_);
    is_marked_ = false;
}

template <class Lane>
void BinaryFields<Lane>::mark() {
    (has_small_factors() ? kernels_->mark_binary : plain_mark_binary<Lane>)(lanes());
    is_marked_ = true;
}

template <class Lane>
void BinaryFields<Lane>::hit(const CategoryRow& /*row*/) {
    ++time_;
    ++steps_;
    (has_small_factors()
         ? kernels_->hit_binary
         : plain_hit_binary<Lane>)(lanes(), {sign_sums_.data(), first_hits_.data(), multiples_.data()});
    is_marked_ = true;
    twice_weight_ += twice_target_ - 2 * static_cast<Sum>(to_signed(total_)) * table_count_;
}

// All columns have the value 0 again.
template <class Lane>
void BinaryFields<Lane>::restore(const MarginalTables& tables, const MarginalTargets& targets,
                                 std::span<const std::int64_t> hits, std::int64_t steps) {
    *this = BinaryFields{tables, targets};
    steps_ = steps;
    time_ += static_cast<Lane>(steps);
    std::vector<std::int64_t> ones(n_);
    for (std::size_t table = 0; table < tables.table_count(); ++table) {
        const auto columns = tables.table_columns(table);
        if (columns.size() != 2) continue;
        const std::int64_t* const cells = hits.data() + tables.first_feature(table);
        const auto [i, j] = std::pair{columns[0], columns[1]};
        ones[i] = cells[2] + cells[3];
        ones[j] = cells[1] + cells[3];
        lags_[i * stride_ + j] += static_cast<Lane>(cells[1] - cells[0]);
        lags_[j * stride_ + i] += static_cast<Lane>(cells[2] - cells[0]);
    }
    for (std::size_t j = 0; j < n_; ++j) {
        sign_sums_[j] = static_cast<Lane>(2 * ones[j] - steps);
        first_hits_[j] += multiples_[j] * sign_sums_[j];
        for (std::size_t i = 0; i < n_; ++i) {
            if (i != j) lags_[i * stride_ + j] -= sign_sums_[j];
        }
    }
    clear();
}

// With m_i(a) the sum of all cells of the tables of i at the value a, and w_i those of its own tables,
//     4 * score = sum_j s_j D_j + sum_i E_i(x_i),   E_i(a) = m_i(a) + 3 w_i(a) + w_i(1 - a),
// since s_j D_j counts a cell twice less the mean over x_j. The hits of E_i come from S_i.
template <class Lane>
void BinaryFields<Lane>::find_scores(const CategoryRow& row) {
    Sum gains = 0;
    Sum target_gains = 0;
    Sum targets = 0;
    Sum signs = 0;
    Sum start_hits = 0;
    const auto others = static_cast<std::int64_t>(n_) - 1;
    for (std::size_t i = 0; i < n_; ++i) {
        const std::int64_t s = sign(row[i]);
        gains += s * gain(i);
        target_gains += s * to_signed(target_sums_[i]);
        targets += one_body_targets_[2 * i + row[i]];
        signs += s * (2 * to_signed(multiples_[i]) - others) * to_signed(sign_sums_[i]);
        start_hits += one_body_hits_[2 * i + row[i]];
    }
    const Int128 hits = (static_cast<Int128>(one_body_rate_) * steps_ + signs) / 2 + start_hits;
    twice_weight_ = static_cast<Sum>(
        (gains + to_signed(time_) * static_cast<Int128>(targets) - to_signed(total_) * hits) / 2);
    twice_target_ = (target_gains + targets) / 2;
    is_scored_ = true;
}

// From the number of steps in which column i had the value, and how much more often column j was then 1 than
// 0.
template <class Lane>
std::int64_t BinaryFields<Lane>::pair_hits(std::size_t i, std::uint32_t a, std::size_t j,
                                           std::uint32_t b) const {
    const std::uint32_t now = negative_[i] == 0 ? 1 : 0;
    const std::int64_t sum = to_signed(sign_sums_[j]);
    const std::int64_t at_now = to_signed(lag_row(i)[j] + sign_sums_[j]) - start_difference(i, now, j);
    const std::int64_t difference = a == now ? at_now : sum - at_now;
    return (value_hits(i, a) + sign(b) * difference) / 2;
}

template class BinaryFields<std::uint32_t>;
template class BinaryFields<std::uint64_t>;

}  // namespace drover::impl
