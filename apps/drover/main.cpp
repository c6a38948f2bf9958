#include <algorithm>
#include <cerrno>
#include <exception>
#include <iostream>
#include <string_view>

#include <unistd.h>

#include <drover/core/error.hpp>
#include <drover/report/text_width.hpp>

#include "cli/command_line.hpp"
#include "cli/generate.hpp"
#include "cli/memory.hpp"
#include "cli/problem.hpp"
#include "cli/terminal.hpp"

namespace drover::cli {
namespace {

constexpr const char* more_memory = "{memory} says how much there may be";

ExitCode run_guarded(const std::function<ExitCode(Streams&)>& work, Streams& streams,
                     const OptionList& options = {}) {
    const auto say = [&](const Problem& problem, ExitCode code) {
        write_problem(streams, problem, options);
        return code;
    };
    try {
        return work(streams);
    } catch (const Interrupted&) {
        return say({.text = "interrupted; nothing was written"}, ExitCode::interrupted);
    } catch (const Stopped&) {
        if (interrupted()) return say({.text = "interrupted; nothing was written"}, ExitCode::interrupted);
        return say({Fault::range, {.option = "time"}, "enough for a first result", "", "nothing was written"},
                   ExitCode::input);
    } catch (const InputError& error) {
        return say(error.problem(), ExitCode::input);
    } catch (const IoError& error) {
        if (error.error_number() == EPIPE && is_output_closed()) end_by_closed_pipe();
        return say(error.problem(), ExitCode::io);
    } catch (const OutOfMemory& error) {
        return say({.fault = Fault::memory, .hint = more_memory, .text = error.what()}, ExitCode::io);
    } catch (const std::bad_alloc&) {
        return say({.fault = Fault::memory, .hint = more_memory, .text = "out of memory"}, ExitCode::io);
    } catch (const std::exception& error) {
        return say({.text = std::string{"internal error: "} + error.what()}, ExitCode::bug);
    }
}

bool is_given(std::string_view option, int argc, char** argv) {
    char** const end = std::find(argv, argv + argc, std::string_view{"--"});
    return std::find(argv, end, option) != end;
}

ExitCode run_program(int argc, char** argv) {
    Streams streams{.out = std::cout,
                    .err = std::cerr,
                    .err_is_terminal = ::isatty(STDERR_FILENO) == 1,
                    .json = is_given("--json", argc, argv)};
    set_text_width(std::cout, terminal_width(STDOUT_FILENO));
    set_text_width(std::cerr, terminal_width(STDERR_FILENO));
    if (argc == 3 && std::string_view{argv[1]} == "--generate") {
        return run_guarded(
            [&](Streams&) {
                generate_files(argv[2]);
                return ExitCode::ok;
            },
            streams);
    }
    const auto parsed = parse_command_line(argc, argv, streams);
    if (const auto* code = std::get_if<ExitCode>(&parsed)) return *code;
    catch_interrupts();
    const Task& task = std::get<Task>(parsed);
    return run_guarded(
        [&](Streams& given) {
            task.options.check_limits();
            check_file_uses(task.options.file_uses());
            task.options.check_outputs();
            limit_memory(task.options);
            return task.run(given);
        },
        streams, task.options);
}

}  // namespace
}  // namespace drover::cli

int main(int argc, char** argv) {
    std::ios::sync_with_stdio(false);
    return static_cast<int>(drover::cli::run_program(argc, argv));
}
