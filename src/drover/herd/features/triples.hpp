#pragma once

#include <drover/herd/features/pairs.hpp>

namespace drover {

/// All triples i < j < k of n binary variables.
/// Indicators: feature 8 * triple(i, j, k) + 4 * x_i + 2 * x_j + x_k is 1, triples in lexicographic order.
/// Signs: the features of PairFeatures<Signs> first, then the products x_i * x_j * x_k in the same order.
template <class Coding = Indicators>
class TripleFeatures {
  public:
    using State = BitRow;

    explicit TripleFeatures(std::size_t variable_count) : n_{variable_count} {
        check_input(n_ >= 3, [&] {
            return Problem{
                Fault::range, {.function = "TripleFeatures"}, "at least 3 variables", std::to_string(n_)};
        });
    }

    std::size_t variable_count() const { return n_; }
    std::size_t triple_count() const { return n_ * (n_ - 1) * (n_ - 2) / 6; }
    std::size_t feature_count() const {
        return indicators ? 8 * triple_count() : first_triple() + triple_count();
    }
    BitRow first_state() const { return BitRow(n_); }
    FeatureBounds bounds() const {
        return {.lowest = indicators ? 0 : -1,
                .highest = 1,
                .total = static_cast<Int128>(indicators ? triple_count() : feature_count())};
    }

    template <Weights W>
    typename W::Value score(const W& w, const BitRow& s) const {
        return visited_score(*this, w, s);
    }

    template <class Sink>
    void visit(const BitRow& s, Sink&& sink) const {
        if constexpr (!indicators) PairFeatures<Signs>{n_}.visit(s, sink);
        std::size_t triple = 0;
        for (std::size_t i = 0; i < n_; ++i) {
            for (std::size_t j = i + 1; j < n_; ++j) {
                for (std::size_t k = j + 1; k < n_; ++k) visit_triple(s, {i, j, k}, triple++, sink);
            }
        }
    }

    /// O(n^2): only the triples with i change.
    template <Weights W>
    typename W::Value flip_gain(const W& w, const BitRow& s, std::size_t i) const {
        using V = typename W::Value;
        V gain{};
        if constexpr (!indicators) gain += PairFeatures<Signs>{n_}.flip_gain(w, s, i);
        for (std::size_t j = 0; j < n_; ++j) {
            if (j == i) continue;
            for (std::size_t k = j + 1; k < n_; ++k) {
                if (k != i) gain += triple_gain(w, s, i, j, k);
            }
        }
        return gain;
    }

    /// Position of the triple i < j < k in the order above.
    std::size_t triple_index(std::size_t i, std::size_t j, std::size_t k) const {
        const auto choose3 = [](std::size_t m) { return m * (m - 1) * (m - 2) / 6; };
        const std::size_t rest = n_ - i;  // variables from i on
        const std::size_t before_i = triple_count() - (rest >= 3 ? choose3(rest) : 0);
        const std::size_t m = rest - 1;  // variables after i
        const std::size_t row = j - i - 1;
        return before_i + row * (2 * m - row - 1) / 2 + (k - j - 1);
    }

  private:
    static constexpr bool indicators = std::same_as<Coding, Indicators>;
    struct Triple {
        std::size_t i, j, k;
    };

    std::size_t first_triple() const { return n_ + n_ * (n_ - 1) / 2; }

    template <class Sink>
    void visit_triple(const BitRow& s, Triple t, std::size_t triple, Sink& sink) const {
        if constexpr (indicators) {
            sink(8 * triple + (s[t.i] ? 4U : 0U) + (s[t.j] ? 2U : 0U) + (s[t.k] ? 1U : 0U), std::int64_t{1});
        } else {
            sink(first_triple() + triple, sign_of(s[t.i]) * sign_of(s[t.j]) * sign_of(s[t.k]));
        }
    }

    // The change of the triple i, j < k when i flips.
    template <Weights W>
    typename W::Value triple_gain(const W& w, const BitRow& s, std::size_t i, std::size_t j,
                                  std::size_t k) const {
        using V = typename W::Value;
        const std::size_t triple =
            i < j ? triple_index(i, j, k) : (i < k ? triple_index(j, i, k) : triple_index(j, k, i));
        if constexpr (indicators) {
            const std::size_t step_i = i < j ? 4 : (i < k ? 2 : 1);
            const std::size_t step_j = i < j ? 2 : 4;
            const std::size_t step_k = i < k ? 1 : 2;
            const std::size_t others = 8 * triple + (s[j] ? step_j : 0) + (s[k] ? step_k : 0);
            return w[others + (s[i] ? 0 : step_i)] - w[others + (s[i] ? step_i : 0)];
        } else {
            return static_cast<V>(-2 * sign_of(s[i]) * sign_of(s[j]) * sign_of(s[k])) *
                   w[first_triple() + triple];
        }
    }

    std::size_t n_;
};

}  // namespace drover
