#pragma once

#include <drover/tables/arithmetic.hpp>
#include <drover/tables/names.hpp>

#include "../tables/options.hpp"

namespace drover::cli::synth {

/// What rows are measured against: table files, or the tables of one microdata file.
struct ReferenceOptions {
    TableInput tables;
    std::string total;  ///< of tables with unknown cells; empty: the largest known
    std::int64_t order = 2;
    std::string columns;            ///< of the microdata; empty: all
    std::string weight;             ///< a column of the microdata; empty: every row counts 1
    std::vector<std::string> also;  ///< further tables of the microdata, each as its columns' names
    std::int64_t max_cells = 1'000'000;
    std::string where;               ///< A=x,B=y: only the part of the tables about these
    std::vector<std::string> trust;  ///< TABLE=K; this and the next are not options of all commands
    std::string by;                  ///< a column that every table of microdata gets
    bool safe_spreadsheet = false;   ///< names of columns and values are marked (marked_formula)
};

/// All but the files, trust and by.
void describe(OptionList& list, ReferenceOptions& options);
void describe_trust(OptionList& list, ReferenceOptions& options);
void describe_by(OptionList& list, ReferenceOptions& options);

/// For rows to be made, or to be checked: then tables of microdata that are too large are left out.
enum class ReferenceUse { synth, check };
/// The tables of texts, which are those of the files; what else the options name is read.
TableSet reference_tables(const std::vector<TableText>& texts, const ReferenceOptions& options,
                          ReferenceUse use, const MemoryLimit& memory, PinnedFiles& pins,
                          const RunControl& control = {});
TargetOptions target_options(const ReferenceOptions& options);
/// Values that an option names, as the tables have them.
NamedValues values_of(const char* option, const std::string& text, const ReferenceOptions& options);

}  // namespace drover::cli::synth
