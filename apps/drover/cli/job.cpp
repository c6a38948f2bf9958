#include <drover/core/check.hpp>
#include <drover/files/file.hpp>

#include "hold_interrupts.hpp"
#include "job.hpp"

namespace drover::cli {

void describe(OptionList& list, JobOptions& options, const std::string& unit, std::int64_t every) {
    options.checkpoint_every = every;
    std::string capital = unit;
    capital.front() = static_cast<char>(capital.front() - 'a' + 'A');
    list.text("--time", options.time, "Stop after this time, above 0: 10s, 5m, 2h").typed("TIME");
    list.file("--checkpoint", options.checkpoint, "Save here, from time to time, what is needed to resume")
        .written()
        .replacing("--resume");
    list.count("--checkpoint-every", options.checkpoint_every, capital + " between two checkpoints")
        .within(1, 1'000'000'000'000)
        .silent();
    list.file("--resume", options.resume, "Resume from this checkpoint: the same bytes as without a stop");
}

std::optional<std::chrono::duration<double>> parse_time(const std::string& text) {
    if (text.empty()) return {};
    const std::string units = "smh";
    const std::size_t unit = units.find(text.back());
    const std::string number = unit == std::string::npos ? text : text.substr(0, text.size() - 1);
    const double seconds =
        option_number("--time", number).to_double() * (unit == 2 ? 3600 : (unit == 1 ? 60 : 1));
    check_input(seconds > 0,
                [&] { return "--time: expected more than 0, as 10s, 5m or 2h, got " + quoted(text); });
    return std::chrono::duration<double>{seconds};
}

void check_left_to_model(const Option& given, const Option& unset, const std::string& path) {
    check_input(given.text() == unset.text(), [&] {
        return given.names + ": expected none beside --resume with a model, " + path + ", which has its own";
    });
}

namespace {

// Nothing for a time so long that the clock cannot count it.
std::optional<RunControl::Clock::time_point> deadline_of(const std::string& text) {
    constexpr std::chrono::hours longest{24 * 365 * 10};
    const auto time = parse_time(text);
    if (!time || *time > longest) return {};
    return RunControl::Clock::now() + std::chrono::duration_cast<RunControl::Clock::duration>(*time);
}

}  // namespace

LongRun::LongRun(const JobOptions& options, const CommonOptions& common, Streams& streams)
    : options_{options}, common_{common}, streams_{streams}, deadline_{deadline_of(options.time)} {
    for (const std::string& path : {options.checkpoint, options.resume}) {
        check_input(path != "-",
                    [] { return std::string{"--checkpoint and --resume: expected a file, got \"-\""}; });
    }
    if (!options.checkpoint.empty()) checkpoint_.emplace(options.checkpoint);
}

RunControl LongRun::set_up(const std::string& what, std::int64_t total, const std::string& unit) {
    progress_.reset();
    progress_.emplace(what, total, common_, streams_, unit);
    RunControl control = progress_->control();
    control.deadline = deadline_;
    return control;
}

void LongRun::resume(Job& job, const JobIdentity& identity) {
    restore_checkpoint(read_file(options_.resume), options_.resume, identity, job);
}

JobEnd LongRun::run(Job& job, const JobIdentity& identity, const std::string& what, const std::string& unit,
                    const RunHooks& hooks) {
    progress_.reset();
    progress_.emplace(what, job.progress().total, common_, streams_, unit);
    JobRun run{.stop = &progress_->stop_flag(),
               .progress =
                   [&](const JobProgress& now) {
                       progress_->add_text(now.note);
                       (*progress_)(now.done);
                   },
               .deadline = deadline_,
               .goal = hooks.goal};
    if (checkpoint_) {
        run.save_every = options_.checkpoint_every;
        run.save = [&](const Job& saved) { save(saved, identity, hooks); };
    }
    const JobEnd end = run_job(job, run);
    progress_.reset();
    return end;
}

void LongRun::save(const Job& job, const JobIdentity& identity, const RunHooks& hooks) {
    const std::string bytes = checkpoint_bytes(identity, job);
    const HoldInterrupts hold;
    if (hooks.before_save) hooks.before_save();
    checkpoint_->write(bytes);
    if (hooks.after_save) hooks.after_save();
}

}  // namespace drover::cli
