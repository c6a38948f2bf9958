#include <algorithm>
#include <array>

#include "command.hpp"
#include "help.hpp"

namespace drover::cli {

// A function per product that was built, in the order of products.def.
#define DROVER_PRODUCT(name)              \
    namespace name {                      \
    void add_commands(CommandList& list); \
    }
#include <drover/built_products.def>
#undef DROVER_PRODUCT
// Others are no products: they are in every build.
namespace tables {
void add_commands(CommandList& list);
}
namespace finite {
void add_commands(CommandList& list);
}
namespace paper {
void add_commands(CommandList& list);
}

namespace {

constexpr std::array add_commands{
    &tables::add_commands,
    &finite::add_commands,
    &paper::add_commands,
#define DROVER_PRODUCT(name) &name::add_commands,
#include <drover/built_products.def>
#undef DROVER_PRODUCT
};

}  // namespace

CommandList program_commands() {
    CommandList list;
    for (const auto& add : add_commands) add(list);
    add_program_commands(list);
    return list;
}

void CommandList::add(HelpSection section, Command command) {
    commands_.emplace_back(section, std::move(command));
}

std::vector<Command> CommandList::commands() const {
    auto sorted = commands_;
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<Command> commands;
    for (auto& [section, command] : sorted) commands.push_back(std::move(command));
    return commands;
}

Task task_of(const Command& command, const CommandList& all) {
    return command.task != nullptr ? command.task(all) : Task{};
}

std::string footer_of(const Command& command, const OptionList& options) {
    std::string footer = command.footer;
    std::string notes;
    for (const std::string& note : options.notes()) notes += note + "\n\n";
    return footer.insert(std::min(footer.find("Example: "), footer.size()), notes);
}

}  // namespace drover::cli
