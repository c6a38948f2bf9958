#include <algorithm>
#include <cmath>
#include <ostream>

#include <drover/core/check.hpp>
#include <drover/core/number_text.hpp>
#include <drover/plot/chart.hpp>

#include "../cli/terminal.hpp"
#include "paper.hpp"
#include "usps_bars.hpp"

namespace drover::cli::paper {
namespace {

// Digits classified by the energies of herded machines, compared with learned ones.
struct UspsOptions {
    PaperOptions paper;
    std::int64_t splits = 4;
    std::int64_t steps = 2000;
    std::vector<std::string> bars = {};  // names; empty: all
    bool quick = false;
};

void describe(OptionList& list, UspsOptions& options) {
    list.count("--splits", options.splits, "Splits of the images, 700 / 300 / 100 per digit").within(1, 100);
    list.count("--steps", options.steps, "Steps of each model; energies are averaged over the second half")
        .within(2, 100'000);
    list.texts("--bars", options.bars,
               "Only these bars, or HR1 to HR5 of --variant HR; separated by commas [default: all of the "
               "chapter]")
        .separated(',')
        .typed("NAMES");
    list.flag("--quick", options.quick, "One split, and at most 100 hidden units");
    describe(list, options.paper);
}

std::vector<UspsMethod> methods_of(const UspsOptions& options) {
    std::vector<UspsMethod> all = usps_methods(options.quick);
    if (options.bars.empty()) return all;
    const std::vector<UspsMethod> more = restarted_methods(options.quick);
    all.insert(all.end(), more.begin(), more.end());
    std::vector<UspsMethod> chosen;
    for (const UspsMethod& method : all) {
        if (std::count(options.bars.begin(), options.bars.end(), method.name) > 0) chosen.push_back(method);
    }
    for (const std::string& name : options.bars) {
        check_input(std::any_of(all.begin(), all.end(), [&](const UspsMethod& m) { return m.name == name; }),
                    [&] {
                        std::string names;
                        for (const UspsMethod& method : all)
                            names += (names.empty() ? "" : ", ") + method.name;
                        return "--bars: expected any of " + names + ", got " + quoted(name);
                    });
    }
    return chosen;
}

// ---- the claims of the chapter ------------------------------------------------------------------------

struct Claim {
    std::string text;
    std::optional<bool> holds;  // absent: the difference is within its standard error
    std::string numbers;
};

const UspsBar* find(const std::vector<UspsBar>& bars, const std::string& name) {
    const auto found =
        std::find_if(bars.begin(), bars.end(), [&](const UspsBar& b) { return b.method.name == name; });
    return found == bars.end() ? nullptr : &*found;
}

// Mean of the differences over the splits, and its standard error; for one split that of independent counts
// of wrong images, which is too large if both miss the same images.
struct Difference {
    double mean = 0;
    double standard_error = 0;
};

Difference difference(const UspsBar& a, const UspsBar& b) {
    UspsBar both{.method = a.method, .errors = {}};
    for (std::size_t s = 0; s < a.errors.size(); ++s) both.errors.push_back(a.errors[s] - b.errors[s]);
    if (both.errors.size() > 1) return {both.mean(), both.standard_error()};
    return {both.mean(),
            std::sqrt((a.mean() + b.mean()) / static_cast<double>(test_count * UspsImages::classes))};
}

// Within two standard errors of the differences, and at least half a percent of the images.
double tolerance(const Difference& d) { return std::max(2 * d.standard_error, 0.005); }

void compare(std::vector<Claim>& claims, const std::vector<UspsBar>& bars, const std::string& a,
             const std::string& b, const std::string& text,
             const std::function<std::optional<bool>(const Difference&)>& test) {
    const UspsBar* first = find(bars, a);
    const UspsBar* second = find(bars, b);
    if (first == nullptr || second == nullptr) return;
    const Difference d = difference(*first, *second);
    claims.push_back(
        {text, test(d), a + " - " + b + " = " + percent(d.mean) + " (" + percent(d.standard_error) + ")"});
}

std::vector<Claim> claims_of(const std::vector<UspsBar>& bars) {
    std::vector<Claim> claims;
    const auto equal = [](const Difference& d) { return std::abs(d.mean) <= tolerance(d); };
    const auto worse = [](const Difference& d) {
        return std::abs(d.mean) <= d.standard_error ? std::nullopt : std::optional{d.mean > 0};
    };
    for (const char* size : {"1", "2", "3"}) {
        compare(claims, bars, std::string{"H"} + size, std::string{"CD"} + size, "H about equal to CD",
                equal);
    }
    for (const char* size : {"1", "2", "3", "4", "5"}) {
        compare(claims, bars, std::string{"SH"} + size, std::string{"H"} + size, "SH worse than H", worse);
    }
    const auto no_worse = [](const Difference& d) { return d.mean <= tolerance(d); };
    compare(claims, bars, "H2", "H1", "no over-fitting with more hidden units", no_worse);
    compare(claims, bars, "H5", "H4", "no over-fitting with more hidden units", no_worse);
    compare(claims, bars, "H5", "H1", "no over-fitting with more hidden units", no_worse);
    const auto largest = [&](const char* first, const char* second) {
        return std::string{find(bars, first) != nullptr ? first : second};
    };
    compare(claims, bars, "PCD", largest("H4", "H2"), "PCD poor", worse);
    compare(claims, bars, "PCD", largest("CD3", "CD2"), "PCD poor", worse);
    return claims;
}

// ---- writing ------------------------------------------------------------------------------------------

void write_bars(std::ostream& out, const std::vector<UspsBar>& bars) {
    TextTable table{
        {"bar", "hidden units", "error", "standard error", "margins > 0", "of steps", "seconds per split"}};
    for (const UspsBar& bar : bars) {
        table.add({bar.method.name, bar.method.hidden == 0 ? "-" : std::to_string(bar.method.hidden),
                   percent(bar.mean()), bar.errors.size() < 2 ? "-" : percent(bar.standard_error()),
                   cell(bar.positive_margins), bar.steps == 0 ? "-" : std::to_string(bar.steps),
                   rounded(bar.seconds, 3)});
    }
    table.write(out);
}

void write_claims(std::ostream& out, const std::vector<Claim>& claims) {
    if (claims.empty()) return;
    out << "\nClaims of the chapter (it prints no numbers), with our differences and their standard "
           "errors:\n";
    TextTable table{{"claim", "here", "difference"}, {0, 1, 2}};
    for (const Claim& claim : claims)
        table.add({claim.text,
                   !claim.holds   ? "undecided"
                   : *claim.holds ? "holds"
                                  : "does not hold",
                   claim.numbers});
    table.write(out);
}

// The bars of the figure, or those finished when the run was interrupted.
struct UspsOutcome {
    std::vector<UspsBar> bars;
    bool stopped = false;
};

void write_text(std::ostream& out, const UspsOptions& options, const UspsImages& images,
                const UspsOutcome& outcome) {
    const std::vector<UspsBar>& bars = outcome.bars;
    write_identity(out, {images.binary});
    out << "USPS digits, test error after " << options.steps << " steps per digit; "
        << bars.front().errors.size() << (bars.front().errors.size() == 1 ? " split" : " splits") << ", seed "
        << options.paper.common.seed << "\n\n";
    write_bars(out, bars);
    if (outcome.stopped) out << "\nInterrupted: bars with unfinished splits are missing.\n";
    write_claims(out, claims_of(bars));
    out << "\nMLR and 1NN (Manhattan distance, grey values) use pixels; the others have one model per digit, "
           "and\n"
           "multinomial logistic regression classifies by their z-scores. Equal: within two standard errors\n"
           "of the differences or half a percent. Seconds are wall-clock time, added up over the digits.\n";
}

std::optional<double> spread_of(const UspsBar& bar) {
    return bar.errors.size() < 2 ? std::nullopt : std::optional{bar.standard_error()};
}

ReportValue unless_zero(std::int64_t count) { return count == 0 ? ReportValue{} : ReportValue{count}; }

Report report_of(const UspsOptions& options, const UspsImages& images, const UspsOutcome& outcome) {
    Report report = item_report("usps", options.paper, {images.binary});
    echo(report, options);
    std::vector<Result> results;
    for (const UspsBar& bar : outcome.bars) {
        Result result{.dataset = images.binary.name,
                      .method = bar.method.name,
                      .ours = bar.mean(),
                      .spread = spread_of(bar),
                      .seconds = bar.seconds,
                      .positive_margins = bar.positive_margins};
        result.more.add("hidden_units", "", unless_zero(static_cast<std::int64_t>(bar.method.hidden)));
        result.more.add("errors", "", bar.errors);
        result.more.add("margins_of_steps", "", unless_zero(bar.steps));
        results.push_back(std::move(result));
    }
    add_rows(report, results);
    std::vector<Report> claims;
    for (const Claim& claim : claims_of(outcome.bars)) {
        Report one;
        one.add("claim", "", claim.text);
        one.add("holds", "", value_or_none(claim.holds));
        one.add("numbers", "", claim.numbers);
        claims.push_back(std::move(one));
    }
    report.add("claims", "", claims);
    report.add("interrupted", "", outcome.stopped);
    return report;
}

BarChart picture(const std::vector<UspsBar>& bars, const std::string& name) {
    const bool has_spread = bars.front().errors.size() > 1;
    BarChart chart{.title = name + ": test error; " +
                            (has_spread ? "error bars are standard errors over the splits" : "one split"),
                   .x_label = "",
                   .height = 400};
    chart.y.label = "error, %";
    BarGroup means{.name = ""};
    for (const UspsBar& bar : bars) {
        chart.categories.push_back(bar.method.name);
        means.values.push_back(100 * bar.mean());
        means.spreads.push_back(100 * bar.standard_error());
        const std::string& method = bar.method.name;
        means.colours.push_back(method_colour(method.substr(0, method.find_last_not_of("0123456789") + 1)));
    }
    chart.groups = {means};
    return chart;
}

ExitCode run_usps(const UspsOptions& given, Streams& streams) {
    UspsOptions options = given;
    if (options.quick) options.splits = 1;
    const std::vector<UspsMethod> methods = methods_of(options);
    const UspsImages images = usps_images(data_folder(options.paper.data), options.paper.common.seed);
    Progress progress{"paper usps", 1000, options.paper.common, streams, "thousandths"};
    UspsOutcome outcome{usps_bars(images, methods,
                                  {.splits = static_cast<std::size_t>(options.splits),
                                   .steps = options.steps,
                                   .seed = options.paper.common.seed,
                                   .threads = static_cast<std::size_t>(options.paper.common.threads),
                                   .stop = &progress.stop_flag(),
                                   .progress = [&](std::int64_t done) { progress(done); }})};
    outcome.stopped = outcome.bars.size() < methods.size();
    if (outcome.bars.empty()) throw Interrupted{};
    write_picture(options.paper.svg, streams, picture(outcome.bars, images.binary.name));
    write_result(options.paper.common, streams, report_of(options, images, outcome),
                 [&](std::ostream& out) { write_text(out, options, images, outcome); });
    return outcome.stopped ? ExitCode::interrupted : ExitCode::ok;
}

}  // namespace

Command usps_item() {
    return {.name = "usps",
            .summary = "Digits classified by herded machines with hidden units, compared with CD and PCD",
            .footer =
                "Example: drover paper usps --data DIR --quick\n"
                "         drover paper usps --data DIR --bars H4,SH4 --svg bars.svg",
            .task = task<run_usps>};
}

}  // namespace drover::cli::paper
