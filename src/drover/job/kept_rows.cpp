#include <algorithm>

#include <drover/job/kept_rows.hpp>

namespace drover {
namespace {

constexpr std::size_t rows_at_a_time = 1024;

}  // namespace

void KeptRows::take(const RowBlock& block) {
    cells_.insert(cells_.end(), block.cells.begin(), block.cells.end());
    if (keep_ == Keep::cells_and_bytes) bytes_ += block.bytes;
}

void KeptRows::save_rows(SealedWriter& out) const {
    out.number(cells_.size());
    for (const std::uint32_t cell : cells_) out.small_number(static_cast<std::int32_t>(cell));
    if (keep_ == Keep::cells_and_bytes) out.text(bytes_);
}

void KeptRows::restore_rows(SealedReader& in) {
    cells_.resize(in.count(4));
    for (std::uint32_t& cell : cells_) cell = static_cast<std::uint32_t>(in.small_number());
    if (keep_ == Keep::cells_and_bytes) {
        bytes_ = in.text();
        return;
    }
    const std::vector<Column>& columns = schema().columns;
    in.expect(cells_.size() % columns.size() == 0, "a row without its end");
    for (std::size_t at = 0; at < cells_.size(); ++at)
        in.expect(cells_[at] < columns[at % columns.size()].values.size(), "a value out of range");
}

// As they were written, or once more as they would be.
void KeptRows::read_back(std::int64_t /*byte_count*/, const UseBytes& use) {
    if (keep_ == Keep::cells_and_bytes) return use(bytes_);
    const std::unique_ptr<RowEncoder> encoder = make_encoder();
    std::string bytes;
    encoder->begin(schema(), bytes);
    const std::size_t block = rows_at_a_time * schema().columns.size();
    for (std::size_t from = 0; from < cells_.size(); from += block) {
        encoder->rows(std::span{cells_}.subspan(from, std::min(block, cells_.size() - from)), bytes);
        use(bytes);
        bytes.clear();
    }
}

}  // namespace drover
