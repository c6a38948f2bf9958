#include <cassert>
#include <cmath>

#include <drover/rbm/energy_scores.hpp>

namespace drover::rbm {
namespace {

// Sums run in index order, of differences from an energy near the mean: the same bits everywhere.
template <class Energy>
bool add_scores(std::span<const Energy> training, std::span<const Energy> rows, std::vector<double>& sums) {
    assert(rows.size() == sums.size());
    if (training.empty()) return false;
    const Energy base = training.front();
    const auto count = static_cast<double>(training.size());
    double mean = 0;
    for (const Energy energy : training) mean += static_cast<double>(energy - base);
    mean /= count;
    double variance = 0;
    for (const Energy energy : training) {
        const double off = static_cast<double>(energy - base) - mean;
        variance += off * off;
    }
    const double deviation = std::sqrt(variance / count);
    if (!(deviation > 0)) return false;
    for (std::size_t i = 0; i < rows.size(); ++i)
        sums[i] += (static_cast<double>(rows[i] - base) - mean) / deviation;
    return true;
}

}  // namespace

void EnergyScores::record(std::span<const std::int64_t> training, std::span<const std::int64_t> rows) {
    add_scores(training, rows, sums_) ? ++steps_ : ++flat_steps_;
}
void EnergyScores::record(std::span<const double> training, std::span<const double> rows) {
    add_scores(training, rows, sums_) ? ++steps_ : ++flat_steps_;
}

std::vector<double> EnergyScores::result() const {
    std::vector<double> averages = sums_;
    if (steps_ == 0) return std::vector<double>(sums_.size());
    for (double& average : averages) average /= static_cast<double>(steps_);
    return averages;
}

}  // namespace drover::rbm
