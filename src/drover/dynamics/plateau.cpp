#include <algorithm>
#include <cmath>

#include <drover/dynamics/plateau.hpp>

namespace drover::dynamics {
namespace {

// How far the slopes move on beyond the last; nothing where they do not converge. 0 where they turn.
std::optional<double> continuation(std::span<const double> run) {
    const std::size_t n = run.size();
    const double last = run[n - 1] - run[n - 2];
    const double before = run[n - 2] - run[n - 3];
    constexpr double settled = 0.002;
    if (last * before <= 0) return 0;
    if (std::abs(last) < settled) return last;
    const double ratio = last / before;
    if (ratio >= 0.95) return std::nullopt;
    return last * ratio / (1 - ratio);
}

}  // namespace

std::optional<Plateau> find_plateau(std::span<const double> slopes, double tolerance) {
    constexpr std::size_t least = 3;
    if (slopes.size() < least) return std::nullopt;
    Plateau plateau{.slope = slopes.back(),
                    .low = slopes.back(),
                    .high = slopes.back(),
                    .first = slopes.size() - 1,
                    .last = slopes.size() - 1};
    while (plateau.first > 0) {
        const double next = slopes[plateau.first - 1];
        if (!(std::max(plateau.high, next) - std::min(plateau.low, next) <= tolerance)) break;
        plateau.low = std::min(plateau.low, next);
        plateau.high = std::max(plateau.high, next);
        --plateau.first;
    }
    if (slopes.size() - plateau.first < least) return std::nullopt;
    const auto more = continuation(slopes);
    if (!more) return std::nullopt;
    plateau.low = std::min(plateau.low, plateau.slope + 2 * *more);
    plateau.high = std::max(plateau.high, plateau.slope + 2 * *more);
    return plateau;
}

}  // namespace drover::dynamics
