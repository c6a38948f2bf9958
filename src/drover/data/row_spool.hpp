#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <drover/number/rational.hpp>

namespace drover {

/// Storage for bytes outside memory, such as a ScratchFile. Both functions may throw IoError.
struct ScratchStore {
    std::function<void(std::string_view bytes)> append = {};
    std::function<void(std::uint64_t offset, std::span<char> bytes)> read = {};
};

/// Rows of numbers and their weights, stored to be read later, any number of times. A number takes one, two
/// or four bytes, a weight 32. Beyond 32 MiB they go to the store, if there is one.
class RowSpool {
  public:
    using Use = std::function<void(std::span<const std::uint32_t> cells, std::span<const Rational> weights)>;

    explicit RowSpool(std::size_t column_count, ScratchStore store = {})
        : column_count_{column_count}, store_{std::move(store)} {}

    /// Row after row; no weights, or one per row.
    void add(std::span<const std::uint32_t> cells, std::span<const Rational> weights);
    bool empty() const { return blocks_.empty(); }
    /// Passes on the rows in their order, block by block.
    void for_each(const Use& use) const;

  private:
    struct Block {
        std::size_t row_count = 0;
        bool has_weights = false;
        std::vector<std::uint8_t> widths = {};  // bytes of a number, column by column
        std::size_t size = 0;                   // in bytes
    };

    void put(const Block& block, std::span<const std::uint32_t> cells, std::span<const Rational> weights);
    void get(const Block& block, std::string_view bytes, std::vector<std::uint32_t>& cells,
             std::vector<Rational>& weights) const;

    std::size_t column_count_;
    ScratchStore store_;
    std::vector<Block> blocks_;
    std::uint64_t stored_ = 0;  // bytes in the store; later blocks are still in memory
    std::string bytes_;
};

}  // namespace drover
