#pragma once

#include <drover/core/memory_limit.hpp>

#include "common.hpp"

namespace drover::cli {

/// Of an option that takes memory: 500M, 2.5G, or a number of bytes; becomes bytes.
TextCheck memory_size();

/// What --memory says; without it what the machine has for this process, less a tenth.
MemoryLimit memory_limit(const CommonOptions& options);

/// From here on no more than the options' --memory is given out: what was not foreseen ends as it would on a
/// machine that has no more, and nobody else's memory is taken.
void limit_memory(const OptionList& options);

}  // namespace drover::cli
