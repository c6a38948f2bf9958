#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include <drover/core/aligned_vector.hpp>
#include <drover/finite/dual_lanes.hpp>
#include <drover/finite/impl/dual_kernel.hpp>
#include <drover/finite/impl/followed_states.hpp>
#include <drover/number/grid.hpp>

namespace drover {
namespace {

using impl::dual_kernel_states;
using impl::dual_lanes;
using impl::dual_tags;
using impl::DualBlock;

constexpr std::int64_t block_steps = 128;
constexpr std::int32_t rounded_limit = (1 << 27) - 1024;  // differences of tagged scores fit 32 bits

// The least number that makes start weights times the total integers.
Int128 common_factor(const std::vector<std::vector<Rational>>& starts, Int128 total) {
    std::vector<Rational> all;
    for (const auto& start : starts) {
        for (const Rational& weight : start) all.push_back(weight * Rational{total, 1});
    }
    const auto factor = common_denominator(all, std::numeric_limits<std::int64_t>::max());
    check_input(factor.has_value(), [] {
        return Problem{.fault = Fault::other,
                       .place = {.function = "DualLanes"},
                       .text = "start weights need a common denominator below 2^63"};
    });
    return *factor;
}

// As FixedMoments has it for differences of scores, which are all there is here.
template <class V>
double step_limit(const FeatureBounds& bounds, const BasicMoments<V>& moments, Int128 factor,
                  const std::vector<Int128>& starts) {
    const double type_max = sizeof(V) == sizeof(std::int64_t) ? 0x1p63 : 0x1p127;
    const auto total = static_cast<double>(moments.total);
    const double low = total * static_cast<double>(bounds.lowest);
    const double high = total * static_cast<double>(bounds.highest);
    double drift = std::max(-low, high);
    for (const V& moment : moments.counts) {
        const auto c = static_cast<double>(moment);
        drift = std::max({drift, std::abs(c), std::abs(c - low), std::abs(c - high)});
    }
    double start = 0;
    for (const Int128 weight : starts) start = std::max(start, std::abs(static_cast<double>(weight)));
    const double score_total = std::max(1.0, static_cast<double>(bounds.total));
    return 0.999 * (type_max / (2 * score_total) - start) /
           (static_cast<double>(factor) * std::max(1.0, drift));
}

Int128 largest(const auto& values) {
    Int128 most = 0;
    for (const auto value : values) most = std::max(most, absolute(value));
    return most;
}

// The nearest multiple of 2^bits, in its units.
template <class V>
std::int32_t rounded_to(V value, int bits) {
    if (bits == 0) return static_cast<std::int32_t>(value);
    return static_cast<std::int32_t>((value + (V{1} << (bits - 1))) >> bits);
}

using Times = std::array<std::int64_t, dual_kernel_states>;

// This many steps to each state; row p of moves belongs to the state p.
template <class V, std::size_t score_count>
void add_moves(const V* moves, const Times& times, V* scores) {
    for (std::size_t k = 0; k < score_count; ++k) {
        V sum = scores[k];
        for (std::size_t p = 0; p <= score_count; ++p) sum += V{times[p]} * moves[p * score_count + k];
        scores[k] = sum;
    }
}

// By the number of scores, for the compiler to unroll; none for 0.
template <class V>
constexpr std::array<decltype(&add_moves<V, 1>), dual_kernel_states> add_moves_of{
    nullptr,         add_moves<V, 1>, add_moves<V, 2>, add_moves<V, 3>,
    add_moves<V, 4>, add_moves<V, 5>, add_moves<V, 6>, add_moves<V, 7>};

// From rows of dual_lanes 32-bit numbers, four steps each, the first step lowest.
void copy_states(const std::uint32_t* words, std::int64_t steps, std::uint8_t* out) {
    if constexpr (std::endian::native == std::endian::little) {
        for (; steps >= 8; steps -= 8, words += 2 * dual_lanes, out += 8) {
            const std::uint64_t eight = words[0] | std::uint64_t{words[dual_lanes]} << 32U;
            std::memcpy(out, &eight, sizeof(eight));
        }
    }
    for (; steps > 0; steps -= 4, words += dual_lanes) {
        for (unsigned i = 0; i < 4; ++i) *out++ = static_cast<std::uint8_t>(*words >> (8 * i));
    }
}

}  // namespace

// How scores are rounded for one call, and the tables of the kernel.
template <class V>
struct BasicDualLanes<V>::Rounding {
    int bits = 0;
    V score_limit{};                  // larger ones have no place in a lane
    std::int32_t largest_extent = 0;  // of tagged scores, for four more steps to fit
    std::vector<DualBlock::Table> moves;
    std::array<DualBlock::Table, 2> hits_of{};
    std::array<std::uint8_t, 16> names{};
};

// The orbits of one task: their lanes, and the exact steps where lanes do not do.
template <class V>
class BasicDualLanes<V>::BlockRunner {
  public:
    BlockRunner(BasicDualLanes& lanes, const Rounding& rounding, std::size_t first)
        : lanes_{lanes},
          rounding_{rounding},
          first_{first},
          count_{std::min(dual_lanes, lanes.size() - first)},
          scores_(lanes.score_count() * dual_lanes),
          states_(block_steps / 4 * dual_lanes),
          hits_(2 * dual_lanes),
          leads_(dual_lanes),
          extents_(dual_lanes) {
        if (!rounding.moves.empty()) add_moves_ = add_moves_of<V>[lanes.score_count()];
    }

