#include <algorithm>
#include <array>
#include <cmath>

#include <drover/core/check.hpp>
#include <drover/dynamics/thresholds.hpp>
#include <drover/finite/impl/small_matrix.hpp>

namespace drover::dynamics {
namespace {

constexpr std::array kinds{ThresholdKind::flip, ThresholdKind::fold, ThresholdKind::neimark_sacker};

double pair_product(const Cycle& cycle) {
    std::complex<double> result = 1;
    const auto& m = cycle.multipliers;
    for (std::size_t i = 0; i < m.size(); ++i) {
        for (std::size_t j = i + 1; j < m.size(); ++j) result *= 1.0 - m[i] * m[j];
    }
    return result.real();
}

// A complex pair is the one nearest to modulus 1; a real pair l, 1/l also makes the product zero.
bool has_critical_pair(const Cycle& cycle) {
    return std::any_of(cycle.multipliers.begin(), cycle.multipliers.end(), [](const auto& value) {
        return std::abs(std::abs(value) - 1) < 1e-4 && std::abs(value.imag()) > 1e-6;
    });
}

// dw/dT of the cycle: (I - J)^-1 dF/dT.
std::optional<std::vector<double>> tangent(const Cycle& cycle) {
    const std::size_t n = cycle.feature_count();
    drover::impl::Square left = cycle.derivative;
    for (double& entry : left) entry = -entry;
    for (std::size_t a = 0; a < n; ++a) left[a * n + a] += 1;
    return drover::impl::solve(left, cycle.by_temperature);
}

// The same cycle at a temperature nearby: Newton's method must end near where the tangent points.
std::optional<Cycle> moved(const TemperedMap& map, const Cycle& cycle, double temperature) {
    const auto slope = tangent(cycle);
    if (!slope) return std::nullopt;
    const auto start = cycle.point(0);
    std::vector<double> guess(start.begin(), start.end());
    for (std::size_t a = 0; a < guess.size(); ++a)
        guess[a] += (temperature - cycle.temperature) * (*slope)[a];
    auto next = polish_cycle(map, temperature, cycle.period, guess);
    if (!next) return std::nullopt;
    double predicted = 0;
    double missed = 0;
    for (std::size_t a = 0; a < guess.size(); ++a) {
        predicted = std::max(predicted, std::abs(guess[a] - start[a]));
        missed = std::max(missed, std::abs(guess[a] - next->point(0)[a]));
    }
    if (missed > 0.25 * predicted + 1e-7 * map.feature_range()) return std::nullopt;
    return next;
}

// Zero of the test between a stable cycle and one beyond the threshold.
template <class Test>
std::optional<Cycle> locate(const TemperedMap& map, Test test_of, Cycle stable, Cycle beyond) {
    double low = test_of(stable);
    double high = test_of(beyond);
    double low_weight = 1;
    double high_weight = 1;
    constexpr int most = 200;
    for (int i = 0; i < most; ++i) {
        const double width = beyond.temperature - stable.temperature;
        if (std::abs(width) < 2e-16 * stable.temperature || low == 0) return stable;
        const double share = i % 8 == 7 ? 0.5 : low * low_weight / (low * low_weight - high * high_weight);
        const double middle = stable.temperature + std::clamp(share, 1e-3, 1 - 1e-3) * width;
        if (middle == stable.temperature || middle == beyond.temperature) return stable;
        auto next = moved(map, stable, middle);
        if (!next) next = moved(map, beyond, middle);
        if (!next) return std::nullopt;
        const double test = test_of(*next);
        if (test > 0) {
            stable = std::move(*next);
            low = test;
            low_weight = 1;
            high_weight *= 0.5;
        } else {
            beyond = std::move(*next);
            high = test;
            high_weight = 1;
            low_weight *= 0.5;
        }
    }
    return stable;
}

// Newton's method on F(w, T) = w and det(I - J) = 0 together; the gradient of the determinant by differences.
class FoldSearch {
  public:
    FoldSearch(const TemperedMap& map, const Cycle& near)
        : map_{map},
          period_{near.period},
          n_{near.feature_count()},
          x_(near.point(0).begin(), near.point(0).end()) {
        x_.push_back(near.temperature);
    }

