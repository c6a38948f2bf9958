#pragma once

#include <drover/core/check.hpp>
#include <drover/core/choice.hpp>
#include <drover/herd/maximize/maximizer.hpp>
#include <drover/number/philox.hpp>

namespace drover {

/// Where a local search begins.
enum class SearchStart {
    previous,  ///< the given state: in a herder the last sample, a persistent chain
    given,     ///< always the same state
    fresh,     ///< a new pseudo-random state per call, numbered from 0 for the seed
};
/// Those that need no state.
inline constexpr Choice<SearchStart> search_starts[]{{"fresh", SearchStart::fresh},
                                                     {"previous", SearchStart::previous}};

struct CoordinateAscentOptions {
    SearchStart start = SearchStart::previous;
    BitRow given = {};       ///< for SearchStart::given
    std::uint64_t seed = 0;  ///< for SearchStart::fresh
};

/// Flips one variable at a time, in raster order, while that raises the score, until a full sweep changes
/// nothing: a local maximum. Ties keep the current value, so it always stops. Variable i of the k-th fresh
/// start is bit i % 64 of CounterRandom(seed, k).bits(i / 64).
class CoordinateAscent {
  public:
    CoordinateAscent() = default;
    explicit CoordinateAscent(CoordinateAscentOptions options) : options_{std::move(options)} {}

    template <class F, Weights W>
    requires BinaryModel<F, W>
    typename W::Value maximize(const F& f, const W& w, BitRow& s) {
        begin(f.variable_count(), s);
        typename W::Value score = f.score(w, s);
        bool changed = true;
        while (changed) {
            changed = false;
            for (std::size_t i = 0; i < f.variable_count(); ++i) {
                const typename W::Value gain = f.flip_gain(w, s, i);
                if (gain > typename W::Value{}) {
                    s.flip(i);
                    score += gain;
                    changed = true;
                }
            }
        }
        return score;
    }

  private:
    void begin(std::size_t n, BitRow& s) {
        if (options_.start == SearchStart::given) s = options_.given;
        if (options_.start == SearchStart::fresh) s = fresh_start(n, fresh_count_++);
        check_input(s.size() == n, [&] {
            return Problem{Fault::range,
                           {.function = "CoordinateAscent"},
                           "a start of " + std::to_string(n) + " variables",
                           std::to_string(s.size())};
        });
    }
    BitRow fresh_start(std::size_t n, std::uint64_t call) const {
        const CounterRandom random{options_.seed, call};
        BitRow row(n);
        std::uint64_t word = 0;
        for (std::size_t i = 0; i < n; ++i) {
            if (i % 64 == 0) word = random.bits(i / 64);
            row.set(i, ((word >> (i % 64)) & 1U) != 0);
        }
        return row;
    }

    CoordinateAscentOptions options_;
    std::uint64_t fresh_count_ = 0;
};

}  // namespace drover
