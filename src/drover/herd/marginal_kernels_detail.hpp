#pragma once

#include <cstddef>
#include <cstdint>

namespace drover::detail {

/// The fields of neighbouring lanes: F[l] = time * low(sums[l]) - total * hits[l], where low() is the signed
/// number in the low bits of a sum; a lane with anything above them is banned.
template <class Lane>
struct LaneFields {
    const Lane* sums;
    const Lane* hits;
    std::size_t count;
    Lane time;
    Lane total;
    int ban_bits;  // of a lane, at the top
};

/// sums += row, and sums += in - out, over `count` lanes. They wrap.
template <class Lane>
void add_row(Lane* sums, const Lane* row, std::size_t count);
template <class Lane>
void swap_row(Lane* sums, const Lane* in, const Lane* out, std::size_t count);

/// The lane of the highest field that is not banned, the lowest of equals; `now` where none is higher than
/// its. now = count asks for any, and is the answer if all are banned.
template <class Lane>
std::size_t best_lane(const LaneFields<Lane>& fields, std::size_t now);

/// The same, one lane at a time.
template <class Lane>
void plain_add_row(Lane* sums, const Lane* row, std::size_t count);
template <class Lane>
void plain_swap_row(Lane* sums, const Lane* in, const Lane* out, std::size_t count);
template <class Lane>
std::size_t plain_best_lane(const LaneFields<Lane>& fields, std::size_t now);

}  // namespace drover::detail
