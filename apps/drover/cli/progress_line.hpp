#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace drover::cli {

/// How far a run is, for people.
struct ProgressState {
    std::string what;
    std::int64_t done = 0;
    std::int64_t total = 0;  ///< 0: not known
    std::string unit;
    std::optional<double> rate;  ///< units per second; nothing: not known yet
    std::string note;
};

/// One line of at most so many characters:
///     rows [######--------]  43 %  43000 of 100000 rows  8600/s  0:07 left  training error 0.02
/// Where there is no room for all of it, the share stays, then time, bar, counts, rate and note, in this
/// order. Without a total there is neither a share nor a bar.
std::string progress_line(const ProgressState& state, std::size_t columns);

}  // namespace drover::cli
