#pragma once

#include <bit>
#include <cassert>
#include <compare>
#include <cstdint>
#include <span>
#include <vector>

namespace drover {

/// A row of 0/1 values, packed: variable i is bit i % 64 of word i / 64; bits past the end are 0.
class BitRow {
  public:
    BitRow() = default;
    explicit BitRow(std::size_t size) : size_{size}, words_((size + 63) / 64) {}
    BitRow(std::initializer_list<int> bits) : BitRow(bits.size()) {
        std::size_t i = 0;
        for (const int bit : bits) set(i++, bit != 0);
    }

    std::size_t size() const { return size_; }
    bool operator[](std::size_t i) const {
        assert(i < size_);
        return ((words_[i / 64] >> (i % 64)) & 1U) != 0;
    }
    void set(std::size_t i, bool value) {
        assert(i < size_);
        const std::uint64_t mask = std::uint64_t{1} << (i % 64);
        words_[i / 64] = value ? words_[i / 64] | mask : words_[i / 64] & ~mask;
    }
    void flip(std::size_t i) {
        assert(i < size_);
        words_[i / 64] ^= std::uint64_t{1} << (i % 64);
    }
    std::size_t ones() const {
        std::size_t count = 0;
        for (const std::uint64_t word : words_) count += static_cast<std::size_t>(std::popcount(word));
        return count;
    }
    std::span<const std::uint64_t> words() const { return words_; }

    /// The row whose bits are those of `index`: variable 0 is the lowest bit. size <= 64.
    static BitRow from_index(std::uint64_t index, std::size_t size) {
        assert(size <= 64);
        BitRow row(size);
        if (size > 0) row.words_[0] = index;
        return row;
    }
    std::uint64_t index() const {
        assert(size_ <= 64);
        return words_.empty() ? 0 : words_[0];
    }

    // LLVM 14 takes the 0 of a rewritten a < b for a pointer.
    friend auto operator<=>(const BitRow&, const BitRow&) = default;  // NOLINT(modernize-use-nullptr)

  private:
    std::size_t size_ = 0;
    std::vector<std::uint64_t> words_;
};

}  // namespace drover
