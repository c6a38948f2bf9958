#pragma once

#include <drover/synth/synthesis_job.hpp>

namespace drover::detail {

/// What a run is made from, checked and in numbers.
struct SynthesisSetup {
    SynthesizerOptions synthesizer;
    std::string zeros_text;
    std::string noise_text;
    std::int64_t row_count = 0;
    bool repairs = false;
};

/// Tables without the values that nobody has: rows do not depend on them. Rows whose blanks are filled may
/// have them, and noise may have hidden people; then all values stay.
class UsedTables {
  public:
    UsedTables(const TableSet& tables, SynthesizeOptions options, SynthesisTask task);

    const TableSet& tables() const { return part_ ? *part_ : tables_; }
    /// Without forbidden combinations that no row has anyhow.
    const SynthesizeOptions& options() const { return options_; }

  private:
    const TableSet& tables_;
    std::optional<TableSet> part_;
    SynthesizeOptions options_;
};

SynthesisSetup make_setup(const TableSet& tables, const SynthesizeOptions& options, SynthesisTask task);

}  // namespace drover::detail
