#include <ostream>

#include <drover/classify/summary.hpp>
#include <drover/core/check.hpp>
#include <drover/core/number_text.hpp>
#include <drover/data/csv.hpp>

#include "../cli/command.hpp"
#include "data.hpp"

namespace drover::cli::classify {

using namespace drover::classify;
namespace {

struct PredictOptions {
    VoteOptions vote;
    std::string data;
    bool proba = false;
};

void describe(OptionList& list, PredictOptions& options) {
    list.file("MODEL", options.vote.model, "Model file written by drover fit").required();
    list.file(
            "DATA", options.data,
            "Data in the format that the model was trained on, with labels or without; may be gzipped; - is "
            "standard input")
        .required();
    list.flag("--proba", options.proba, "Also one column per class: its share of the votes");
    describe_votes(list, options.vote);
}

// The column of classes has the name it had in training.
std::string label_name(const InputCoding& coding) {
    const auto* table = std::get_if<TableCoding>(&coding.inputs);
    return table != nullptr ? table->label : "label";
}

void write_predictions(std::ostream& out, const PredictOptions& options, const InputCoding& coding,
                       const Votes& votes) {
    const std::string label = label_name(coding);
    std::string line = csv_field(label);
    for (const std::string& name : coding.classes)
        if (options.proba) line += ',' + csv_field(std::string{label}.append("=").append(name));
    out << line << '\n';
    std::vector<std::string> names;
    for (const std::string& name : coding.classes) names.push_back(csv_field(name));
    for (std::size_t i = 0; i < votes.row_count(); ++i) {
        line = names[votes.label(i)];
        if (options.proba) {
            for (const double share : votes.shares(i)) line += ',' + shortest(share);
        }
        out << line << '\n';
    }
}

Report report_of(const PredictOptions& options, const InputCoding& coding, const Votes& votes,
                 const std::vector<std::string>& notes) {
    std::vector<std::string> labels;
    std::vector<double> shares;
    for (std::size_t i = 0; i < votes.row_count(); ++i) {
        labels.push_back(coding.classes[votes.label(i)]);
        if (!options.proba) continue;
        const std::vector<double> found = votes.shares(i);
        shares.insert(shares.end(), found.begin(), found.end());
    }
    Report report;
    report.add("format", "", "drover.predict/1");
    echo(report, options);
    report.add("label_name", "", label_name(coding));
    report.add("classes", "", coding.classes);
    report.add("labels", "", labels);
    if (options.proba) report.add("shares", "", shares);
    report.add("notes", "", notes);
    return report;
}

ExitCode run_predict(const PredictOptions& options, Streams& streams) {
    const Model model = read_voting_model(options.vote);
    const CodedInputs inputs = read_inputs(model, options.data);
    const Votes votes = take_votes("predict", model, inputs.rows, options.vote, streams);
    if (!options.vote.common.json) tell_notes(inputs.notes, options.data, streams);
    write_result(options.vote.common, streams, report_of(options, model.coding, votes, inputs.notes),
                 [&](std::ostream& out) { write_predictions(out, options, model.coding, votes); });
    return ExitCode::ok;
}

}  // namespace

Command predict_command() {
    return {
        .name = "predict",
        .summary = "The classes of new rows, by the votes of a model of drover fit, as CSV",
        .footer =
            "One row of output per row of DATA, in its order. All weights that the model had after its "
            "burn-in\n"
            "vote, exactly as if the rows had been present during training; shares of votes are its class "
            "probabilities.\n\n"
            "Example: drover predict species.model new.csv --proba -o species.csv",
        .task = task<run_predict>};
}

}  // namespace drover::cli::classify
