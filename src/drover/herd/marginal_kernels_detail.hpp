#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace drover::detail {

/// The fields of neighbouring lanes: F[l] = time * sums[l] - total * hits[l]. A lane whose sum, as a signed
/// number, needs the bits of the bans is banned, and has the lowest field there is.
template <class Lane>
struct LaneFields {
    using Signed = std::make_signed_t<Lane>;

    const Lane* sums;
    const Lane* hits;
    std::size_t count;
    Lane time;
    Lane total;
    int ban_bits;  // of a lane, at the top

    Signed most_sum() const { return static_cast<Signed>(std::numeric_limits<Signed>::max() >> ban_bits); }
    Signed least_sum() const { return static_cast<Signed>(-most_sum() - 1); }
    Signed field(std::size_t l) const {
        const auto sum = static_cast<Signed>(sums[l]);
        if (sum > most_sum() || sum < least_sum()) return std::numeric_limits<Signed>::min();
        return static_cast<Signed>(time * sums[l] - total * hits[l]);
    }
};

/// sums += row, sums += four rows, and sums += in - out, over `count` lanes. They wrap.
template <class Lane>
void add_row(Lane* sums, const Lane* row, std::size_t count);
template <class Lane>
using FourRows = std::array<const Lane*, 4>;
template <class Lane>
void add_rows(Lane* sums, const FourRows<Lane>& rows, std::size_t count);
template <class Lane>
void swap_row(Lane* sums, const Lane* in, const Lane* out, std::size_t count);

/// The lane of the highest field that is not banned, the lowest of equals; `now` where none is higher than
/// its. now = count asks for any, and is the answer if all are banned.
template <class Lane>
std::size_t best_lane(const LaneFields<Lane>& fields, std::size_t now);

/// Lanes 2k and 2k + 1 belong together, and in_row is not 0 for one of them: the first such lane whose
/// partner has a higher field, or count.
template <class Lane>
std::size_t flip_lane(const LaneFields<Lane>& fields, const Lane* in_row);

/// All of these for one instruction set.
template <class Lane>
struct MarginalKernels {
    void (*add_row)(Lane*, const Lane*, std::size_t);
    void (*add_rows)(Lane*, const FourRows<Lane>&, std::size_t);
    void (*swap_row)(Lane*, const Lane*, const Lane*, std::size_t);
    std::size_t (*best_lane)(const LaneFields<Lane>&, std::size_t);
    std::size_t (*flip_lane)(const LaneFields<Lane>&, const Lane*);
};

/// The same, one lane at a time.
template <class Lane>
void plain_add_row(Lane* sums, const Lane* row, std::size_t count);
template <class Lane>
void plain_swap_row(Lane* sums, const Lane* in, const Lane* out, std::size_t count);
template <class Lane>
std::size_t plain_best_lane(const LaneFields<Lane>& fields, std::size_t now) {
    using Signed = std::make_signed_t<Lane>;
    std::size_t best = now;
    Signed highest = now < fields.count ? fields.field(now) : std::numeric_limits<Signed>::min();
    for (std::size_t l = 0; l < fields.count; ++l) {
        const Signed field = fields.field(l);
        best = field > highest ? l : best;  // no branch: it would be guessed wrong half of the time
        highest = field > highest ? field : highest;
    }
    return best;
}
template <class Lane>
std::size_t plain_flip_lane(const LaneFields<Lane>& fields, const Lane* in_row);

}  // namespace drover::detail
