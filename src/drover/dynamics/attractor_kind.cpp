#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <drover/dynamics/attractor_kind.hpp>
#include <drover/number/exp.hpp>
#include <drover/number/normal.hpp>

namespace drover::dynamics {
namespace {

constexpr std::size_t half = 10'000;  // points of each of the two averages

// Row after row, every `stride`-th step.
std::vector<double> recorded(const TemperedMap& map, double temperature, std::vector<double>& w,
                             std::size_t count, std::int64_t stride) {
    std::vector<double> rows;
    std::vector<double> scratch(map.scratch_size());
    rows.reserve(count * w.size());
    for (std::size_t i = 0; i < count; ++i) {
        rows.insert(rows.end(), w.begin(), w.end());
        for (std::int64_t t = 0; t < stride; ++t) map.apply(w, temperature, scratch);
    }
    return rows;
}

// exp(-1 / (x (1 - x))): an average with these weights over n points of a torus is off by less than any power
// of 1 / n.
std::vector<double> bump_weights(std::size_t count) {
    std::vector<double> weights;
    double total = 0;
    for (std::size_t i = 1; i <= count; ++i) {
        const double x = static_cast<double>(i) / static_cast<double>(count + 1);
        weights.push_back(portable_exp(-1 / (x * (1 - x))));
        total += weights.back();
    }
    for (double& weight : weights) weight /= total;
    return weights;
}

// The weighted averages of the first and of the second half of `values`, `stride` apart.
std::array<double, 2> halves(std::span<const double> values, std::size_t stride,
                             std::span<const double> bump) {
    std::array<double, 2> sums{};
    for (std::size_t i = 0; i < bump.size(); ++i) {
        sums[0] += bump[i] * values[i * stride];
        sums[1] += bump[i] * values[(bump.size() + i) * stride];
    }
    return sums;
}

bool averages_as_on_torus(std::span<const double> rows, std::size_t n, double range) {
    const std::vector<double> bump = bump_weights(rows.size() / n / 2);
    for (std::size_t a = 0; a < n; ++a) {
        const auto [first, second] = halves(rows.subspan(a), n, bump);
        if (!(std::abs(first - second) < 1e-7 * range)) return false;
    }
    return true;
}

std::vector<double> mean_of(std::span<const double> rows, std::size_t n, std::size_t stride) {
    std::vector<double> mean(n);
    double count = 0;
    for (std::size_t i = 0; i < rows.size(); i += stride * n) {
        ++count;
        for (std::size_t a = 0; a < n; ++a) mean[a] += rows[i + a];
    }
    for (double& entry : mean) entry /= count;
    return mean;
}

// Of every `stride`-th row.
double variance(std::span<const double> rows, std::size_t n, std::size_t stride) {
    const std::vector<double> mean = mean_of(rows, n, stride);
    double sum = 0;
    double count = 0;
    for (std::size_t i = 0; i < rows.size(); i += stride * n) {
        ++count;
        for (std::size_t a = 0; a < n; ++a) sum += (rows[i + a] - mean[a]) * (rows[i + a] - mean[a]);
    }
    return sum / count;
}

// The least number of steps after which the orbit is on the same curve again: its rows are then least spread.
std::int64_t count_curves(std::span<const double> rows, std::size_t n, std::int64_t most) {
    std::vector<double> spreads;
    for (std::int64_t p = 1; p <= most; ++p)
        spreads.push_back(variance(rows, n, static_cast<std::size_t>(p)));
    double least = spreads[0];
    for (const double spread : spreads) least = std::min(least, spread);
    std::size_t count = 0;
    while (spreads[count] > 1.1 * least) ++count;
    return static_cast<std::int64_t>(count + 1);
}

// Two coordinates in which the rows spread: the widest, and the widest of the residuals of the others.
struct Plane {
    std::size_t first = 0;
    std::size_t second = 0;
    double slope = 0;  // of the second over the first
};

Plane plane_of(std::span<const double> rows, std::span<const double> mean) {
    const std::size_t n = mean.size();
    std::vector<double> covariance(n * n);
    for (std::size_t i = 0; i < rows.size(); i += n) {
        for (std::size_t k = 0; k < n * n; ++k)
            covariance[k] += (rows[i + k / n] - mean[k / n]) * (rows[i + k % n] - mean[k % n]);
    }
    Plane plane;
    for (std::size_t a = 1; a < n; ++a) {
        if (covariance[a * n + a] > covariance[plane.first * n + plane.first]) plane.first = a;
    }
    const auto slope = [&](std::size_t a) {
        return covariance[a * n + plane.first] / covariance[plane.first * n + plane.first];
    };
    double widest = -1;
    for (std::size_t a = 0; a < n; ++a) {
        const double left = covariance[a * n + a] - slope(a) * covariance[a * n + plane.first];
        if (a == plane.first || left <= widest) continue;
        widest = left;
        plane.second = a;
    }
    plane.slope = slope(plane.second);
    return plane;
}

// Turns about the mean from each row to the next, in [0, 1).
std::vector<double> turns(std::span<const double> rows, std::size_t n) {
    const std::vector<double> mean = mean_of(rows, n, 1);
    const Plane plane = plane_of(rows, mean);
    std::vector<double> result;
    double before = 0;
    for (std::size_t i = 0; i < rows.size(); i += n) {
        const double x = rows[i + plane.first] - mean[plane.first];
        const double y = rows[i + plane.second] - mean[plane.second] - plane.slope * x;
        const double angle = std::atan2(y, x) / (2 * std::numbers::pi);
        if (i > 0) result.push_back(angle - before - std::floor(angle - before));
        before = angle;
    }
    return result;
}

// Cut open where no turn is: after that they are numbers with an average.
void open_circle(std::vector<double>& turns) {
    std::vector<double> sorted = turns;
    std::sort(sorted.begin(), sorted.end());
    double widest = 1 - sorted.back() + sorted.front();
    double cut = 1;
    for (std::size_t i = 1; i < sorted.size(); ++i) {
        if (sorted[i] - sorted[i - 1] <= widest) continue;
        widest = sorted[i] - sorted[i - 1];
        cut = (sorted[i] + sorted[i - 1]) / 2;
    }
    for (double& turn : turns) turn -= turn > cut ? 1 : 0;
}

// Full turns, and fractions of a turn by a few curves, are not a rotation along a curve.
bool is_simple(double number) {
    constexpr int largest = 64;
    for (int q = 1; q <= largest; ++q) {
        if (std::abs(q * number - std::round(q * number)) < 1e-7 * q) return true;
    }
    return false;
}

std::optional<TorusRotation> rotation_of(const TemperedMap& map, double temperature, std::vector<double> w,
                                         std::int64_t curve_count) {
    if (w.size() < 2) return std::nullopt;
    const auto rows = recorded(map, temperature, w, 2 * half + 1, curve_count);
    std::vector<double> steps = turns(rows, w.size());
    open_circle(steps);
    const auto [first, second] = halves(steps, 1, bump_weights(half));
    TorusRotation result{
        .curve_count = curve_count, .number = (first + second) / 2, .error = std::abs(first - second)};
    if (result.error > 1e-6 || is_simple(result.number)) return std::nullopt;
    const double part = result.number - std::floor(result.number);
    // The angles come from the C library: uncertain digits are cut off, so that results are the same
    // everywhere.
    result.number = std::round(std::min(part, 1 - part) * 1e11) / 1e11;
    result.error = std::max(std::ceil(result.error * 1e11) / 1e11, 1e-11);
    return result;
}

}  // namespace

std::string name(AttractorKind kind) {
    constexpr std::array names{"cycle", "torus", "chaos", "undecided"};
    return names[static_cast<std::size_t>(kind)];
}

LyapunovSpectrum cycle_spectrum(const Cycle& cycle) {
    LyapunovSpectrum spectrum;
    for (const auto& multiplier : cycle.multipliers) {
        spectrum.exponents.push_back(portable_log(std::max(std::abs(multiplier), 1e-300)) /
                                     static_cast<double>(cycle.period));
        spectrum.errors.push_back(0);
    }
    const auto last = cycle.point(0);
    spectrum.last.assign(last.begin(), last.end());
    return spectrum;
}

AttractorClass classify_aperiodic(const TemperedHerder& orbit, const AttractorClassOptions& options) {
    const TemperedMap& map = orbit.map();
    AttractorClass result;
    result.spectrum = lyapunov_spectrum(
        orbit,
        {.burn_in = 1'000, .steps = options.exponent_steps, .control = {.stop = options.control.stop}});
    if (options.control.stop_requested()) return result;
    const double leading = result.spectrum.exponents.front();
    const double error = result.spectrum.errors.front();
    // On a torus the sum of the logarithms stays within bounds.
    const double zero = 20 / static_cast<double>(options.exponent_steps);
    if (leading > 3 * error + zero) {
        result.kind = AttractorKind::chaos;
        return result;
    }
    TemperedHerder later = orbit;
    later.set_weights(result.spectrum.last);
    CycleOptions longer = options.cycles;
    longer.max_steps *= 4;
    if (auto cycle = find_cycle(later, longer)) {
        result = {.kind = AttractorKind::cycle, .cycle = std::nullopt, .spectrum = cycle_spectrum(*cycle)};
        result.cycle = std::move(cycle);
        return result;
    }
    if (leading < -3 * error - zero) return result;
    std::vector<double> w = result.spectrum.last;
    const auto rows = recorded(map, orbit.temperature(), w, 2 * half, 1);
    if (!averages_as_on_torus(rows, w.size(), map.feature_range())) return result;
    result.rotation =
        rotation_of(map, orbit.temperature(), w, count_curves(rows, w.size(), options.max_curve_count));
    // Chaos in narrow bands has good averages, too: a curve has a rotation number, what has more dimensions
    // two exponents of 0.
    const auto& [exponents, errors, steps, last] = result.spectrum;
    const bool is_wide = exponents.size() > 2 && std::abs(exponents[1]) <= 3 * errors[1] + zero;
    if (result.rotation || is_wide) result.kind = AttractorKind::torus;
    return result;
}

AttractorClass classify_attractor(const TemperedHerder& orbit, const AttractorClassOptions& options) {
    auto cycle = find_cycle(orbit, options.cycles);
    if (!cycle) return classify_aperiodic(orbit, options);
    AttractorClass result{
        .kind = AttractorKind::cycle, .cycle = std::nullopt, .spectrum = cycle_spectrum(*cycle)};
    result.cycle = std::move(cycle);
    return result;
}

}  // namespace drover::dynamics
