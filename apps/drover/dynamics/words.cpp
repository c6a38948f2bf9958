#include <algorithm>
#include <cmath>

#include <drover/core/number_text.hpp>
#include <drover/dynamics/words.hpp>

#include "../command.hpp"
#include "../terminal.hpp"
#include "dynamics.hpp"

namespace drover::cli::dynamics {
namespace {

/// How many different words of each length the states of an orbit hold.
struct WordsItem {
    DynamicsOptions dynamics;
    std::int64_t steps = 1'000'000;
    std::int64_t length = 1'000;
    std::int64_t burn_in = 0;
};

void describe(OptionList& list, WordsItem& options) {
    list.count("--steps", options.steps, "States to read");
    list.count("--length", options.length, "Longest words to count");
    list.count("--burn-in", options.burn_in, "Steps taken before the first state is read")
        .echoed_before("length");
    describe(list, options.dynamics);
}

std::vector<double> fitted_range(const Words& words) {
    if (words.fit_lengths.empty()) return {};
    return {static_cast<double>(words.fit_lengths.front()), static_cast<double>(words.fit_lengths.back())};
}

Report report_of(const WordsItem& options, const ExactModel& model, const Words& words) {
    Report report = item_report("words", options, &model);
    report.add("M", "", words.counts);
    report.add("saturated_to", "", static_cast<std::int64_t>(words.saturated_to));
    const auto end = words.end_of_growth();
    report.add("grows_to", "", end ? ReportValue{static_cast<std::int64_t>(*end)} : ReportValue{});
    add_fit(report, "exponent", end ? std::nullopt : words.growth, fitted_range(words));
    std::vector<double> entropy;
    for (std::size_t length = 1; length <= words.counts.size(); ++length)
        entropy.push_back(words.entropy(length));
    report.add("entropy", "", entropy);
    return report;
}

void write_text(std::ostream& out, const Words& words) {
    TextTable table{{"T", "M(T)", "ln M(T) / T"}};
    for (std::size_t length = 1; length <= words.counts.size(); length *= 2) {
        table.add(
            {std::to_string(length), std::to_string(words.count(length)), rounded(words.entropy(length), 4)});
    }
    out << '\n';
    table.write(out);
    out << "\nUp to T = " << words.saturated_to << " the first half of the " << words.symbol_count
        << " states holds as many words as all of them;\nbeyond, M is a lower bound.\n";
    if (const auto end = words.end_of_growth()) {
        out << "In these states M stays at " << words.count(*end) << " from T = " << *end
            << " on: if it does so for ever, they come again in the same order.\n";
    } else if (words.growth) {
        out << "M(T) grows like T^" << fit_text(*words.growth)
            << ", fitted from T = " << words.fit_lengths.front() << " to " << words.fit_lengths.back()
            << ".\nA power of T has the entropy 0: ln M(T) / T tends to it.\n";
    } else {
        out << "No exponent: too few lengths to fit.\n";
    }
}

Chart picture(const Words& words) {
    Chart chart{.title = "Words of length T in an orbit",
                .x = {.label = "T", .scale = Scale::log},
                .y = {.label = "M(T)", .scale = Scale::log}};
    Series counts{.name = "M(T)"};
    for (const std::int64_t count : words.counts) counts.y.push_back(static_cast<double>(count));
    chart.series.push_back(std::move(counts));
    if (!words.growth || words.end_of_growth()) return chart;
    Series fit{.name = "T^" + rounded(words.growth->slope, 3) + ", fitted from " +
                       std::to_string(words.fit_lengths.front()) + " to " +
                       std::to_string(words.fit_lengths.back()),
               .mark = Mark::reference};
    for (const double length : {1.0, static_cast<double>(words.counts.size())}) {
        fit.x.push_back(length);
        fit.y.push_back(std::exp(words.growth->intercept + words.growth->slope * std::log(length)));
    }
    chart.series.push_back(std::move(fit));
    return chart;
}

ExitCode run_words(const WordsItem& options, Streams& streams) {
    check_range("--steps", options.steps, 1, 2'000'000'000);
    check_range("--length", options.length, 1, 1'000'000);
    check_range("--burn-in", options.burn_in, 0, 1'000'000'000'000);
    const std::int64_t steps = options.steps + options.burn_in;
    const ExactModel model = read_model(options.dynamics.model, steps);
    const Words words = [&] {
        Progress progress{"dynamics words", steps, options.dynamics.common, streams};
        return count_words(model, {.symbol_count = options.steps,
                                   .burn_in = options.burn_in,
                                   .max_length = static_cast<std::size_t>(options.length),
                                   .control = progress.control()});
    }();
    look_for_interrupt();
    write_picture(options.dynamics, streams, picture(words));
    write_result(options.dynamics, streams, report_of(options, model, words), [&](std::ostream& out) {
        write_model(out, model);
        write_text(out, words);
    });
    return ExitCode::ok;
}

const Command command{
    {.name = "words",
     .rank = 10,
     .summary = "How many words of each length the states hold",
     .footer = "Example: drover dynamics words dice.csv --steps 1e6 --length 1000 --svg words.svg",
     .parent = "dynamics"},
    task<run_words>};

}  // namespace
}  // namespace drover::cli::dynamics
