#include <filesystem>
#include <system_error>

#include <drover/core/check.hpp>

#include "files.hpp"
#include "row_output.hpp"

namespace drover::cli::synth {
namespace {

// What goes with the rows: standard output has the report.
void check_side_files(const CommandLine& options) {
    for (const auto& [option, file] : {std::pair{"--report", options.report},
                                       {"--cert", options.certificate},
                                       {"--checkpoint", options.checkpoint}}) {
        check_input(file != "-", [&, name = option] {
            return std::string{name} + ": expected a file, got - (standard output)";
        });
    }
}

// Rows that may be resumed must be in an ordinary file.
void check_resumable(const CommandLine& options) {
    const std::string& output = options.common.output;
    std::error_code ignored;
    const auto status = std::filesystem::status(output, ignored);
    check_input((options.checkpoint.empty() && options.resume.empty()) || !exists(status) ||
                    is_regular_file(status) || is_directory(status),
                [&] {
                    return "--checkpoint: expected -o FILE for the rows, got " + quoted(output) +
                           ", which is not an ordinary file";
                });
}

// A run that could be resumed is not overwritten by repeating the command.
void check_checkpoint(const CommandLine& options) {
    const bool waits = !options.checkpoint.empty() && options.resume.empty() &&
                       std::filesystem::exists(options.checkpoint) &&
                       std::filesystem::exists(RowOutput::part_name(options.common.output));
    check_input(!waits, [&] {
        return "--checkpoint: expected no unfinished run, got one in " + quoted(options.checkpoint) +
               "; --resume continues it, removing the file starts a new run";
    });
}

}  // namespace

void check_synth_files(const CommandLine& options) {
    check_side_files(options);
    check_resumable(options);
    check_checkpoint(options);
}

}  // namespace drover::cli::synth
