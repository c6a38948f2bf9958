#pragma once

#include <drover/core/check.hpp>
#include <drover/herd/features/coding.hpp>
#include <drover/herd/features/feature_map.hpp>

namespace drover {

/// All pairs i < j of n binary variables.
/// Indicators: feature 4 * pair(i, j) + 2 * x_i + x_j is 1, pairs in the order (0,1), (0,2), ..., (n-2,n-1).
/// Signs: features 0 .. n-1 are the single x_i as +-1, then the products x_i * x_j in the same order.
template <class Coding = Indicators>
class PairFeatures {
  public:
    using State = BitRow;

    explicit PairFeatures(std::size_t variable_count) : n_{variable_count} {
        check_input(n_ >= 2, [&] {
            return Problem{
                Fault::range, {.function = "PairFeatures"}, "at least 2 variables", std::to_string(n_)};
        });
    }

    std::size_t variable_count() const { return n_; }
    std::size_t pair_count() const { return n_ * (n_ - 1) / 2; }
    std::size_t feature_count() const { return indicators ? 4 * pair_count() : n_ + pair_count(); }
    BitRow first_state() const { return BitRow(n_); }
    FeatureBounds bounds() const {
        return {.lowest = indicators ? 0 : -1,
                .highest = 1,
                .total = static_cast<Int128>(indicators ? pair_count() : feature_count())};
    }

    template <Weights W>
    typename W::Value score(const W& w, const BitRow& s) const {
        return visited_score(*this, w, s);
    }

    template <class Sink>
    void visit(const BitRow& s, Sink&& sink) const {
        if constexpr (!indicators) {
            for (std::size_t i = 0; i < n_; ++i) sink(i, sign_of(s[i]));
        }
        std::size_t pair = 0;
        for (std::size_t i = 0; i < n_; ++i) {
            for (std::size_t j = i + 1; j < n_; ++j) visit_pair(s, i, j, pair++, sink);
        }
    }

    /// O(n): only the pairs with i change.
    template <Weights W>
    typename W::Value flip_gain(const W& w, const BitRow& s, std::size_t i) const {
        using V = typename W::Value;
        V gain{};
        if constexpr (!indicators) gain -= static_cast<V>(2 * sign_of(s[i])) * w[i];
        for (std::size_t k = 0; k < n_; ++k) {
            if (k == i) continue;
            const std::size_t pair = k < i ? pair_index(k, i) : pair_index(i, k);
            if constexpr (indicators) {
                const std::size_t step_i = k < i ? 1 : 2;
                const std::size_t step_k = 3 - step_i;
                const std::size_t others = 4 * pair + (s[k] ? step_k : 0);
                gain += w[others + (s[i] ? 0 : step_i)] - w[others + (s[i] ? step_i : 0)];
            } else {
                gain -= static_cast<V>(2 * sign_of(s[i]) * sign_of(s[k])) * w[n_ + pair];
            }
        }
        return gain;
    }

    /// Position of the pair i < j in the order above.
    std::size_t pair_index(std::size_t i, std::size_t j) const {
        return i * (2 * n_ - i - 1) / 2 + (j - i - 1);
    }

  private:
    static constexpr bool indicators = std::same_as<Coding, Indicators>;

    template <class Sink>
    void visit_pair(const BitRow& s, std::size_t i, std::size_t j, std::size_t pair, Sink& sink) const {
        if constexpr (indicators) {
            sink(4 * pair + (s[i] ? 2U : 0U) + (s[j] ? 1U : 0U), std::int64_t{1});
        } else {
            sink(n_ + pair, sign_of(s[i]) * sign_of(s[j]));
        }
    }

    std::size_t n_;
};

}  // namespace drover
