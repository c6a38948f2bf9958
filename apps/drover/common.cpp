#include <cerrno>
#include <ostream>
#include <system_error>

#include <drover/core/check.hpp>
#include <drover/data/file.hpp>

#include "common.hpp"

namespace drover::cli {

void add_common_options(CLI::App& command, CommonOptions& options) {
    command.add_flag("--json", options.json, "Print one JSON object instead of text");
    command.add_flag("--quiet", options.quiet, "No progress on standard error");
    command.add_option("--threads", options.threads, "Threads; 0 is one a core. Results never depend on it")
        ->capture_default_str()
        ->type_name("N");
    command.add_option("--seed", options.seed, "Seed of pseudo-random starts, where a command uses them")
        ->capture_default_str()
        ->check(CLI::Range(std::uint64_t{0}, std::uint64_t{INT64_MAX}).description(""))
        ->type_name("N");
    command.add_option("-o,--output", options.output, "File for the result; - is standard output")
        ->capture_default_str()
        ->type_name("FILE");
}

void add_common_entries(Report& report, const CommonOptions& options) {
    report.add("threads", "", static_cast<std::int64_t>(options.threads));
    report.add("seed", "", static_cast<std::int64_t>(options.seed));
}

void check_step_count(const char* option, std::int64_t count) {
    check_input(count >= 0,
                [&] { return std::string{option} + ": expected at least 0, got " + std::to_string(count); });
    check_input(count <= 1'000'000'000'000'000, [&] {
        return std::string{option} + ": expected at most 10^15, got " + std::to_string(count);
    });
}

void write_output(const std::string& path, std::ostream& standard,
                  const std::function<void(std::ostream&)>& write) {
    if (path != "-") {
        OutputFile file{path};
        write(file.stream());
        file.commit();
        return;
    }
    errno = 0;
    write(standard);
    standard.flush();
    if (!standard) {
        throw IoError("standard output: cannot write: " +
                      std::generic_category().message(errno != 0 ? errno : EIO));
    }
}

}  // namespace drover::cli
