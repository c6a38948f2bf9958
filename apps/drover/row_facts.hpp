#pragma once

#include <drover/data/csv_reader.hpp>
#include <drover/report/table_report.hpp>

#include "reference.hpp"

namespace drover::cli {

/// What is known of a file of rows once it was read.
struct RowFacts {
    FitSummary fit;
    std::string digest;                   ///< SHA-256 of the file, inflated
    std::optional<double> share_in_data;  ///< of rows equal to one of the microdata
    bool stopped = false;                 ///< by Ctrl-C
};

/// Reads the rows and measures them. `against` is a microdata file, compared on the columns that it shares
/// with the tables; empty: none. Throws InputError and IoError.
RowFacts measure_rows(const std::string& file, const Reference& reference, const std::string& against,
                      CsvOptions csv);

/// SHA-256 of a file, inflated.
std::string file_digest(const std::string& file);

}  // namespace drover::cli
