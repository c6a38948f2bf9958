#pragma once

#include <chrono>
#include <cstdint>
#include <exception>
#include <iosfwd>
#include <string>

#include <drover/core/run_control.hpp>

#include "common.hpp"

namespace drover::cli {

/// Ctrl-C asks a run to stop at its next look, with what was done so far; a second one ends the program.
void catch_interrupts();
bool interrupted();

/// Ctrl-C where half an analysis is none, so that nothing is written.
struct Interrupted : std::exception {
    const char* what() const noexcept override { return "interrupted"; }
};

/// Shows how far a run is, on a terminal only, at most ten times a second, and passes Ctrl-C on to it.
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
    /// What the next line says after the steps.
    void add_text(std::string text) { text_ = std::move(text); }
    /// To be called with the steps done.
    void operator()(std::int64_t done);

  private:
    using Clock = std::chrono::steady_clock;

    std::string what_;
    std::string unit_;
    std::string text_;
    std::int64_t total_;
    std::ostream& err_;
    bool shown_ = false;
    bool visible_;
    Clock::time_point next_;
    StopFlag stop_;
};

}  // namespace drover::cli
