#include <algorithm>
#include <bit>

#include <drover/core/sha256.hpp>

namespace drover {
namespace {

constexpr std::size_t block_size = 64;
constexpr std::size_t round_count = 64;

constexpr std::array<std::uint32_t, round_count> round_constants{
    0x428a2f98U, 0x71374491U, 0xb5c0fbcfU, 0xe9b5dba5U, 0x3956c25bU, 0x59f111f1U, 0x923f82a4U, 0xab1c5ed5U,
    0xd807aa98U, 0x12835b01U, 0x243185beU, 0x550c7dc3U, 0x72be5d74U, 0x80deb1feU, 0x9bdc06a7U, 0xc19bf174U,
    0xe49b69c1U, 0xefbe4786U, 0x0fc19dc6U, 0x240ca1ccU, 0x2de92c6fU, 0x4a7484aaU, 0x5cb0a9dcU, 0x76f988daU,
    0x983e5152U, 0xa831c66dU, 0xb00327c8U, 0xbf597fc7U, 0xc6e00bf3U, 0xd5a79147U, 0x06ca6351U, 0x14292967U,
    0x27b70a85U, 0x2e1b2138U, 0x4d2c6dfcU, 0x53380d13U, 0x650a7354U, 0x766a0abbU, 0x81c2c92eU, 0x92722c85U,
    0xa2bfe8a1U, 0xa81a664bU, 0xc24b8b70U, 0xc76c51a3U, 0xd192e819U, 0xd6990624U, 0xf40e3585U, 0x106aa070U,
    0x19a4c116U, 0x1e376c08U, 0x2748774cU, 0x34b0bcb5U, 0x391c0cb3U, 0x4ed8aa4aU, 0x5b9cca4fU, 0x682e6ff3U,
    0x748f82eeU, 0x78a5636fU, 0x84c87814U, 0x8cc70208U, 0x90befffaU, 0xa4506cebU, 0xbef9a3f7U, 0xc67178f2U};

constexpr std::uint32_t big_endian(const unsigned char* bytes) {
    return (std::uint32_t{bytes[0]} << 24U) | (std::uint32_t{bytes[1]} << 16U) |
           (std::uint32_t{bytes[2]} << 8U) | std::uint32_t{bytes[3]};
}

constexpr std::uint32_t spread(std::uint32_t x, int a, int b, int shift) {
    return std::rotr(x, a) ^ std::rotr(x, b) ^ (x >> shift);
}

constexpr std::uint32_t mixed(std::uint32_t x, int a, int b, int c) {
    return std::rotr(x, a) ^ std::rotr(x, b) ^ std::rotr(x, c);
}

using Schedule = std::array<std::uint32_t, round_count>;

Schedule schedule_of(const unsigned char* block) {
    Schedule w{};
    for (std::size_t t = 0; t < 16; ++t) w[t] = big_endian(block + 4 * t);
    for (std::size_t t = 16; t < round_count; ++t)
        w[t] = spread(w[t - 2], 17, 19, 10) + w[t - 7] + spread(w[t - 15], 7, 18, 3) + w[t - 16];
    return w;
}

using Words = std::array<std::uint32_t, 8>;

// FIPS 180-4, 6.2.2 step 3; `turn` is the number of the round modulo 8.
template <std::size_t turn>
void take_round(Words& words, std::uint32_t input) {
    const auto at = [&](std::size_t part) -> std::uint32_t& { return words[(part + 8 - turn) % 8]; };
    const std::uint32_t a = at(0), b = at(1), c = at(2);
    const std::uint32_t e = at(4), f = at(5), g = at(6);
    const std::uint32_t first = at(7) + mixed(e, 6, 11, 25) + ((e & f) ^ (~e & g)) + input;
    at(3) += first;
    at(7) = first + mixed(a, 2, 13, 22) + ((a & b) ^ (a & c) ^ (b & c));
}

}  // namespace

void Sha256::take_block(const unsigned char* block) {
    const Schedule w = schedule_of(block);
    Words words = state_;
    // The variables swap roles from round to round instead of moving: after eight rounds each has its own
    // again.
    for (std::size_t t = 0; t < round_count; t += 8) {
        take_round<0>(words, w[t] + round_constants[t]);
        take_round<1>(words, w[t + 1] + round_constants[t + 1]);
        take_round<2>(words, w[t + 2] + round_constants[t + 2]);
        take_round<3>(words, w[t + 3] + round_constants[t + 3]);
        take_round<4>(words, w[t + 4] + round_constants[t + 4]);
        take_round<5>(words, w[t + 5] + round_constants[t + 5]);
        take_round<6>(words, w[t + 6] + round_constants[t + 6]);
        take_round<7>(words, w[t + 7] + round_constants[t + 7]);
    }
    for (std::size_t i = 0; i < words.size(); ++i) state_[i] += words[i];
}

void Sha256::add(std::string_view bytes) {
    while (!bytes.empty()) {
        const std::size_t filled = byte_count_ % block_size;
        if (filled == 0 && bytes.size() >= block_size) {
            take_block(reinterpret_cast<const unsigned char*>(bytes.data()));
            byte_count_ += block_size;
            bytes.remove_prefix(block_size);
            continue;
        }
        const std::size_t count = std::min(block_size - filled, bytes.size());
        std::copy_n(bytes.begin(), count, pending_.begin() + static_cast<std::ptrdiff_t>(filled));
        byte_count_ += count;
        bytes.remove_prefix(count);
        if (byte_count_ % block_size == 0) take_block(pending_.data());
    }
}

std::string Sha256::hex() const {
    Sha256 padded = *this;
    const std::uint64_t bit_count = 8 * byte_count_;
    padded.add(std::string_view{"\x80", 1});
    while (padded.byte_count_ % block_size != block_size - 8) padded.add(std::string_view{"\0", 1});
    for (int shift = 56; shift >= 0; shift -= 8) {
        const char byte = static_cast<char>((bit_count >> shift) & 255U);
        padded.add({&byte, 1});
    }
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    for (const std::uint32_t word : padded.state_)
        for (int shift = 28; shift >= 0; shift -= 4) text.push_back(digits[(word >> shift) & 15U]);
    return text;
}

std::string sha256(std::string_view bytes) {
    Sha256 hash;
    hash.add(bytes);
    return hash.hex();
}

}  // namespace drover
