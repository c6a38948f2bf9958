#pragma once

#include <exception>
#include <ostream>

#include "terminal.hpp"

namespace drover::cli {

/// Ctrl-C: half an analysis is none, so nothing is written.
struct Interrupted : std::exception {
    const char* what() const noexcept override { return "interrupted"; }
};

/// Counts steps, those of an orbit and its copies or of several, shows them, and ends them by Ctrl-C.
class Watch {
  public:
    /// Looks at Ctrl-C after every `between_looks` steps.
    Watch(const std::string& what, std::int64_t total, const CommonOptions& options, const Streams& streams,
          std::int64_t between_looks = 1024)
        : progress_{what, total, options, streams}, between_looks_{between_looks} {}

    /// Throws Interrupted.
    void count(std::int64_t steps) {
        unseen_ += steps;
        if (unseen_ < between_looks_) return;
        done_ += unseen_;
        unseen_ = 0;
        progress_(done_);
        if (interrupted()) throw Interrupted{};
    }

  private:
    Progress progress_;
    std::int64_t between_looks_;
    std::int64_t done_ = 0;
    std::int64_t unseen_ = 0;
};

/// What `work` returns, or the exit code of an interruption, with a line that says so.
template <class Work>
ExitCode unless_interrupted(Streams& streams, Work&& work) {
    try {
        return work();
    } catch (const Interrupted&) {
        streams.err << "drover: interrupted; nothing was written\n";
        return ExitCode::interrupted;
    }
}

}  // namespace drover::cli
