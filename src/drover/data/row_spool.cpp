#include <algorithm>
#include <cstring>
#include <type_traits>

#include <drover/data/row_spool.hpp>

namespace drover {
namespace {

constexpr std::size_t block_rows = std::size_t{1} << 14U;
constexpr std::size_t most_kept = std::size_t{1} << 25U;

std::uint8_t width_of(std::uint32_t largest) {
    if (largest <= UINT8_MAX) return 1;
    return largest <= UINT16_MAX ? 2 : 4;
}

template <class Number>
void append(std::string& bytes, const Number& number) {
    static_assert(std::is_trivially_copyable_v<Number>);
    bytes.append(reinterpret_cast<const char*>(&number), sizeof(Number));
}

template <class Number>
Number front(std::string_view& bytes) {
    Number number;
    std::memcpy(&number, bytes.data(), sizeof(Number));
    bytes.remove_prefix(sizeof(Number));
    return number;
}

template <class Number>
void append_column(std::string& bytes, std::span<const std::uint32_t> cells, std::size_t j,
                   std::size_t columns) {
    for (std::size_t at = j; at < cells.size(); at += columns) append(bytes, static_cast<Number>(cells[at]));
}

template <class Number>
void take_column(std::string_view& bytes, std::span<std::uint32_t> cells, std::size_t j,
                 std::size_t columns) {
    for (std::size_t at = j; at < cells.size(); at += columns) cells[at] = front<Number>(bytes);
}

}  // namespace

void RowSpool::add(std::span<const std::uint32_t> cells, std::span<const Rational> weights) {
    while (!cells.empty()) {
        const std::size_t rows = std::min(block_rows, cells.size() / column_count_);
        const auto first = cells.first(rows * column_count_);
        Block block{.row_count = rows, .has_weights = !weights.empty()};
        for (std::size_t j = 0; j < column_count_; ++j) {
            std::uint32_t largest = 0;
            for (std::size_t at = j; at < first.size(); at += column_count_)
                largest = std::max(largest, first[at]);
            block.widths.push_back(width_of(largest));
        }
        const std::size_t before = bytes_.size();
        put(block, first, weights.empty() ? weights : weights.first(rows));
        block.size = bytes_.size() - before;
        blocks_.push_back(std::move(block));
        cells = cells.subspan(first.size());
        if (!weights.empty()) weights = weights.subspan(rows);
        if (store_.append && bytes_.size() > most_kept) {
            store_.append(bytes_);
            stored_ += bytes_.size();
            bytes_.clear();
        }
    }
}

void RowSpool::put(const Block& block, std::span<const std::uint32_t> cells,
                   std::span<const Rational> weights) {
    for (std::size_t j = 0; j < column_count_; ++j) {
        if (block.widths[j] == 1) append_column<std::uint8_t>(bytes_, cells, j, column_count_);
        if (block.widths[j] == 2) append_column<std::uint16_t>(bytes_, cells, j, column_count_);
        if (block.widths[j] == 4) append_column<std::uint32_t>(bytes_, cells, j, column_count_);
    }
    for (const Rational& weight : weights) append(bytes_, weight);
}

void RowSpool::get(const Block& block, std::string_view bytes, std::vector<std::uint32_t>& cells,
                   std::vector<Rational>& weights) const {
    cells.resize(block.row_count * column_count_);
    for (std::size_t j = 0; j < column_count_; ++j) {
        if (block.widths[j] == 1) take_column<std::uint8_t>(bytes, cells, j, column_count_);
        if (block.widths[j] == 2) take_column<std::uint16_t>(bytes, cells, j, column_count_);
        if (block.widths[j] == 4) take_column<std::uint32_t>(bytes, cells, j, column_count_);
    }
    weights.clear();
    for (std::size_t r = 0; block.has_weights && r < block.row_count; ++r)
        weights.push_back(front<Rational>(bytes));
}

void RowSpool::for_each(const Use& use) const {
    std::vector<std::uint32_t> cells;
    std::vector<Rational> weights;
    std::string read;
    std::uint64_t offset = 0;
    for (const Block& block : blocks_) {
        std::string_view bytes;
        if (offset < stored_) {
            read.resize(block.size);
            store_.read(offset, read);
            bytes = read;
        } else {
            bytes = std::string_view{bytes_}.substr(static_cast<std::size_t>(offset - stored_), block.size);
        }
        offset += block.size;
        get(block, bytes, cells, weights);
        use(cells, weights);
    }
}

}  // namespace drover
