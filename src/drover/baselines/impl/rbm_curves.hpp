#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace drover::baselines::impl {

inline constexpr int field_bits = 16;  ///< fields are multiples of 2^-16
inline constexpr int mean_bits = 15;   ///< averages of 2^-15
inline constexpr int soft_bits = 20;   ///< softness of 2^-20
inline constexpr std::int32_t mean_one = 1 << mean_bits;

/// Functions of a field u in an RBM of units -1 and +1: tanh(u), the mean of the unit, and ln(1 + exp(-2
/// |u|)), its softness. Tables at multiples of 2^-11 below 16: the nearest entry is used.
class RbmCurves {
  public:
    static constexpr int shift = field_bits - 11;
    static constexpr std::uint32_t last = 16U << 11U;

    static const RbmCurves& get();
    std::int32_t mean(std::int32_t field) const {
        const std::int32_t value = means_[index(field)];
        return field < 0 ? -value : value;
    }
    std::int32_t softness(std::int32_t field) const { return soft_[index(field)]; }
    const std::int32_t* means() const { return means_.data(); }
    const std::int32_t* soft() const { return soft_.data(); }

  private:
    RbmCurves();
    static std::size_t index(std::int32_t field) {
        const std::uint32_t magnitude =
            field < 0 ? 0U - static_cast<std::uint32_t>(field) : static_cast<std::uint32_t>(field);
        return std::min((magnitude + (1U << (shift - 1))) >> shift, last);
    }

    std::array<std::int32_t, last + 1> means_{};
    std::array<std::int32_t, last + 1> soft_{};
};

/// means[k] = mean(fields[k]).
void find_means(const std::int32_t* fields, std::size_t count, std::int32_t* means);
/// The sum of the softness of all fields.
std::int64_t sum_softness(const std::int32_t* fields, std::size_t count);
/// Bit k: the unit of fields[k], k < 64, is drawn as +1, with probability (1 + mean) / 2 in parts of 2^16:
/// that is where the upper half of words[k] is below it.
std::uint64_t draw_units(const std::int32_t* fields, const std::uint32_t* words);

}  // namespace drover::baselines::impl
