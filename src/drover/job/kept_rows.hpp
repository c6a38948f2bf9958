#pragma once

#include <vector>

#include <drover/job/row_sink.hpp>

namespace drover {

/// Keeps rows in memory: their cells and, if asked for, their bytes. A checkpoint then contains them.
class KeptRows final : public RowSink {
  public:
    enum class Keep { cells, cells_and_bytes };

    explicit KeptRows(CsvOptions csv = {}, Keep keep = Keep::cells) : RowSink{csv}, keep_{keep} {}

    const std::vector<std::uint32_t>& cells() const { return cells_; }
    std::vector<std::uint32_t> take_cells() { return std::move(cells_); }
    const std::string& bytes() const { return bytes_; }
    std::string take_bytes() { return std::move(bytes_); }

    std::string name() const override { return "rows"; }

  private:
    void take(const RowBlock& block) override;
    void read_back(std::int64_t byte_count, const UseBytes& use) override;
    void save_rows(SealedWriter& out) const override;
    void restore_rows(SealedReader& in) override;

    Keep keep_;
    std::vector<std::uint32_t> cells_;
    std::string bytes_;
};

}  // namespace drover
