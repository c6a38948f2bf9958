#include "report.hpp"

#include <ostream>

#include <drover/core/number_text.hpp>

namespace drover::cli::classify {

using namespace drover::classify;
namespace {

void add_used(Report& report, const Options& used) {
    const bool is_joint = used.procedure == LabelProcedure::joint;
    report.add("hidden_units", "hidden units", static_cast<std::int64_t>(used.hidden_count));
    report.add("procedure_used", "",
               name_of(label_procedures, is_joint ? LabelProcedure::joint : LabelProcedure::one_versus_all));
    report.add("burn_in_used", "", used.burn_in);
    report.add("batch_used", "", static_cast<std::int64_t>(used.batch_size));
    report.add("input_scale_used", "", used.input_scale);
    report.add("rate_used", "", used.rate);
    report.add("label_rate_used", "", used.label_rate);
    report.add("hidden_bias_rate_used", "", used.hidden_bias_rate);
    report.add("label_bias_rate_used", "", used.label_bias_rate);
    report.add("bias_halving_used", "", used.bias_halving);
    report.add("normalise_used", "", used.normalise);
    report.add("seed_used", "", static_cast<std::int64_t>(used.seed));
}

std::string ending(const FitReport& fit) {
    if (fit.end == JobEnd::stopped) return "interrupted";
    if (fit.end == JobEnd::time) return "time was up";
    return fit.result.summary.is_settled ? "no mistakes left" : "all updates taken";
}

void add_compact(Report& report, const std::optional<Comparison>& compact) {
    if (!compact) return;
    report.add("kept_weights", "kept weights", static_cast<std::int64_t>(compact->kept));
    report.add("compared_cases", "compared on cases", static_cast<std::int64_t>(compact->cases));
    report.add("compact_difference", "share labelled otherwise", compact->difference);
    report.add("compact_error", "error of kept weights", compact->error);
    report.add("full_error", "error of all votes", compact->full_error);
}

void add_tuning(Report& report, const FitReport& fit) {
    if (!fit.result.tuning) return;
    const Tuning& tuning = *fit.result.tuning;
    std::vector<Report> trials;
    for (const Trial& trial : tuning.trials) {
        Report row;
        row.add("what", "", trial.what);
        row.add("error", "", trial.error);
        row.add("kept", "", trial.is_better);
        trials.push_back(std::move(row));
    }
    report.add("trials", "", std::move(trials));
    report.add("held_out", "", static_cast<std::int64_t>(tuning.held_out));
    report.add("trial_updates", "", fit.trial_updates);
}

Report report_of(const FitOptions& options, const FitReport& fit) {
    const Summary& summary = fit.result.summary;
    Report report;
    report.add("format", "", "drover.fit.run/1");
    echo(report, options);
    report.add("cases", "cases", static_cast<std::int64_t>(fit.cases));
    report.add("inputs", "inputs", static_cast<std::int64_t>(fit.inputs));
    report.add("class_count", "classes", static_cast<std::int64_t>(fit.classes.size()));
    report.add("classes", "", fit.classes);
    add_used(report, fit.used);
    report.add("updates_taken", "updates", summary.updates);
    report.add("ended", "ended", ending(fit));
    report.add("zero_training_error", "", summary.is_settled);
    const std::optional<double> error = summary.training_error();
    report.add("pass_mistakes", "mistakes of the last pass",
               error ? ReportValue{summary.pass_mistakes} : ReportValue{});
    report.add("training_error", "training error", error ? ReportValue{*error} : ReportValue{});
    report.add("votes", "votes", summary.votes);
    add_compact(report, fit.result.comparison);
    report.add("model_bytes", "bytes of the model", fit.model_bytes);
    report.add("digest", "digest", fit.digest);
    add_tuning(report, fit);
    report.add("notes", "", fit.notes);
    report.add("interrupted", "", fit.end == JobEnd::stopped);
    return report;
}

void write_trials(std::ostream& out, const Tuning& tuning) {
    TextTable table{{"trial", "held-out error", "kept"}, {0, 2}};
    for (const Trial& trial : tuning.trials)
        table.add({trial.what, rounded(trial.error), trial.is_better ? "yes" : "no"});
    table.write(out);
    out << '\n';
}

}  // namespace

void write_fit(std::ostream& out, const FitOptions& options, const FitReport& fit) {
    Report report = report_of(options, fit);
    if (options.common.json) return write_json(out, report);
    if (fit.result.tuning) write_trials(out, *fit.result.tuning);
    for (const std::string& note : fit.notes) report.add("note", "note", note);
    write_text(out, report);
}

}  // namespace drover::cli::classify