    // The states of the first orbit go to `states`, of the next `stride` further on; null: nowhere.
    void run(std::int64_t steps, std::uint8_t* states, std::int64_t stride) {
        for (std::int64_t done = 0; done < steps;) {
            const std::int64_t left = std::min(block_steps, steps - done);
            const std::int64_t count = left < 4 ? left : left / 4 * 4;
            std::uint8_t* to = states == nullptr ? nullptr : states + done;
            const bool has_lanes = left >= 4 && take_lanes(static_cast<std::size_t>(count));
            for (std::size_t i = 0; i < count_; ++i) {
                std::uint8_t* out = to == nullptr ? nullptr : to + static_cast<std::int64_t>(i) * stride;
                if (has_lanes && is_certain(i)) {
                    settle(i, count, out);
                } else {
                    step_exactly(i, count, out);
                }
            }
            done += count;
        }
    }

  private:
    bool take_lanes(std::size_t steps) {
        if (rounding_.moves.empty()) return false;
        const std::size_t n = lanes_.score_count();
        for (std::size_t i = 0; i < count_; ++i) {
            const V* exact = lanes_.scores_.data() + (first_ + i) * n;
            outside_[i] = false;
            for (std::size_t k = 0; k < n; ++k) {
                const bool is_inside =
                    exact[k] <= rounding_.score_limit && -exact[k] <= rounding_.score_limit;
                outside_[i] = outside_[i] || !is_inside;
                const auto score = is_inside ? static_cast<std::int32_t>(exact[k] >> rounding_.bits) : 0;
                scores_[k * dual_lanes + i] =
                    score * dual_tags + dual_tags - 2 - static_cast<std::int32_t>(k);
            }
        }
        return impl::take_block({.moves = rounding_.moves.data(),
                                 .hits_of = rounding_.hits_of.data(),
                                 .names = rounding_.names.data(),
                                 .scores = scores_.data(),
                                 .states = states_.data(),
                                 .hits = hits_.data(),
                                 .leads = leads_.data(),
                                 .extents = extents_.data(),
                                 .lead_wanted = rounding_.bits == 0 ? 0 : 3 * dual_tags,
                                 .lead_growth = rounding_.bits == 0 ? 0 : dual_tags,
                                 .state_count = n + 1},
                                steps);
    }

    bool is_certain(std::size_t i) const {
        return !outside_[i] && leads_[i] >= 0 && extents_[i] <= rounding_.largest_extent;
    }

    // What the lane did becomes the orbit's.
    void settle(std::size_t i, std::int64_t steps, std::uint8_t* out) {
        const std::size_t n = lanes_.score_count();
        std::int64_t* const hits = lanes_.hits_.data() + (first_ + i) * (n + 1);
        Times times{steps};
        for (std::size_t p = 1; p <= n; ++p) {
            times[p] = hits_[(p - 1) / 4 * dual_lanes + i] >> ((p - 1) % 4 * 8) & 0xFF;
            times[0] -= times[p];
            hits[p] += times[p];
        }
        hits[0] += times[0];
        add_moves_(lanes_.moves_.data(), times, lanes_.scores_.data() + (first_ + i) * n);
        if (out != nullptr) copy_states(states_.data() + i, steps, out);
    }

