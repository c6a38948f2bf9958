#include <filesystem>
#include <sstream>

#include <drover/core/error.hpp>

#include "generate.hpp"

namespace drover::cli {
namespace {

void write_file(const std::filesystem::path& path, const std::function<void(std::ostream&)>& write) {
    std::error_code failure;
    std::filesystem::create_directories(path.parent_path(), failure);
    if (failure)
        throw IoError(path.parent_path().string(), "cannot make the folder: " + failure.message(),
                      failure.value());
    std::ostringstream unused;
    write_output(path.string(), unused, write);
}

}  // namespace

void generate_files(const std::string& folder) {
    const std::filesystem::path share{folder};
    const std::vector<DescribedCommand> commands = described_commands();
    const auto pages = share / "man" / "man1";
    write_file(pages / "drover.1", [&](std::ostream& out) { write_program_page(out, commands); });
    for (const DescribedCommand& command : commands) {
        write_file(pages / ("drover-" + command.path + ".1"),
                   [&](std::ostream& out) { write_command_page(out, command); });
    }
    write_file(share / "bash-completion" / "completions" / "drover",
               [&](std::ostream& out) { write_bash_completion(out, commands); });
    write_file(share / "zsh" / "site-functions" / "_drover",
               [&](std::ostream& out) { write_zsh_completion(out, commands); });
    write_file(share / "fish" / "vendor_completions.d" / "drover.fish",
               [&](std::ostream& out) { write_fish_completion(out, commands); });
}

}  // namespace drover::cli
