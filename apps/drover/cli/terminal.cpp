#include <algorithm>
#include <array>
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <ostream>
#include <string_view>

#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#include "hold_interrupts.hpp"
#include "terminal.hpp"

namespace drover::cli {
namespace {

// A signal handler can reach nothing but globals.
// NOLINTBEGIN(cppcoreguidelines-avoid-non-const-global-variables)
std::atomic<bool> is_asked = false;
std::atomic<bool> is_seen = false;
std::atomic<int> holds = 0;
std::atomic<std::int64_t> time_at_signal = 0;  // of the processor, in microseconds
std::atomic<std::int64_t> time_at_alarm = 0;
std::atomic<int> idle_alarms = 0;
std::atomic<int> waits = 0;
std::atomic<const RemovedByForce::Name*> last_name = nullptr;
std::array<std::atomic<StopFlag*>, 4> flags{};  // of the runs that are shown
// NOLINTEND(cppcoreguidelines-avoid-non-const-global-variables)
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<StopFlag*>::is_always_lock_free);

std::int64_t processor_time() {
    timespec now{};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return std::int64_t{now.tv_sec} * 1'000'000 + now.tv_nsec / 1000;
}

// Since the alarm before, or the signal: all threads wait for something. Who has a busy machine against it
// works for more than a millisecond; an alarm itself takes some 0.1.
bool is_idle() {
    constexpr std::int64_t most_microseconds = 1000;
    return processor_time() - time_at_alarm < most_microseconds;
}

// A pipe that is full, and that nobody reads.
bool fills_a_pipe() {
    constexpr int most_descriptors = 256;
    for (int descriptor = 1; descriptor < most_descriptors; ++descriptor) {
        struct stat file {};
        if (::fstat(descriptor, &file) != 0 || !(S_ISFIFO(file.st_mode) || S_ISSOCK(file.st_mode))) continue;
        pollfd room{.fd = descriptor, .events = POLLOUT, .revents = 0};
        const bool is_written = (::fcntl(descriptor, F_GETFL) & O_ACCMODE) != O_RDONLY;
        if (is_written && ::poll(&room, 1, 0) == 0) return true;
    }
    return false;
}

// On a busy machine, or while a slow disk takes its rows, work may have had no chance to look. One that is
// idle for two alarms waits for a pipe that nobody opens.
bool had_a_chance() {
    idle_alarms = is_idle() ? idle_alarms + 1 : 0;
    return processor_time() - time_at_signal > 400'000 || idle_alarms >= 2 || ++waits > 8;
}

// What holds off the end does nothing, as a write to a pipe that nobody reads; a slow disk is waited for.
bool is_stuck() {
    constexpr int most_idle_alarms = 11;
    idle_alarms = is_idle() ? idle_alarms + 1 : 0;
    return idle_alarms >= most_idle_alarms || (idle_alarms >= 2 && fills_a_pipe());
}

void wait_for_a_look() {
    const itimerval grace{.it_interval = {}, .it_value = {.tv_sec = 0, .tv_usec = 450'000}};
    ::setitimer(ITIMER_REAL, &grace, nullptr);
}

// Files that are being written under a temporary name are open, and Linux says what they are called.
void remove_temporaries() {
    constexpr int most_descriptors = 256;
    constexpr std::string_view folder = "/proc/self/fd/";
    constexpr std::string_view ending = ".part~";
    for (int descriptor = 3; descriptor < most_descriptors; ++descriptor) {
        std::array<char, 32> link{};
        char* end = std::copy(folder.begin(), folder.end(), link.data());
        if (descriptor >= 100) *end++ = static_cast<char>('0' + descriptor / 100);
        if (descriptor >= 10) *end++ = static_cast<char>('0' + descriptor / 10 % 10);
        *end = static_cast<char>('0' + descriptor % 10);
        std::array<char, 4096> name{};  // ends with a zero
        const ssize_t size = ::readlink(link.data(), name.data(), name.size() - 1);
        if (size > 0 && std::string_view{name.data()}.ends_with(ending)) ::unlink(name.data());
    }
    for (const RemovedByForce::Name* name = last_name; name != nullptr; name = name->before)
        if (::unlink(name->path.c_str()) != 0) ::rmdir(name->path.c_str());
}

// Only a little can be done in a signal handler: removing what is half written, and ending the program.
[[noreturn]] void end_by_force() {
    remove_temporaries();
    constexpr std::string_view text = "drover: interrupted; nothing was written\n";
    [[maybe_unused]] const auto written = ::write(STDERR_FILENO, text.data(), text.size());
    ::_exit(static_cast<int>(ExitCode::interrupted));
}

// The first asks; another one ends the program, unless files are being given their names.
extern "C" void on_interrupt(int /*signal*/) {
    if (is_asked.exchange(true) && holds == 0) end_by_force();
    time_at_signal = processor_time();
    time_at_alarm = time_at_signal.load();
    idle_alarms = 0;
    for (const auto& flag : flags)
        if (StopFlag* const stop = flag) stop->request_stop();
    wait_for_a_look();
}

// Nobody looks, as while tables are read: nothing has its name yet.
extern "C" void on_alarm(int /*signal*/) {
    const bool may_end = is_seen || holds > 0 ? is_stuck() : had_a_chance();
    if (may_end) end_by_force();
    time_at_alarm = processor_time();  // what was done here is not the work's
    wait_for_a_look();
}

}  // namespace

void catch_interrupts() {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP})
        std::signal(signal, on_interrupt);  // NOLINT(cert-err33-c): without it a signal just ends the program
    std::signal(SIGALRM, on_alarm);         // NOLINT(cert-err33-c)
    for (const int signal : {SIGPIPE, SIGXFSZ}) std::signal(signal, SIG_IGN);  // NOLINT(cert-err33-c)
}

