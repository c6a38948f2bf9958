#pragma once

#include <drover/learn/synthesizer.hpp>
#include <drover/moments/consistency.hpp>

#include "certificate.hpp"
#include "cmd_synth.hpp"

namespace drover::cli {

/// What a run of synth is made from, checked and in numbers.
struct SynthPlan {
    TableSet tables;
    std::vector<CertifiedFile> inputs;
    SynthesisOptions synthesis;
    bool from_microdata = false;
    std::string input_text;  ///< what the input was taken for
    std::string zeros_text;  ///< what --zeros came to, and why
    std::int64_t row_count = 0;
    double max_seconds = 0;  ///< 0: no limit
    double until_tv = -1;    ///< negative: no goal
};

SynthPlan make_synth_plan(const SynthOptions& options);

/// The options that the rows depend on, for the checkpoint and the certificate.
OptionTexts row_options(const SynthOptions& options);

}  // namespace drover::cli
