#pragma once

#include <drover/data/row_spool.hpp>

namespace drover {

/// A store in a file without a name, in the folder that TMPDIR names or in /tmp: made when the first bytes
/// come, gone with the last copy of the store, however the program ends. Throws IoError.
ScratchStore scratch_file();

}  // namespace drover
