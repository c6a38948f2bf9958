#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace drover {

struct DistinctCount {
    std::int64_t count = 0;
    bool exact = true;  ///< otherwise an estimate, off by about 0.1 %

    friend bool operator==(const DistinctCount&, const DistinctCount&) = default;
};

/// Counts distinct rows by a 64-bit hash of each, in at most 32 MB.
/// Exact up to 2^21 of them (unless two rows have the same hash, with a chance of one in eight million);
/// beyond, only hashes below 2^64 / 2^level are kept and each represents 2^level rows (Wegman's adaptive
/// sampling; Flajolet 1990). Draws no random numbers.
class DistinctRows {
  public:
    static constexpr std::size_t max_kept = std::size_t{1} << 21U;

    void record(std::span<const std::uint32_t> row) { add(hash(row)); }
    DistinctCount result() const;

    static std::uint64_t hash(std::span<const std::uint32_t> row);

  private:
    // Open addressing. Many small sets, so that growing one needs little extra memory.
    struct Part {
        std::vector<std::uint64_t> slots = std::vector<std::uint64_t>(16);  // 0 is empty; a power of two
        std::size_t kept = 0;

        bool insert(std::uint64_t hash);
        void rebuild(std::size_t slot_count, unsigned level);
    };

    void add(std::uint64_t hash);

    std::array<Part, 64> parts_;
    std::size_t kept_ = 0;
    unsigned level_ = 0;
};

}  // namespace drover
