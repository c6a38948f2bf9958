#include <algorithm>
#include <cmath>
#include <new>

#include <drover/core/memory_limit.hpp>
#include <drover/core/number_text.hpp>
#include <drover/dynamics/words.hpp>

#include "../cli/command.hpp"
#include "../cli/terminal.hpp"
#include "dynamics.hpp"

namespace drover::cli::dynamics {
using namespace drover::dynamics;
namespace {

/// How many different words of each length the states of an orbit form.
struct WordsItem {
    Options dynamics;
    std::int64_t steps = 1'000'000;
    std::int64_t length = 1'000;
    std::int64_t burn_in = 0;
};

void describe(OptionList& list, WordsItem& options) {
    list.count("--steps", options.steps, "States to read").within(1, 2'000'000'000);
    list.count("--length", options.length, "Longest words to count").within(1, 1'000'000);
    list.count("--burn-in", options.burn_in, "Steps taken before the first state is read")
        .within(0, 1'000'000'000'000)
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
    const auto& growth = words.growth;
    const bool has_fit = growth && !end;
    report.add("exponent", "", has_fit ? ReportValue{growth->slope} : ReportValue{});
    report.add("exponent_interval", "", ReportValue{});  // none would be honest: the points are of one curve
    report.add("exponent_range", "", has_fit ? fitted_range(words) : std::vector<double>{});
    report.add("local_slopes", "", words.local_slopes);
    report.add("slope_count", "", static_cast<std::int64_t>(words.slope_count));
    add_plateau(report, end ? std::nullopt : words.plateau);
    std::vector<double> entropy;
    for (std::size_t length = 1; length <= words.counts.size(); ++length)
        entropy.push_back(words.entropy(length));
    report.add("entropy", "", entropy);
    return report;
}

std::int64_t length_of(std::size_t slope) { return std::int64_t{1} << slope; }  // from T to 2T

void write_growth(std::ostream& out, const Words& words) {
    const auto slopes = std::span{words.local_slopes}.first(words.slope_count);
    if (const auto& plateau = words.plateau) {
        out << "From T = " << length_of(plateau->first) << " to " << length_of(plateau->last + 1)
            << " M(T) grows like T^" << plateau_text(*plateau)
            << ".\nA power of T has the entropy 0: ln M(T) / T tends to it.\n";
    } else if (slopes.size() >= 3) {
        out << "No exponent yet: up to there the local slopes are still changing, "
            << last_slopes_text(slopes) << ". More --steps show more.\n";
    } else {
        out << "No exponent: too few lengths. More --steps show more.\n";
    }
}

void write_text(std::ostream& out, const Words& words) {
    TextTable table{{"T", "M(T)", "local slope", "ln M(T) / T"}};
    std::size_t row = 0;
    for (std::size_t length = 1; length <= words.counts.size(); length *= 2, ++row) {
        table.add({std::to_string(length), std::to_string(words.count(length)),
                   row == 0 ? "" : rounded(words.local_slopes[row - 1], 4),
                   rounded(words.entropy(length), 4)});
    }
    out << '\n';
    table.write(out);
    out << "\nUp to T = " << words.saturated_to << " the first half of the " << words.symbol_count
        << " states holds as many words as all of them;\nbeyond, M is a lower bound.\n";
    if (const auto end = words.end_of_growth()) {
        out << "In these states M stays at " << words.count(*end) << " from T = " << *end
            << " on: if it stays there for ever, they repeat in the same order.\n";
    } else {
        write_growth(out, words);
    }
}

// T^K through M at one length, from where it is 1 up to `end` or where it is above `top`.
Series power_line(const ExactModel& model, const Words& words, std::size_t anchor, double end, double top) {
    const std::size_t features = model.table().feature_count();
    const auto power = static_cast<double>(features);
    const auto at = static_cast<double>(anchor);
    const auto count = static_cast<double>(words.count(anchor));
    const auto length_at = [&](double value) { return at * std::pow(value / count, 1 / power); };
    const double first = std::max(1.0, length_at(1));
    const double last = std::min(end, length_at(top));
    const std::string name =
        features == 1 ? "T, one feature"
                      : "T^{" + std::to_string(features) + "}, " + std::to_string(features) + " features";
    return {.name = name,
            .x = {first, last},
            .y = {count * std::pow(first / at, power), count * std::pow(last / at, power)},
            .mark = Mark::reference};
}

// Where T^K is drawn through: the last length of which all words were seen; where M stops growing, half way
// up to there.
std::size_t anchor_of(const Words& words) {
    const std::size_t saturated = std::clamp<std::size_t>(words.saturated_to, 1, words.counts.size());
    const auto end = words.end_of_growth();
    if (!end) return saturated;
    const auto most = static_cast<double>(words.count(*end));
    std::size_t length = 1;
    while (length < *end && static_cast<double>(words.count(length)) < std::sqrt(most)) ++length;
    return length;
}

// M(T) as far as all words were seen, the lower bound beyond, and T^K.
Chart picture(const ExactModel& model, const Words& words) {
    Chart chart{.title = "Words of length T in an orbit",
                .x = {.label = "T", .scale = Scale::log},
                .y = {.label = "M(T)", .scale = Scale::log}};
    const std::size_t saturated = std::min(words.saturated_to, words.counts.size());
    Series seen{.name = "M(T)", .colour = "#0072b2"};
    Series bound{
        .name = "a lower bound: half the states hold fewer words", .mark = Mark::dashed, .colour = "#0072b2"};
    for (std::size_t length = 1; length <= words.counts.size(); ++length) {
        const auto count = static_cast<double>(words.count(length));
        for (Series* series : {&seen, &bound}) {
            if (series == &seen ? length > saturated : length < saturated) continue;
            series->x.push_back(static_cast<double>(length));
            series->y.push_back(count);
        }
    }
    if (!seen.x.empty()) chart.series.push_back(std::move(seen));
    if (bound.x.size() > 1) chart.series.push_back(std::move(bound));
    const auto end = words.end_of_growth();
    const auto length = static_cast<double>(words.counts.size());
    const double top = end ? 2 * static_cast<double>(words.count(*end)) : HUGE_VAL;
    if (!words.counts.empty() && (!end || words.count(*end) > 1))
        chart.series.push_back(power_line(model, words, anchor_of(words), length, top));
    return chart;
}

ExitCode run_words(const WordsItem& options, Streams& streams) {
    const std::int64_t steps = options.steps + options.burn_in;
    const ExactModel model = read_model(options.dynamics.model, steps);
    const Words words = [&] {
        Progress progress{"dynamics words", steps, options.dynamics.common, streams};
        try {
            return count_words(model, {.symbol_count = options.steps,
                                       .burn_in = options.burn_in,
                                       .max_length = static_cast<std::size_t>(options.length),
                                       .control = progress.control()});
        } catch (const std::bad_alloc&) {
            throw OutOfMemory("the words of " + std::to_string(options.steps) +
                              " states; fewer --steps need less");
        }
    }();
    throw_if_interrupted();
    write_picture(options.dynamics, streams, picture(model, words));
    write_result(options.dynamics, streams, report_of(options, model, words), [&](std::ostream& out) {
        write_model(out, model);
        write_text(out, words);
    });
    return ExitCode::ok;
}

}  // namespace

Command words_item() {
    return {.name = "words",
            .summary = "How many words of each length the states form",
            .footer = "Example: drover dynamics words dice.csv --steps 1e6 --length 1000 --svg words.svg",
            .task = task<run_words>};
}

}  // namespace drover::cli::dynamics
