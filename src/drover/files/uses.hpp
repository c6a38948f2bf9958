#pragma once

#include <string>
#include <vector>

namespace drover {

/// A file that is read or written, and what it is given by: "--report", "INPUT". "-" is standard input or
/// output.
struct FileUse {
    std::string option;
    std::string path;
    std::string may_replace = {};  ///< of an output: the option of an input that may be the same file
};

/// All files of a run.
struct FileUses {
    std::vector<FileUse> inputs;
    std::vector<FileUse> outputs;
    std::vector<FileUse> input_folders;  ///< what is in them may be read
};

/// Throws InputError naming the options unless no output is an input, or twice the same, and none is written
/// under a temporary name (OutputFile) that is another's: whatever the files are called, by device and inode.
/// At most one input is standard input, and one output standard output. Devices may come again.
void check_file_uses(const FileUses& uses);

}  // namespace drover
