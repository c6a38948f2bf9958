#include <bit>
#include <cassert>

#include <drover/baselines/packed_rows.hpp>

namespace drover::baselines {

PackedRows::PackedRows(std::span<const BitRow> rows) : row_count_{rows.size()} {
    if (rows.empty()) return;
    words_.resize(row_count_ * rows[0].words().size());
    for (std::size_t r = 0; r < row_count_; ++r) {
        assert(rows[r].size() == rows[0].size());
        const auto words = rows[r].words();
        for (std::size_t k = 0; k < words.size(); ++k) words_[k * row_count_ + r] = words[k];
    }
}

std::vector<std::uint32_t> PackedRows::distances(const BitRow& row) const {
    assert(row.words().size() * row_count_ == words_.size());
    std::vector<std::uint32_t> result(row_count_);
    const std::uint64_t* column = words_.data();
    for (const std::uint64_t word : row.words()) {
        for (std::size_t r = 0; r < row_count_; ++r)
            result[r] += static_cast<std::uint32_t>(std::popcount(column[r] ^ word));
        column += row_count_;
    }
    return result;
}

}  // namespace drover::baselines
