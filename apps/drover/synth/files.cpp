#include <filesystem>
#include <system_error>

#include <drover/core/check.hpp>
#include <drover/job/row_file.hpp>

#include "files.hpp"

namespace drover::cli::synth {
namespace {

// What goes with the rows: standard output has the report.
void check_side_files(const CommandLine& options) {
    for (const auto& [option, file] :
         {std::pair{"--report", options.report}, {"--cert", options.certificate}}) {
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
    check_input(
        !options.job.is_resumable() || !exists(status) || is_regular_file(status) || is_directory(status),
        [&] {
            return "--checkpoint: expected -o FILE for the rows, got " + quoted(output) +
                   ", which is not an ordinary file";
        });
}

// A run that could be resumed is not overwritten by repeating the command.
void check_checkpoint(const CommandLine& options) {
    const JobOptions& job = options.job;
    std::error_code ignored;
    const bool waits = !job.checkpoint.empty() && job.resume.empty() &&
                       std::filesystem::exists(job.checkpoint, ignored) &&
                       std::filesystem::exists(RowFile::part_name(options.common.output), ignored);
    check_input(!waits, [&] {
        return "--checkpoint: expected no unfinished run, got one in " + quoted(job.checkpoint) +
               "; --resume continues it, removing the file starts a new run";
    });
}

// Other endings are CSV too: rows.txt, people.
void check_format(const CommandLine& options) {
    check_input(!options.common.output.ends_with(".parquet"), [&] {
        return "-o: expected a file for CSV, which is what the program writes, got " +
               quoted(options.common.output) + "; pydrover, the Python package, writes Parquet";
    });
}

}  // namespace

void check_synth_files(const CommandLine& options) {
    check_format(options);
    check_side_files(options);
    check_resumable(options);
    check_checkpoint(options);
}

}  // namespace drover::cli::synth
