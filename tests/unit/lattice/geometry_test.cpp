#include <drover/lattice/geometry.hpp>

#include "expect.hpp"

namespace drover::lattice {
namespace {

TEST(Lattice, TorusGoesAround) {
    const Lattice torus{3, 4};
    EXPECT_EQ(torus.edge_count(), 24U);
    EXPECT_EQ(torus.neighbour(torus.site(2, 3), 0, 1), torus.site(2, 0));
    EXPECT_EQ(torus.neighbour(torus.site(2, 3), 1, 0), torus.site(0, 3));
    EXPECT_EQ(torus.neighbour(torus.site(0, 0), -1, -1), torus.site(2, 3));
    EXPECT_EQ(torus.neighbour(torus.site(1, 1), 7, -9), torus.site(2, 0));
}

TEST(Lattice, OpenBoundaryEnds) {
    const Lattice open{3, 4, Boundary::open};
    EXPECT_EQ(open.edge_count(), 17U);
    EXPECT_EQ(open.neighbour(open.site(1, 3), 0, 1), std::nullopt);
    EXPECT_EQ(open.neighbour(open.site(0, 3), -1, 0), std::nullopt);
    EXPECT_EQ(open.neighbour(open.site(1, 2), 1, 1), open.site(2, 3));
}

TEST(Lattice, RefusesASideShorterThanTwo) {
    EXPECT_INPUT_ERROR((Lattice{0, 5}), "Lattice: expected at least 2 rows and 2 columns, got 0 x 5");
    EXPECT_INPUT_ERROR((Lattice{5, 1}), "Lattice: expected at least 2 rows and 2 columns, got 5 x 1");
}

}  // namespace
}  // namespace drover::lattice
