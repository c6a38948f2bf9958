#pragma once

#include <drover/synth/impl/canonical_tables.hpp>
#include <drover/synth/job.hpp>

namespace drover::synth::impl {

/// What a run is made from, checked and in numbers.
struct SynthesisSetup {
    EngineOptions synthesizer;
    ZeroRule zeros;
    std::string noise_text;
    std::int64_t row_count = 0;
    bool repairs = false;
};

/// Tables in their own order, without the values that nobody has: rows depend on neither. Rows whose blanks
/// are filled may have such values, and noise may have hidden people; then all values stay.
class UsedTables {
  public:
    UsedTables(const TableSet& tables, Options options, Task task);

    const TableSet& tables() const { return part_ ? *part_ : all_tables(); }
    /// With all values.
    const TableSet& all_tables() const { return ordered_.set ? *ordered_.set : given_; }
    /// As they were given.
    const TableSet& given() const { return given_; }
    /// Of these tables, for each column of those given.
    const std::vector<std::size_t>& columns() const { return ordered_.columns; }
    /// Without forbidden combinations that no row has anyhow.
    const Options& options() const { return options_; }

  private:
    const TableSet& given_;
    CanonicalTables ordered_;
    std::optional<TableSet> part_;
    Options options_;
};

SynthesisSetup make_setup(const TableSet& tables, const Options& options, Task task);

}  // namespace drover::synth::impl
