#include <algorithm>
#include <cmath>
#include <string>

#include <drover/core/check.hpp>
#include <drover/core/equal_bytes.hpp>
#include <drover/lattice/spin_averages.hpp>

namespace drover::lattice {
namespace {

// spins[row][column] to transposed[column][row], in blocks that stay in the cache.
void transpose(const Spins& spins, std::size_t rows, std::size_t columns, Spins& transposed) {
    constexpr std::size_t block = 32;
    for (std::size_t top = 0; top < rows; top += block) {
        for (std::size_t left = 0; left < columns; left += block) {
            const std::size_t bottom = std::min(top + block, rows);
            const std::size_t right = std::min(left + block, columns);
            for (std::size_t column = left; column < right; ++column) {
                for (std::size_t row = top; row < bottom; ++row)
                    transposed[column * rows + row] = spins[row * columns + column];
            }
        }
    }
}

std::vector<MeanEstimate> results(const std::vector<BatchMeans>& means) {
    std::vector<MeanEstimate> estimates;
    for (const BatchMeans& mean : means) estimates.push_back(mean.result());
    return estimates;
}

}  // namespace

SpinAverages::SpinAverages(const Lattice& lattice, const SpinAveragesOptions& options)
    : lattice_{lattice}, ups_(lattice.site_count(), 1), transposed_(lattice.site_count()) {
    check_input(options.max_distance >= 1, [] {
        return Problem{Fault::range, {.function = "max_distance"}, "at least 1", "0"};
    });
    const std::size_t distances = std::min({options.max_distance, lattice.rows() - 1, lattice.columns() - 1});
    along_rows_.resize(distances);
    along_columns_.resize(distances);
}

void SpinAverages::add(const Spins& spins) {
    const std::size_t sites = lattice_.site_count();
    check_input(spins.size() == sites, [&] {
        return Problem{.fault = Fault::range,
                       .text = "spins (" + std::to_string(spins.size()) + ") and sites (" +
                               std::to_string(sites) + ") must have the same size"};
    });
    const auto ups = static_cast<double>(count_equal(spins.data(), ups_.data(), sites));
    magnetisation_.add(std::abs(2 * ups - static_cast<double>(sites)) / static_cast<double>(sites));
    transpose(spins, lattice_.rows(), lattice_.columns(), transposed_);
    const double edges = add_distances(spins, lattice_.columns(), along_columns_) +
                         add_distances(transposed_, lattice_.rows(), along_rows_);
    edge_correlation_.add(edges / static_cast<double>(lattice_.edge_count()));
}

// Pairs d lines of `width` sites apart are a fixed number of bytes apart. The sum of x_i x_j is twice the
// equal pairs less all pairs. Returns it for d = 1.
double SpinAverages::add_distances(const Spins& spins, std::size_t width,
                                   std::vector<BatchMeans>& correlations) const {
    const bool is_torus = lattice_.boundary() == Boundary::torus;
    double nearest = 0;
    for (std::size_t d = 1; d <= correlations.size(); ++d) {
        const std::size_t inside = spins.size() - d * width;
        const std::size_t pairs = is_torus ? spins.size() : inside;
        std::size_t equal = count_equal(spins.data(), spins.data() + d * width, inside);
        if (is_torus) equal += count_equal(spins.data() + inside, spins.data(), d * width);
        const double sum = 2 * static_cast<double>(equal) - static_cast<double>(pairs);
        correlations[d - 1].add(sum / static_cast<double>(pairs));
        if (d == 1) nearest = sum;
    }
    return nearest;
}

SpinAveragesResult SpinAverages::result() const {
    return {.magnetisation = magnetisation_.result(),
            .edge_correlation = edge_correlation_.result(),
            .along_rows = results(along_rows_),
            .along_columns = results(along_columns_)};
}

}  // namespace drover::lattice
