#pragma once

#include <drover/data/category_table.hpp>

#include "common.hpp"

namespace drover::cli {

/// Which columns and tables of a microdata file are wanted; shared by the commands that read one.
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

/// Names as a list of a CSV line: commas between them, quotes around those that hold one.
std::vector<std::string> name_list(const char* option, const std::string& text);

/// The columns that the choice needs.
CategoryTable read_chosen(const std::string& path, const MicrodataChoice& choice);

/// The tables of the choice over the columns of read_chosen, none twice.
std::vector<std::vector<std::size_t>> chosen_tables(const MicrodataChoice& choice, const Schema& schema);

}  // namespace drover::cli
