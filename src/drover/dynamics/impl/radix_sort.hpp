#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace drover::dynamics::impl {

/// One stable pass of the radix sort: by the digit of `bits` bits from `shift` on.
template <class Code, class Look>
void sort_by_digit(const std::vector<Code>& from, std::vector<Code>& to, unsigned shift, unsigned bits,
                   Look& look) {
    constexpr std::size_t between_looks = std::size_t{1} << 20U;
    const std::size_t mask = (std::size_t{1} << bits) - 1;
    const auto digit = [&](Code code) { return static_cast<std::size_t>(code >> shift) & mask; };
    std::vector<std::size_t> places(mask + 1);
    for (std::size_t i = 0; i < from.size(); ++i) {
        if (i % between_looks == 0) look();
        ++places[digit(from[i])];
    }
    std::size_t place = 0;
    for (std::size_t& count : places) {
        const std::size_t next = place + count;
        count = place;
        place = next;
    }
    for (std::size_t i = 0; i < from.size(); ++i) {
        if (i % between_looks == 0) look();
        to[places[digit(from[i])]++] = from[i];
    }
}

/// Sorts unsigned numbers below 2^bits, lowest digit first. Digits of at most 11 bits: their places and write
/// positions stay in the first caches. `look` is called many times a second, and may throw.
template <class Code, class Look>
void radix_sort(std::vector<Code>& codes, int bits, Look&& look) {
    constexpr int longest = 11;
    const int passes = (bits + longest - 1) / longest;
    std::vector<Code> other(codes.size());
    for (int pass = 0; pass < passes; ++pass) {
        const int begin = bits * pass / passes;
        const int end = bits * (pass + 1) / passes;
        sort_by_digit(codes, other, static_cast<unsigned>(begin), static_cast<unsigned>(end - begin), look);
        codes.swap(other);
    }
}

}  // namespace drover::dynamics::impl
