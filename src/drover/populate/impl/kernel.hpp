#pragma once

#include <cstdint>
#include <span>

namespace drover::populate::impl {

/// Scores of signatures as sums: for each level the entry of its table that the signature's kind has, and for
/// each pull (slope * progress >> 16) + offset.
struct SignatureScores {
    struct Level {
        const std::int64_t* table;
        const std::uint32_t* kind_of;  ///< by signature
    };
    struct Pull {
        const std::int32_t* slopes;  ///< not negative; by signature
        const std::int64_t* offsets;
        std::int32_t progress;  ///< 0 to 2^16
    };
    std::span<const Level> levels;
    std::span<const Pull> pulls;

    std::int64_t operator()(std::size_t signature) const {
        std::int64_t sum = 0;
        for (const Level& level : levels) sum += level.table[level.kind_of[signature]];
        for (const Pull& pull : pulls)
            sum += ((std::int64_t{pull.slopes[signature]} * pull.progress) >> 16U) + pull.offsets[signature];
        return sum;
    }
};

/// The signature from first to last - 1 with the highest score, the lowest of equals. first < last.
std::uint32_t best_signature(const SignatureScores& scores, std::uint32_t first, std::uint32_t last);
/// The same without SIMD.
std::uint32_t best_signature_plain(const SignatureScores& scores, std::uint32_t first, std::uint32_t last);

}  // namespace drover::populate::impl
