#include <map>
#include <set>
#include <string>

#include <drover/core/check.hpp>
#include <drover/dynamics/section.hpp>
#include <drover/finite/impl/exact_orbit.hpp>
#include <drover/herd/run.hpp>

namespace drover::dynamics {
namespace {

// A Recorder of the steps to one state.
class SectionRecorder {
  public:
    SectionRecorder(const ExactModel& model, const SectionOptions& options)
        : options_{options}, unit_{model.unit()}, way_(model.features().state_count()) {
        section_.feature_count = model.features().feature_count();
    }

    template <class Step>
    void record(const Step& step) {
        ++way_[step.state];
        if (step.state != options_.state) return;
        if (section_.visits > 0) {
            ++times_[step.t - last_];
            ways_.insert(way_);
        }
        way_.assign(way_.size(), 0);
        last_ = step.t;
        ++section_.visits;
        if (section_.points.size() >= options_.most_points * section_.feature_count) return;
        const double scale = unit_ * static_cast<double>(step.weights.scale());
        for (std::size_t a = 0; a < section_.feature_count; ++a)
            section_.points.push_back(static_cast<double>(step.weights[a]) / scale);
    }
    Section& result() {
        for (const auto& [steps, count] : times_) section_.times.push_back({.steps = steps, .count = count});
        section_.way_count = static_cast<std::int64_t>(ways_.size());
        return section_;
    }

  private:
    const SectionOptions& options_;
    double unit_;
    std::int64_t last_ = 0;
    std::vector<std::int64_t> way_;  // states since the last visit
    std::map<std::int64_t, std::int64_t> times_;
    std::set<std::vector<std::int64_t>> ways_;
    Section section_;
};

}  // namespace

Section find_section(const ExactModel& model, const SectionOptions& options) {
    check_input(options.state < model.features().state_count(), [&] {
        return Problem{Fault::range,
                       {.function = "find_section"},
                       "a state below " + std::to_string(model.features().state_count()),
                       std::to_string(options.state)};
    });
    return drover::impl::with_orbit(model, [&](auto orbit) {
        SectionRecorder recorder{model, options};
        const RunResult done =
            run(orbit, {.steps = options.steps, .burn_in = options.burn_in, .control = options.control},
                recorder);
        Section section = std::move(recorder.result());
        section.stopped = done.stopped;
        return section;
    });
}

}  // namespace drover::dynamics
