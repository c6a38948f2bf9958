#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace drover::impl {

/// The fields of neighbouring lanes: F[l] = time * sums[l] - total * hits[l]. A lane whose sum, as a signed
/// number, uses the bits of the bans is banned and has the lowest possible field.
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

/// The lane of the highest field that is not banned, the lowest of equals; `now` if none is higher than its
/// own. now = count accepts any lane, and is returned if all are banned.
template <class Lane>
std::size_t best_lane(const LaneFields<Lane>& fields, std::size_t now);

/// Lanes 2k and 2k + 1 belong together, and in_row is not 0 for one of them: the first such lane whose
/// partner has a higher field, or count.
template <class Lane>
std::size_t flip_lane(const LaneFields<Lane>& fields, const Lane* in_row);

/// Columns of two values with one lane each (BinaryFields): a lane is opposed where its field, time * targets
/// - total * hits, and its sign s differ; s = -1 where `negative` is all ones, 1 where it is 0. Lanes come in
/// groups of 16; `opposed` has a bit per lane.
template <class Lane>
struct BinaryLanes {
    Lane* targets;
    Lane* hits;
    Lane* negative;
    std::uint64_t* opposed;
    std::size_t count;
    Lane time;
    Lane total;

    bool is_opposed(std::size_t l) const {
        const auto field = static_cast<std::make_signed_t<Lane>>(time * targets[l] - total * hits[l]);
        return negative[l] == 0 ? field < 0 : field > 0;
    }
};
/// The column of lane `own` turns to its other sign s: targets += s * couplings, hits -= 2 lags + sums,
/// lags = -lags - sums. Its own lane has no coupling, keeps its hits, and is no longer opposed; the others
/// are marked.
template <class Lane>
struct BinaryChange {
    std::size_t own;
    Lane* lags;
    const Lane* couplings;
    const Lane* sums;
};
/// Sums += s where there are multiples, hits and first_hits += multiples * s; marks.
template <class Lane>
struct BinaryHit {
    Lane* sums;
    Lane* first_hits;
    const Lane* multiples;
};

/// All of these for one instruction set, and those of columns of two values, which are called as they are
/// here: mark_binary finds what is opposed, turn_binary has lags = -lags - sums. Products need factors below
/// 2^32.
template <class Lane>
struct MarginalKernels {
    void (*add_row)(Lane*, const Lane*, std::size_t);
    void (*add_rows)(Lane*, const FourRows<Lane>&, std::size_t);
    void (*swap_row)(Lane*, const Lane*, const Lane*, std::size_t);
    std::size_t (*best_lane)(const LaneFields<Lane>&, std::size_t);
    std::size_t (*flip_lane)(const LaneFields<Lane>&, const Lane*);
    void (*flip_binary)(const BinaryLanes<Lane>&, const BinaryChange<Lane>&);
    void (*mark_binary)(const BinaryLanes<Lane>&);
    void (*turn_binary)(Lane*, const Lane*, std::size_t);
    void (*hit_binary)(const BinaryLanes<Lane>&, const BinaryHit<Lane>&);
};

/// The fastest set for this machine.
template <class Lane>
const MarginalKernels<Lane>& marginal_kernels();

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
        best = field > highest ? l : best;  // no branch: it would be mispredicted half of the time
        highest = field > highest ? field : highest;
    }
    return best;
}
template <class Lane>
std::size_t plain_flip_lane(const LaneFields<Lane>& fields, const Lane* in_row);
template <class Lane>
void plain_mark_binary(const BinaryLanes<Lane>& lanes) {
    for (std::size_t l = 0; l < lanes.count; ++l) {
        if (l % 64 == 0) lanes.opposed[l / 64] = 0;
        lanes.opposed[l / 64] |= std::uint64_t{lanes.is_opposed(l)} << (l % 64);
    }
}
template <class Lane>
void plain_flip_binary(const BinaryLanes<Lane>& lanes, const BinaryChange<Lane>& change) {
    const auto to_zero = static_cast<Lane>(~lanes.negative[change.own]);
    for (std::size_t l = 0; l < lanes.count; ++l) {
        if (l == change.own) continue;
        lanes.targets[l] += static_cast<Lane>((change.couplings[l] ^ to_zero) - to_zero);
        const auto turned = static_cast<Lane>(-change.lags[l] - change.sums[l]);
        lanes.hits[l] += static_cast<Lane>(turned - change.lags[l]);
        change.lags[l] = turned;
    }
    lanes.negative[change.own] = static_cast<Lane>(~lanes.negative[change.own]);
    plain_mark_binary(lanes);
    lanes.opposed[change.own / 64] &= ~(std::uint64_t{1} << (change.own % 64));
}
template <class Lane>
void plain_turn_binary(Lane* lags, const Lane* sums, std::size_t from, std::size_t count) {
    for (std::size_t l = from; l < count; ++l) lags[l] = static_cast<Lane>(-lags[l] - sums[l]);
}
template <class Lane>
void plain_hit_binary(const BinaryLanes<Lane>& lanes, const BinaryHit<Lane>& hit) {
    for (std::size_t l = 0; l < lanes.count; ++l) {
        const Lane negative = lanes.negative[l];
        const auto move = static_cast<Lane>((hit.multiples[l] ^ negative) - negative);
        hit.sums[l] += static_cast<Lane>((std::min(hit.multiples[l], Lane{1}) ^ negative) - negative);
        hit.first_hits[l] += move;
        lanes.hits[l] += move;
    }
    plain_mark_binary(lanes);
}

}  // namespace drover::impl
