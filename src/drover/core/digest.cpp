#include <bit>
#include <string_view>

#include <drover/core/digest.hpp>

namespace drover {
namespace {

constexpr std::uint64_t c1 = 0x87c37b91114253d5U;
constexpr std::uint64_t c2 = 0x4cf5ad432745937fU;

constexpr std::uint64_t mix_first(std::uint64_t word) { return std::rotl(word * c1, 31) * c2; }
constexpr std::uint64_t mix_second(std::uint64_t word) { return std::rotl(word * c2, 33) * c1; }

constexpr std::uint64_t finish(std::uint64_t k) {
    k = (k ^ (k >> 33U)) * 0xff51afd7ed558ccdU;
    k = (k ^ (k >> 33U)) * 0xc4ceb9fe1a85ec53U;
    return k ^ (k >> 33U);
}

void append_hex(std::string& text, std::uint64_t value) {
    constexpr std::string_view digits = "0123456789abcdef";
    for (int shift = 60; shift >= 0; shift -= 4) text.push_back(digits[(value >> shift) & 15U]);
}

}  // namespace

void Digest::add(std::uint64_t word) {
    if (word_count_++ % 2 == 0) {
        pending_ = word;
        return;
    }
    h1_ = (std::rotl(h1_ ^ mix_first(pending_), 27) + h2_) * 5 + 0x52dce729U;
    h2_ = (std::rotl(h2_ ^ mix_second(word), 31) + h1_) * 5 + 0x38495ab5U;
}

std::string Digest::hex() const {
    std::uint64_t h1 = h1_;
    if (word_count_ % 2 == 1) h1 ^= mix_first(pending_);
    const std::uint64_t length = 8 * word_count_;
    h1 ^= length;
    std::uint64_t h2 = h2_ ^ length;
    h1 += h2;
    h2 += h1;
    h1 = finish(h1);
    h2 = finish(h2);
    h1 += h2;
    h2 += h1;
    std::string text;
    append_hex(text, h1);
    append_hex(text, h2);
    return text;
}

}  // namespace drover