    std::optional<double> run(double widest) {
        const double start = x_.back();
        double last = map_.feature_range();
        constexpr int most = 40;
        for (int i = 0; i < most; ++i) {
            const auto step = newton_step();
            if (!step) return std::nullopt;
            for (std::size_t a = 0; a <= n_; ++a) x_[a] += (*step)[a];
            if (!(std::abs(x_.back() - start) < widest) || !(x_.back() > 0)) return std::nullopt;
            const double size = drover::impl::largest_magnitude(*step);
            if (size < 1e-13 || (size < 1e-9 && size >= 0.25 * last)) return x_.back();
            last = size;
        }
        return std::nullopt;
    }

  private:
    struct Values {
        std::vector<double> miss;  // F(w) - w, then the determinant
        drover::impl::Square derivative;
        std::vector<double> by_temperature;
    };

    Values at(const std::vector<double>& x) const {
        const double temperature = x.back();
        std::vector<double> w(x.begin(), x.end() - 1);
        Values values{{}, drover::impl::identity(n_), std::vector<double>(n_)};
        std::vector<double> scratch(map_.scratch_size());
        for (std::int64_t t = 0; t < period_; ++t) {
            const auto step = map_.derivatives(w, temperature);
            values.derivative = drover::impl::product(step.by_weights, values.derivative, n_);
            values.by_temperature = drover::impl::product(step.by_weights, values.by_temperature);
            for (std::size_t a = 0; a < n_; ++a) values.by_temperature[a] += step.by_temperature[a];
            map_.apply(w, temperature, scratch);
        }
        for (std::size_t a = 0; a < n_; ++a) values.miss.push_back(w[a] - x[a]);
        values.miss.push_back(drover::impl::shifted_determinant(values.derivative, -1, n_));
        return values;
    }

    std::optional<std::vector<double>> newton_step() const {
        const Values here = at(x_);
        const std::size_t m = n_ + 1;
        drover::impl::Square left(m * m);
        std::vector<double> right;
        for (std::size_t a = 0; a < m; ++a) {
            right.push_back(-here.miss[a]);
            std::vector<double> more = x_;
            std::vector<double> less = x_;
            const double h = 1e-6 * (a == n_ ? x_.back() : map_.feature_range());
            more[a] += h;
            less[a] -= h;
            left[n_ * m + a] = (at(more).miss.back() - at(less).miss.back()) / (2 * h);
            for (std::size_t i = 0; i < n_; ++i) {
                left[i * m + a] =
                    a == n_ ? here.by_temperature[i] : here.derivative[i * n_ + a] - (i == a ? 1.0 : 0.0);
            }
        }
        return drover::impl::solve(left, right);
    }

