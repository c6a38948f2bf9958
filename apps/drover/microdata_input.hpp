#pragma once

#include <drover/synth/table_choice.hpp>

#include "common.hpp"

namespace drover::cli {

/// Which columns and tables of a microdata file are wanted.
struct MicrodataChoice {
    std::int64_t order = 2;         ///< all tables of so many columns; 0: none
    std::string columns;            ///< names, separated by commas; empty: all
    std::vector<std::string> also;  ///< further tables, each as its columns' names
    std::string schema;             ///< a file; empty: none
    std::string separator = ",";
};

void add_microdata_choice(CLI::App& command, MicrodataChoice& choice);

/// The choice as it was given, for the JSON.
void add_choice_entries(Report& report, const MicrodataChoice& choice);

/// The separator of CSV files: one character, or tab.
CsvOptions csv_options(const std::string& separator);

/// The options as the library has them.
TableChoice table_choice(std::int64_t order, const std::string& columns,
                         const std::vector<std::string>& also);

}  // namespace drover::cli
