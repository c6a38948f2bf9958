#include <csignal>
#include <ostream>

#include <fmt/format.h>

#include "terminal.hpp"

namespace drover::cli {
namespace {

// A signal handler can reach nothing but a global.
volatile std::sig_atomic_t interrupt_count = 0;  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

extern "C" void on_interrupt(int signal) {
    interrupt_count = 1;
    std::signal(signal, SIG_DFL);  // NOLINT(cert-err33-c): nothing can be done about it here
}

}  // namespace

void catch_interrupts() {
    std::signal(SIGINT, on_interrupt);   // NOLINT(cert-err33-c): without it Ctrl-C just ends the program
    std::signal(SIGTERM, on_interrupt);  // NOLINT(cert-err33-c)
    std::signal(SIGHUP, on_interrupt);   // NOLINT(cert-err33-c)
    std::signal(SIGPIPE, SIG_IGN);       // NOLINT(cert-err33-c): a closed pipe is an error of writing
}

bool interrupted() { return interrupt_count != 0; }

Progress::Progress(std::string what, std::int64_t total, const CommonOptions& options, const Streams& streams,
                   std::string unit)
    : what_{std::move(what)},
      unit_{std::move(unit)},
      total_{total},
      err_{streams.err},
      visible_{streams.err_is_terminal && !options.quiet},
      next_{Clock::now() + std::chrono::milliseconds{500}} {}

Progress::~Progress() {
    if (shown_) err_ << "\r\x1b[K" << std::flush;
}

void Progress::operator()(std::int64_t done) {
    if (interrupted()) stop_.request_stop();
    if (!visible_ || Clock::now() < next_) return;
    next_ = Clock::now() + std::chrono::milliseconds{100};
    const double share = total_ > 0 ? 100.0 * static_cast<double>(done) / static_cast<double>(total_) : 100.0;
    err_ << fmt::format("\r{} {:3.0f} %  {} of {} {}{}\x1b[K", what_, share, done, total_, unit_, text_)
         << std::flush;
    shown_ = true;
}

}  // namespace drover::cli
