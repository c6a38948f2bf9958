#include <algorithm>
#include <bit>
#include <iterator>
#include <numeric>

#include <drover/finite/unreachable.hpp>
#include <drover/number/big_int.hpp>
#include <drover/number/cone.hpp>
#include <drover/number/philox.hpp>

namespace drover {
namespace {

bool all_equal(const StateTable& features) {
    const auto first = features.row(0);
    for (std::size_t s = 1; s < features.state_count(); ++s) {
        if (!std::equal(first.begin(), first.end(), features.row(s).begin())) return false;
    }
    return true;
}

std::vector<Int128> sum_of_rows(const StateTable& features) {
    std::vector<Int128> sums(features.feature_count());
    for (std::size_t s = 0; s < features.state_count(); ++s) {
        features.visit(s, [&](std::size_t a, std::int64_t value) { sums[a] += value; });
    }
    return sums;
}

// Collects states that win in some direction.
class Winners {
  public:
    explicit Winners(const StateTable& features)
        : features_{features},
          reachable_(features.state_count()),
          limit_{int128_max >> (64U + static_cast<unsigned>(std::bit_width(features.feature_count())))} {}

    // Directions are good guesses only, so one too long for 128-bit scores is cut to a shorter one.
    void try_direction(std::vector<Int128> direction) {
        Int128 longest = 0;
        for (const Int128 value : direction) longest = std::max(longest, absolute(value));
        const Int128 divisor = longest / limit_ + 1;
        for (Int128& value : direction) value /= divisor;
        const WeightSpan<Int128> weights{direction};
        std::size_t winner = 0;
        Int128 best = features_.score(weights, 0);
        bool all_tied = true;
        for (std::size_t s = 1; s < features_.state_count(); ++s) {
            const Int128 score = features_.score(weights, s);
            all_tied = all_tied && score == best;
            if (score > best) {
                best = score;
                winner = s;
            }
        }
        if (!all_tied) reachable_[winner] = true;
    }

    const std::vector<bool>& reachable() const { return reachable_; }

