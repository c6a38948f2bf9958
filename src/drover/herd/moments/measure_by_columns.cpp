#include <bit>
#include <string>
#include <vector>

#include <drover/herd/moments/measure_by_columns.hpp>

namespace drover {
namespace {

// The rows as columns: bit r of a column is the variable in row r.
class BitColumns {
  public:
    BitColumns(std::span<const BitRow> rows, std::size_t n)
        : word_count_{(rows.size() + 63) / 64}, words_(n * word_count_), meet_(word_count_) {
        for (std::size_t r = 0; r < rows.size(); ++r) {
            for (std::size_t i = 0; i < n; ++i) {
                if (rows[r][i]) words_[i * word_count_ + r / 64] |= std::uint64_t{1} << (r % 64);
            }
        }
    }
    /// Chooses the rows in which i and j are both 1.
    void meet(std::size_t i, std::size_t j) {
        for (std::size_t w = 0; w < word_count_; ++w)
            meet_[w] = words_[i * word_count_ + w] & words_[j * word_count_ + w];
    }
    /// Of those, the rows in which k is 1.
    std::int64_t met(std::size_t k) const {
        std::int64_t count = 0;
        for (std::size_t w = 0; w < word_count_; ++w)
            count += std::popcount(meet_[w] & words_[k * word_count_ + w]);
        return count;
    }

  private:
    std::size_t word_count_;
    std::vector<std::uint64_t> words_;
    std::vector<std::uint64_t> meet_;
};

// ones[i * n + j]: the number of rows in which i and j are both 1; on the diagonal, in which i is 1.
std::vector<std::int64_t> pair_ones(BitColumns& columns, std::size_t n) {
    std::vector<std::int64_t> ones(n * n);
    for (std::size_t i = 0; i < n; ++i) {
        columns.meet(i, i);
        for (std::size_t j = 0; j < n; ++j) ones[i * n + j] = columns.met(j);
    }
    return ones;
}

Moments no_counts(std::span<const BitRow> rows, std::size_t feature_count) {
    check_input(!rows.empty(), [] {
        return Problem{Fault::missing, {.function = "measure_by_columns"}, "at least one row", "none"};
    });
    Moments moments{.names = {}, .counts = {}, .total = static_cast<std::int64_t>(rows.size())};
    moments.counts.reserve(feature_count);
    return moments;
}

}  // namespace

Moments measure_by_columns(const PairFeatures<Indicators>& features, std::span<const BitRow> rows) {
    Moments moments = no_counts(rows, features.feature_count());
    const std::size_t n = features.variable_count();
    BitColumns columns{rows, n};
    const std::vector<std::int64_t> ones = pair_ones(columns, n);
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = i + 1; j < n; ++j) {
            const std::int64_t both = ones[i * n + j];
            const std::int64_t only_i = ones[i * n + i] - both;
            const std::int64_t only_j = ones[j * n + j] - both;
            const std::int64_t none = moments.total - only_i - only_j - both;
            moments.counts.insert(moments.counts.end(), {none, only_j, only_i, both});
        }
    }
    return moments;
}

Moments measure_by_columns(const TripleFeatures<Indicators>& features, std::span<const BitRow> rows) {
    Moments moments = no_counts(rows, features.feature_count());
    const std::size_t n = features.variable_count();
    BitColumns columns{rows, n};
    const std::vector<std::int64_t> ones = pair_ones(columns, n);
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = i + 1; j < n; ++j) {
            columns.meet(i, j);
            for (std::size_t k = j + 1; k < n; ++k) {
                const std::int64_t all = columns.met(k);
                const std::int64_t ij = ones[i * n + j] - all;  // these two and not the third
                const std::int64_t ik = ones[i * n + k] - all;
                const std::int64_t jk = ones[j * n + k] - all;
                const std::int64_t only_i = ones[i * n + i] - ij - ik - all;
                const std::int64_t only_j = ones[j * n + j] - ij - jk - all;
                const std::int64_t only_k = ones[k * n + k] - ik - jk - all;
                const std::int64_t none = moments.total - only_i - only_j - only_k - ij - ik - jk - all;
                moments.counts.insert(moments.counts.end(), {none, only_k, only_j, jk, only_i, ik, ij, all});
            }
        }
    }
    return moments;
}

}  // namespace drover
