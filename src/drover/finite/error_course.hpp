#pragma once

#include <cstdint>
#include <vector>

#include <drover/data/feature_table.hpp>

namespace drover {

/// How far the average of the features after t states is from the moments.
struct CoursePoint {
    std::int64_t t = 0;
    double error = 0;            ///< the Euclidean distance
    double discrepancy = 0;      ///< t times the largest error of a feature
    std::vector<double> excess;  ///< sum of features less t times the moments
};

/// How the error falls along a sequence of states: the largest of each
/// group of steps, 1 step at first and then 4 % of those before. In double, for pictures; memory grows with
/// the logarithm of the steps.
class ErrorCourse {
  public:
    ErrorCourse(const FeatureTable& table, std::vector<double> moments);

    void add(std::size_t state);
    /// With the steps that were not yet enough for a point.
    std::vector<CoursePoint> result() const;
    const std::vector<double>& excess() const { return excess_; }  ///< after the last state

  private:
    std::vector<double> moves_;  // features less moments, one row per state
    std::vector<double> excess_;
    std::vector<CoursePoint> points_;
    CoursePoint worst_;
    std::int64_t t_ = 0;
    std::int64_t next_ = 1;
};

/// The same of independent draws of states with these counts; from the seed, the same everywhere. Throws
/// InputError unless there is one count per state, none below 0 and some above.
std::vector<CoursePoint> independent_course(const FeatureTable& table, const std::vector<double>& moments,
                                            const std::vector<std::int64_t>& counts, std::int64_t steps,
                                            std::uint64_t seed);

}  // namespace drover
