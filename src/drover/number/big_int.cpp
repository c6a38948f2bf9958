#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <span>

#include <drover/number/big_int.hpp>

namespace drover {
namespace {

using Limbs = std::vector<std::uint32_t>;

constexpr unsigned limb_bits = 32;
constexpr std::uint64_t base = std::uint64_t{1} << limb_bits;

std::uint32_t low_limb(std::uint64_t value) { return static_cast<std::uint32_t>(value % base); }

void trim(Limbs& a) {
    while (!a.empty() && a.back() == 0) a.pop_back();
}

std::strong_ordering compare(const Limbs& a, const Limbs& b) {
    if (a.size() != b.size()) return a.size() <=> b.size();
    return std::lexicographical_compare_three_way(a.rbegin(), a.rend(), b.rbegin(), b.rend());
}

// a += b for as many limbs as a has; returns the carry out of the top.
std::uint32_t add_to(std::span<std::uint32_t> a, std::span<const std::uint32_t> b) {
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        carry += std::uint64_t{a[i]} + (i < b.size() ? b[i] : 0U);
        a[i] = low_limb(carry);
        carry /= base;
    }
    return low_limb(carry);
}

// a -= factor * b modulo base^(size of a); true if a was smaller.
bool subtract_from(std::span<std::uint32_t> a, std::span<const std::uint32_t> b, std::uint32_t factor) {
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        carry += i < b.size() ? std::uint64_t{b[i]} * factor : 0U;
        const std::uint32_t taken = low_limb(carry);
        carry = carry / base + (a[i] < taken ? 1U : 0U);
        a[i] -= taken;
    }
    return carry != 0;
}

Limbs product(const Limbs& a, const Limbs& b) {
    Limbs result(a.size() + b.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::uint64_t carry = 0;
        for (std::size_t j = 0; j < b.size(); ++j) {
            carry += std::uint64_t{a[i]} * b[j] + result[i + j];
            result[i + j] = low_limb(carry);
            carry /= base;
        }
        result[i + b.size()] = low_limb(carry);
    }
    return result;
}

// a /= divisor; returns the remainder.
std::uint32_t divide_by(Limbs& a, std::uint32_t divisor) {
    std::uint64_t rest = 0;
    for (std::size_t i = a.size(); i-- > 0;) {
        rest = rest * base + a[i];
        a[i] = low_limb(rest / divisor);
        rest %= divisor;
    }
    return low_limb(rest);
}

// One limb of a quotient: top / b for b of n limbs, the highest bit set, and top of n + 1 limbs, top < base *
// b. Leaves the remainder in top. The guess from three limbs is at most one too large.
std::uint32_t quotient_limb(std::span<std::uint32_t> top, const Limbs& b) {
    const std::size_t n = b.size();
    const std::uint64_t head = top[n] * base + top[n - 1];
    std::uint64_t guess = head / b[n - 1];
    std::uint64_t rest = head % b[n - 1];
    while (rest < base && (guess >= base || guess * b[n - 2] > rest * base + top[n - 2])) {
        --guess;
        rest += b[n - 1];
    }
    if (subtract_from(top, b, low_limb(guess))) {
        --guess;
        add_to(top, b);
    }
    return low_limb(guess);
}

// The quotient of a / b for b of at least two limbs; leaves the remainder in a.
// Knuth, The Art of Computer Programming 2, 4.3.1, algorithm D.
Limbs long_division(Limbs& a, Limbs b) {
    const std::uint32_t normalizer = std::uint32_t{1} << static_cast<unsigned>(std::countl_zero(b.back()));
    b = product(b, {normalizer});
    trim(b);
    a = product(a, {normalizer});  // one limb longer, even if it is zero
    if (a.size() <= b.size()) a.resize(b.size() + 1);
    Limbs quotient(a.size() - b.size());
    for (std::size_t j = quotient.size(); j-- > 0;) {
        quotient[j] = quotient_limb(std::span{a}.subspan(j, b.size() + 1), b);
    }
    divide_by(a, normalizer);
    return quotient;
}

}  // namespace

BigInt::BigInt(Int128 value) : negative_{value < 0} {
    UInt128 rest = negative_ ? UInt128{0} - static_cast<UInt128>(value) : static_cast<UInt128>(value);
    for (; rest != 0; rest /= base) limbs_.push_back(static_cast<std::uint32_t>(rest % base));
}

