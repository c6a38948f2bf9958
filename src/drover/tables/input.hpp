#pragma once

#include <iosfwd>
#include <span>

#include <drover/tables/count/choice.hpp>
#include <drover/tables/file.hpp>
#include <drover/tables/wide.hpp>

namespace drover {

/// What texts are. Automatic: one text without a column count or p is microdata, unless it is sure to be a
/// table whose counts are called otherwise (guess_table); all else are tables.
enum class InputKind { automatic, tables, microdata };

/// How tables and microdata are read.
struct InputOptions {
    InputKind kind = InputKind::automatic;
    CsvOptions csv = {};
    bool absent_unknown = false;               ///< cells that a table does not list: unknown instead of zero
    bool noisy = false;                        ///< counts may be negative
    std::vector<std::string> suppressed = {};  ///< texts of a count that mean the same as a blank one
    std::string count = {};                    ///< what the column of counts is called; empty: count or p
    /// With groups, texts without a column of counts are wide, and are taken apart into tables.
    std::vector<WideGroup> groups = {};
    RenamedColumns key = {};                ///< of the groups that have none of their own
    std::optional<SchemaFile> schema = {};  ///< columns and their categories; nothing: from the texts
    TableChoice choice = {};                ///< of the tables of microdata
    MemoryLimit memory = {};                ///< for the tables
};

/// All that a stream holds. `name` is for messages, and of a table without folder and
/// extension. Throws IoError.
TableText text_of(std::istream& in, std::string name);

/// A name for a text that has none of its own, as one from a pipe: its columns and a few digits of its
/// digest, "age_x_sex-1f0c9a3e". The same text always has the same.
std::string name_by_content(std::string_view text, CsvOptions csv = {});

/// Whether it is one text, and no published table.
bool is_microdata(std::span<const TableText> texts, const InputOptions& options = {});

/// What microdata look like, if not like microdata: a sentence for a text that seems to be a table.
std::vector<std::string> doubts_about(const TableText& microdata, const InputOptions& options = {});

/// The tables that texts hold: published ones, one a text or many (grouped_tables), or those of one text of
/// microdata. Throws InputError naming
/// the text, row and column.
TableSet tables_of(std::span<const TableText> texts, const InputOptions& options = {});

/// "3 tables over 5 columns", "microdata, 100 rows of 5 columns", and what was assumed.
std::string input_text(const TableSet& tables);

}  // namespace drover
