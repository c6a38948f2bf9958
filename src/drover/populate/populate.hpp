#pragma once

#include <drover/core/memory_limit.hpp>
#include <drover/core/run_control.hpp>
#include <drover/populate/page.hpp>

namespace drover {
class ThreadPool;
}

namespace drover::populate {

struct Options {
    std::int64_t repair_passes = 1;  ///< that replace households at the end; 0: every prefix stays good
    double pull = 0.02;              ///< towards the sample's own mix, raked to the totals: 0 to 0.25
    MemoryLimit memory = {};         ///< for households and what is known about them
    RunControl control = {};         ///< counts households, placed or examined in the repair
    ThreadPool* pool = nullptr;      ///< results never depend on it
};

/// Households of the sample for every zone.
struct Result {
    std::vector<std::uint32_t> zones;       ///< of each household, in the order in which they were placed
    std::vector<std::uint32_t> households;  ///< the number in the sample, in the same order
    std::vector<PlacedHousehold> weights;   ///< zone after zone, by number; only those above 0
    Fit fit;
    std::vector<ErrorPoint> course;
    std::vector<std::int64_t> replaced;  ///< by each pass of the repair
    std::int64_t households_left = 0;    ///< not placed, because the time was up
    std::int64_t repair_left = 0;        ///< not examined in the repair, because the time was up
    std::vector<std::string> notes;
    bool interrupted = false;  ///< by a stop; then nothing else is filled in
};

/// Runs to the end, or to the deadline of the control: then with the households placed so far. Job does the
/// same in slices, which can be saved.
Result populate(const Input& input, const Options& options = {});

/// The keys of its fit, then replaced, replaced_households, households_left, repair_left, notes, and one
/// entry per note.
void add_result(Report& report, const Input& input, const Result& made);

}  // namespace drover::populate
