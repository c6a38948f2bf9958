#include <drover/herd/record/results.hpp>

namespace drover {

void add_result(Report& report, const MomentErrors& errors) {
    report.add("steps", "steps", errors.steps);
    report.add("worst_moment_error", "worst moment error", errors.worst);
    report.add("worst_times_steps", "  times steps", errors.worst_times_steps);
    report.add("l2_moment_error", "L2 moment error", errors.l2);
    report.add("moment_errors", "", errors.errors);
}

void add_result(Report& report, const Margins& margins) {
    report.add("positive_margins", "positive margins", margins.positive);
    report.add("worst_margin", "worst margin", margins.worst ? ReportValue{*margins.worst} : ReportValue{});
    report.add("first_positive_margin", "",
               margins.first_positive ? ReportValue{*margins.first_positive} : ReportValue{});
}

void add_result(Report& report, const WeightBounds& bounds) {
    report.add("largest_weight", "largest weight", bounds.worst);
    report.add("largest_weight_norm", "largest weight norm", bounds.largest_norm);
    report.add("norm_per_step", "weight norm / steps", bounds.norm_per_step);
}

void add_result(Report& report, const std::vector<std::int64_t>& counts) {
    report.add("counts", "counts", counts);
}

void add_result(Report& report, const std::string& digest) { report.add("digest", "digest", digest); }

}  // namespace drover
