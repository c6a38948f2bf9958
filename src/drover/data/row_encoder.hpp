#pragma once

#include <array>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include <drover/core/sealed_bytes.hpp>
#include <drover/data/csv_reader.hpp>
#include <drover/data/schema.hpp>

namespace drover {

/// Turns rows of categories into the bytes of a file.
class RowEncoder {
  public:
    RowEncoder() = default;
    RowEncoder(const RowEncoder&) = delete;
    RowEncoder& operator=(const RowEncoder&) = delete;
    RowEncoder(RowEncoder&&) = delete;
    RowEncoder& operator=(RowEncoder&&) = delete;
    virtual ~RowEncoder() = default;

    /// The first call: appends what precedes the rows.
    virtual void begin(const Schema& schema, std::string& out) = 0;
    /// Row after row, one value number per column, each below the column's number of values.
    virtual void rows(std::span<const std::uint32_t> cells, std::string& out) = 0;
    /// Appends what follows the last row.
    virtual void end(std::string& out) = 0;

    /// What later rows depend on.
    virtual void save(SealedWriter& out) const = 0;
    /// After begin(). Throws InputError for what save() could not have written after so many rows.
    virtual void restore(SealedReader& in, std::int64_t row_count) = 0;
};

/// A header and one line per row, as RowWriter writes them.
std::unique_ptr<RowEncoder> make_csv_encoder(CsvOptions csv);

struct RowFormat {
    std::string_view name;
    std::string_view ending;  ///< of files
    std::string_view help;
    std::unique_ptr<RowEncoder> (*make)(CsvOptions csv);
};

/// The formats that rows can be written in; the first is the default.
inline constexpr std::array row_formats{RowFormat{"csv", ".csv", "one line per row", make_csv_encoder}};

}  // namespace drover
