#pragma once

#include <functional>
#include <optional>

#include <drover/data/coded_rows.hpp>
#include <drover/data/csv_blocks.hpp>

namespace drover {

/// Reads rows as CodedRows does from a text that arrives in blocks, split anywhere. Keeps one block and the
/// incomplete row before it; memory does not grow with the rows. Throws InputError for invalid CSV.
class CodedBlocks {
  public:
    using UseRow = std::function<void(const std::vector<std::uint32_t>& row)>;

    /// The caller owns the schema, which must outlive the reader.
    CodedBlocks(std::string name, const Schema& schema, CsvOptions options = {})
        : name_{std::move(name)}, schema_{schema}, options_{options}, blocks_{name_, options} {}

    /// Handles the rows that end in this block.
    void add(std::string_view block, const UseRow& use);
    /// Whether the last row ended with its line.
    bool ends_with_newline() const { return blocks_.rest().empty(); }

  private:
    std::string name_;
    const Schema& schema_;
    CsvOptions options_;
    CsvBlocks blocks_;
    std::optional<CodedRows> rows_;
};

}  // namespace drover
