#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <ostream>

#include <drover/core/check.hpp>
#include <drover/core/number_text.hpp>
#include <drover/herd/record/divergence.hpp>
#include <drover/plot/panels.hpp>

#include "../cli/terminal.hpp"
#include "ones.hpp"
#include "paper.hpp"

namespace drover::cli::paper {
namespace {

// How well herding on local moments reproduces a global quantity, the distribution of the number of ones.
struct Table1Options {
    PaperOptions paper;
    std::int64_t samples = 100'000;
    std::int64_t burn_in = 1'000;
    std::vector<std::string> sets = {};  // names; empty: all
};

void describe(OptionList& list, Table1Options& options) {
    list.count("--samples", options.samples, "Samples of each method").within(1, most_samples);
    list.count("--burn-in", options.burn_in, "Steps left out for the column \"after burn-in\"")
        .within(0, most_samples);
    describe_sets(list, options.sets).echoed_before("samples");
    describe(list, options.paper);
}

// Chen & Welling 2016, Table 1. H.XXX "took too long" on Digits and News.
constexpr std::array published{
    Published{"Bowling", "H.XXX", 5e-3}, Published{"Bowling", "H.XX", 4.1e-2},
    Published{"Bowling", "PL", 1.2e-1},  Published{"Bowling", "MARG", 4.3e-1},
    Published{"Abalone", "H.XXX", 8e-4}, Published{"Abalone", "H.XX", 2.5e-3},
    Published{"Abalone", "PL", 2.2e-2},  Published{"Abalone", "MARG", 1.8},
    Published{"Digits", "H.XX", 6.2e-2}, Published{"Digits", "PL", 3.3e-2},
    Published{"Digits", "MARG", 4e-1},   Published{"News", "H.XX", 2.5e-2},
    Published{"News", "PL", 1.9e-2},     Published{"News", "MARG", 5e-1},
};

// The reference of a set of estimates: P(k) of the data, as counts.
struct SetEstimates {
    const DataSet* set;
    std::vector<std::int64_t> truth;
    std::vector<OnesEstimate> estimates;
};

// Exact methods list all states.
constexpr std::size_t most_listed_columns = 10;

using OnesMethod = std::function<OnesEstimate(const BinaryTable&, const SampleJob&)>;

std::vector<OnesMethod> methods_for(const BinaryTable& table) {
    std::vector<OnesMethod> methods{herd_triples, herd_pairs};
    if (table.column_count() <= most_listed_columns) {
        methods.insert(methods.end(),
                       {herd_triples_exactly, herd_pairs_exactly,
                        [](const BinaryTable& t, const SampleJob&) { return maximum_entropy_of_triples(t); },
                        [](const BinaryTable& t, const SampleJob&) { return maximum_entropy_of_pairs(t); }});
    }
    methods.emplace_back(sample_boltzmann_machine);
    if (table.column_count() > most_listed_columns) methods.emplace_back(sample_held_boltzmann_machine);
    methods.emplace_back(sample_marginals);
    return methods;
}

Divergence occupied(const std::vector<std::int64_t>& truth, const OnesEstimate& estimate) {
    if (!estimate.counts.empty()) return kl_on_occupied_bins(truth, estimate.counts);
    double mass = 0;
    for (std::size_t k = 0; k < truth.size(); ++k) mass += truth[k] > 0 ? estimate.probabilities[k] : 0;
    return {kl_divergence(shares(truth), estimate.probabilities) + std::log(mass), false};
}

Divergence over_all_bins(const std::vector<std::int64_t>& truth, const OnesEstimate& estimate) {
    if (!estimate.counts.empty()) return kl_of_counts(truth, estimate.counts);
    return {kl_divergence(shares(truth), estimate.probabilities), false};
}

// With machine precision, 2^-52, as the share of a bin without a sample; nothing if no bin that the data
// occupy is empty.
std::optional<double> floored(const std::vector<std::int64_t>& truth, const OnesEstimate& estimate) {
    const std::vector<double> p = shares(truth);
    double sum = 0;
    bool has_empty = false;
    for (std::size_t k = 0; k < p.size(); ++k) {
        if (p[k] == 0) continue;
        const double q = estimate.probabilities[k];
        has_empty = has_empty || q == 0;
        sum += p[k] * std::log(p[k] / (q > 0 ? q : std::numeric_limits<double>::epsilon()));
    }
    return has_empty ? std::optional{sum} : std::nullopt;
}

// <w, v> in real units; only a herder has it.
std::optional<double> worst_margin(const OnesEstimate& estimate) {
    return estimate.margins ? estimate.margins->worst : std::nullopt;
}

Result to_result(const SetEstimates& of, const OnesEstimate& estimate) {
    const Divergence kl = over_all_bins(of.truth, estimate);
    Result result{.dataset = of.set->name,
                  .method = estimate.method,
                  .ours = kl.kl,
                  .seconds = estimate.seconds,
                  .note = estimate.note};
    add_published(result, published);
    if (estimate.margins) result.positive_margins = estimate.margins->positive;
    std::optional<double> later;
    if (!estimate.counts_later.empty()) later = kl_of_counts(of.truth, estimate.counts_later).kl;
    result.more.add("ours_after_burn_in", "", value_or_none(later));
    result.more.add("ours_on_occupied_bins", "", occupied(of.truth, estimate).kl);
    result.more.add("smoothed", "", kl.smoothed);
    result.more.add("ours_with_floor", "", value_or_none(floored(of.truth, estimate)));
    result.more.add("error_times_steps", "", value_or_none(estimate.error_times_steps));
    result.more.add("worst_margin", "", value_or_none(worst_margin(estimate)));
    result.more.add("p", "", estimate.probabilities);
    if (kl.smoothed) result.note += std::string{result.note.empty() ? "" : "; "} + "half a count added";
    return result;
}

// Estimates of all methods on all sets, or those finished when the run was interrupted.
std::vector<SetEstimates> estimate_all(const Table1Options& options, const std::vector<DataSet>& sets,
                                       Progress& progress) {
    std::vector<SetEstimates> all;
    std::int64_t done = 0;
    for (const DataSet& set : sets) {
        const BinaryTable table = joint_table(set);
        all.push_back({&set, ones_of_rows(table.rows(), table.column_count()), {}});
        for (const OnesMethod& method : methods_for(table)) {
            const auto tell = [&, done](std::int64_t steps) {
                progress(done + std::min(steps, options.samples));
            };
            OnesEstimate estimate =
                method(table, {.samples = options.samples,
                               .burn_in = options.burn_in,
                               .seed = options.paper.common.seed,
                               .control = {.stop = &progress.stop_flag(), .progress = tell}});
            if (progress.stopped()) return all;
            all.back().estimates.push_back(std::move(estimate));
            done += options.samples;
        }
    }
    return all;
}

std::int64_t step_count(const Table1Options& options, const std::vector<DataSet>& sets) {
    std::size_t count = 0;
    for (const DataSet& set : sets) count += methods_for(joint_table(set)).size();
    return static_cast<std::int64_t>(count) * options.samples;
}

double seconds_of(const SetEstimates& of, const std::string& method) {
    for (const OnesEstimate& estimate : of.estimates) {
        if (estimate.method == method) return estimate.seconds;
    }
    return 0;
}

// Time of PL, training and sampling, over the time of herding with pairs; 0 if one of them is missing.
double speed_ratio(const SetEstimates& of) {
    const double herding = seconds_of(of, "H.XX");
    return herding > 0 ? seconds_of(of, "PL") / herding : 0;
}

void write_results(std::ostream& out, const std::vector<Result>& results) {
    TextTable table{{"data set", "method", "published", "ours", "at 2^-52", "after burn-in", "occupied bins",
                     "margins > 0", "worst margin", "T * error", "seconds", "note"},
                    {0, 1, 11}};
    const auto more = [](const Result& result, std::string_view key) {
        for (const ReportEntry& entry : result.more.entries) {
            if (entry.key != key) continue;
            if (const double* number = std::get_if<double>(&entry.value)) return rounded(*number, 3);
        }
        return std::string{"-"};
    };
    for (const Result& result : results) {
        table.add({result.dataset, result.method, cell(result.published), cell(result.ours),
                   more(result, "ours_with_floor"), more(result, "ours_after_burn_in"),
                   more(result, "ours_on_occupied_bins"), cell(result.positive_margins),
                   more(result, "worst_margin"), more(result, "error_times_steps"), cell(result.seconds),
                   result.note});
    }
    table.write(out);
}

void write_notes(std::ostream& out, const std::vector<SetEstimates>& all) {
    out << "\n"
           "H.XXX and H.XX herd on all triples and pairs, by coordinate ascent from the previous state, "
           "from\n"
           "w_0 = moments; exact: the best of all states. MAXENT: the exact distribution of maximum "
           "entropy.\n"
           "PL: a Boltzmann machine fitted by pseudo-likelihood, l2 0.1 unless stated otherwise; as many "
           "Gibbs\n"
           "samples are discarded first as are used. MARG: independent draws. Occupied bins: the estimate\n"
           "restricted to the numbers of ones that the data have, and renormalised. At 2^-52: with that "
           "share,\n"
           "the machine precision, in bins without a sample, instead of half a count in each.\n";
    for (const SetEstimates& of : all) {
        if (speed_ratio(of) == 0) continue;
        out << of.set->name << ": training and sampling PL took " << rounded(speed_ratio(of), 3)
            << " times as long as herding with pairs.\n";
    }
}

// The numbers of ones worth drawing: those with a share of 0.001 in some distribution. Only sampled estimates
// are drawn: MAXENT would look the same.
BarChart ones_chart(const SetEstimates& of) {
    BarChart chart{.title = of.set->name + ": number of ones", .x_label = "ones", .height = 320};
    chart.y.label = "P(k)";
    std::vector<std::vector<double>> bars{shares(of.truth)};
    chart.groups.push_back({.name = "data", .colour = method_colour("data")});
    for (const OnesEstimate& estimate : of.estimates) {
        if (estimate.counts.empty()) continue;
        chart.groups.push_back({.name = estimate.method, .colour = method_colour(estimate.method)});
        bars.push_back(estimate.probabilities);
    }
    for (std::size_t k = 0; k < of.truth.size(); ++k) {
        const bool is_seen =
            std::any_of(bars.begin(), bars.end(), [&](const auto& p) { return p[k] >= 0.001; });
        if (!is_seen) continue;
        chart.categories.push_back(std::to_string(k));
        for (std::size_t g = 0; g < bars.size(); ++g) chart.groups[g].values.push_back(bars[g][k]);
    }
    return chart;
}

Panels picture(const Table1Options& options, const std::vector<SetEstimates>& all) {
    Panels panels{.title = "Distribution of the number of ones"};
    for (const SetEstimates& of : all) {
        if (!of.estimates.empty()) panels.charts.emplace_back(ones_chart(of));
    }
    if (lacks_bowling(options.paper, options.sets)) panels.note = "Bowling: data not available";
    return panels;
}

std::vector<Result> results_of(const Table1Options& options, const std::vector<SetEstimates>& all) {
    std::vector<Result> results;
    if (lacks_bowling(options.paper, options.sets)) results = bowling_without_data(published);
    for (const SetEstimates& of : all) {
        for (const OnesEstimate& estimate : of.estimates) results.push_back(to_result(of, estimate));
    }
    return results;
}

void add_data_p(Report& report, const std::vector<SetEstimates>& all) {
    std::vector<Report> truths;
    for (const SetEstimates& of : all) {
        Report truth;
        truth.add("dataset", "", of.set->name);
        truth.add("p", "", shares(of.truth));
        truth.add("pl_over_herding_seconds", "", speed_ratio(of));
        truths.push_back(std::move(truth));
    }
    report.add("truth", "", truths);
}

struct Table1Outcome {
    std::vector<SetEstimates> all;
    std::vector<Result> results;
    bool stopped = false;
};

Table1Outcome estimate(const Table1Options& options, const std::vector<DataSet>& sets, Streams& streams) {
    Table1Outcome outcome;
    Progress progress{"paper table1", step_count(options, sets), options.paper.common, streams};
    outcome.all = estimate_all(options, sets, progress);
    outcome.results = results_of(options, outcome.all);
    outcome.stopped = progress.stopped();
    return outcome;
}

Report report_of(const Table1Options& options, const std::vector<DataSet>& sets,
                 const Table1Outcome& outcome) {
    Report report = item_report("table1", options.paper, sets);
    echo(report, options);
    report.add("interrupted", "", outcome.stopped);
    add_data_p(report, outcome.all);
    add_rows(report, outcome.results);
    return report;
}

void write_text(std::ostream& out, const Table1Options& options, const std::vector<DataSet>& sets,
                const Table1Outcome& outcome) {
    write_identity(out, sets);
    out << "Table 1. KL(data || estimate) of the number of ones, in nats, from " << options.samples
        << " samples, with and without\n"
        << options.burn_in << " steps of burn-in before; seed " << options.paper.common.seed << "\n\n";
    write_results(out, outcome.results);
    if (outcome.stopped) out << "\nInterrupted: unfinished methods are missing.\n";
    write_notes(out, outcome.all);
}

ExitCode run_table1(const Table1Options& options, Streams& streams) {
    const std::vector<DataSet> sets = read_sets(options.paper, options.sets);
    check_input(!sets.empty() || options.paper.svg.empty(),
                [] { return std::string{"--svg: expected a set with data to draw, got bowling alone"}; });
    const Table1Outcome outcome = estimate(options, sets, streams);
    const Panels panels = picture(options, outcome.all);
    if (!panels.charts.empty()) write_picture(options.paper.svg, streams, panels);
    write_result(options.paper.common, streams, report_of(options, sets, outcome),
                 [&](std::ostream& out) { write_text(out, options, sets, outcome); });
    return outcome.stopped ? ExitCode::interrupted : ExitCode::ok;
}

}  // namespace

Command table1_item() {
    return {.name = "table1",
            .summary = "The number of ones, from pairs and triples: KL divergence to the data",
            .footer = "Example: drover paper table1 --data DIR --svg ones.svg",
            .task = task<run_table1>};
}

}  // namespace drover::cli::paper
