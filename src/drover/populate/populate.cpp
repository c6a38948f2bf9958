#include <drover/job/run_job.hpp>
#include <drover/populate/job.hpp>

namespace drover::populate {

Result populate(const Input& input, const Options& options) {
    try {
        Job job{input, options};
        if (run_job(job, job_run_of(options.control)) != JobEnd::stopped) return job.result();
    } catch (const Stopped&) {  // in the set-up
    }
    Result stopped;
    stopped.interrupted = true;
    return stopped;
}

void add_result(Report& report, const Input& input, const Result& made) {
    add_result(report, input, made.fit);
    report.add("replaced", "", made.replaced);
    std::int64_t replaced = 0;
    for (const std::int64_t count : made.replaced) replaced += count;
    report.add("replaced_households", "repair replaced", replaced);
    report.add("households_left", "", made.households_left);
    report.add("repair_left", "", made.repair_left);
    report.add("notes", "", made.notes);
    for (const std::string& note : made.notes) report.add("note", "note", note);
}

}  // namespace drover::populate
