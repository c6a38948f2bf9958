#include <drover/classify/impl/kernels.hpp>

#include "conditional_cases.hpp"
#include "expect.hpp"

namespace drover::classify {
namespace {

const std::vector<std::size_t> strides{16, 32, 48, 112};

std::vector<std::int32_t> small_numbers(std::size_t count, std::int64_t largest, std::uint64_t seed) {
    const std::vector<std::int64_t> drawn = random_weights(count, largest, seed);
    return {drawn.begin(), drawn.end()};
}

std::vector<double> real_numbers(std::size_t count, std::int64_t largest, std::uint64_t seed) {
    const std::vector<std::int64_t> drawn = random_weights(count, largest, seed);
    return {drawn.begin(), drawn.end()};
}

TEST(ConditionalKernels, FieldsAndMovesAreThoseOfPlainLoops) {
    const Examples data = tangled_examples(20, 40, 2, 7);
    for (const std::size_t stride : strides) {
        const std::vector<std::int32_t> weights = small_numbers(40 * stride, 1 << 30, 8);
        std::vector<std::int32_t> steps(stride);
        for (std::size_t j = 0; j < stride; ++j) steps[j] = static_cast<std::int32_t>(j % 3) - 1;
        for (std::size_t i = 0; i < 20; ++i) {
            std::vector<double> fields(stride);
            std::vector<double> plain(stride);
            impl::find_input_fields({data.rows[i], weights.data(), stride, fields.data()});
            impl::find_input_fields_plainly({data.rows[i], weights.data(), stride, plain.data()});
            ASSERT_EQ(fields, plain);
            std::vector<std::int32_t> moved = weights;
            std::vector<std::int32_t> plainly = weights;
            impl::move_inputs({data.rows[i], steps.data(), moved.data(), stride});
            impl::move_inputs_plainly({data.rows[i], steps.data(), plainly.data(), stride});
            ASSERT_EQ(moved, plainly);
        }
    }
}

TEST(ConditionalKernels, MagnitudesAreThoseOfPlainLoops) {
    for (const std::size_t stride : strides) {
        for (const std::size_t labels : {std::size_t{2}, std::size_t{6}}) {
            const std::vector<double> fields = real_numbers(stride, std::int64_t{1} << 40U, 12);
            const std::vector<double> offsets = real_numbers(labels * stride, std::int64_t{1} << 40U, 13);
            std::vector<double> scores(labels, 5);
            std::vector<double> plain(labels, 5);
            impl::add_magnitudes({fields.data(), offsets.data(), stride, labels, scores.data()});
            impl::add_magnitudes_plainly({fields.data(), offsets.data(), stride, labels, plain.data()});
            ASSERT_EQ(scores, plain);
        }
    }
}

}  // namespace
}  // namespace drover::classify