void end_by_closed_pipe() {
    std::signal(SIGPIPE, SIG_DFL);  // NOLINT(cert-err33-c)
    sigset_t signals{};
    ::sigemptyset(&signals);
    ::sigaddset(&signals, SIGPIPE);
    ::pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
    ::raise(SIGPIPE);
    constexpr int status_of_signals = 128;
    ::_exit(status_of_signals + SIGPIPE);
}

bool is_output_closed() {
    pollfd output{.fd = STDOUT_FILENO, .events = POLLOUT, .revents = 0};
    return ::poll(&output, 1, 0) == 1 && (output.revents & (POLLERR | POLLHUP)) != 0;
}

bool interrupted() {
    if (!is_asked) return false;
    is_seen = true;
    return true;
}

HoldInterrupts::HoldInterrupts() { ++holds; }
HoldInterrupts::~HoldInterrupts() { --holds; }

RemovedByForce::~RemovedByForce() {
    if (!names_.empty()) last_name = nullptr;
}

void RemovedByForce::add(std::string path) {
    names_.push_back({std::move(path), last_name});
    last_name = &names_.back();
}

std::size_t terminal_width(int descriptor) {
    if (::isatty(descriptor) != 1) return 0;
    winsize size{};
    if (::ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
    constexpr std::size_t usual_width = 80;
    constexpr std::size_t most_columns = 10'000;
    const char* const text = std::getenv("COLUMNS");  // NOLINT(concurrency-mt-unsafe): nobody sets it
    const std::size_t columns = text == nullptr ? 0 : std::strtoul(text, nullptr, 10);
    return columns > 0 && columns <= most_columns ? columns : usual_width;
}

Progress::Progress(std::string what, std::int64_t total, const CommonOptions& options, const Streams& streams,
                   std::string unit)
    : state_{.what = std::move(what),
             .done = 0,
             .total = total,
             .unit = std::move(unit),
             .rate = {},
             .note = {}},
      err_{streams.err},
      visible_{streams.err_is_terminal && !options.quiet},
      next_{Clock::now() + std::chrono::milliseconds{500}} {
    for (auto& flag : flags) {
        StopFlag* none = nullptr;
        if (flag.compare_exchange_strong(none, &stop_)) break;
    }
    if (interrupted()) stop_.request_stop();
}

Progress::~Progress() {
    interrupted();  // what was shown has ended: it has seen the flag
    for (auto& flag : flags) {
        StopFlag* own = &stop_;
        flag.compare_exchange_strong(own, nullptr);
    }
    if (shown_) err_ << "\r\x1b[K" << std::flush;
}

// Over the last seconds, or for work in large units since it began.
std::optional<double> Progress::rate(const Look& now) {
    constexpr std::chrono::seconds memory{20};
    constexpr double shortest = 0.3;
    while (looks_.size() > 2 && now.time - looks_[1].time > memory && looks_[1].done < now.done)
        looks_.pop_front();
    looks_.push_back(now);
    const double seconds = std::chrono::duration<double>(now.time - looks_.front().time).count();
    const auto units = static_cast<double>(now.done - looks_.front().done);
    if (seconds < shortest || units <= 0) return {};
    return units / seconds;
}

void Progress::operator()(std::int64_t done) {
    if (interrupted()) stop_.request_stop();
    if (!visible_) return;
    const Clock::time_point now = Clock::now();
    if (looks_.empty()) looks_.push_back({now, done});
    if (now < next_) return;
    next_ = now + std::chrono::milliseconds{100};
    state_.done = done;
    state_.rate = rate({now, done});
    const std::size_t columns = std::max<std::size_t>(2, terminal_width(STDERR_FILENO));
    err_ << '\r' << progress_line(state_, columns - 1) << "\x1b[K"
         << std::flush;  // the last column would wrap
    shown_ = true;
}

}  // namespace drover::cli
