#include <cmath>
#include <vector>

#include <drover/baselines/impl/drbm_kernel.hpp>
#include <drover/number/philox.hpp>

#include "expect.hpp"

namespace drover::baselines::impl {
namespace {

std::vector<double> normals(std::uint64_t stream, std::size_t count, double scale = 1) {
    std::vector<double> found;
    for (std::size_t i = 0; i < count; ++i) found.push_back(scale * CounterRandom{1, stream}.normal(i));
    return found;
}

SparseRows one_row(std::size_t columns) {
    SparseRows rows{columns};
    for (std::size_t j = 0; j < columns; ++j)
        rows.add(j, static_cast<std::int32_t>(CounterRandom{2}.below(j, 5)) - 2);
    rows.end_row();
    return rows;
}

TEST(DrbmKernel, FieldsAndProductsAreThoseOfPlainLoops) {
    const SparseRows rows = one_row(20);
    for (std::size_t count = 8; count <= 64; count += 8) {
        const std::size_t stride = count + 8;
        const std::vector<double> weights = normals(1, 20 * stride);
        std::vector<double> fields(count);
        find_fields(rows[0], 0.5, weights.data(), stride, fields.data(), count);
        std::vector<double> gradient = normals(2, 20 * stride);
        std::vector<double> slow = gradient;
        add_products(rows[0], 0.5, fields.data(), gradient.data(), stride, count);
        for (std::size_t j = 0; j < count; ++j) {
            double sum = 0;
            for (std::size_t e = 0; e < rows[0].size(); ++e) {
                const std::size_t at = rows[0].columns[e] * stride + j;
                sum += 0.5 * rows[0].values[e] * weights[at];
                slow[at] += 0.5 * rows[0].values[e] * fields[j];
            }
            EXPECT_EQ(fields[j], sum);
        }
        EXPECT_EQ(gradient, slow);
    }
}

struct Unit {
    double g;
    double mean;
};

Unit unit_at(rbm::UnitCoding coding, double o) {
    const double size = std::abs(o);
    if (coding == rbm::UnitCoding::signs) return {size + std::log1p(std::exp(-2 * size)), std::tanh(o)};
    return {std::max(o, 0.0) + std::log1p(std::exp(-size)), 1 / (1 + std::exp(-o))};
}

void expect_sums_and_means(rbm::UnitCoding coding, std::size_t count, double scale) {
    const std::size_t classes = 3;
    const std::vector<double> fields = normals(3, count, scale);
    const std::vector<double> moves = normals(4, count);
    const std::vector<double> offsets = normals(5, classes * drbm_tile, scale);
    const std::vector<double> offset_moves = normals(6, classes * drbm_tile);
    HiddenLine line{.fields = fields.data(),
                    .field_moves = moves.data(),
                    .offsets = offsets.data(),
                    .offset_moves = offset_moves.data(),
                    .step = 0.3,
                    .stride = drbm_tile,
                    .count = count};
    std::vector<HiddenSums> sums(classes);
    find_hidden_sums(coding, line, classes, sums.data());
    const std::vector<double> residuals{0.5, -0.7, 0.2};
    std::vector<double> row_slopes(count);
    std::vector<double> class_slopes(classes * drbm_tile, 1);
    add_hidden_means(coding, line, residuals.data(), classes, row_slopes.data(), class_slopes.data());
    std::vector<double> totals(count);
    for (std::size_t k = 0; k < classes; ++k) {
        double g = 0;
        double slope = 0;
        for (std::size_t j = 0; j < count; ++j) {
            const std::size_t at = k * drbm_tile + j;
            const Unit ahead =
                unit_at(coding, fields[j] + 0.3 * moves[j] + offsets[at] + 0.3 * offset_moves[at]);
            g += ahead.g;
            slope += ahead.mean * (moves[j] + offset_moves[at]);
            const double own = residuals[k] * unit_at(coding, fields[j] + offsets[at]).mean;
            EXPECT_NEAR(class_slopes[at], 1 + own, 1e-14);
            totals[j] += own;
        }
        EXPECT_NEAR(sums[k].linear + std::log(sums[k].product), g, 1e-13 * (1 + g));
        EXPECT_NEAR(sums[k].slope, slope, 1e-12);
    }
    for (std::size_t j = 0; j < count; ++j) EXPECT_NEAR(row_slopes[j], totals[j], 1e-14);
}

TEST(DrbmKernel, SumsAndMeansAreThoseOfTheLibrarysFunctions) {
    for (const rbm::UnitCoding coding : {rbm::UnitCoding::signs, rbm::UnitCoding::bits}) {
        for (const std::size_t count : {8U, 16U, 24U, 32U}) {
            for (const double scale : {0.0, 1e-9, 1.0, 30.0, 1e6})
                expect_sums_and_means(coding, count, scale);
        }
    }
}

TEST(DrbmKernel, DotProductsAndBlendsAreThoseOfPlainLoops) {
    for (const std::size_t count : {8U, 504U, 512U, 520U, 4'096U}) {
        const std::vector<double> a = normals(7, count);
        const std::vector<double> b = normals(8, count);
        double sum = 0;
        for (std::size_t i = 0; i < count; ++i) sum += a[i] * b[i];
        EXPECT_NEAR(dot_product(a.data(), b.data(), count), sum, 1e-11);
        std::vector<double> blended = a;
        blend(blended.data(), 0.5, b.data(), -3, count);
        for (std::size_t i = 0; i < count; ++i) EXPECT_EQ(blended[i], 0.5 * a[i] + -3 * b[i]);
    }
}

}  // namespace
}  // namespace drover::baselines::impl
