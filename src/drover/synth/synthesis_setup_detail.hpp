#pragma once

#include <drover/synth/synthesis_job.hpp>

namespace drover::detail {

/// What a run is made from, checked and in numbers.
struct SynthesisSetup {
    SynthesizerOptions synthesizer;
    std::string zeros_text;
    std::string noise_text;
    std::int64_t row_count = 0;
};

SynthesisSetup make_setup(const TableSet& tables, const SynthesizeOptions& options, SynthesisTask task);

}  // namespace drover::detail
