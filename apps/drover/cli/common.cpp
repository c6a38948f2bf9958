#include <cerrno>
#include <sstream>
#include <system_error>

#include <drover/core/check.hpp>
#include <drover/report/text_width.hpp>

#include "common.hpp"
#include "hold_interrupts.hpp"
#include "memory.hpp"
#include "output.hpp"

namespace drover::cli {

void describe(OptionList& list, CommonOptions& options) {
    list.flag("--json", options.json, "Print one JSON object instead of text").silent();
    list.flag("--quiet", options.quiet, "No progress on standard error").silent();
    list.number("--threads", options.threads, "Threads; 0 is one per core. Results never depend on it")
        .within(0, 1024);
    list.number("--seed", options.seed, "Seed of pseudo-random starts, where a command uses them")
        .within(0, INT64_MAX);
    list.number("--memory", options.memory,
                "Most memory to take, 64M to 2^60: 500M, 2G; what needs more is refused [default: what the "
                "machine has, less a tenth]")
        .transformed(memory_size())
        .typed("SIZE")
        .without_default()
        .silent();
    list.file("-o,--output", options.output, "File for the result; - is standard output")
        .written()
        .with_default()
        .silent();
}

Option& describe_svg(OptionList& list, std::string& svg) {
    return list.file("--svg", svg, "File for the picture").written();
}

namespace {

template <class Number>
Number parsed_option(const char* option, const std::string& text, const std::string& words,
                     Number (*parse)(std::string_view)) {
    try {
        return parse(text);
    } catch (const InputError& error) {
        Problem problem = completed(error.problem(), option_place(option));
        if (!words.empty() && problem.fault == Fault::type) problem.expected = words + " or a number";
        throw InputError(std::move(problem));
    }
}

}  // namespace

Rational option_number(const char* option, const std::string& text, const std::string& words) {
    return parsed_option(option, text, words, &parse_rational);
}

QuadraticNumber option_quadratic(const char* option, const std::string& text, const std::string& words) {
    return parsed_option(option, text, words, &parse_quadratic);
}

void check_written(const std::string& path, std::ostream& out) {
    if (out) {
        errno = 0;  // otherwise it tells why writing failed before
        out.flush();
    }
    if (out) return;
    const std::string name = path == "-" ? "standard output" : path;
    const int error = errno != 0 ? errno : EIO;
    throw IoError(name, "cannot write: " + std::generic_category().message(error), error);
}

void check_range(const char* option, std::int64_t count, std::int64_t low, std::int64_t high) {
    check_input(count >= low && count <= high, [&] {
        return Problem{Fault::range, option_place(option), limits_text({low, high}), std::to_string(count)};
    });
}

void write_output(const std::string& path, std::ostream& standard,
                  const std::function<void(std::ostream&)>& write) {
    Output output{path, standard};
    const HoldInterrupts hold;
    write(output.stream());
    output.commit();
}

void write_folded(std::ostream& out, const std::function<void(std::ostream&)>& write) {
    const std::size_t columns = text_width(out);
    if (columns == 0) return write(out);
    std::ostringstream text;
    set_text_width(text, columns);
    write(text);
    out << folded(std::move(text).str(), columns);
}

void write_result(const CommonOptions& options, Streams& streams, const Report& report,
                  const std::function<void(std::ostream&)>& text) {
    write_output(options.output, streams.out, [&](std::ostream& out) {
        options.json ? write_json(out, report) : write_folded(out, text);
    });
}

}  // namespace drover::cli
