#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include <drover/core/matrix_view.hpp>

namespace drover {
namespace {

TEST(MatrixView, ReadsRowsOfOneBlock) {
    std::vector<int> values(12);
    std::iota(values.begin(), values.end(), 0);
    const MatrixView<const int> view{values, 4};
    EXPECT_EQ(view.row_count(), 3U);
    EXPECT_EQ(view.column_count(), 4U);
    for (std::size_t i = 0; i < 3; ++i) {
        ASSERT_EQ(view.row(i).size(), 4U);
        for (std::size_t j = 0; j < 4; ++j) {
            ASSERT_EQ(view(i, j), static_cast<int>(4 * i + j));
            ASSERT_EQ(&view.row(i)[j], &view(i, j));
        }
    }
}

TEST(MatrixView, WritesToTheBlockItLooksAt) {
    std::vector<int> values(6);
    const MatrixView<int> view{values, 3};
    view(1, 2) = 7;
    view.row(0)[1] = 5;
    EXPECT_EQ(values, (std::vector<int>{0, 5, 0, 0, 0, 7}));
}

TEST(MatrixView, MayBeEmpty) {
    EXPECT_EQ(MatrixView<int>{}.row_count(), 0U);
    EXPECT_EQ(MatrixView<int>{}.column_count(), 0U);
    EXPECT_EQ((MatrixView<int>{std::span<int>{}, 3}.row_count()), 0U);
}

}  // namespace
}  // namespace drover
