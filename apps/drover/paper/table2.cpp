#include <algorithm>
#include <cmath>
#include <ostream>

#include <drover/baselines/boltzmann_machine.hpp>
#include <drover/baselines/logistic_regression.hpp>
#include <drover/baselines/naive_bayes.hpp>
#include <drover/baselines/online_logistic_regression.hpp>
#include <drover/core/check.hpp>
#include <drover/core/number_text.hpp>
#include <drover/plot/panels.hpp>

#include "../cli/terminal.hpp"
#include "table2_results.hpp"

namespace drover::cli::paper {
namespace {

// A label predicted from the other attributes, by logistic regression trained on herding's pseudo-samples
// only, and by classifiers trained on the rows.
struct Table2Options {
    PaperOptions paper;
    std::int64_t splits = 5;
    std::int64_t samples = 100'000;
    std::vector<std::string> sets = {};  // names; empty: all
};

void describe(OptionList& list, Table2Options& options) {
    list.count("--splits", options.splits, "Random splits to average over").within(1, 1'000);
    list.count("--samples", options.samples, "Pseudo-samples to train on").within(1, most_samples);
    describe_sets(list, options.sets).echoed_before("splits");
    describe(list, options.paper);
}

std::vector<Result> results_of(const Table2Options& options, const std::vector<Cell>& cells) {
    std::vector<Result> results;
    if (lacks_bowling(options.paper, options.sets)) results = published_on_bowling();
    for (const Cell& cell : cells) {
        if (cell.is_finished()) results.push_back(to_result(cell, cells));
    }
    return results;
}

std::string with_spread(const std::optional<double>& value, const std::optional<double>& spread) {
    return cell(value) + (spread ? " +- " + rounded(*spread, 2) : "");
}

void write_errors(std::ostream& out, const std::vector<Result>& results) {
    TextTable table{{"data set", "method", "published", "ours", "margins > 0", "seconds", "note"}, {0, 1, 6}};
    for (const Result& result : results) {
        table.add({result.dataset, result.method, with_spread(result.published, result.published_spread),
                   with_spread(result.ours, result.spread), cell(result.positive_margins),
                   cell(result.seconds), result.note});
    }
    table.write(out);
}

void write_label_ranges(std::ostream& out, const std::vector<Cell>& cells) {
    TextTable table{{"data set", "method", "published", "least", "median", "mean", "most", "most from LR",
                     "labels below majority"},
                    {0, 1}};
    bool is_empty = true;
    for (const Cell& of : cells) {
        const std::optional<LabelRange> range = of.is_finished() ? label_range(of, cells) : std::nullopt;
        if (!range) continue;
        const Result result = to_result(of, cells);
        table.add(
            {result.dataset, result.method, with_spread(result.published, result.published_spread),
             rounded(range->least, 3), rounded(range->median, 3), rounded(range->mean, 3),
             rounded(range->most, 3), rounded(range->most_from_lr, 2),
             std::to_string(range->below_majority) + " of " + std::to_string(of.set->table.column_count())});
        is_empty = false;
    }
    if (is_empty) return;
    out << "\nThe chapter does not say which attribute is the label: the error with each of them as the "
           "label, "
           "on the first\nsplit\n\n";
    table.write(out);
}

void write_labels(std::ostream& out, const std::vector<DataSet>& sets) {
    for (const DataSet& set : sets) {
        out << "Label of " << set.name << ": " << set.label_note << "; " << set.train_count
            << " training rows, " << set.table.row_count() - set.train_count << " test rows\n";
    }
}

void write_choices(std::ostream& out, const Table2Options& options) {
    const baselines::OnlineLogisticRegressionOptions online;
    out << "\nOurs: mean and standard deviation (n - 1) over the splits. Seconds and margins > 0: of all "
           "splits together.\n"
        << "H.XXY: herding on all pairs of attributes and label, by coordinate ascent from the previous "
           "state, "
           "from w_0 =\nmoments, no burn-in; logistic regression takes one step after each of "
        << options.samples << " pseudo-samples, at the rate\n"
        << rounded(online.rate) << " / (1 + t / " << rounded(online.half_life) << ").\n"
        << "PL: a Boltzmann machine fitted by pseudo-likelihood, l2 "
        << rounded(baselines::BoltzmannMachineOptions{}.l2) << "; on herded samples: from the first "
        << std::min(options.samples, samples_to_fit) << " pseudo-samples.\n"
        << "5NN: Hamming distance, ties to the earlier row. NB: smoothing "
        << rounded(baselines::NaiveBayesOptions{}.smoothing) << ". LR: l2 "
        << rounded(baselines::LogisticRegressionOptions{}.l2) << ", intercept not penalised.\n"
        << "Majority label: always the more frequent one in the training rows.\n";
}

bool is_of(const Result& result, const std::string& dataset) { return result.dataset == dataset; }

// The methods of the chapter, published numbers next to ours; only ours if nothing is published.
BarChart error_chart(const std::string& dataset, const std::vector<Result>& results) {
    const bool is_published = std::any_of(results.begin(), results.end(), [&](const Result& result) {
        return is_of(result, dataset) && result.published;
    });
    BarChart chart{.title = dataset + ": share of test rows missed",
                   .missing = "not computed",
                   .width = 640,
                   .height = 320};
    chart.y.label = "error";
    BarGroup known{.name = "published", .colour = method_colour("published")};
    BarGroup ours{.name = "ours", .colour = method_colour("ours")};
    for (const Result& result : results) {
        if (!is_of(result, dataset) || (is_published && !result.published)) continue;
        chart.categories.push_back(result.method);
        known.values.push_back(result.published.value_or(std::nan("")));
        known.spreads.push_back(result.published_spread.value_or(0));
        ours.values.push_back(result.ours.value_or(std::nan("")));
        ours.spreads.push_back(result.spread.value_or(0));
    }
    if (is_published) chart.groups.push_back(std::move(known));
    chart.groups.push_back(std::move(ours));
    return chart;
}

// One panel per data set; one without data has a line below instead.
Panels picture(const std::vector<Result>& results) {
    Panels panels{.title = "Classification from herded samples"};
    for (std::size_t k = 0; k < results.size(); ++k) {
        const std::string& dataset = results[k].dataset;
        if (k > 0 && is_of(results[k - 1], dataset)) continue;
        if (std::any_of(results.begin(), results.end(),
                        [&](const Result& result) { return is_of(result, dataset) && result.ours; })) {
            panels.charts.emplace_back(error_chart(dataset, results));
        } else {
            panels.note += (panels.note.empty() ? "" : "; ") + dataset + ": " +
                           (results[k].note.empty() ? "not computed" : results[k].note);
        }
    }
    return panels;
}

void add_choices(Report& report, const Table2Options& options) {
    const baselines::OnlineLogisticRegressionOptions online;
    echo(report, options);
    report.add("online_rate", "", online.rate);
    report.add("online_half_life", "", online.half_life);
    report.add("pl_l2", "", baselines::BoltzmannMachineOptions{}.l2);
    report.add("pl_samples", "", std::min(options.samples, samples_to_fit));
    report.add("nb_smoothing", "", baselines::NaiveBayesOptions{}.smoothing);
    report.add("lr_l2", "", baselines::LogisticRegressionOptions{}.l2);
}

void add_labels(Report& report, const std::vector<DataSet>& sets) {
    std::vector<Report> labels;
    for (const DataSet& set : sets) {
        Report entry;
        entry.add("dataset", "", set.name);
        entry.add("label", "", set.table.names()[set.label]);
        entry.add("note", "", set.label_note);
        entry.add("train_count", "", static_cast<std::int64_t>(set.train_count));
        entry.add("columns", "", set.table.names());
        labels.push_back(std::move(entry));
    }
    report.add("labels", "", labels);
}

struct Table2Outcome {
    std::vector<DataSet> sets;
    std::vector<Cell> cells;  // of these sets
    std::vector<Result> results;
    bool stopped = false;
};

Table2Outcome classify_all(const Table2Options& options, Streams& streams) {
    const CellOptions cell_options{.splits = static_cast<std::size_t>(options.splits),
                                   .samples = options.samples,
                                   .seed = options.paper.common.seed,
                                   .threads = options.paper.common.threads};
    Table2Outcome outcome{.sets = read_sets(options.paper, options.sets)};
    outcome.cells = make_cells(outcome.sets, cell_options);
    Progress progress{"paper table2", task_count(outcome.cells), options.paper.common, streams};
    fill_cells(outcome.cells, cell_options, progress);
    outcome.stopped = progress.stopped();
    outcome.results = results_of(options, outcome.cells);
    return outcome;
}

Report report_of(const Table2Options& options, const Table2Outcome& outcome) {
    Report report = item_report("table2", options.paper, outcome.sets);
    add_choices(report, options);
    report.add("interrupted", "", outcome.stopped);
    add_labels(report, outcome.sets);
    add_rows(report, outcome.results);
    return report;
}

void write_text(std::ostream& out, const Table2Options& options, const Table2Outcome& outcome) {
    write_identity(out, outcome.sets);
    write_labels(out, outcome.sets);
    out << "\nTable 2. Share of test rows whose label is missed, over " << options.splits
        << (options.splits == 1 ? " random split; seed " : " random splits; seed ")
        << options.paper.common.seed << "\n\n";
    write_errors(out, outcome.results);
    if (outcome.stopped) out << "\nInterrupted: methods with unfinished splits are missing.\n";
    write_label_ranges(out, outcome.cells);
    write_choices(out, options);
}

ExitCode run_table2(const Table2Options& options, Streams& streams) {
    const Table2Outcome outcome = classify_all(options, streams);
    check_input(!outcome.sets.empty() || options.paper.svg.empty(),
                [] { return std::string{"--svg: expected a set with data to draw, got bowling alone"}; });
    const Panels panels = picture(outcome.results);
    if (!panels.charts.empty()) write_picture(options.paper.svg, streams, panels);
    write_result(options.paper.common, streams, report_of(options, outcome),
                 [&](std::ostream& out) { write_text(out, options, outcome); });
    return outcome.stopped ? ExitCode::interrupted : ExitCode::ok;
}

}  // namespace

Command table2_item() {
    return {.name = "table2",
            .summary = "Classification learned from pseudo-samples, compared with other classifiers",
            .footer = "Example: drover paper table2 --data DIR --svg errors.svg",
            .task = task<run_table2>};
}

}  // namespace drover::cli::paper
