#include <algorithm>

#include <drover/tables/impl/noisy_table.hpp>

namespace drover::impl {
namespace {

constexpr int sweeps = 8;  // over the margins of a table
constexpr int most_rounds = 1'000;

}  // namespace

double sum_of(const std::vector<double>& numbers) {
    double sum = 0;
    for (const double number : numbers) sum += number;
    return sum;
}

void move_to_sum(NoisyShares& noisy, double sum) {
    const double variance = sum_of(noisy.variances);
    if (variance == 0) return;
    const double missing = sum - sum_of(noisy.shares);
    for (std::size_t c = 0; c < noisy.shares.size(); ++c)
        noisy.shares[c] += missing * (noisy.variances[c] / variance);
}

NoisyShares mean_of(const std::vector<NoisyShares>& told) {
    NoisyShares mean = told.front();
    for (std::size_t a = 0; a < mean.shares.size(); ++a) {
        double weight = 0;
        double sum = 0;
        const NoisyShares* exact = nullptr;
        for (const NoisyShares& one : told) {
            if (one.variances[a] == 0) {
                exact = exact == nullptr ? &one : exact;
            } else {
                weight += 1 / one.variances[a];
                sum += one.shares[a] / one.variances[a];
            }
        }
        mean.shares[a] = exact != nullptr ? exact->shares[a] : sum / weight;
        mean.variances[a] = exact != nullptr ? 0 : 1 / weight;
    }
    move_to_sum(mean, 1);
    return mean;
}

// James & Stein 1961; the positive part.
void shrink_towards(NoisyShares& noisy, const std::vector<double>& centre, double freedom) {
    double distance = 0;
    for (std::size_t c = 0; c < centre.size(); ++c) {
        if (noisy.variances[c] == 0) continue;
        const double step = noisy.shares[c] - centre[c];
        distance += step * step / noisy.variances[c];
    }
    if (freedom <= 2 || distance == 0) return;
    const double kept = std::max(0.0, 1 - (freedom - 2) / distance);
    for (std::size_t c = 0; c < centre.size(); ++c) {
        if (noisy.variances[c] > 0) noisy.shares[c] = centre[c] + kept * (noisy.shares[c] - centre[c]);
    }
}

// Cells that fall below 0 are set to 0 and the others lowered accordingly, until none is below 0.
void project(NoisyShares& noisy) {
    const double total = sum_of(noisy.shares);
    std::vector<bool> is_out(noisy.shares.size());
    for (int round = 0; round < most_rounds; ++round) {
        double sum = 0;
        double variance = 0;
        for (std::size_t c = 0; c < is_out.size(); ++c) {
            if (is_out[c]) continue;
            sum += noisy.shares[c];
            variance += noisy.variances[c];
        }
        bool is_changed = false;
        for (std::size_t c = 0; c < is_out.size(); ++c) {
            if (is_out[c] || noisy.variances[c] == 0) continue;
            noisy.shares[c] += (total - sum) * (noisy.variances[c] / variance);
            if (noisy.shares[c] >= 0) continue;
            noisy.shares[c] = 0;
            is_out[c] = true;
            is_changed = true;
        }
        if (!is_changed) return;
    }
}

NoisyTable::NoisyTable(std::vector<std::size_t> sizes, NoisyShares cells)
    : sizes_{std::move(sizes)}, strides_(sizes_.size(), 1), cells_{std::move(cells)} {
    for (std::size_t k = sizes_.size(); k-- > 1;) strides_[k - 1] = strides_[k] * sizes_[k];
}

bool NoisyTable::is_exact() const {
    return std::all_of(cells_.variances.begin(), cells_.variances.end(), [](double v) { return v == 0; });
}

NoisyShares NoisyTable::margin(std::size_t position) const {
    NoisyShares margin{std::vector<double>(sizes_[position]), std::vector<double>(sizes_[position])};
    for (std::size_t cell = 0; cell < cells_.shares.size(); ++cell) {
        margin.shares[value(cell, position)] += cells_.shares[cell];
        margin.variances[value(cell, position)] += cells_.variances[cell];
    }
    return margin;
}

void NoisyTable::move_to_margin(std::size_t position, const NoisyShares& margin) {
    const NoisyShares now = this->margin(position);
    for (std::size_t cell = 0; cell < cells_.shares.size(); ++cell) {
        const std::size_t a = value(cell, position);
        if (cells_.variances[cell] == 0) continue;
        cells_.shares[cell] +=
            (margin.shares[a] - now.shares[a]) * (cells_.variances[cell] / now.variances[a]);
    }
}

void NoisyTable::scale_to_margin(std::size_t position, const NoisyShares& margin) {
    const NoisyShares now = this->margin(position);
    for (std::size_t cell = 0; cell < cells_.shares.size(); ++cell) {
        const std::size_t a = value(cell, position);
        if (cells_.variances[cell] > 0 && now.shares[a] > 0)
            cells_.shares[cell] *= margin.shares[a] / now.shares[a];
    }
}

// The part that margins without a positive cell left out.
void NoisyTable::scale_to_one() {
    double exact = 0;
    double noisy = 0;
    for (std::size_t c = 0; c < cells_.shares.size(); ++c)
        (cells_.variances[c] == 0 ? exact : noisy) += cells_.shares[c];
    if (noisy <= 0 || exact >= 1) return;
    for (std::size_t c = 0; c < cells_.shares.size(); ++c) {
        if (cells_.variances[c] > 0) cells_.shares[c] *= (1 - exact) / noisy;
    }
}

// The degrees of freedom of the inexact cells that the margins leave.
double NoisyTable::freedom() const {
    const auto noisy = cells_.variances.size() - static_cast<std::size_t>(std::count(
                                                     cells_.variances.begin(), cells_.variances.end(), 0.0));
    double freedom = static_cast<double>(noisy) - 1;
    for (const std::size_t size : sizes_) freedom -= static_cast<double>(size - 1);
    return freedom;
}

void NoisyTable::shrink(const std::vector<const NoisyShares*>& margins) {
    for (int sweep = 0; sweep < sweeps; ++sweep) {
        for (std::size_t k = 0; k < sizes_.size(); ++k) move_to_margin(k, *margins[k]);
    }
    std::vector<double> product(cells_.shares.size(), 1);
    for (std::size_t cell = 0; cell < product.size(); ++cell) {
        for (std::size_t k = 0; k < sizes_.size(); ++k) product[cell] *= margins[k]->shares[value(cell, k)];
    }
    shrink_towards(cells_, product, freedom());
    project(cells_);
    for (int sweep = 0; sweep < sweeps; ++sweep) {
        for (std::size_t k = 0; k < sizes_.size(); ++k) scale_to_margin(k, *margins[k]);
    }
    scale_to_one();
}

}  // namespace drover::impl
