#pragma once

#include <drover/core/check.hpp>
#include <drover/herd/features/coding.hpp>
#include <drover/herd/features/feature_map.hpp>
#include <drover/rbm/observed_row.hpp>

namespace drover::rbm {

struct MixtureState {
    std::size_t component = 0;  ///< hidden
    BitRow x;                   ///< seen

    friend bool operator==(const MixtureState&, const MixtureState&) = default;
};

/// A mixture of independent binary variables, its component hidden: feature c is 1 for component c, and
/// feature K + c V + j is x_j as +-1 while the component is c. A model with hidden variables: what
/// HiddenHerder herds. Both maximisations are exact: no margin is positive.
class Mixture {
  public:
    using State = MixtureState;
    using Case = ObservedRow;

    /// Throws InputError unless there is a component and a variable.
    Mixture(std::size_t component_count, std::size_t variable_count)
        : components_{component_count}, variables_{variable_count} {
        check_input(components_ > 0 && variables_ > 0, [&] {
            return "Mixture: expected components and variables, got " + std::to_string(components_) +
                   " and " + std::to_string(variables_);
        });
    }

    std::size_t component_count() const { return components_; }
    std::size_t variable_count() const { return variables_; }
    std::size_t feature_count() const { return components_ * (1 + variables_); }
    std::size_t slot(std::size_t component, std::size_t j) const {
        return components_ + component * variables_ + j;
    }
    FeatureBounds bounds() const {
        return {.lowest = -1, .highest = 1, .total = static_cast<Int128>(1 + variables_)};
    }
    MixtureState first_state() const { return {0, BitRow(variables_)}; }

    template <Weights W>
    typename W::Value score(const W& w, const MixtureState& s) const {
        return visited_score(*this, w, s);
    }
    template <class Sink>
    void visit(const MixtureState& s, Sink&& sink) const {
        sink(s.component, std::int64_t{1});
        for (std::size_t j = 0; j < variables_; ++j) sink(slot(s.component, j), sign_of(s.x[j]));
    }

    static MixtureState begin(const ObservedRow& seen) { return {0, seen.values}; }
    /// The best component, and the best values of what is unknown. Ties: the lowest component, -1.
    template <Weights W>
    void impute(const W& w, const ObservedRow& seen, MixtureState& s) const {
        maximize(w, s, [&](std::size_t j) { return !seen.is_unknown(j); });
    }
    /// The best of all states; the same ties.
    template <Weights W>
    void improve(const W& w, MixtureState& s) const {
        maximize(w, s, [](std::size_t /*j*/) { return false; });
    }

  private:
    template <Weights W, class IsFixed>
    void maximize(const W& w, MixtureState& s, const IsFixed& is_fixed) const {
        using V = typename W::Value;
        V best{};
        for (std::size_t c = 0; c < components_; ++c) {
            V sum = w[c];
            for (std::size_t j = 0; j < variables_; ++j) {
                const V weight = w[slot(c, j)];
                const bool up = is_fixed(j) ? s.x[j] : weight > V{};
                sum += static_cast<V>(sign_of(up)) * weight;
            }
            if (c > 0 && !(sum > best)) continue;
            best = sum;
            s.component = c;
        }
        for (std::size_t j = 0; j < variables_; ++j) {
            if (!is_fixed(j)) s.x.set(j, w[slot(s.component, j)] > V{});
        }
    }

    std::size_t components_;
    std::size_t variables_;
};

}  // namespace drover::rbm
