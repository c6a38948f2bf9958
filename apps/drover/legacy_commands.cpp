#include "cmd_ising.hpp"
#include "command.hpp"

namespace drover::cli {
namespace {

// Commands and items without a describe() yet: each becomes a Command of its own file.

template <auto add, auto run>
Task legacy_task() {
    const auto options = std::make_shared<decltype(detail::options_of(run))>();
    return {.options = {},
            .run = [options](Streams& streams) { return run(*options, streams); },
            .add = [options](CLI::App& app) { add(app, *options); }};
}

const Command ising{{"ising", 70, "", ""}, legacy_task<add_ising, run_ising>};

}  // namespace
}  // namespace drover::cli
