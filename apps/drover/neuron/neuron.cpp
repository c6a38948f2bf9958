#include <algorithm>
#include <cmath>
#include <ostream>
#include <vector>

#include <drover/core/check.hpp>
#include <drover/core/number_text.hpp>
#include <drover/herd/record/state_digest.hpp>
#include <drover/herd/run.hpp>
#include <drover/neuron/figure.hpp>
#include <drover/neuron/neuron.hpp>

#include "../cli/command.hpp"
#include "../cli/terminal.hpp"

namespace drover::cli::neuron {
using namespace drover::neuron;
namespace {

struct Options {
    CommonOptions common;
    std::string rate;
    std::string start;  ///< empty: 0, or 2*golden-1 for the golden rate
    std::int64_t steps = 100;
    bool weights = false;
    std::string svg;  ///< file for the picture; empty: none
};

void describe(OptionList& list, Options& options) {
    list.text("--rate", options.rate,
              "Firing rate, 0 to 1: a fraction, a decimal, golden = (sqrt(5)-1)/2, or (3-sqrt(2))/7")
        .required()
        .typed("R")
        .labelled("rate");
    list.text("--start", options.start,
              "Start weight, a number like the rate [default: 0, with --rate golden 2*golden-1]")
        .typed("W")
        .labelled("start");
    list.count("--steps", options.steps, "Number of steps; with --weights at most 10^7")
        .within(0, 1'000'000'000)
        .labelled("steps");
    list.flag("--weights", options.weights, "Report the weight after every step too").silent();
    describe_svg(list, options.svg).silent();
    describe(list, options.common);
}

// What the run of a neuron leaves: the states as text, and how far the weight went. `Real` turns the weight
// of a step into a double.
template <class Real>
class RunRecorder {
  public:
    RunRecorder(Real real, double start, std::int64_t weights_kept)
        : real_{real}, start_{start}, weights_kept_{static_cast<std::size_t>(weights_kept)} {}

    template <class Step>
    void record(const Step& step) {
        states.push_back(step.state == 1 ? '1' : '0');
        ones += step.state == 1 ? 1 : 0;
        last = real_(step.weights);
        lowest = states.size() == 1 ? last : std::min(lowest, last);
        highest = states.size() == 1 ? last : std::max(highest, last);
        // ones - t * rate = w_0 - w_t: the weight is the discrepancy.
        discrepancy = std::max(discrepancy, std::abs(last - start_));
        if (weights.size() < weights_kept_) weights.push_back(last);
    }
    static void result() {}

    std::string states;
    std::int64_t ones = 0;
    double last = 0;
    double lowest = 0;
    double highest = 0;
    double discrepancy = 0;
    std::vector<double> weights;

  private:
    Real real_;
    double start_;
    std::size_t weights_kept_;
};

constexpr std::int64_t steps_drawn = 30;

// How many weights the report or the picture needs.
std::int64_t weights_kept(const Options& options) {
    if (options.weights) return options.steps;
    return options.svg.empty() ? 0 : std::min(options.steps, steps_drawn);
}

// The options as they were used: with the start in place.
template <class O, class Real>
ExitCode herd_neuron(O orbit, Real real, double rate, Options options, Streams& streams) {
    const double first = real(orbit.current().weights);
    RunRecorder recorder{real, first, weights_kept(options)};
    recorder.last = first;
    recorder.lowest = recorder.highest = recorder.last;
    StateDigest digest;
    RunResult done;
    {
        Progress progress{"neuron", options.steps, options.common, streams};
        done = run(orbit, {.steps = options.steps, .control = progress.control()}, recorder, digest);
    }
    options.steps = done.steps;
    Report report;
    report.add("format", "", "drover.neuron/1");
    echo(report, options);
    report.add("interrupted", done.stopped ? "interrupted" : "", done.stopped);
    report.add("states", "states", recorder.states);
    report.add("ones", "ones", recorder.ones);
    report.add("last_weight", "last weight", recorder.last);
    report.add("lowest_weight", "lowest weight", recorder.lowest);
    report.add("highest_weight", "highest weight", recorder.highest);
    report.add("discrepancy", "discrepancy", recorder.discrepancy);
    report.add("digest", "digest", digest.result());
    if (options.weights) report.add("weights", "weights", recorder.weights);
    if (!done.stopped)
        write_picture(options.svg, streams,
                      figure({.rate_name = options.rate,
                              .rate = rate,
                              .start = first,
                              .weights = recorder.weights,
                              .states = recorder.states,
                              .compared = options.rate == "golden"
                                              ? rabbit_sequence(static_cast<std::size_t>(steps_drawn))
                                              : "",
                              .compared_name = "the rabbit sequence"}));
    write_result(options.common, streams, report, [&](std::ostream& out) { write_text(out, report); });
    return done.stopped ? ExitCode::interrupted : ExitCode::ok;
}

ExitCode run_golden(Options options, const Rational& given, const HerderOptions& limits, Streams& streams) {
    GoldenNumber start{-1, 2};
    std::int64_t scale = 1;
    if (!options.start.empty()) {
        check_input(fits_int64(given.numerator()) && fits_int64(given.denominator()), [&] {
            return "--start: expected a fraction of 64-bit numbers, got " + quoted(options.start);
        });
        start = {static_cast<std::int64_t>(given.numerator()), 0};
        scale = static_cast<std::int64_t>(given.denominator());
    }
    const auto real = [scale](const GoldenNumber& w) { return w.to_double() / static_cast<double>(scale); };
    if (options.start.empty()) options.start = "2*golden-1";
    return herd_neuron(GoldenOrbit{start, scale, limits}, real, golden_mean, options, streams);
}

ExitCode run_neuron(const Options& options, Streams& streams) {
    constexpr std::int64_t most_weights = 10'000'000;  // the report is kept in memory
    check_input(!options.weights || options.steps <= most_weights, [&] {
        return "--steps: expected at most 10^7 with --weights, got " + std::to_string(options.steps);
    });
    const HerderOptions limits{.max_steps = options.steps};
    const QuadraticNumber start =
        options.start.empty() ? QuadraticNumber{} : option_quadratic("--start", options.start);
    if (options.rate == "golden" && start.is_rational())
        return run_golden(options, start.rational_part(), limits, streams);
    const QuadraticNumber rate = option_quadratic("--rate", options.rate, "golden");
    check_input(rate.sign() >= 0 && !(rate > 1),
                [&] { return "--rate: expected 0 to 1, got " + quoted(options.rate); });
    const RationalOrbit neuron = [&] {
        try {
            common_radicand(rate.radicand(), start.radicand());
        } catch (const InputError& error) {
            throw InputError(std::string{"--rate and --start: "} + error.what());
        }
        return quadratic_orbit(rate, start, limits);
    }();
    const auto scale = static_cast<double>(neuron.scale());
    const auto real = [scale](Int128 w) { return static_cast<double>(w) / scale; };
    Options used = options;
    used.start = to_string(start);
    return herd_neuron(neuron, real, rate.to_double(), used, streams);
}

}  // namespace

Command neuron_command() {
    return {.name = "neuron",
            .summary = "Herd a single neuron: spikes at an exact rate",
            .footer =
                "The neuron fires when its weight is positive, then the weight moves by rate - state.\n"
                "Everything is exact: fractions, decimals, `golden` and other numbers with a square root.\n\n"
                "Example: drover neuron --rate 3/7 --steps 14\n"
                "         drover neuron --rate golden --steps 30     (the rabbit word)\n"
                "         drover neuron --rate \"(3-sqrt(2))/7\" --start sqrt(2)/10 --steps 50\n"
                "         drover neuron --rate golden --svg neuron.svg",
            .task = task<run_neuron>};
}

void add_commands(CommandList& list) { list.add(HelpSection::herding, neuron_command()); }

}  // namespace drover::cli::neuron
