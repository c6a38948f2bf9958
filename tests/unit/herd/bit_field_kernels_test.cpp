#include <drover/herd/impl/bit_field_kernels.hpp>
#include <drover/number/philox.hpp>

#include <gtest/gtest.h>

namespace drover::impl {
namespace {

class BitFieldDraws {
  public:
    explicit BitFieldDraws(std::uint64_t seed) : random_{seed} {}
    std::uint64_t bits() { return random_.bits(next_++); }
    std::int32_t within(std::int32_t largest) {
        return static_cast<std::int32_t>(
                   random_.below(next_++, static_cast<std::uint64_t>(2 * largest + 1))) -
               largest;
    }

  private:
    CounterRandom random_;
    std::uint64_t next_ = 0;
};

struct BlockFields {
    std::vector<std::uint32_t> positive;
    std::vector<std::uint32_t> zero;
    std::vector<std::int64_t> sums;
    std::vector<std::int32_t> fields;

    friend bool operator==(const BlockFields&, const BlockFields&) = default;
};

// Two blocks of units, of which the second is asked for.
struct FieldsCase {
    std::size_t groups;
    std::size_t cases;
    std::int32_t largest;
    std::vector<std::int32_t> weights;
    std::vector<std::int32_t> biases;
    std::vector<std::uint8_t> inputs;

    FieldsCase(std::size_t group_count, std::size_t case_count, std::int32_t largest_weight)
        : groups{group_count}, cases{case_count}, largest{largest_weight} {
        BitFieldDraws draws{group_count * 1000 + case_count};
        for (std::size_t i = 0; i < 8 * groups * 64; ++i) weights.push_back(draws.within(largest));
        for (std::size_t i = 0; i < 64; ++i) biases.push_back(draws.within(largest));
        for (std::size_t i = 0; i < groups * cases; ++i)
            inputs.push_back(static_cast<std::uint8_t>(draws.bits()));
    }

    template <class Find>
    BlockFields find(bool signs, Find&& call) const {
        BlockFields found{std::vector<std::uint32_t>(cases * 3), std::vector<std::uint32_t>(cases * 3),
                          std::vector<std::int64_t>(cases), std::vector<std::int32_t>(cases * 40)};
        call(FieldBlock{.weights = weights.data() + 32,
                        .weight_stride = 64,
                        .group_count = groups,
                        .inputs = inputs.data(),
                        .case_count = cases,
                        .signs = signs,
                        .biases = biases.data() + 32,
                        .positive = found.positive.data() + 1,
                        .zero = found.zero.data() + 1,
                        .bit_stride = 3,
                        .sums = found.sums.data(),
                        .fields = found.fields.data(),
                        .field_stride = 40});
        return found;
    }
};

void expect_same(const FieldsCase& fields, FieldRange range) {
    for (const bool signs : {true, false}) {
        FieldScratch scratch;
        const BlockFields plain =
            fields.find(signs, [](const FieldBlock& block) { find_fields_plainly(block); });
        EXPECT_EQ(plain,
                  fields.find(signs, [&](const FieldBlock& block) { find_fields(block, range, scratch); }));
    }
}

TEST(BitFieldKernels, FieldsOfEveryRangeAreThePlainOnes) {
    for (const std::size_t groups : {1U, 7U, 8U, 9U, 16U, 17U, 33U}) {
        for (const std::size_t cases : {1U, 2U, 70U}) {
            for (const std::int32_t largest : {0, 1, 100}) {
                const FieldsCase fields{groups, cases, largest};
                if (static_cast<std::int32_t>(groups) * 8 * largest <= INT16_MAX)
                    expect_same(fields, FieldRange::narrow);
                expect_same(fields, FieldRange::mixed);
                expect_same(fields, FieldRange::mixed_8);
                expect_same(fields, FieldRange::wide);
                expect_same(fields, FieldRange::unlimited);
            }
            expect_same({groups, cases, INT16_MAX / 128}, FieldRange::mixed);
            expect_same({groups, cases, INT16_MAX / 64}, FieldRange::mixed_8);
            expect_same({groups, cases, 200'000}, FieldRange::wide);
            expect_same({groups, cases, 200'000}, FieldRange::large);
            expect_same({groups, cases, 8'000'000}, FieldRange::large);
        }
    }
}

TEST(BitFieldKernels, ManyCasesTakeTablesInTurns) {
    expect_same({3, field_cases + 5, 50}, FieldRange::mixed);
    expect_same({3, 2 * field_cases, 50}, FieldRange::narrow);
}

TEST(BitFieldKernels, FieldsOfOneStateAreThePlainOnes) {
    BitFieldDraws draws{3};
    for (const std::size_t rows : {1U, 13U}) {
        for (const std::size_t stride : {32U, 64U, 192U}) {
            std::vector<std::int32_t> weights(rows * stride);
            std::vector<std::int32_t> start(stride + rows);
            std::vector<std::int32_t> values(stride + rows);
            for (auto& weight : weights) weight = draws.within(1'000'000);
            for (auto& number : start) number = draws.within(1'000'000);
            for (auto& value : values) value = draws.within(1);
            std::vector<std::int64_t> plain(stride + rows);
            std::vector<std::int64_t> fast(stride + rows);
            find_column_fields_plainly(
                {weights.data(), rows, stride, start.data(), values.data(), plain.data()});
            find_column_fields({weights.data(), rows, stride, start.data(), values.data(), fast.data()});
            EXPECT_EQ(plain, fast);
            find_row_fields_plainly(
                {weights.data(), rows, stride, start.data(), values.data(), plain.data()});
            find_row_fields({weights.data(), rows, stride, start.data(), values.data(), fast.data()});
            EXPECT_EQ(plain, fast);
        }
    }
}

}  // namespace
}  // namespace drover::impl
