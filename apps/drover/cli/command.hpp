#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "common.hpp"

namespace drover::cli {

class CheckKind;
class CommandList;

/// What a command does, with options of its own that the command line fills in.
struct Task {
    OptionList options;
    std::function<ExitCode(Streams&)> run;
};

namespace impl {
template <class Options>
Options options_of(ExitCode (*run)(const Options&, Streams&));
}

/// The task of a function ExitCode run(const Options&, Streams&), whose options have a describe().
template <auto run>
Task task(const CommandList& /*all*/) {
    const auto options = std::make_shared<decltype(impl::options_of(run))>();
    Task task{.options = {}, .run = [options](Streams& streams) { return run(*options, streams); }};
    describe(task.options, *options);
    return task;
}

/// A command of the program, or an item of one. It is one file: options with their description, what is done,
/// and a function that returns this, which a list of commands or items names.
///     struct NeuronOptions {
///         CommonOptions common;
///         std::int64_t steps = 100;
///     };
///     void describe(OptionList& list, NeuronOptions& options) {
///         list.count("--steps", options.steps, "Number of steps");
///         describe(list, options.common);
///     }
///     ExitCode run_neuron(const NeuronOptions& options, Streams& streams) { ... echo(report, options); ... }
///     Command neuron_command() {
///         return {.name = "neuron", .summary = "...", .footer = "...", .task = task<run_neuron>};
///     }
struct Command {
    const char* name;
    const char* summary;
    const char* footer;                          ///< what follows the options in the help
    Task (*task)(const CommandList&) = nullptr;  ///< none: a command that has items only
    std::vector<Command> items = {};
};

/// The task, or for a command of items alone an empty one.
Task task_of(const Command& command, const CommandList& all);
/// The footer, with the notes of the options before its example.
std::string footer_of(const Command& command, const OptionList& options);

/// The parts of the help, in order.
enum class HelpSection { rows, tables, herding, chapter, program };

/// The commands of the program. Each product has a function that adds its own:
///     void neuron::add_commands(CommandList& list) { list.add(HelpSection::herding, neuron_command()); }
class CommandList {
  public:
    void add(HelpSection section, Command command);
    /// In the order of the help: by section, within one as they were added.
    std::vector<Command> commands() const;

    /// Adds a kind of rows that `drover check` judges too.
    using MakeCheckKind = std::unique_ptr<CheckKind> (*)();
    void add_check_kind(MakeCheckKind make) { check_kinds_.push_back(make); }
    const std::vector<MakeCheckKind>& check_kinds() const { return check_kinds_; }

  private:
    std::vector<std::pair<HelpSection, Command>> commands_;
    std::vector<MakeCheckKind> check_kinds_;
};

/// Those of the foundation, and of the products that were built.
CommandList program_commands();

}  // namespace drover::cli