    void step_exactly(std::size_t i, std::int64_t steps, std::uint8_t* out) {
        for (std::int64_t k = 0; k < steps; ++k) {
            const std::size_t state = lanes_.step(first_ + i);
            if (out != nullptr) out[k] = static_cast<std::uint8_t>(state);
        }
    }

    BasicDualLanes& lanes_;
    const Rounding& rounding_;
    std::size_t first_;
    std::size_t count_;
    AlignedVector<std::int32_t> scores_;
    AlignedVector<std::uint32_t> states_;
    AlignedVector<std::uint32_t> hits_;
    AlignedVector<std::int32_t> leads_;
    AlignedVector<std::int32_t> extents_;
    std::array<bool, dual_lanes> outside_{};
    decltype(&add_moves<V, 1>) add_moves_ = nullptr;
};

template <class V>
BasicDualLanes<V>::BasicDualLanes(const StateTable& features, const BasicMoments<V>& moments,
                                  const std::vector<Start>& starts, HerderOptions options)
    : features_{features},
      moments_{moments},
      followed_{impl::followed_states(features)},
      max_steps_{options.max_steps},
      factor_{common_factor(starts, moments.total)},
      orbit_count_{starts.size()} {
    const std::size_t n = features.feature_count();
    check_input(moments.total > V{}, [] {
        return Problem{Fault::range, {.function = "DualLanes"}, "a total above 0"};
    });
    const Rational scale = Rational{factor_, 1} * Rational{moments.total, 1};
    for (const Start& start : starts) {
        check_input(start.size() == n, [&] {
            return Problem{.fault = Fault::range,
                           .place = {.function = "DualLanes"},
                           .text = "start weights (" + std::to_string(start.size()) + ") and features (" +
                                   std::to_string(n) + ") must have the same size"};
        });
        for (const Rational& weight : start) starts_.push_back((weight * scale).numerator());
    }
    check_step_limit(moments.counts.size(), n, max_steps_,
                     step_limit(features.bounds(), moments, factor_, starts_), sizeof(V));
    const auto lowest = features.row(followed_[0]);
    const auto ahead = [&](std::size_t k, auto weight) {
        Int128 sum = 0;
        const auto phi = features.row(followed_[k + 1]);
        for (std::size_t a = 0; a < n; ++a) sum += weight(a) * (Int128{phi[a]} - lowest[a]);
        return static_cast<V>(sum);
    };
    for (const std::size_t s : followed_) {
        const auto move = [&](std::size_t a) {
            return factor_ * (Int128{moments.counts[a]} - Int128{moments.total} * features.row(s)[a]);
        };
        for (std::size_t k = 0; k < score_count(); ++k) moves_.push_back(ahead(k, move));
    }
    for (std::size_t i = 0; i < orbit_count_; ++i) {
        const auto start = [&](std::size_t a) { return starts_[i * n + a]; };
        for (std::size_t k = 0; k < score_count(); ++k) scores_.push_back(ahead(k, start));
    }
    hits_.resize(orbit_count_ * followed_.size());
}

template <class V>
std::size_t BasicDualLanes<V>::block_count() const {
    return (size() + dual_lanes - 1) / dual_lanes;
}

template <class V>
std::vector<Rational> BasicDualLanes<V>::weights(std::size_t orbit) const {
    const std::size_t n = features_.feature_count();
    std::vector<Rational> result;
    for (std::size_t a = 0; a < n; ++a) {
        Int128 weight = Int128{t_} * moments_.counts[a];
        for (std::size_t p = 0; p < followed_.size(); ++p) {
            weight -=
                Int128{hits_[orbit * followed_.size() + p]} * moments_.total * features_.row(followed_[p])[a];
        }
        result.emplace_back(starts_[orbit * n + a] + factor_ * weight, factor_ * moments_.total);
    }
    return result;
}

// One exact step.
template <class V>
std::size_t BasicDualLanes<V>::step(std::size_t orbit) {
    const std::size_t n = score_count();
    V* const scores = scores_.data() + orbit * n;
    std::size_t best = 0;
    V best_score{};
    for (std::size_t k = 0; k < n; ++k) {
        if (scores[k] > best_score) {
            best_score = scores[k];
            best = k + 1;
        }
    }
    for (std::size_t k = 0; k < n; ++k) scores[k] += moves_[best * n + k];
    ++hits_[orbit * followed_.size() + best];
    return followed_[best];
}

// After t steps a score is within 1 + t/2 units of its rounded one, and two scores are at most 1 + t closer
// or further apart: a lead of 2 + t units, and one for the tags, is certain. Without rounding any is.
template <class V>
auto BasicDualLanes<V>::choose_rounding() const -> Rounding {
    Rounding rounding;
    const std::size_t n = score_count();
    if (n == 0 || n >= dual_kernel_states) return rounding;
    const Int128 move = largest(moves_);
    const Int128 score = largest(scores_);
    if (std::max(score, move) > int128_max / 4) return rounding;
    const Int128 limit = std::max(score + score / 4, 2 * move);
    const auto fits = [&](int bits) {
        return (limit >> bits) + 4 * ((move >> bits) + 1) + 2 < rounded_limit;
    };
    while (!fits(rounding.bits)) ++rounding.bits;
    const Int128 type_max = sizeof(V) == sizeof(std::int64_t) ? Int128{INT64_MAX} : int128_max;
    rounding.score_limit = static_cast<V>(std::min(limit, type_max));
    rounding.largest_extent =
        dual_tags * (rounded_limit - 4 * (static_cast<std::int32_t>(move >> rounding.bits) + 1) - 2);
    rounding.moves.resize(n);
    for (std::size_t p = 0; p <= n; ++p) {
        const std::size_t tag = static_cast<std::size_t>(dual_tags) - 1 - p;
        rounding.names[tag] = static_cast<std::uint8_t>(followed_[p]);
        if (p > 0) rounding.hits_of[(p - 1) / 4][tag] = 1 << ((p - 1) % 4 * 8);
        for (std::size_t k = 0; k < n; ++k)
            rounding.moves[k][tag] = rounded_to(moves_[p * n + k], rounding.bits) * dual_tags;
    }
    return rounding;
}

template <class V>
void BasicDualLanes<V>::run(std::int64_t steps, std::uint8_t* states, ThreadPool* pool) {
    check_steps_left("DualLanes", steps, t_, max_steps_);
    const Rounding rounding = choose_rounding();
    for_each_index(pool, block_count(), [&](std::size_t b) {
        const std::size_t first = b * dual_lanes;
        std::uint8_t* to = states == nullptr ? nullptr : states + static_cast<std::int64_t>(first) * steps;
        BlockRunner{*this, rounding, first}.run(steps, to, steps);
    });
    t_ += steps;
}

template <class V>
void BasicDualLanes<V>::take(std::int64_t steps, std::span<std::uint8_t> states, ThreadPool* pool) {
    assert(states.size() == size() * static_cast<std::size_t>(steps));
    check_input(features_.state_count() <= 256, [&] {
        return Problem{Fault::range,
                       {.function = "DualLanes"},
                       "at most 256 states",
                       std::to_string(features_.state_count())};
    });
    run(steps, states.data(), pool);
}

template <class V>
void BasicDualLanes<V>::advance(std::int64_t steps, ThreadPool* pool) {
    run(steps, nullptr, pool);
}

template <class V>
void BasicDualLanes<V>::keep(std::span<const std::size_t> orbits) {
    const auto kept = [&](const auto& rows, std::size_t width) {
        std::remove_cvref_t<decltype(rows)> result;
        for (const std::size_t i : orbits) {
            const auto row = rows.begin() + static_cast<std::ptrdiff_t>(i * width);
            result.insert(result.end(), row, row + static_cast<std::ptrdiff_t>(width));
        }
        return result;
    };
    starts_ = kept(starts_, features_.feature_count());
    scores_ = kept(scores_, score_count());
    hits_ = kept(hits_, followed_.size());
    orbit_count_ = orbits.size();
}

template class BasicDualLanes<std::int64_t>;
template class BasicDualLanes<Int128>;

}  // namespace drover
