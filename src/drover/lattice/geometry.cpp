#include <drover/lattice/geometry.hpp>

#include <string>

#include <drover/core/check.hpp>

namespace drover::lattice {

namespace {

/// `position + shift` on a side: around it on a torus, nothing beyond an open end.
std::optional<std::size_t> moved(std::size_t position, std::ptrdiff_t shift, std::size_t side,
                                 Boundary boundary) {
    const auto length = static_cast<std::ptrdiff_t>(side);
    const std::ptrdiff_t to = static_cast<std::ptrdiff_t>(position) + shift;
    if (to >= 0 && to < length) return static_cast<std::size_t>(to);
    if (boundary == Boundary::open) return std::nullopt;
    return static_cast<std::size_t>((to % length + length) % length);
}

}  // namespace

Lattice::Lattice(std::size_t rows, std::size_t columns, Boundary boundary)
    : rows_{rows}, columns_{columns}, boundary_{boundary} {
    check_input(rows_ >= 2 && columns_ >= 2, [&] {
        return Problem{Fault::range,
                       {.key = "Lattice"},
                       "at least 2 rows and 2 columns",
                       std::to_string(rows_) + " x " + std::to_string(columns_)};
    });
}

std::size_t Lattice::edge_count() const {
    if (boundary_ == Boundary::torus) return 2 * site_count();
    return rows_ * (columns_ - 1) + (rows_ - 1) * columns_;
}

std::optional<std::size_t> Lattice::neighbour(std::size_t site, std::ptrdiff_t down,
                                              std::ptrdiff_t right) const {
    const auto row = moved(site / columns_, down, rows_, boundary_);
    const auto column = moved(site % columns_, right, columns_, boundary_);
    if (!row || !column) return std::nullopt;
    return this->site(*row, *column);
}

}  // namespace drover::lattice
