#include <algorithm>

#include <drover/herd/dual_herder.hpp>

namespace drover {
namespace {

// sum_a factor_a * phi_a(x), one a state.
template <class V>
std::vector<V> inner_products(const StateTable& features, const std::vector<V>& factors) {
    std::vector<V> products(features.state_count());
    for (std::size_t x = 0; x < products.size(); ++x) products[x] = features.score(WeightSpan<V>{factors}, x);
    return products;
}

template <class V>
std::vector<V> elementwise(const std::vector<V>& a, const std::vector<V>& b) {
    std::vector<V> products = a;
    for (std::size_t i = 0; i < products.size(); ++i) products[i] *= b[i];
    return products;
}

template <class V>
typename ProductOf<V>::Type dot(const std::vector<V>& a, const std::vector<V>& b) {
    using Product = typename ProductOf<V>::Type;
    Product sum{};
    for (std::size_t i = 0; i < a.size(); ++i) sum += Product{a[i]} * Product{b[i]};
    return sum;
}

// The drive of the rule. Greedy minimisation of the error is herding with a shift from w_0 = moments, each
// times its rate.
template <class V>
FixedMoments<V> drive_for(const BasicMoments<V>& moments, DriveOptions options, DualRule rule) {
    if (rule == DualRule::greedy) options.start = ZeroStart{};
    return FixedMoments<V>{moments, options};
}

template <class V>
LazyWeightsParts<V> parts_for(const FixedMoments<V>& drive, DualRule rule) {
    LazyWeightsParts<V> parts = drive.parts();
    if (rule == DualRule::greedy) parts.start = elementwise(parts.rate, parts.target);
    return parts;
}

}  // namespace

template <class V>
BasicDualHerder<V>::BasicDualHerder(const StateTable& features, const BasicMoments<V>& moments,
                                    const DriveOptions& drive_options, HerderOptions options, DualRule rule)
    : weights_{features, drive_for(moments, drive_options, rule).parts()},
      state_count_{features.state_count()},
      max_steps_{options.max_steps},
      total_{moments.total} {
    const FixedMoments<V> drive = drive_for(moments, drive_options, rule);
    // The greedy scores are doubled and shifted, and start a step ahead: a third of the limit covers it all.
    const double steps = drive.step_limit(features);
    const double limit = rule == DualRule::greedy ? steps / 3 - 1 : steps;
    check_step_limit(drive.feature_count(), features.feature_count(), max_steps_, limit, sizeof(V));
    const LazyWeightsParts<V> parts = parts_for(drive, rule);
    weights_ = Weights{features, parts};

    factor_ = rule == DualRule::greedy ? 2 : 1;
    pull_ = inner_products(features, elementwise(parts.rate, parts.target));
    scores_ = inner_products(features, parts.start);
    start_dot_ = dot(parts.start, parts.target);
    target_dot_ = dot(elementwise(parts.rate, parts.target), parts.target);
    shift_.resize(state_count_);
    moves_.resize(state_count_ * state_count_);
    for (State s = 0; s < state_count_; ++s) {
        const auto phi = features.row(s);
        const std::vector<V> row(phi.begin(), phi.end());
        const std::vector<V> gram = inner_products(features, elementwise(parts.rate, row));
        for (State x = 0; x < state_count_; ++x) {
            moves_[s * state_count_ + x] = factor_ * (pull_[x] - total_ * gram[x]);
        }
        if (rule == DualRule::greedy) shift_[s] = total_ * gram[s];
        scores_[s] = factor_ * scores_[s] - shift_[s];
        std::vector<V> move = parts.target;
        for (std::size_t a = 0; a < move.size(); ++a) move[a] -= total_ * row[a];
        square_.push_back(dot(elementwise(parts.rate, move), move));
    }
    next_ = static_cast<State>(std::max_element(scores_.begin(), scores_.end()) - scores_.begin());
}

template <class V>
typename BasicDualHerder<V>::Margin BasicDualHerder<V>::margin() const {
    if (t_ == 0) return Margin{};
    Margin hits{};
    for (State x = 0; x < state_count_; ++x) {
        hits += Margin{static_cast<V>(weights_.state_count(x))} * Margin{pull_[x]};
    }
    const Margin target_product =
        start_dot_ + Margin{static_cast<V>(t_)} * target_dot_ - Margin{total_} * hits;
    const V score = (scores_[state_] + shift_[state_]) / factor_;
    return target_product - Margin{total_} * Margin{score} - square_[state_];
}

template class BasicDualHerder<std::int64_t>;
template class BasicDualHerder<Int128>;

}  // namespace drover
