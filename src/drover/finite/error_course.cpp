#include <algorithm>
#include <cmath>
#include <numeric>

#include <drover/core/check.hpp>
#include <drover/finite/error_course.hpp>
#include <drover/number/philox.hpp>

namespace drover {

ErrorCourse::ErrorCourse(const FeatureTable& table, std::vector<double> moments)
    : excess_(std::move(moments)) {
    check_input(excess_.size() == table.feature_count(), [&] {
        return Problem{Fault::range,
                       {.function = "ErrorCourse"},
                       std::to_string(table.feature_count()) + " moments",
                       std::to_string(excess_.size())};
    });
    for (std::size_t s = 0; s < table.state_count(); ++s) {
        for (std::size_t a = 0; a < excess_.size(); ++a)
            moves_.push_back(table.features[s * excess_.size() + a].to_double() - excess_[a]);
    }
    std::fill(excess_.begin(), excess_.end(), 0);
}

void ErrorCourse::add(std::size_t state) {
    ++t_;
    double square = 0;
    double largest = 0;
    for (std::size_t a = 0; a < excess_.size(); ++a) {
        excess_[a] += moves_[state * excess_.size() + a];
        square += excess_[a] * excess_[a];
        largest = std::max(largest, std::abs(excess_[a]));
    }
    const double error = std::sqrt(square) / static_cast<double>(t_);
    if (worst_.t == 0 || error >= worst_.error) worst_ = {t_, error, largest, excess_};
    if (t_ < next_) return;
    points_.push_back(worst_);
    worst_ = {};
    next_ = std::max(t_ + 1, t_ + t_ / 25);
}

std::vector<CoursePoint> ErrorCourse::result() const {
    std::vector<CoursePoint> all = points_;
    if (worst_.t > 0) all.push_back(worst_);
    return all;
}

std::vector<CoursePoint> independent_course(const FeatureTable& table, const std::vector<double>& moments,
                                            const std::vector<std::int64_t>& counts, std::int64_t steps,
                                            std::uint64_t seed) {
    std::vector<std::int64_t> ends(counts.size());
    std::partial_sum(counts.begin(), counts.end(), ends.begin());
    const bool none_negative =
        std::all_of(counts.begin(), counts.end(), [](std::int64_t count) { return count >= 0; });
    check_input(counts.size() == table.state_count() && none_negative && !ends.empty() && ends.back() > 0,
                [] {
                    return Problem{Fault::range,
                                   {.function = "independent_course"},
                                   "one count per state, none below 0 and some above"};
                });
    ErrorCourse course{table, moments};
    const CounterRandom random{seed};
    for (std::int64_t t = 0; t < steps; ++t) {
        const auto drawn = static_cast<std::int64_t>(
            random.below(static_cast<std::uint64_t>(t), static_cast<std::uint64_t>(ends.back())));
        course.add(
            static_cast<std::size_t>(std::upper_bound(ends.begin(), ends.end(), drawn) - ends.begin()));
    }
    return course.result();
}

}  // namespace drover
