#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <drover/core/message_text.hpp>
#include <drover/report/text_width.hpp>

#include "progress_line.hpp"

namespace drover::cli {
namespace {

constexpr std::size_t shortest_bar = 10;
constexpr std::size_t longest_bar = 40;

double share_of(const ProgressState& state) {
    return std::clamp(static_cast<double>(state.done) / static_cast<double>(state.total), 0.0, 1.0);
}

std::string share_text(const ProgressState& state) {
    return fmt::format(" {:3.0f} %", std::floor(100 * share_of(state)));
}

// Three digits: 0.25/s, 8.6/s, 860/s, 8.6k/s.
std::string rate_text(double rate) {
    constexpr double thousand = 1000;
    std::string unit;
    for (const char* next : {"k", "M", "G"}) {
        if (rate < 10 * thousand) break;
        rate /= thousand;
        unit = next;
    }
    const int decimals = rate < 1 ? 2 : (rate < 100 ? 1 : 0);
    return fmt::format("{:.{}f}{}/s", rate, decimals, unit);
}

std::string time_text(double seconds) {
    constexpr double longest = 100 * 3600;
    if (!(seconds < longest)) return "100 hours or more left";
    const auto whole = static_cast<std::int64_t>(std::ceil(seconds));
    if (whole < 3600) return fmt::format("{}:{:02} left", whole / 60, whole % 60);
    return fmt::format("{}:{:02}:{:02} left", whole / 3600, whole / 60 % 60, whole % 60);
}

std::string bar_text(const ProgressState& state, std::size_t size) {
    const auto filled = static_cast<std::size_t>(share_of(state) * static_cast<double>(size));
    return " [" + std::string(filled, '#') + std::string(size - filled, '-') + ']';
}

std::string with_gap(const std::string& text) { return text.empty() ? text : "  " + text; }

// Notes began with a comma where they followed the counts.
std::string note_text(const std::string& note) {
    const std::size_t begin = std::min(note.find_first_not_of(", "), note.size());
    return message_text(note.substr(begin));
}

// Parts in the order of the line, each taken in its turn if there is room.
class Line {
  public:
    explicit Line(std::size_t columns) : columns_{columns} {}

    bool take(std::string& part, std::string text) {
        if (used_ + character_count(text) > columns_) return false;
        used_ += character_count(text);
        part = std::move(text);
        return true;
    }
    std::size_t room() const { return columns_ - used_; }

  private:
    std::size_t columns_;
    std::size_t used_ = 0;
};

std::string without_total(const ProgressState& state, std::size_t columns) {
    Line line{columns};
    std::string what;
    std::string counts;
    std::string rate;
    std::string note;
    if (!state.unit.empty()) line.take(counts, fmt::format("  {} {}", state.done, state.unit));
    line.take(what, state.what);
    if (state.rate && !state.unit.empty()) line.take(rate, with_gap(rate_text(*state.rate)));
    line.take(note, with_gap(note_text(state.note)));
    return what + counts + rate + note;
}

}  // namespace

std::string progress_line(const ProgressState& state, std::size_t columns) {
    if (state.total <= 0) return without_total(state, columns);
    Line line{columns};
    std::string what;
    std::string bar;
    std::string share;
    std::string counts;
    std::string rate;
    std::string left;
    std::string note;
    line.take(share, share_text(state));
    line.take(what, state.what);
    const std::int64_t missing = std::max<std::int64_t>(0, state.total - state.done);
    if (state.rate && *state.rate > 0)
        line.take(left, with_gap(time_text(static_cast<double>(missing) / *state.rate)));
    const bool has_bar = line.take(bar, bar_text(state, shortest_bar));
    const std::string total = std::to_string(state.total);
    line.take(counts, fmt::format("  {:>{}} of {} {}", state.done, total.size(), total, state.unit));
    if (state.rate) line.take(rate, with_gap(rate_text(*state.rate)));
    line.take(note, with_gap(note_text(state.note)));
    if (has_bar) bar = bar_text(state, std::min(longest_bar, shortest_bar + line.room()));
    return what + bar + share + counts + rate + left + note;
}

}  // namespace drover::cli
