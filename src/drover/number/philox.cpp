#include <drover/number/int128.hpp>
#include <drover/number/normal.hpp>
#include <drover/number/philox.hpp>

namespace drover {
namespace {

constexpr std::uint32_t low_word(std::uint64_t value) { return static_cast<std::uint32_t>(value); }
constexpr std::uint32_t high_word(std::uint64_t value) { return static_cast<std::uint32_t>(value >> 32U); }

}  // namespace

std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter, std::array<std::uint32_t, 2> key) {
    constexpr std::uint64_t multiplier0 = 0xD2511F53U;
    constexpr std::uint64_t multiplier1 = 0xCD9E8D57U;
    constexpr std::uint32_t weyl0 = 0x9E3779B9U;
    constexpr std::uint32_t weyl1 = 0xBB67AE85U;
    for (int round = 0; round < 10; ++round) {
        const std::uint64_t product0 = multiplier0 * counter[0];
        const std::uint64_t product1 = multiplier1 * counter[2];
        counter = {high_word(product1) ^ counter[1] ^ key[0], low_word(product1),
                   high_word(product0) ^ counter[3] ^ key[1], low_word(product0)};
        key[0] += weyl0;
        key[1] += weyl1;
    }
    return counter;
}

std::uint64_t CounterRandom::bits(std::uint64_t index) const {
    const auto block = philox({low_word(index), high_word(index), low_word(stream_), high_word(stream_)},
                              {low_word(seed_), high_word(seed_)});
    return block[0] | (std::uint64_t{block[1]} << 32U);
}

double CounterRandom::uniform(std::uint64_t index) const {
    return (static_cast<double>(bits(index) >> 12U) + 0.5) * 0x1p-52;
}

double CounterRandom::normal(std::uint64_t index) const { return normal_quantile(uniform(index)); }

std::uint64_t CounterRandom::below(std::uint64_t index, std::uint64_t bound) const {
    return static_cast<std::uint64_t>((static_cast<UInt128>(bits(index)) * bound) >> 64U);
}

}  // namespace drover
