#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <exception>
#include <iosfwd>
#include <optional>
#include <string>

#include <drover/core/run_control.hpp>

#include "common.hpp"
#include "progress_line.hpp"

namespace drover::cli {

/// The columns of the terminal behind a descriptor as it is now; 0: it is no terminal.
std::size_t terminal_width(int descriptor);

/// Ctrl-C asks a run to stop at its next look, with what was done so far; a second one ends the program.
void catch_interrupts();
bool interrupted();

/// Ends the program as SIGPIPE does, without a word: whoever reads standard output wants no more of it.
[[noreturn]] void end_by_closed_pipe();
/// Whether standard output is a pipe that nobody reads any more.
bool is_output_closed();

/// Ctrl-C where half an analysis is none, so that nothing is written.
struct Interrupted : std::exception {
    const char* what() const noexcept override { return "interrupted"; }
};

/// Shows how far a run is in one line (progress_line.hpp), on a terminal only, at most ten times a second,
/// and passes Ctrl-C on to it.
class Progress {
  public:
    Progress(std::string what, std::int64_t total, const CommonOptions& options, const Streams& streams,
             std::string unit = "steps");
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;
    Progress(Progress&&) = delete;
    Progress& operator=(Progress&&) = delete;

    /// For the work that is shown; valid as long as this is.
    RunControl control() {
        return {.stop = &stop_, .progress = [this](std::int64_t done) { (*this)(done); }};
    }
    const StopFlag& stop_flag() const { return stop_; }
    /// Whoever asks has seen Ctrl-C and is given the time to end.
    bool stopped() const { return interrupted() || stop_.stop_requested(); }
    /// What the next line says at its end, if there is room.
    void add_text(std::string text) { state_.note = std::move(text); }
    /// To be called with the units done.
    void operator()(std::int64_t done);

  private:
    using Clock = std::chrono::steady_clock;

    /// Units done at a time.
    struct Look {
        Clock::time_point time;
        std::int64_t done = 0;
    };
    std::optional<double> rate(const Look& now);

    ProgressState state_;
    std::ostream& err_;
    bool shown_ = false;
    bool visible_;
    Clock::time_point next_;
    std::deque<Look> looks_;  // of the last seconds
    StopFlag stop_;
};

}  // namespace drover::cli
