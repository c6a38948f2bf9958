#include <algorithm>
#include <limits>

#include <drover/number/philox.hpp>
#include <drover/number/split_mix.hpp>
#include <drover/synth/impl/row_shuffle.hpp>

namespace drover::synth::impl {
namespace {

constexpr std::uint64_t shuffle_stream = std::numeric_limits<std::uint64_t>::max();  // starts count from 0

}  // namespace

// Fisher and Yates, from the end.
std::vector<std::uint32_t> RowShuffle::take() {
    const auto rows = static_cast<std::size_t>(std::min(row_count(), block_rows_));
    const auto end = cells_.begin() + static_cast<std::ptrdiff_t>(rows * column_count_);
    std::vector<std::uint32_t> block(cells_.begin(), end);
    cells_.erase(cells_.begin(), end);
    SplitMix random{CounterRandom{seed_, shuffle_stream}.bits(block_++)};
    const auto row = [&](std::size_t r) {
        return block.begin() + static_cast<std::ptrdiff_t>(r * column_count_);
    };
    for (std::size_t r = rows; r-- > 1;) {
        const auto other = static_cast<std::size_t>(random.below(r + 1));
        if (other != r) std::swap_ranges(row(r), row(r + 1), row(other));
    }
    return block;
}

}  // namespace drover::synth::impl
