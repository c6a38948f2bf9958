#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <drover/core/problem.hpp>
#include <drover/data/csv_reader.hpp>

namespace drover {

/// One record of a CSV file, split into fields. `line` is where it begins, counted from 1.
struct CsvRecord {
    std::vector<std::string> fields;
    std::size_t line = 0;
};

/// All records of CsvReader, copied. Throws InputError naming `name` and the line.
std::vector<CsvRecord> parse_csv_records(std::string_view text, const std::string& name,
                                         CsvOptions options = {});

/// A CSV file with a header: column names are unique and not empty, rows are as long as the header.
struct CsvTable {
    std::string name;  ///< of the file, used in messages
    std::vector<std::string> header;
    std::vector<CsvRecord> rows;

    /// 'pins.csv: row 14, column "pin3"': rows count from 1 below the header.
    Place place(std::size_t row, std::size_t column) const;
};

/// Throws InputError naming `name` unless the column names are unique and not empty.
void check_csv_header(const std::vector<std::string>& header, const std::string& name,
                      const std::string& what = "header");

CsvTable parse_csv(std::string_view text, const std::string& name, CsvOptions options = {});
/// Parses a file without a header: the columns get these names.
CsvTable parse_headless_csv(std::string_view text, const std::string& name, std::vector<std::string> header,
                            CsvOptions options = {});

/// A field in CSV form, quoted if necessary.
std::string csv_field(const std::string& text, CsvOptions options = {});

}  // namespace drover