BigInt::BigInt(Limbs limbs, bool negative) : limbs_{std::move(limbs)}, negative_{negative} {
    trim(limbs_);
    if (limbs_.empty()) negative_ = false;
}

std::size_t BigInt::bit_length() const {
    if (limbs_.empty()) return 0;
    return limb_bits * limbs_.size() - static_cast<std::size_t>(std::countl_zero(limbs_.back()));
}

std::optional<Int128> BigInt::to_int128() const {
    if (bit_length() > 127) {
        constexpr Int128 lowest = -int128_max - 1;
        return *this == BigInt{lowest} ? std::optional{lowest} : std::nullopt;
    }
    Int128 value = 0;
    for (std::size_t i = limbs_.size(); i-- > 0;) value = value * static_cast<Int128>(base) + limbs_[i];
    return negative_ ? -value : value;
}

double BigInt::scaled(std::size_t shift) const {
    // Three limbs from the top hold at least 65 bits; what is below them is under 2^-64 of the value.
    const std::size_t first = limbs_.size() > 3 ? limbs_.size() - 3 : 0;
    double value = 0;
    for (std::size_t i = limbs_.size(); i-- > first;) value = value * static_cast<double>(base) + limbs_[i];
    const auto exponent = static_cast<std::ptrdiff_t>(limb_bits * first) - static_cast<std::ptrdiff_t>(shift);
    constexpr std::ptrdiff_t far = 10'000;  // beyond every exponent of double
    value = std::ldexp(value, static_cast<int>(std::clamp(exponent, -far, far)));
    return negative_ ? -value : value;
}

std::strong_ordering operator<=>(const BigInt& a, const BigInt& b) {
    if (a.negative_ != b.negative_) return a.sign() <=> b.sign();
    return a.negative_ ? compare(b.limbs_, a.limbs_) : compare(a.limbs_, b.limbs_);
}

BigInt operator-(BigInt a) {
    a.negative_ = a.sign() > 0;
    return a;
}

BigInt BigInt::sum(const BigInt& a, const BigInt& b, bool b_negative) {
    const bool a_larger = std::is_gt(compare(a.limbs_, b.limbs_));
    Limbs limbs = a_larger ? a.limbs_ : b.limbs_;
    const Limbs& smaller = a_larger ? b.limbs_ : a.limbs_;
    if (a.negative_ == b_negative) {
        if (const std::uint32_t carry = add_to(limbs, smaller); carry != 0) limbs.push_back(carry);
    } else {
        subtract_from(limbs, smaller, 1);
    }
    return {std::move(limbs), a_larger ? a.negative_ : b_negative};
}

BigInt operator*(const BigInt& a, const BigInt& b) {
    return {product(a.limbs_, b.limbs_), a.negative_ != b.negative_};
}

BigInt::Division divide(const BigInt& a, const BigInt& b) {
    assert(b.sign() != 0);
    Limbs rest = a.limbs_;
    Limbs quotient;
    if (b.limbs_.size() == 1) {
        quotient = rest;
        rest = {divide_by(quotient, b.limbs_[0])};
    } else {
        quotient = long_division(rest, b.limbs_);
    }
    return {BigInt{std::move(quotient), a.negative_ != b.negative_}, BigInt{std::move(rest), a.negative_}};
}

BigInt operator/(const BigInt& a, const BigInt& b) { return divide(a, b).quotient; }

BigInt operator%(const BigInt& a, const BigInt& b) { return divide(a, b).remainder; }

BigInt greatest_common_divisor(BigInt a, BigInt b) {
    while (b.sign() != 0) {
        BigInt rest = a % b;
        a = std::move(b);
        b = std::move(rest);
    }
    return a.sign() < 0 ? -std::move(a) : a;
}

std::string to_string(const BigInt& value) {
    Limbs rest = value.limbs_;
    std::string digits;
    do {
        digits.push_back(static_cast<char>('0' + divide_by(rest, 10)));
        trim(rest);
    } while (!rest.empty());
    if (value.negative_) digits.push_back('-');
    std::reverse(digits.begin(), digits.end());
    return digits;
}

}  // namespace drover
