#include <drover/data/sparse_rows.hpp>

#include "expect.hpp"

namespace drover {
namespace {

SparseRows two_rows() {
    SparseRows rows{4};
    rows.add(0, 2);
    rows.add(1, 0);
    rows.add(3, -1);
    rows.end_row();
    rows.add(2, 5);
    rows.add(3, 7);
    rows.end_row();
    return rows;
}

TEST(SparseRows, KeepWhatIsNotZero) {
    const SparseRows rows = two_rows();
    EXPECT_EQ(rows.row_count(), 2U);
    EXPECT_EQ(rows.entry_count(), 4U);
    EXPECT_EQ(rows[0].columns[1], 3U);
    EXPECT_EQ(rows[0].values[1], -1);
    EXPECT_EQ(rows[1].columns[0], 2U);
}

TEST(SparseRows, DotIsTheSumOverSharedColumns) {
    const SparseRows rows = two_rows();
    EXPECT_EQ(dot(rows[0], rows[1]), -7);
    EXPECT_EQ(dot(rows[1], rows[0]), -7);
    EXPECT_EQ(dot(rows[1], rows[1]), 74);
    EXPECT_EQ(dot(rows[0], SparseRow{}), 0);
}

TEST(SparseRows, ChosenRowsComeInTheirOrder) {
    const Examples all{.rows = two_rows(), .unit = 0.5, .labels = {0, 1}, .classes = {"a", "b"}};
    const Examples chosen = examples_at(all, std::vector<std::size_t>{1, 0, 1});
    EXPECT_EQ(chosen.labels, (std::vector<std::uint32_t>{1, 0, 1}));
    EXPECT_EQ(chosen.rows[1].values[0], 2);
    EXPECT_EQ(chosen.rows.entry_count(), 6U);
}

TEST(SparseRows, RefusesColumnsOutOfOrderOrMissing) {
    SparseRows rows{2};
    rows.add(1, 1);
    EXPECT_INPUT_ERROR(rows.add(1, 1), "SparseRows: expected a column after 1, got 1");
    EXPECT_INPUT_ERROR(rows.add(2, 1), "SparseRows: expected a column below 2, got 2");
}

}  // namespace
}  // namespace drover
