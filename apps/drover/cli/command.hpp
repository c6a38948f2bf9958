#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "common.hpp"

namespace drover::cli {

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
Task task() {
    const auto options = std::make_shared<decltype(impl::options_of(run))>();
    Task task{.options = {}, .run = [options](Streams& streams) { return run(*options, streams); }};
    describe(task.options, *options);
    return task;
}

struct CommandText {
    const char* name;
    int rank;  ///< its place in the help: the lowest comes first
    const char* summary;
    const char* footer;       ///< what follows the options in the help
    const char* parent = "";  ///< the command that it is an item of
};

/// A command of the program, or an item of one. It is one file: options with their description, what is done,
/// and a constant of this type, which enters it into the program.
///     struct NeuronOptions {
///         CommonOptions common;
///         std::int64_t steps = 100;
///     };
///     void describe(OptionList& list, NeuronOptions& options) {
///         list.count("--steps", options.steps, "Number of steps");
///         describe(list, options.common);
///     }
///     ExitCode run_neuron(const NeuronOptions& options, Streams& streams) { ... echo(report, options); ... }
///     const Command neuron{{.name = "neuron", .rank = 60, .summary = "...", .footer = "..."},
///     task<run_neuron>};
class Command {
  public:
    /// Without a task: a command that has items only.
    explicit Command(const CommandText& text, Task (*make_task)() = nullptr)
        : text_{text}, make_task_{make_task}, next_{newest} {
        newest = this;
    }
    Command(const Command&) = delete;
    Command& operator=(const Command&) = delete;
    Command(Command&&) = delete;
    Command& operator=(Command&&) = delete;
    ~Command() = default;

    const CommandText& text() const { return text_; }
    Task task() const { return make_task_ != nullptr ? make_task_() : Task{}; }

    /// The items of a command, without one the commands of the program; in order.
    static std::vector<const Command*> items_of(const Command* parent);

  private:
    CommandText text_;
    Task (*make_task_)();
    const Command* next_;
    inline static const Command* newest = nullptr;  ///< of all that there are
};

}  // namespace drover::cli
