#include <algorithm>
#include <cassert>
#include <cmath>

#include <drover/number/impl/random_row.hpp>
#include <drover/number/philox.hpp>
#include <drover/number/random_row.hpp>

namespace drover {
namespace {

std::array<std::uint32_t, 2> halves(std::uint64_t value) {
    return {static_cast<std::uint32_t>(value), static_cast<std::uint32_t>(value >> 32U)};
}

}  // namespace

std::uint32_t RandomRow::operator[](std::size_t i) const {
    const auto block = static_cast<std::uint32_t>(16 * (i / 64) + i % 16);
    const auto row = halves(row_);
    return philox({block, use_, row[0], row[1]}, halves(seed_))[i / 16 % 4];
}

void RandomRow::fill(std::size_t first, std::span<std::uint32_t> words) const {
    assert(first % group == 0 && words.size() % group == 0);
    impl::fill_words({.use = use_, .row = halves(row_), .key = halves(seed_)}, first / 4,
                     words.size() / group, words.data());
}

void RandomRow::below(std::uint64_t limit, std::size_t first, std::span<std::uint64_t> masks) const {
    assert(first % group == 0 && limit <= std::uint64_t{1} << 32U);
    if (limit == 0) return std::fill(masks.begin(), masks.end(), 0);
    impl::mark_row_below({.use = use_, .row = halves(row_), .key = halves(seed_)}, first / 4, masks.size(),
                         limit, masks.data());
}

std::uint64_t random_limit(double probability) {
    assert(probability >= 0 && probability <= 1);
    return static_cast<std::uint64_t>(std::floor(probability * 0x1p32 + 0.5));
}

}  // namespace drover
