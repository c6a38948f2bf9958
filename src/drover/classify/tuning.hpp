#pragma once

#include <string>
#include <vector>

#include <drover/classify/voted_classifier.hpp>

namespace drover {

/// One try of a search for options.
struct VotedTrial {
    std::string what;  ///< what was changed: "input_scale 8"
    VotedOptions options;
    double error = 0;  ///< on the held-out examples
    bool is_better = false;
};

struct VotedTuning {
    VotedOptions options;  ///< the best
    std::vector<VotedTrial> trials;
    std::size_t held_out = 0;  ///< examples
    bool stopped = false;
};

/// Trains on nine tenths of the examples with other input scales, rates and ratios of rates, one after the
/// other, and keeps a change where the held-out tenth has clearly fewer errors. Below 10,000 examples up to
/// five tenths are held out in turn. A small search in a fixed order: the same on every machine. Every trial
/// takes `run.updates` updates and half of them as burn-in; the burn-in of the options stays. The control is
/// told the updates done. Throws InputError where start_voted does, and below ten examples.
VotedTuning tune_voted(const Examples& train, const VotedOptions& options, const VotedRun& run);

/// How many updates tune_voted takes, with so many a trial.
std::int64_t tuning_update_count(const Examples& train, const VotedOptions& options, std::int64_t updates);

}  // namespace drover
