#include <algorithm>
#include <array>
#include <cmath>
#include <concepts>
#include <numeric>

#include <drover/finite/dual_herder.hpp>
#include <drover/finite/impl/followed_states.hpp>

namespace drover {
namespace {

// Greedy scores are shifted, so that a state inside the hull may win.
std::vector<std::size_t> states_to_follow(const StateTable& features, HerdRule rule) {
    if (rule == HerdRule::herding) return impl::followed_states(features);
    std::vector<std::size_t> states(features.state_count());
    std::iota(states.begin(), states.end(), std::size_t{0});
    return states;
}

// sum_a factor_a * phi_a(x), one per state in the list.
template <class V>
std::vector<V> inner_products(const StateTable& features, const std::vector<std::size_t>& states,
                              const std::vector<V>& factors) {
    std::vector<V> products;
    products.reserve(states.size());
    for (const std::size_t x : states) products.push_back(features.score(WeightSpan<V>{factors}, x));
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

// Keeps a number in a register of its own: no vectors, no conditional moves.
template <class V>
inline void pin([[maybe_unused]] V& value) {
    if constexpr (sizeof(V) <= sizeof(void*)) __asm__("" : "+r"(value));
}

// For each element: writes `next` there, and its score to `bests` if they are wanted, adds its row of moves
// to the scores, and makes the best the next; returns the one after the last. The sequence of states has zero
// entropy, so branches are predicted; a choice without them would wait for every score in turn. Unrolled by
// hand: only then do the scores stay in registers.
template <bool wants_bests, class V, std::size_t... k>
std::size_t take_steps(std::vector<V>& scores, const std::vector<V>& moves, std::size_t next,
                       std::span<std::size_t> steps, [[maybe_unused]] V* bests,
                       std::index_sequence<k...> /*positions*/) {
    std::array<V, sizeof...(k)> u{scores[k]...};
    const V* const rows = moves.data();
    V best = scores[next];
    for (std::size_t& step : steps) {
        step = next;
        if constexpr (wants_bests) *bests++ = best;
        const V* const row = rows + next * sizeof...(k);
        const auto move = [&](std::size_t position, V& score) {
            score += row[position];
            pin(score);
            if (position == 0 || score > best) [[unlikely]] {
                best = score;
                next = position;
                pin(next);
            }
        };
        (move(k, u[k]), ...);
    }
    ((scores[k] = u[k]), ...);
    return next;
}

template <std::size_t count, class V>
std::size_t take_steps(std::vector<V>& scores, const std::vector<V>& moves, std::size_t next,
                       std::span<std::size_t> steps, V* bests) {
    const auto positions = std::make_index_sequence<count>{};
    return bests == nullptr ? take_steps<false>(scores, moves, next, steps, bests, positions)
                            : take_steps<true>(scores, moves, next, steps, bests, positions);
}

constexpr std::size_t most_unrolled = 8;

// The kernel for this many followed states, or null.
template <class V>
auto kernel_for(std::size_t count) -> decltype(&take_steps<2, V>) {
    switch (count) {
        case 2:
            return take_steps<2, V>;
        case 3:
            return take_steps<3, V>;
        case 4:
            return take_steps<4, V>;
        case 5:
            return take_steps<5, V>;
        case 6:
            return take_steps<6, V>;
        case 7:
            return take_steps<7, V>;
        case 8:
            return take_steps<8, V>;
        default:
            return nullptr;
    }
}

// The drive of the rule. Greedy minimisation of the error is herding with a shift from w_0 = moments, each
// times its rate.
template <class V>
FixedMoments<V> drive_for(const BasicMoments<V>& moments, DriveOptions options, HerdRule rule) {
    if (rule == HerdRule::greedy) options.start = ZeroStart{};
    return FixedMoments<V>{moments, options};
}

template <class V>
LazyWeightsParts<V> parts_for(const FixedMoments<V>& drive, HerdRule rule) {
    LazyWeightsParts<V> parts = drive.parts();
    if (rule == HerdRule::greedy) parts.start = elementwise(parts.rate, parts.target);
    return parts;
}

}  // namespace

template <class V>
BasicDualHerder<V>::BasicDualHerder(const StateTable& features, const BasicMoments<V>& moments,
                                    const DriveOptions& drive_options, HerderOptions options, HerdRule rule)
    : weights_{features, drive_for(moments, drive_options, rule).parts()},
      max_steps_{options.max_steps},
      total_{moments.total} {
    const FixedMoments<V> drive = drive_for(moments, drive_options, rule);
    // The greedy scores are doubled and shifted, and start a step ahead: a third of the limit covers it all.
    const double steps = drive.step_limit(features);
    const double limit = rule == HerdRule::greedy ? steps / 3 - 1 : steps;
    check_step_limit(drive.feature_count(), features.feature_count(), max_steps_, limit, sizeof(V));
    const LazyWeightsParts<V> parts = parts_for(drive, rule);
    weights_ = Weights{features, parts};
    followed_ = states_to_follow(features, rule);

    factor_ = rule == HerdRule::greedy ? 2 : 1;
    pull_ = inner_products(features, followed_, elementwise(parts.rate, parts.target));
    scores_ = inner_products(features, followed_, parts.start);
    start_dot_ = dot(parts.start, parts.target);
    target_dot_ = dot(elementwise(parts.rate, parts.target), parts.target);
    for (std::size_t s = 0; s < followed_.size(); ++s) {
        const auto phi = features.row(followed_[s]);
        const std::vector<V> row(phi.begin(), phi.end());
        const std::vector<V> gram = inner_products(features, followed_, elementwise(parts.rate, row));
        for (std::size_t x = 0; x < followed_.size(); ++x) {
            moves_.push_back(factor_ * (pull_[x] - total_ * gram[x]));
        }
        shift_.push_back(rule == HerdRule::greedy ? total_ * gram[s] : 0);
        scores_[s] = factor_ * scores_[s] - shift_[s];
        std::vector<V> move = parts.target;
        for (std::size_t a = 0; a < move.size(); ++a) move[a] -= total_ * row[a];
        square_.push_back(dot(elementwise(parts.rate, move), move));
    }
    for (const V& pull : pull_) gains_.push_back(target_dot_ - Margin{total_} * Margin{pull});
    const auto best = std::max_element(scores_.begin(), scores_.end());
    next_ = static_cast<std::size_t>(best - scores_.begin());
}

template <class V>
void BasicDualHerder<V>::take_positions(std::span<State> positions, V* scores) {
    if (positions.empty()) return;
    if (const auto kernel = kernel_for<V>(followed_.size()); kernel != nullptr) {
        next_ = kernel(scores_, moves_, next_, positions, scores);
    } else {
        for (State& position : positions) {
            position = next_;
            if (scores != nullptr) *scores++ = scores_[next_];
            next_ = move_scores(moves_.data() + position * followed_.size());
        }
    }
    last_ = positions.back();
}

template <class V>
void BasicDualHerder<V>::count_positions(std::span<State> positions) {
    if (positions.empty()) return;
    if (followed_.size() <= most_unrolled) {
        std::array<std::int64_t, most_unrolled> counts{};
        for (const State position : positions) ++counts[position];
        for (std::size_t k = 0; k < followed_.size(); ++k) weights_.count(followed_[k], counts[k]);
    } else {
        for (const State position : positions) weights_.count(followed_[position]);
    }
    for (State& position : positions) position = followed_[position];
    state_ = positions.back();
    t_ += static_cast<std::int64_t>(positions.size());
}

template <class V>
void BasicDualHerder<V>::take(std::span<State> states) {
    check_steps_left("DualHerder", static_cast<std::int64_t>(states.size()), t_, max_steps_);
    take_positions(states, nullptr);
    count_positions(states);
}

template <class V>
template <class Sum>
MarginBlock<typename BasicDualHerder<V>::Margin> BasicDualHerder<V>::margins_of(
    std::span<const State> positions, std::span<const V> scores, const Margin& product) const {
    std::vector<Sum> gains;
    for (const Margin& gain : gains_) gains.push_back(static_cast<Sum>(gain));
    const Sum total{total_};
    Sum target_product = static_cast<Sum>(product);
    MarginBlock<Margin> block;
    Sum worst{};
    for (std::size_t i = 0; i < positions.size(); ++i) {
        const std::size_t k = positions[i];
        const V score = factor_ == 1 ? scores[i] : (scores[i] + shift_[k]) / factor_;
        const Sum margin = target_product - total * Sum{score};
        target_product += gains[k];
        if (i == 0 || margin > worst) worst = margin;
        if (margin > Sum{}) {
            if (block.positive++ == 0) block.first_positive = static_cast<std::int64_t>(i);
        }
    }
    block.worst = Margin{worst};
    return block;
}

template <class V>
MarginBlock<typename BasicDualHerder<V>::Margin> BasicDualHerder<V>::take_watched(std::span<State> states) {
    check_steps_left("DualHerder", static_cast<std::int64_t>(states.size()), t_, max_steps_);
    MarginBlock<Margin> all;
    std::array<V, 1024> scores{};
    for (std::size_t begin = 0; begin < states.size(); begin += scores.size()) {
        const auto part = states.subspan(begin, std::min(scores.size(), states.size() - begin));
        const Margin product = target_product();
        take_positions(part, scores.data());
        const auto used = std::span{scores}.first(part.size());
        const auto block = [&] {
            // Weights are bounded where the moments are possible: then 128 bits do for margins of 256.
            if constexpr (!std::same_as<Margin, Int128>) {
                if (!fits_int128(product, used)) return margins_of<Margin>(part, used, product);
            }
            return margins_of<Int128>(part, used, product);
        }();
        if (begin == 0 || block.worst > all.worst) all.worst = block.worst;
        if (all.positive == 0 && block.positive > 0)
            all.first_positive = static_cast<std::int64_t>(begin) + block.first_positive;
        all.positive += block.positive;
        count_positions(part);
    }
    return all;
}

template <class V>
bool BasicDualHerder<V>::fits_int128(const Margin& product, std::span<const V> scores) const {
    const auto size = [](const auto& value) { return std::abs(static_cast<double>(value)); };
    V low = scores.front();
    V high = low;
    for (const V& score : scores) {
        low = std::min(low, score);
        high = std::max(high, score);
    }
    double gain = 0;
    for (const Margin& each : gains_) gain = std::max(gain, size(each));
    double shift = 0;
    for (const V& each : shift_) shift = std::max(shift, size(each));
    return size(product) + static_cast<double>(scores.size()) * gain +
               size(total_) * (std::max(size(low), size(high)) + shift) <
           0x1p126;
}

template class BasicDualHerder<std::int64_t>;
template class BasicDualHerder<Int128>;

}  // namespace drover
