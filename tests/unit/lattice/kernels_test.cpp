#include <drover/lattice/impl/kernels.hpp>

#include "expect.hpp"
#include "random_models.hpp"

namespace drover::lattice::impl {
namespace {

template <class Lane>
LaneRows<Lane> random_rows(testing::Dice& dice, std::size_t rows, std::size_t columns) {
    const std::size_t reach = columns - 1;
    LaneRows<Lane> result(rows, columns, 0, reach);
    for (std::size_t r = 0; r < rows; ++r) {
        for (std::size_t c = 0; c < columns; ++c) result[r][c] = static_cast<Lane>(dice.roll(-99, 99));
        std::copy_n(result[r] + columns - reach, reach, result[r] - reach);
        std::copy_n(result[r], reach, result[r] + columns);
    }
    return result;
}

template <class Lane>
LaneRows<Lane> random_signs(testing::Dice& dice, std::size_t rows, std::size_t columns) {
    LaneRows<Lane> result = random_rows<Lane>(dice, rows, columns);
    for (std::size_t r = 0; r < rows; ++r) {
        for (Lane* sign = result[r] - (columns - 1); sign < result[r] + 2 * columns - 1; ++sign)
            *sign = *sign < 0 ? -1 : 1;
    }
    return result;
}

// As the herder has them: nothing is added beyond the row.
template <class Lane>
LaneRows<Lane> random_constants(testing::Dice& dice, std::size_t columns) {
    LaneRows<Lane> result(1, columns);
    for (std::size_t c = 0; c < columns; ++c) result[0][c] = static_cast<Lane>(dice.roll(-99, 99));
    return result;
}

template <class Lane>
std::vector<Lane> copy_of(const Lane* row, std::size_t columns) {
    return {row, row + columns};
}

template <class Lane>
void expect_same_hits(testing::Dice& dice, std::size_t columns) {
    LaneRows<Lane> weights = random_rows<Lane>(dice, 2, columns);
    std::copy_n(weights[0] - 1, columns + 2, weights[1] - 1);
    const LaneRows<Lane> signs = random_signs<Lane>(dice, 2, columns);
    const LaneRows<Lane> targets = random_constants<Lane>(dice, columns);
    const LaneRows<Lane> units = random_constants<Lane>(dice, columns);
    HitRow<Lane> row{weights[0], targets[0], units[0], signs[0], signs[1], columns};
    Tally fast{.target_products = 5, .largest = 1'000};
    Tally plain = fast;
    best_kernels<Lane>().hit(row, fast);
    row.weights = weights[1];
    plain_kernels<Lane>().hit(row, plain);
    EXPECT_EQ(copy_of(weights[0] - 1, columns + 2), copy_of(weights[1] - 1, columns + 2));
    EXPECT_EQ(fast.target_products, plain.target_products);
    EXPECT_EQ(fast.largest, plain.largest);
}

template <class Lane>
void expect_same_fields(testing::Dice& dice, std::size_t columns, std::size_t distance) {
    const LaneRows<Lane> weights = random_rows<Lane>(dice, 4, columns);
    const LaneRows<Lane> signs = random_signs<Lane>(dice, 3, columns);
    LaneRows<Lane> fields(2, columns);
    FieldInputs<Lane> row{weights[0], weights[1], weights[2], weights[3], signs[0],
                          signs[1],   signs[2],   fields[0],  columns,    distance};
    best_kernels<Lane>().find_fields(row);
    row.fields = fields[1];
    plain_kernels<Lane>().find_fields(row);
    EXPECT_EQ(copy_of(fields[0], columns), copy_of(fields[1], columns));
    row.node = row.fields;  // once more, on top
    plain_kernels<Lane>().find_fields(row);
    row.node = row.fields = fields[0];
    best_kernels<Lane>().find_fields(row);
    EXPECT_EQ(copy_of(fields[0], columns), copy_of(fields[1], columns));
    std::vector<std::uint64_t> fast((columns + 63) / 64, 7);
    std::vector<std::uint64_t> plain(fast.size(), 9);
    fields[0][columns / 2] = 0;
    best_kernels<Lane>().mark_opposed(fields[0], signs[0], columns, fast.data());
    plain_kernels<Lane>().mark_opposed(fields[0], signs[0], columns, plain.data());
    EXPECT_EQ(fast, plain);
}

TEST(LatticeKernels, DoWhatTheirTwinsDo) {
    testing::Dice dice{1};
    for (std::size_t columns = 2; columns <= 140; ++columns) {
        SCOPED_TRACE(columns);
        expect_same_hits<std::int32_t>(dice, columns);
        expect_same_hits<std::int64_t>(dice, columns);
        for (const std::size_t distance : {std::size_t{1}, columns / 2, columns - 1}) {
            expect_same_fields<std::int32_t>(dice, columns, distance);
            expect_same_fields<std::int64_t>(dice, columns, distance);
        }
    }
}

}  // namespace
}  // namespace drover::lattice::impl
