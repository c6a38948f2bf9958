#pragma once

#include <utility>

#include <drover/learn/synthesizer.hpp>

#include "table_options.hpp"

namespace drover::cli {

/// What rows are measured against: table files, or the tables of one microdata file.
struct ReferenceOptions {
    TableInput tables;
    std::string total;  ///< of tables with unknown cells; empty: the largest known
    std::int64_t order = 2;
    std::string columns;            ///< of the microdata; empty: all
    std::vector<std::string> also;  ///< further tables of the microdata, each as its columns' names
    std::int64_t max_cells = 1'000'000;
    std::string where;               ///< A=x,B=y: only the part of the tables about these
    std::vector<std::string> trust;  ///< TABLE=K; this and the next are not options of all commands
    std::string by;                  ///< a column that every table of microdata gets
};

struct Reference {
    Schema schema;
    std::vector<std::string> names;  ///< of the tables
    Targets targets;
    std::int64_t left_out = 0;  ///< tables of the microdata with more than max_cells
    Combination where = {};     ///< only rows with these values count
};

/// All options, but not the files.
void add_reference_options(CLI::App& command, ReferenceOptions& options);
/// The options as they were given, for the JSON.
void add_reference_entries(Report& report, const ReferenceOptions& options);

/// The options that shape the targets as texts, by their names without dashes, and back. Texts of other
/// options are passed over; those that cannot be understood are an InputError naming `place`.
using OptionTexts = std::vector<std::pair<std::string, std::string>>;
OptionTexts option_texts(const ReferenceOptions& options);
void take_option_texts(ReferenceOptions& options, const OptionTexts& texts, const std::string& place);

/// Whether the input is one file of microdata.
bool is_microdata(const ReferenceOptions& options);

/// The tables themselves, whole.
TableSet read_table_set(const ReferenceOptions& options);
TargetOptions target_options(const ReferenceOptions& options, const TableSet& tables);

/// "age=0-15,sex=F": values of columns, names and values quoted as in CSV. InputError naming the option.
Combination parse_combination(const char* option, const std::string& text, const Schema& schema);

/// slice() for --where.
TableSet part_where(const TableSet& tables, const Combination& where);

Reference read_reference(const ReferenceOptions& options);

}  // namespace drover::cli
