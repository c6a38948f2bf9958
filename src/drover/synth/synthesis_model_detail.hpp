#pragma once

#include <drover/synth/synthesizer.hpp>

namespace drover::detail {

/// What a herder is built from.
struct SynthesisModel {
    Targets targets;              ///< with a table of no trust for each combination that needs one
    std::vector<bool> forbidden;  ///< empty: none
};

/// `stratum` is the value of options.by that the tables are for.
SynthesisModel make_model(const TableSet& tables, const SynthesizerOptions& options,
                          std::optional<std::uint32_t> stratum);

/// The search that the cost model chooses, with its options filled in.
struct SynthesisPlan {
    CategoryAscentOptions search;
    MarginalHerderOptions herder;
    std::string text;
};
SynthesisPlan make_plan(const SynthesisModel& model, const SynthesizerOptions& options,
                        std::optional<std::uint32_t> stratum);

}  // namespace drover::detail