  private:
    const StateTable& features_;
    std::vector<bool> reachable_;
    Int128 limit_;  // of a direction: |score| < features * limit * 2^63
};

void try_axes(Winners& winners, std::size_t size) {
    for (std::size_t a = 0; a < size; ++a) {
        for (const int sign : {1, -1}) {
            std::vector<Int128> axis(size);
            axis[a] = sign;
            winners.try_direction(std::move(axis));
        }
    }
}

void try_random(Winners& winners, std::size_t size) {
    constexpr std::size_t direction_count = 256;
    constexpr std::int64_t range = 1 << 20;
    const CounterRandom random{0};
    for (std::size_t i = 0; i < direction_count; ++i) {
        std::vector<Int128> direction;
        for (std::size_t a = 0; a < size; ++a) {
            direction.push_back(static_cast<Int128>(random.below(i * size + a, 2 * range + 1)) - range);
        }
        winners.try_direction(std::move(direction));
    }
}

// From the mean of all states to each of them.
void try_outward(Winners& winners, const StateTable& features) {
    const std::vector<Int128> sums = sum_of_rows(features);
    const auto count = static_cast<Int128>(features.state_count());
    for (std::size_t s = 0; s < features.state_count(); ++s) {
        const auto phi = features.row(s);
        std::vector<Int128> direction;
        for (std::size_t a = 0; a < phi.size(); ++a) direction.push_back(count * phi[a] - sums[a]);
        winners.try_direction(std::move(direction));
    }
}

struct PivotRow {
    std::vector<BigInt> values;
    std::size_t pivot;
};

// Elimination without fractions (Bareiss 1968): every number stays a minor, so the division is exact.
void eliminate(std::vector<BigInt>& values, const std::vector<PivotRow>& rows) {
    BigInt divisor = 1;
    for (const PivotRow& row : rows) {
        const BigInt factor = values[row.pivot];
        const BigInt& scale = row.values[row.pivot];
        for (std::size_t s = 0; s < values.size(); ++s) {
            values[s] = (scale * values[s] - factor * row.values[s]) / divisor;
        }
        divisor = scale;
    }
}

// Features of which all others are affine combinations: they alone decide who can win.
std::vector<std::size_t> independent_features(const StateTable& features) {
    std::vector<PivotRow> rows;
    std::vector<std::size_t> result;
    for (std::size_t a = 0; a < features.feature_count(); ++a) {
        std::vector<BigInt> values;
        for (std::size_t s = 1; s < features.state_count(); ++s) {
            values.emplace_back(Int128{features.row(s)[a]} - features.row(0)[a]);
        }
        eliminate(values, rows);
        const auto pivot =
            std::find_if(values.begin(), values.end(), [](const BigInt& v) { return v.sign() != 0; });
        if (pivot == values.end()) continue;
        const auto position = static_cast<std::size_t>(pivot - values.begin());
        rows.push_back({.values = std::move(values), .pivot = position});
        result.push_back(a);
    }
    return result;
}

StateTable keep_features(const StateTable& features, const std::vector<std::size_t>& kept) {
    std::vector<std::int64_t> values;
    for (std::size_t s = 0; s < features.state_count(); ++s) {
        for (const std::size_t a : kept) values.push_back(features.row(s)[a]);
    }
    return {std::move(values), kept.size()};
}

// Rows (phi(y) - phi(x), 1 if x must beat y strictly). State 0 must beat any one: it has a strict row for the
// sum over all states.
std::vector<Int128> rays_from(const StateTable& features, const std::vector<std::size_t>& others,
                              std::size_t x) {
    const auto phi = features.row(x);
    std::vector<Int128> rays;
    if (x == 0) {
        rays = sum_of_rows(features);
        const auto count = static_cast<Int128>(features.state_count());
        for (std::size_t a = 0; a < phi.size(); ++a) rays[a] -= count * phi[a];
        rays.push_back(1);
    }
    for (const std::size_t y : others) {
        if (y == x) continue;
        for (std::size_t a = 0; a < phi.size(); ++a) rays.push_back(Int128{features.row(y)[a]} - phi[a]);
        rays.push_back(y < x ? 1 : 0);
    }
    return rays;
}

// Motzkin's alternative: x is unreachable exactly if sum_y c_y (phi(y) - phi(x)) = 0 for some c >= 0 whose
// strict rows sum to 1. Shown with some of the others, it holds with all of them.
bool is_unreachable(const StateTable& features, const std::vector<std::size_t>& others, std::size_t x) {
    const std::vector<Int128> rays = rays_from(features, others, x);
    std::vector<Int128> target(features.feature_count() + 1);
    target.back() = 1;
    return cone_contains({rays, target.size()}, target);
}

}  // namespace

std::vector<std::size_t> unreachable_states(const StateTable& features) {
    std::vector<std::size_t> result;
    if (all_equal(features)) {
        for (std::size_t s = 1; s < features.state_count(); ++s) result.push_back(s);
        return result;
    }
    Winners winners{features};
    try_axes(winners, features.feature_count());
    try_random(winners, features.feature_count());
    try_outward(winners, features);
    std::vector<std::size_t> order(features.state_count());
    std::iota(order.begin(), order.end(), std::size_t{0});
    // A state inside the hull is mostly a mixture of known winners: try those first.
    const auto rest = std::stable_partition(order.begin(), order.end(),
                                            [&](std::size_t s) { return winners.reachable()[s]; });
    if (rest == order.end()) return result;
    const std::vector<std::size_t> known(order.begin(), rest);
    const StateTable table = keep_features(features, independent_features(features));
    std::copy_if(rest, order.end(), std::back_inserter(result), [&](std::size_t s) {
        return is_unreachable(table, known, s) || is_unreachable(table, order, s);
    });
    return result;
}

}  // namespace drover
