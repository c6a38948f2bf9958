#pragma once

#include <vector>

#include <drover/herd/features/feature_map.hpp>
#include <drover/herd/moments/moments.hpp>

namespace drover {

/// The Tipi function ell0(w) = w . moments - max_x w . phi(x) and its gradient moments - phi(argmax), both
/// times moments.total, so that they are exact for integer weights. Ties go to the lowest state.
template <class Value>
struct Tipi {
    Value value{};
    std::vector<Value> gradient;
    std::size_t state = 0;
};

/// Chen & Welling 2016, "Tipi Function and Basic Properties of Herding". O(states * features).
/// Not checked for overflow: |w| * sum |phi| * total must fit the type of the weights.
template <ListedStates F, class Count, Weights W>
Tipi<typename W::Value> tipi(const F& features, const BasicMoments<Count>& moments, const W& w) {
    using Value = typename W::Value;
    Tipi<Value> result;
    Value best = features.score(w, 0);
    for (std::size_t s = 1; s < features.state_count(); ++s) {
        const Value score = features.score(w, s);
        if (score > best) {
            best = score;
            result.state = s;
        }
    }
    for (const Count count : moments.counts) result.gradient.push_back(static_cast<Value>(count));
    features.visit(result.state, [&](std::size_t a, auto value) {
        result.gradient[a] -= static_cast<Value>(moments.total) * static_cast<Value>(value);
    });
    for (std::size_t a = 0; a < result.gradient.size(); ++a) result.value += w[a] * result.gradient[a];
    return result;
}

}  // namespace drover
