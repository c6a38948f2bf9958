#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

#include <drover/number/quadratic.hpp>
#include <drover/number/rational.hpp>
#include <drover/report/report.hpp>

#include "options.hpp"

namespace drover::cli {

/// Options that every subcommand has.
struct CommonOptions {
    bool json = false;
    bool quiet = false;
    std::uint64_t threads = 0;  ///< 0: as many as the machine has; results never depend on it
    std::uint64_t seed = 0;
    std::uint64_t memory = 0;  ///< bytes; 0: what the machine has, less a tenth
    std::string output = "-";
};

/// Where a command reads and writes; a test gives strings, the program its own.
struct Streams {
    std::ostream& out;
    std::ostream& err;
    bool err_is_terminal = false;
    bool json = false;  ///< problems are JSON on `err`, too
};

enum class ExitCode { ok = 0, bug = 1, usage = 2, input = 3, io = 4, interrupted = 130 };

void describe(OptionList& list, CommonOptions& options);

/// The file of a picture: an option of the commands that draw one.
Option& describe_svg(OptionList& list, std::string& svg);

/// An exact number given to an option; InputError naming the option if it is not a number, and `words`, as
/// "auto or exact", that it takes besides.
Rational option_number(const char* option, const std::string& text, const std::string& words = {});
/// The same of a number that may be irrational: golden, (3-sqrt(5))/2.
QuadraticNumber option_quadratic(const char* option, const std::string& text, const std::string& words = {});

/// Throws IoError if something written to the stream was lost. `path` as in write_output.
void check_written(const std::string& path, std::ostream& out);

/// Throws InputError naming the option unless low <= count <= high: limits that depend on other options.
void check_range(const char* option, std::int64_t count, std::int64_t low, std::int64_t high);

/// Calls `write` with the stream of `path`: standard output for "-", otherwise a file that appears only when
/// it is whole.
void write_output(const std::string& path, std::ostream& standard,
                  const std::function<void(std::ostream&)>& write);

/// Writes a text for people: its tables and reports are laid out for the width of the stream, if it has one,
/// and other lines are folded.
void write_folded(std::ostream& out, const std::function<void(std::ostream&)>& write);

/// The result to where -o says: the report as JSON, or what `text` writes.
void write_result(const CommonOptions& options, Streams& streams, const Report& report,
                  const std::function<void(std::ostream&)>& text);

/// A chart, panels or an image to its file, if there is one.
template <class Picture>
void write_picture(const std::string& svg, Streams& streams, const Picture& picture) {
    if (!svg.empty()) write_output(svg, streams.out, [&](std::ostream& out) { write_svg(out, picture); });
}

}  // namespace drover::cli
