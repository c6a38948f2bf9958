#include <drover/core/check.hpp>
#include <drover/files/file.hpp>
#include <drover/files/output.hpp>

#include "job.hpp"

namespace drover::python {

/// Checkpoints of a run, each of which replaces the one before. That it cannot be written shows at once, and
/// a second run with the same file is refused.
class CheckpointFile {
  public:
    explicit CheckpointFile(std::string path) : path_{std::move(path)} {
        file_.emplace(path_);
        check_input(!file_->is_direct(), [&] {
            return Problem{Fault::type, {.option = "checkpoint"}, "a file", quoted(path_)};
        });
    }

    const std::string& path() const { return path_; }
    void write(const std::string& bytes) {
        file_->stream() << bytes;
        file_->commit();
        file_.emplace(path_);
    }

  private:
    std::string path_;
    std::optional<OutputFile> file_;  // for the next time
};

JobIdentity identity_of(std::string product, std::uint64_t version, const PyInputs& inputs,
                        const NamedTexts& options) {
    JobIdentity identity{.product = std::move(product), .version = version, .options = options};
    for (const auto& [name, digest, option] : inputs) identity.inputs.push_back({name, digest, option});
    return identity;
}

void fail_late(const Job& job, const JobKind& kind, const RunPlan& plan) {
    const JobProgress now = job.progress();
    std::string text = "time: it was up after " + std::to_string(now.done);
    if (now.total > 0) text += " of " + std::to_string(now.total);
    text += " " + kind.unit;
    if (plan.checkpoint != nullptr) text += "; resume " + quoted(plan.checkpoint->path()) + " to continue";
    throw TimeIsUp(text);
}

namespace {

void save(const Job& job, const JobKind& kind, CheckpointFile& file) {
    const std::string bytes = checkpoint_bytes(kind.identity, job);
    if (kind.rows != nullptr) kind.rows->settle();
    file.write(bytes);
    if (kind.rows != nullptr) kind.rows->keep();
}

}  // namespace

JobEnd run(Job& job, const JobKind& kind, const RunPlan& plan, Course& course) {
    if (!plan.resume.empty()) restore_checkpoint(read_file(plan.resume), plan.resume, kind.identity, job);
    const auto tell = [&](const JobProgress& now) {
        course.done = now.done;
        course.total = now.total;
    };
    tell(job.progress());
    course.keeps_time = true;
    JobRun how{
        .stop = &course.stop, .progress = tell, .deadline = plan.deadline, .goal = kind.goal, .save = {}};
    if (plan.checkpoint != nullptr) {
        how.save_every = plan.checkpoint_every > 0 ? plan.checkpoint_every : kind.checkpoint_every;
        how.save = [&](const Job& saved) { save(saved, kind, *plan.checkpoint); };
    }
    const JobEnd end = run_job(job, how);
    if (end == JobEnd::stopped) throw Stopped{};
    const bool has_result = kind.has_partial_result && job.progress().done > 0;
    if (end == JobEnd::time && !has_result) fail_late(job, kind, plan);
    return end;
}

namespace {

LongRun long_run(const nb::object& progress, std::optional<double> seconds, std::uint64_t memory,
                 const std::string& checkpoint, std::int64_t checkpoint_every, const std::string& resume,
                 std::size_t threads) {
    LongRun run{{.memory = memory > 0 ? MemoryLimit{memory} : MemoryLimit{},
                 .threads = threads,
                 .checkpoint_every = checkpoint_every,
                 .resume = resume},
                progress};
    if (seconds) {
        run.plan.deadline =
            RunControl::Clock::now() +
            std::chrono::duration_cast<RunControl::Clock::duration>(std::chrono::duration<double>{*seconds});
    }
    if (!checkpoint.empty()) run.plan.checkpoint = std::make_shared<CheckpointFile>(checkpoint);
    return run;
}

}  // namespace

void bind_job(nb::module_& module) {
    nb::class_<LongRun>(module, "LongRun", "How a call that runs long is run.")
        .def_prop_ro("is_resumable", [](const LongRun& run) { return run.plan.is_resumable(); })
        .def(
            "close",
            [](LongRun& run) {
                run.plan.checkpoint.reset();
                run.progress = nb::none();
            },
            "Releases its checkpoint and its function.");
    module.def("long_run", long_run, nb::arg("progress").none(), nb::arg("seconds").none(), nb::arg("memory"),
               nb::arg("checkpoint"), nb::arg("checkpoint_every"), nb::arg("resume"), nb::arg("threads"),
               "A run whose time begins now.");
}

}  // namespace drover::python