    const TemperedMap& map_;
    std::int64_t period_;
    std::size_t n_;
    std::vector<double> x_;  // w, then T
};

std::optional<Threshold> first_threshold(const TemperedMap& map, const Cycle& stable, const Cycle& beyond,
                                         Cycle& last) {
    std::optional<Threshold> first;
    for (const ThresholdKind kind : kinds) {
        if (threshold_test(kind, beyond) > 0) continue;
        const auto test = [kind](const Cycle& cycle) { return threshold_test(kind, cycle); };
        const auto at = locate(map, test, stable, beyond);
        if (!at || (kind == ThresholdKind::neimark_sacker && !has_critical_pair(*at))) continue;
        const double distance = std::abs(at->temperature - stable.temperature);
        if (first && std::abs(first->temperature - stable.temperature) <= distance) continue;
        first = Threshold{kind, at->period, at->temperature};
        last = *at;
    }
    return first;
}

// Where multipliers become critical two at a time no determinant changes its sign: by the spectral radius.
std::optional<Threshold> symmetric_threshold(const TemperedMap& map, const Cycle& stable, const Cycle& beyond,
                                             Cycle& last) {
    const auto at = locate(
        map, [](const Cycle& cycle) { return 1 - cycle.spectral_radius(); }, stable, beyond);
    if (!at || std::abs(at->spectral_radius() - 1) > 1e-4) return std::nullopt;
    last = *at;
    const std::complex<double> critical = at->multipliers.front();
    if (std::abs(critical.imag()) > 1e-3)
        return Threshold{ThresholdKind::neimark_sacker, at->period, at->temperature};
    return Threshold{critical.real() < 0 ? ThresholdKind::flip : ThresholdKind::fold, at->period,
                     at->temperature};
}

// The flip of a cycle of half the period, onto which this one has shrunk.
std::optional<Branch> merged(const TemperedMap& map, const Cycle& last, double goal) {
    if (last.period % 2 == 1) return std::nullopt;
    const auto middle = static_cast<std::size_t>(last.period / 2);
    std::vector<double> between(last.point(0).begin(), last.point(0).end());
    double size = 0;
    for (std::size_t a = 0; a < between.size(); ++a) {
        size = std::max(size, std::abs(last.point(middle)[a] - between[a]));
        between[a] = (between[a] + last.point(middle)[a]) / 2;
    }
    if (size > 1e-2 * map.feature_range()) return std::nullopt;
    const auto half = polish_cycle(map, last.temperature, last.period / 2, between);
    if (!half) return std::nullopt;
    const auto test = [](const Cycle& cycle) { return threshold_test(ThresholdKind::flip, cycle); };
    for (const double share : {1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3}) {
        const double reach = std::copysign(share * last.temperature, goal - last.temperature);
        const auto stable = moved(map, *half, last.temperature + reach);
        const auto unstable = moved(map, *half, last.temperature - reach);
        if (!stable || !unstable || !(test(*stable) > 0) || test(*unstable) > 0) continue;
        const auto at = locate(map, test, *stable, *unstable);
        if (at)
            return Branch{.last = *at,
                          .threshold = Threshold{ThresholdKind::flip, at->period, at->temperature}};
    }
    return std::nullopt;
}

// No step is small enough: the cycle ends at a fold or on a shorter cycle, or it is lost.
Branch ended(const TemperedMap& map, const Cycle& last, double goal) {
    if (const auto branch = merged(map, last, goal)) return *branch;
    const double widest = std::min(1e-2 * last.temperature, 0.5 * std::abs(goal - last.temperature));
    const auto at = FoldSearch{map, last}.run(std::max(widest, 1e-6 * last.temperature));
    if (!at) return {.last = last, .threshold = std::nullopt, .is_lost = true};
    return {.last = last, .threshold = Threshold{ThresholdKind::fold, last.period, *at}};
}

}  // namespace

std::string name(ThresholdKind kind) {
    switch (kind) {
        case ThresholdKind::flip:
            return "flip";
        case ThresholdKind::fold:
            return "fold";
        case ThresholdKind::neimark_sacker:
            break;
    }
    return "neimark_sacker";
}

double threshold_test(ThresholdKind kind, const Cycle& cycle) {
    const std::size_t n = cycle.feature_count();
    if (kind == ThresholdKind::flip) return drover::impl::shifted_determinant(cycle.derivative, 1, n);
    if (kind == ThresholdKind::neimark_sacker) {
        return n == 2 ? 1 - drover::impl::shifted_determinant(cycle.derivative, 0, n) : pair_product(cycle);
    }
    const double determinant = drover::impl::shifted_determinant(cycle.derivative, -1, n);
    return n % 2 == 0 ? determinant : -determinant;
}

Branch follow_cycle(const TemperedMap& map, const Cycle& from, double goal, const FollowOptions& options) {
    check_input(from.is_stable(), [] {
        return Problem{Fault::other, {.function = "follow_cycle"}, "a stable cycle"};
    });
    check_temperature(goal);
    Cycle here = from;
    double step = options.first_step > 0 ? options.first_step : 1e-3 * from.temperature;
    constexpr int most_steps = 1'000;
    for (int i = 0; here.temperature != goal; ++i) {
        if (options.control.stop_requested())
            return {.last = here, .threshold = std::nullopt, .is_lost = true};
        if (i == most_steps) return ended(map, here, goal);
        const double way = goal - here.temperature;
        const double length = std::min({step, options.largest_step * here.temperature, std::abs(way)});
        const double to = length == std::abs(way) ? goal : here.temperature + std::copysign(length, way);
        auto next = moved(map, here, to);
        if (!next) {
            step = length / 2;
            if (step < 1e-9 * here.temperature) return ended(map, here, goal);
            continue;
        }
        if (!next->is_stable()) {
            Branch branch{.last = here};
            branch.threshold = first_threshold(map, here, *next, branch.last);
            if (!branch.threshold) branch.threshold = symmetric_threshold(map, here, *next, branch.last);
            if (branch.threshold) return branch;
            step = length / 4;
            if (step < 1e-9 * here.temperature) return ended(map, here, goal);
            continue;
        }
        here = std::move(*next);
        step = 1.5 * length;
    }
    return {.last = here};
}

}  // namespace drover::dynamics
