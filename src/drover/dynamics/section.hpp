#pragma once

#include <cstdint>
#include <vector>

#include <drover/core/matrix_view.hpp>
#include <drover/core/run_control.hpp>
#include <drover/finite/exact_model.hpp>

namespace drover::dynamics {

struct SectionOptions {
    std::size_t state = 0;           ///< whose cone is the section
    std::int64_t steps = 1'000'000;  ///< of the orbit
    std::int64_t burn_in = 1'000;    ///< steps before the first point
    std::size_t most_points = 10'000;
    RunControl control = {};  ///< as in run()
};

struct ReturnTime {
    std::int64_t steps = 0;
    std::int64_t count = 0;  ///< of returns after this many steps

    friend bool operator==(const ReturnTime&, const ReturnTime&) = default;
};

/// An orbit of herding, seen only where it takes one state. From each of these points to the next the
/// weights move by a sum of the moves of the states between: the return map is a piecewise translation, too.
struct Section {
    std::int64_t visits = 0;
    std::vector<ReturnTime> times = {};  ///< the shortest first
    /// How many different paths lead back, as counts of the states on them, and so by how many translations.
    std::int64_t way_count = 0;
    std::size_t feature_count = 0;
    std::vector<double> points =
        {};  ///< weights after the step to the state, one row each; only the first ones
    bool stopped = false;

    MatrixView<const double> view() const { return {points, feature_count}; }
};

/// Throws InputError for a state that the model does not have.
Section find_section(const ExactModel& model, const SectionOptions& options = {});

}  // namespace drover::dynamics
