#include "rbm.hpp"

#include <ostream>

#include <drover/core/check.hpp>
#include <drover/core/number_text.hpp>
#include <drover/data/csv.hpp>
#include <drover/files/file.hpp>

#include "../cli/command.hpp"
#include "../cli/terminal.hpp"

namespace drover::cli::rbm {

using namespace drover::rbm;

Option& describe_binarize(OptionList& list, std::string& binarize) {
    return list
        .text(
            "--binarize", binarize,
            "Numbers above T are 1, others 0; bytes of images are in units of 1/256 [default: only 0 and 1]")
        .typed("T");
}

ObservedTable read_observed(const std::string& path, const std::string& binarize, const RunControl& control) {
    ObserveOptions options{.control = control};
    if (!binarize.empty()) options.threshold = option_number("--binarize", binarize);
    return parse_observed(read_file(path), path, options);
}

Model read_model(const std::string& path) { return parse_model(read_file(path), path); }

namespace {

constexpr std::int64_t most_rbm_steps = 10'000'000;

// ---- sample -------------------------------------------------------------------------------------------

struct SampleOptions {
    CommonOptions common;
    std::string model;
    std::int64_t count = 1000;
};

void describe(OptionList& list, SampleOptions& options) {
    list.file("MODEL", options.model, "Model file written by drover rbm train").required();
    list.count("-n,--rows", options.count, "Rows, one per step")
        .within(0, most_rbm_steps)
        .keyed("rows_asked");
    describe(list, options.common);
}

std::string bits_text(const BitRow& row) {
    std::string text;
    for (std::size_t j = 0; j < row.size(); ++j) text += row[j] ? '1' : '0';
    return text;
}

void write_rows(std::ostream& out, const std::vector<std::string>& names, const std::vector<BitRow>& rows) {
    for (std::size_t j = 0; j < names.size(); ++j) out << (j > 0 ? "," : "") << csv_field(names[j]);
    out << '\n';
    for (const BitRow& row : rows) {
        std::string line;
        for (std::size_t j = 0; j < row.size(); ++j) {
            if (j > 0) line += ',';
            line += row[j] ? '1' : '0';
        }
        out << line << '\n';
    }
}

ExitCode run_sample(const SampleOptions& options, Streams& streams) {
    Model model = read_model(options.model);
    ThreadPool pool{static_cast<std::size_t>(options.common.threads)};
    Progress progress{"rbm sample", options.count, options.common, streams};
    const std::vector<BitRow> rows =
        sample(model, {.steps = options.count, .pool = &pool, .control = progress.control()});
    if (progress.stopped()) throw Interrupted{};
    Report report;
    report.add("format", "", "drover.rbm.sample/1");
    echo(report, options);
    report.add("columns", "", model.names);
    std::vector<std::string> texts;
    for (const BitRow& row : rows) texts.push_back(bits_text(row));
    report.add("rows", "", texts);
    write_result(options.common, streams, report,
                 [&](std::ostream& out) { write_rows(out, model.names, rows); });
    return ExitCode::ok;
}

// ---- energy and features ------------------------------------------------------------------------------

struct LookOptions {
    CommonOptions common;
    std::string model;
    std::string data;
    std::int64_t steps = 1000;
    std::string binarize;
};

void describe(OptionList& list, LookOptions& options) {
    list.file("MODEL", options.model, "Model file written by drover rbm train").required();
    list.file("DATA", options.data, "CSV file, or IDX images; both may be gzipped; - is standard input")
        .required();
    list.count("--steps", options.steps, "Further steps to average over").within(1, most_rbm_steps);
    describe_binarize(list, options.binarize);
    describe(list, options.common);
}

// The rows, and the model that scores them.
struct Looked {
    Model model;
    std::vector<ObservedRow> rows;
};

Looked read_looked(const LookOptions& options) {
    Looked looked{.model = read_model(options.model), .rows = {}};
    ObservedTable table = read_observed(options.data, options.binarize);
    check_input(table.names.size() == looked.model.visible_count(), [&] {
        return options.data + ": expected " + std::to_string(looked.model.visible_count()) +
               " columns as the model has, got " + std::to_string(table.names.size());
    });
    for (std::size_t j = 0; j < table.names.size(); ++j) {
        check_input(table.names[j] == looked.model.names[j], [&] {
            return options.data + ": expected column " + quoted(looked.model.names[j]) +
                   " of the model, got " + quoted(table.names[j]);
        });
    }
    looked.rows = std::move(table.rows);
    return looked;
}

void write_energies(std::ostream& out, const Scores& scores) {
    out << "row,energy,z_score\n";
    for (std::size_t i = 0; i < scores.energies.size(); ++i)
        out << i + 1 << ',' << shortest(scores.energies[i]) << ',' << shortest(scores.z_scores[i]) << '\n';
}

ExitCode run_energy(const LookOptions& options, Streams& streams) {
    const Looked looked = read_looked(options);
    ThreadPool pool{static_cast<std::size_t>(options.common.threads)};
    Progress progress{"rbm energy", options.steps, options.common, streams};
    const Scores scores = score(looked.model, looked.rows,
                                {.steps = options.steps, .pool = &pool, .control = progress.control()});
    if (scores.stopped) throw Interrupted{};
    check_input(scores.steps > 0, [&] {
        return options.model +
               ": expected training cases that differ in energy, got the same for all at every step";
    });
    Report report;
    report.add("format", "", "drover.rbm.energy/1");
    echo(report, options);
    report.add("steps_used", "", scores.steps);
    report.add("flat_steps", "", scores.flat_steps);
    report.add("energies", "", scores.energies);
    report.add("z_scores", "", scores.z_scores);
    report.add("training_z_scores", "", scores.training_scores);
    write_result(options.common, streams, report, [&](std::ostream& out) { write_energies(out, scores); });
    return ExitCode::ok;
}

void write_features(std::ostream& out, const std::vector<double>& features, std::size_t width) {
    for (std::size_t k = 0; k < width; ++k) out << (k > 0 ? "," : "") << 'h' << k;
    out << '\n';
    for (std::size_t i = 0; i < features.size(); i += width) {
        std::string line;
        for (std::size_t k = 0; k < width; ++k) {
            if (k > 0) line += ',';
            line += shortest(features[i + k]);
        }
        out << line << '\n';
    }
}

ExitCode run_features(const LookOptions& options, Streams& streams) {
    const Looked looked = read_looked(options);
    ThreadPool pool{static_cast<std::size_t>(options.common.threads)};
    Progress progress{"rbm features", options.steps, options.common, streams};
    const std::vector<double> features = hidden_features(
        looked.model, looked.rows, {.steps = options.steps, .pool = &pool, .control = progress.control()});
    if (progress.stopped()) throw Interrupted{};
    Report report;
    report.add("format", "", "drover.rbm.features/1");
    echo(report, options);
    report.add("hidden", "", static_cast<std::int64_t>(looked.model.options.hidden_count));
    report.add("features", "", features);
    write_result(options.common, streams, report, [&](std::ostream& out) {
        write_features(out, features, looked.model.options.hidden_count);
    });
    return ExitCode::ok;
}

}  // namespace

Command sample_item() {
    return {.name = "sample",
            .summary = "Fantasies of a model: one row per further step, as CSV",
            .footer = "Example: drover rbm sample digits.rbm -n 1000 -o fantasies.csv",
            .task = task<run_sample>};
}

Command energy_item() {
    return {
        .name = "energy",
        .summary = "How well rows fit a model: energies, standardised by those of the training cases",
        .footer =
            "z_score: the energy of a row less the mean energy of the training cases, over their standard "
            "deviation,\n"
            "averaged over the steps. Low is a good fit; 0 is as good as the training cases.\n"
            "energy: under the current weights of the model.\n\n"
            "Example: drover rbm energy digits.rbm others.csv",
        .task = task<run_energy>};
}

Command features_item() {
    return {.name = "features",
            .summary = "The hidden units of rows, averaged over further steps, as CSV",
            .footer =
                "One column per hidden unit: the average of its best value, -1 to 1.\n\n"
                "Example: drover rbm features digits.rbm digits.csv -o features.csv",
            .task = task<run_features>};
}

Command rbm_command() {
    return {.name = "rbm",
            .summary = "Herd a restricted Boltzmann machine, a model with hidden units",
            .footer =
                "A model is a file that train writes; sample, energy and features continue from it. It "
                "contains the\n"
                "training cases: share it only with those who may see them.\n\n"
                "Example: drover rbm train digits.csv --hidden 100 --steps 2000 -o digits.rbm\n"
                "         drover rbm sample digits.rbm -n 1000 -o fantasies.csv",
            .items = {train_item(), sample_item(), energy_item(), features_item()}};
}

void add_commands(CommandList& list) { list.add(HelpSection::herding, rbm_command()); }

}  // namespace drover::cli::rbm
