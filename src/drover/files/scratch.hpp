#pragma once

#include <drover/data/row_spool.hpp>

namespace drover {

/// A store in an unnamed file, in the folder that TMPDIR names or in /tmp: created with the first bytes,
/// removed with the last copy of the store, however the program ends. Throws IoError.
ScratchStore scratch_file();

}  // namespace drover
