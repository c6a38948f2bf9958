#pragma once

#include <functional>
#include <string>
#include <vector>

#include <drover/report/run_identity.hpp>
#include <drover/synth/state.hpp>

namespace drover::synth {

/// All that is needed to resume a run of synth as if it had never stopped.
struct Checkpoint : RunIdentity {
    std::int64_t byte_count = 0;         ///< of the rows written
    std::string digest;                  ///< of these
    std::vector<std::int64_t> bin_uses;  ///< of the RowWriter
    State state;
};

/// A checkpoint is handed over after every so many rows; 0: never.
struct CheckpointPlan {
    std::int64_t every = 0;
    std::function<void(const Checkpoint&)> save = {};
};

/// The next bytes of a text that is too long for memory; false after the last.
using ReadBlock = std::function<bool(std::string& block)>;

/// "drover.checkpoint/2", sealed by a digest of all the rest.
std::string checkpoint_text(const Checkpoint& checkpoint);

/// Throws InputError naming the file for anything that is not a checkpoint.
Checkpoint parse_checkpoint(const std::string& text, const std::string& name);

}  // namespace drover::synth
