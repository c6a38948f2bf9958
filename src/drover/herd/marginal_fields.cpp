#include <algorithm>

#include <drover/herd/marginal_fields.hpp>

namespace drover {
namespace {

constexpr std::size_t lanes_a_block = 16;

// The kernels are functions of their own with restrict pointers and whole blocks: inlined into the search the
// compilers lose the vectors.
template <class Lane>
[[gnu::noinline]] void add_row(Lane* __restrict sums, const Lane* __restrict row, std::size_t blocks) {
    for (std::size_t l = 0; l < blocks * lanes_a_block; ++l) sums[l] = static_cast<Lane>(sums[l] + row[l]);
}

template <class Lane>
[[gnu::noinline]] void swap_row(Lane* __restrict sums, const Lane* __restrict in, const Lane* __restrict out,
                                std::size_t blocks) {
    for (std::size_t l = 0; l < blocks * lanes_a_block; ++l) {
        sums[l] = static_cast<Lane>(sums[l] + in[l] - out[l]);
    }
}

template <class Wide, class Narrow>
std::vector<Wide> widened(const std::vector<Narrow>& values) {
    return {values.begin(), values.end()};
}

}  // namespace

template <class Lane>
MarginalFields<Lane>::MarginalFields(const MarginalTables& tables, const Moments& moments,
                                     const std::vector<bool>& forbidden, std::int64_t time)
    : total_{static_cast<Lane>(moments.total)},
      time_{static_cast<Lane>(time)},
      has_bans_{!forbidden.empty()},
      paired_(tables.column_count() * tables.column_count()),
      counted_(tables.column_count()) {
    first_.push_back(0);
    for (std::size_t i = 0; i < tables.column_count(); ++i)
        first_.push_back(first_.back() + tables.value_count(i));
    const std::size_t lanes = first_.back();
    stride_ = (lanes + lanes_a_block - 1) / lanes_a_block * lanes_a_block;
    targets_.resize(lanes * stride_);
    hits_.resize(lanes * stride_);
    if (has_bans_) pair_bans_.resize(lanes * stride_);
    for (auto* vector : {&single_targets_, &single_hits_, &target_fields_, &hit_fields_})
        vector->resize(stride_);
    bans_.resize(stride_);
    single_bans_.resize(stride_);
    for (std::size_t table = 0; table < tables.table_count(); ++table) {
        if (tables.table_columns(table).size() == 2) {
            add_pair(tables, table, moments, forbidden);
        } else {
            add_single(tables, table, moments, forbidden);
        }
    }
    clear();
}

template <class Lane>
void MarginalFields<Lane>::add_pair(const MarginalTables& tables, std::size_t table, const Moments& moments,
                                    const std::vector<bool>& forbidden) {
    const std::size_t i = tables.table_columns(table)[0];
    const std::size_t j = tables.table_columns(table)[1];
    const std::size_t n = tables.column_count();
    paired_[i * n + j] = paired_[j * n + i] = true;
    std::size_t cell = tables.first_feature(table);
    for (std::size_t a = first_[i]; a < first_[i + 1]; ++a) {
        for (std::size_t b = first_[j]; b < first_[j + 1]; ++b, ++cell) {
            targets_[a * stride_ + b] = targets_[b * stride_ + a] = static_cast<Lane>(moments.counts[cell]);
            if (has_bans_ && forbidden[cell]) pair_bans_[a * stride_ + b] = pair_bans_[b * stride_ + a] = 1;
        }
    }
}

template <class Lane>
void MarginalFields<Lane>::add_single(const MarginalTables& tables, std::size_t table, const Moments& moments,
                                      const std::vector<bool>& forbidden) {
    const std::size_t i = tables.table_columns(table)[0];
    counted_[i] = true;
    std::size_t cell = tables.first_feature(table);
    for (std::size_t a = first_[i]; a < first_[i + 1]; ++a, ++cell) {
        single_targets_[a] = static_cast<Lane>(moments.counts[cell]);
        if (has_bans_ && forbidden[cell]) single_bans_[a] = 1;
    }
}

template <class Lane>
template <class Narrow>
MarginalFields<Lane>::MarginalFields(const MarginalFields<Narrow>& narrow)
    : first_{narrow.first_},
      stride_{narrow.stride_},
      total_{narrow.total_},
      time_{narrow.time_},
      has_bans_{narrow.has_bans_},
      targets_{widened<Lane>(narrow.targets_)},
      hits_{widened<Lane>(narrow.hits_)},
      pair_bans_{narrow.pair_bans_},
      single_targets_{widened<Lane>(narrow.single_targets_)},
      single_hits_{widened<Lane>(narrow.single_hits_)},
      paired_{narrow.paired_},
      counted_{narrow.counted_},
      target_fields_{widened<Lane>(narrow.target_fields_)},
      hit_fields_{widened<Lane>(narrow.hit_fields_)},
      bans_{narrow.bans_},
      single_bans_{narrow.single_bans_} {}

template <class Lane>
void MarginalFields<Lane>::clear() {
    std::fill(target_fields_.begin(), target_fields_.end(), Lane{0});
    std::fill(hit_fields_.begin(), hit_fields_.end(), Lane{0});
    bans_ = single_bans_;
}

template <class Lane>
void MarginalFields<Lane>::place(std::size_t column, std::uint32_t value) {
    const std::size_t row = (first_[column] + value) * stride_;
    const std::size_t blocks = stride_ / lanes_a_block;
    add_row(target_fields_.data(), targets_.data() + row, blocks);
    add_row(hit_fields_.data(), hits_.data() + row, blocks);
    if (has_bans_) add_row(bans_.data(), pair_bans_.data() + row, blocks);
}

template <class Lane>
void MarginalFields<Lane>::change(std::size_t column, std::uint32_t from, std::uint32_t to) {
    const std::size_t in = (first_[column] + to) * stride_;
    const std::size_t out = (first_[column] + from) * stride_;
    const std::size_t blocks = stride_ / lanes_a_block;
    swap_row(target_fields_.data(), targets_.data() + in, targets_.data() + out, blocks);
    swap_row(hit_fields_.data(), hits_.data() + in, hits_.data() + out, blocks);
    if (has_bans_) swap_row(bans_.data(), pair_bans_.data() + in, pair_bans_.data() + out, blocks);
}

template <class Lane>
std::uint32_t MarginalFields<Lane>::best_value(std::size_t column, std::uint32_t now) const {
    const auto count = static_cast<std::uint32_t>(first_[column + 1] - first_[column]);
    std::uint32_t best = now;
    std::int64_t best_field = now < count ? field(column, now) : 0;
    for (std::uint32_t value = 0; value < count; ++value) {
        const std::int64_t score = field(column, value);
        if ((best == count || score > best_field) && !is_banned(column, value)) {
            best = value;
            best_field = score;
        }
    }
    return best;
}

template <class Lane>
void MarginalFields<Lane>::hit(const CategoryRow& row) {
    const std::size_t n = row.size();
    for (std::size_t i = 0; i < n; ++i) {
        Lane* const hits = hits_.data() + (first_[i] + row[i]) * stride_;
        for (std::size_t j = 0; j < n; ++j) {
            if (paired_[i * n + j]) ++hits[first_[j] + row[j]];
        }
        if (counted_[i]) ++single_hits_[first_[i] + row[i]];
    }
    ++time_;
}

template class MarginalFields<std::uint32_t>;
template class MarginalFields<std::uint64_t>;
template MarginalFields<std::uint64_t>::MarginalFields(const MarginalFields<std::uint32_t>&);

}  // namespace drover
