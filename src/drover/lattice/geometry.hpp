#pragma once

#include <cstddef>
#include <optional>

#include <drover/core/choice.hpp>

namespace drover::lattice {

enum class Boundary { torus, open };
inline constexpr Choice<Boundary> boundaries[]{{"torus", Boundary::torus}, {"open", Boundary::open}};

/// A rectangle of sites, numbered row by row, each joined to the site on its right and the site below.
/// On a torus the last column is joined to the first and the last row to the first; a side of 2 then has two
/// edges between the same sites. InputError if a side is shorter than 2.
class Lattice {
  public:
    Lattice(std::size_t rows, std::size_t columns, Boundary boundary = Boundary::torus);

    std::size_t rows() const { return rows_; }
    std::size_t columns() const { return columns_; }
    Boundary boundary() const { return boundary_; }
    std::size_t site_count() const { return rows_ * columns_; }
    std::size_t edge_count() const;
    std::size_t site(std::size_t row, std::size_t column) const { return row * columns_ + column; }

    /// The site `down` rows below and `right` columns to the right; nothing beyond an open boundary.
    std::optional<std::size_t> neighbour(std::size_t site, std::ptrdiff_t down, std::ptrdiff_t right) const;

    friend bool operator==(const Lattice&, const Lattice&) = default;

  private:
    std::size_t rows_;
    std::size_t columns_;
    Boundary boundary_;
};

enum class SiteOrder {
    raster,        ///< row by row
    checkerboard,  ///< (row + column) even, then odd; with corner features (row % 2, column % 2) in order
};
inline constexpr Choice<SiteOrder> site_orders[]{{"raster", SiteOrder::raster},
                                                 {"checkerboard", SiteOrder::checkerboard}};

}  // namespace drover::lattice
