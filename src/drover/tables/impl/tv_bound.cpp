#include <algorithm>
#include <cmath>

#include <drover/number/rational_sum.hpp>
#include <drover/tables/impl/tv_bound.hpp>

namespace drover {
namespace {

// Above this number of tables, not all pairs are searched for the worst one.
constexpr std::size_t max_paired = 64;

struct WeightedShare {
    double share = 0;
    double weight = 1;
};

// Sorts them by share.
double weighted_median(std::vector<WeightedShare>& shares) {
    std::sort(shares.begin(), shares.end(),
              [](const WeightedShare& a, const WeightedShare& b) { return a.share < b.share; });
    double left = 0;
    for (const WeightedShare& entry : shares) left += entry.weight / 2;
    for (const WeightedShare& entry : shares) {
        left -= entry.weight;
        if (left <= 0) return entry.share;
    }
    return shares.back().share;
}

// Half the least sum over tables and cells of weight * |share - any number|.
double half_deviation(const SharedMargins& shared, const std::vector<double>& weights) {
    double sum = 0;
    std::vector<WeightedShare> shares(shared.tables.size());
    for (std::size_t v = 0; v < shared.margins.front().counts.size(); ++v) {
        for (std::size_t m = 0; m < shares.size(); ++m)
            shares[m] = {.share = shared.margins[m].share(v), .weight = weights[m]};
        const double median = weighted_median(shares);
        for (const WeightedShare& entry : shares) sum += entry.weight * std::abs(entry.share - median);
    }
    return sum / 2;
}

// Total variation.
double worst_pair(const SharedMargins& shared) {
    double worst = 0;
    const std::size_t firsts = shared.margins.size() <= max_paired ? shared.margins.size() : 1;
    for (std::size_t a = 0; a < firsts; ++a) {
        for (std::size_t b = a + 1; b < shared.margins.size(); ++b)
            worst = std::max(worst, l1_distance(shared.margins[a], shared.margins[b]) / 2);
    }
    return worst;
}

double negative_mass(const CountTable& table) {
    if (table.has_unknown()) return 0;
    double negative = 0;
    RationalSum total;
    for (const Rational& count : table.counts) {
        total.add(count);
        if (count.numerator() < 0) negative -= count.to_double();
    }
    return negative / total.value().to_double();
}

}  // namespace

std::vector<double> median_shares(const SharedMargins& shared) {
    std::vector<double> medians;
    std::vector<WeightedShare> shares(shared.tables.size());
    for (std::size_t v = 0; v < shared.margins.front().counts.size(); ++v) {
        for (std::size_t m = 0; m < shares.size(); ++m) shares[m].share = shared.margins[m].share(v);
        medians.push_back(weighted_median(shares));
    }
    return medians;
}

TvBound::TvBound(const TableSet& set) {
    for (const CountTable& table : set.tables) {
        widths_.push_back(table.columns.size());
        negative_masses_.push_back(negative_mass(table));
        negative_sum_ += negative_masses_.back();
        worst_ = std::max(worst_, negative_masses_.back());
    }
    sum_ = negative_sum_;
}

void TvBound::add(const SharedMargins& shared) {
    std::vector<double> weights(shared.tables.size(), 1.0);
    const double together = half_deviation(shared, weights);
    double outside = negative_sum_;  // of the other tables: their bounds are added
    for (const std::size_t table : shared.tables) outside -= negative_masses_[table];
    sum_ = std::max(sum_, together + outside);
    worst_ = std::max({worst_, worst_pair(shared) / 2, together / static_cast<double>(weights.size())});
    if (shared.columns != 1) return;
    for (std::size_t m = 0; m < weights.size(); ++m)
        weights[m] = 1.0 / static_cast<double>(widths_[shared.tables[m]]);
    combined_ += half_deviation(shared, weights);
}

double TvBound::mean() const {
    return widths_.empty() ? 0 : std::max(sum_, combined_) / static_cast<double>(widths_.size());
}

double TvBound::worst() const { return std::max(worst_, mean()); }

}  // namespace drover
