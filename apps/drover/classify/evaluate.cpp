#include <algorithm>
#include <ostream>

#include <drover/classify/summary.hpp>
#include <drover/core/check.hpp>
#include <drover/core/number_text.hpp>

#include "../cli/command.hpp"
#include "data.hpp"

namespace drover::cli::classify {

using namespace drover::classify;
namespace {

struct EvaluateOptions {
    VoteOptions vote;
    std::string test;
    std::string labels;
};

void describe(OptionList& list, EvaluateOptions& options) {
    list.file("MODEL", options.vote.model, "Model file written by drover fit").required();
    list.file("TEST", options.test,
              "Data with labels, in the format that the model was trained on; may be gzipped; - is standard "
              "input")
        .required();
    list.file("--labels", options.labels, "Labels of images (IDX) or of documents (one per line)");
    describe_votes(list, options.vote);
}

// Nothing for a class without cases.
ReportValue recall_of(const Evaluation& found, std::size_t label) {
    const std::int64_t cases = found.cases_of(label);
    if (cases == 0) return {};
    return static_cast<double>(found.right_of(label)) / static_cast<double>(cases);
}

std::vector<std::int64_t> voted_of(const Evaluation& found, std::size_t label) {
    const auto first = found.confusion.begin() + static_cast<std::ptrdiff_t>(label * found.class_count);
    return {first, first + static_cast<std::ptrdiff_t>(found.class_count)};
}

std::vector<Report> class_reports(const std::vector<std::string>& classes, const Evaluation& found) {
    std::vector<Report> reports;
    for (std::size_t k = 0; k < classes.size(); ++k) {
        Report row;
        row.add("class", "", classes[k]);
        row.add("cases", "", found.cases_of(k));
        row.add("wrong", "", found.cases_of(k) - found.right_of(k));
        row.add("recall", "", recall_of(found, k));
        row.add("voted", "", voted_of(found, k));
        reports.push_back(std::move(row));
    }
    return reports;
}

Report report_of(const EvaluateOptions& options, const Model& model, const Votes& votes,
                 const Evaluation& found, const std::vector<std::string>& notes) {
    Report report;
    report.add("format", "", "drover.evaluate/1");
    echo(report, options);
    report.add("cases", "cases", found.cases);
    report.add("wrong", "wrong", found.wrong);
    report.add("error", "error", found.error());
    report.add("mean_true_share", "votes for the right class", found.mean_true_share);
    report.add("votes_cast", "votes", *std::max_element(votes.cast.begin(), votes.cast.end()));
    report.add("classes", "", model.coding.classes);
    report.add("per_class", "", class_reports(model.coding.classes, found));
    report.add("notes", "", notes);
    return report;
}

// One row per class: how many of its cases were voted into which class. Tables wider than a screen are left
// to the JSON.
void write_classes(std::ostream& out, const std::vector<std::string>& classes, const Evaluation& found) {
    constexpr std::size_t most = 20;
    const bool with_votes = classes.size() <= most;
    std::vector<std::string> header{"class", "cases", "wrong", "recall"};
    for (const std::string& name : classes)
        if (with_votes) header.push_back("as " + name);
    TextTable table{header};
    for (std::size_t k = 0; k < classes.size(); ++k) {
        const ReportValue recall = recall_of(found, k);
        const auto* share = std::get_if<double>(&recall);
        std::vector<std::string> row{classes[k], std::to_string(found.cases_of(k)),
                                     std::to_string(found.cases_of(k) - found.right_of(k)),
                                     share != nullptr ? rounded(*share, 4) : "-"};
        for (const std::int64_t count : voted_of(found, k))
            if (with_votes) row.push_back(std::to_string(count));
        table.add(std::move(row));
    }
    out << '\n';
    table.write(out);
}

ExitCode run_evaluate(const EvaluateOptions& options, Streams& streams) {
    const Model model = read_voting_model(options.vote);
    const CodedExamples test = read_examples(model, options.test, options.labels);
    const Votes votes = take_votes("evaluate", model, test.examples.rows, options.vote, streams);
    const Evaluation found = evaluate(votes, test.examples.labels);
    if (!options.vote.common.json) tell_notes(test.notes, options.test, streams);
    const Report report = report_of(options, model, votes, found, test.notes);
    write_result(options.vote.common, streams, report, [&](std::ostream& out) {
        write_text(out, report);
        write_classes(out, model.coding.classes, found);
    });
    return ExitCode::ok;
}

}  // namespace

Command evaluate_command() {
    return {.name = "evaluate",
            .summary = "How often a model of drover fit is wrong on labelled data, and where",
            .footer =
                "Recall is the share of a class that is voted for; 'as X' counts the cases that were voted "
                "into X.\n\n"
                "Example: drover evaluate species.model test.csv --json | jq .error",
            .task = task<run_evaluate>};
}

}  // namespace drover::cli::classify
