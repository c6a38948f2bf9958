#pragma once

#include <string>
#include <vector>

namespace drover {

/// A file that is read or written, and the option that names it: "--report", "INPUT". "-" is standard input
/// or output.
struct FileUse {
    std::string option;
    std::string path;
    std::string may_replace = {};  ///< for an output: the option of an input that may be the same file
};

/// All files of a run.
struct FileUses {
    std::vector<FileUse> inputs;
    std::vector<FileUse> outputs;
    std::vector<FileUse> input_folders;  ///< folders whose files may be read
};

/// Throws InputError naming the options if an output is also an input or another output, or if the temporary
/// name of an output (OutputFile) is used by another file. Files are compared by device and inode, not by
/// name. At most one input is standard input, and at most one output standard output. Devices may be used
/// several times.
void check_file_uses(const FileUses& uses);

}  // namespace drover
