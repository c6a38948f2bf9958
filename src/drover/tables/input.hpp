#pragma once

#include <iosfwd>
#include <span>

#include <drover/core/choice.hpp>
#include <drover/tables/count/choice.hpp>
#include <drover/tables/file.hpp>
#include <drover/tables/wide.hpp>

namespace drover {

/// What texts are. Automatic: a single text without a column count or p is microdata, unless it is certainly
/// a table with another name for its counts (guess_table); all others are tables.
enum class InputKind { automatic, tables, microdata };
inline constexpr Choice<InputKind> input_kinds[]{
    {"auto", InputKind::automatic}, {"tables", InputKind::tables}, {"microdata", InputKind::microdata}};

/// What a cell is that a table does not list: InputOptions::absent_unknown.
inline constexpr Choice<bool> absent_cells[]{{"zero", false}, {"unknown", true}};

/// How tables and microdata are read.
struct InputOptions {
    InputKind kind = InputKind::automatic;
    CsvOptions csv = {};
    bool absent_unknown = false;  ///< cells that a table does not list are unknown instead of zero
    bool noisy = false;           ///< counts may be negative
    std::vector<std::string> suppressed = {};  ///< texts in place of a count that mean the same as a blank
    std::string count = {};                    ///< name of the column of counts; empty: count or p
    /// With groups, texts without a column of counts are wide, and are split into tables.
    std::vector<WideGroup> groups = {};
    RenamedColumns key = {};                ///< for groups without their own key
    std::optional<SchemaFile> schema = {};  ///< columns and their categories; absent: from the texts
    TableChoice choice = {};                ///< of the tables of microdata
    MemoryLimit memory = {};                ///< for the tables
    RunControl control =
        {};  ///< polled while they are read and counted; Stopped is thrown where it asks for that
};

/// The contents of a stream. `name` is used in messages and, without folder and extension, as the name of a
/// table. Throws IoError.
TableText text_of(std::istream& in, std::string name);

/// A name for a text without one, such as from a pipe: its columns and a few digits of its digest,
/// "age_x_sex-1f0c9a3e". The same text always gets the same name.
std::string name_by_content(std::string_view text, CsvOptions csv = {});

/// Whether it is a single text and not a published table.
bool is_microdata(std::span<const TableText> texts, const InputOptions& options = {});

/// Doubts that a text is microdata: a sentence for one that looks like a table.
std::vector<std::string> doubts_about(const TableText& microdata, const InputOptions& options = {});

/// The tables of texts: published ones, one or many per text (grouped_tables), or those counted from one text
/// of microdata. Throws InputError naming the text, row and column.
TableSet tables_of(std::span<const TableText> texts, const InputOptions& options = {});

/// "3 tables over 5 columns", "microdata, 100 rows of 5 columns", and what was assumed.
std::string input_text(const TableSet& tables);

}  // namespace drover
