#include <algorithm>
#include <cmath>
#include <cstdlib>

#include <drover/core/check.hpp>
#include <drover/core/digest.hpp>
#include <drover/rbm/energy_scores.hpp>
#include <drover/rbm/job.hpp>

namespace drover::rbm {
namespace {

Herder herder_of(const Model& model, const RunOptions& run) {
    check_input(run.steps >= 0, [&] {
        return Problem{Fault::range, {.key = "steps"}, "at least 0", std::to_string(run.steps)};
    });
    Options options = model.options;
    options.pool = run.pool;
    options.max_steps = model.state.t + run.steps;
    return {model.cases, options, model.state};
}

// Takes the steps, with a call before and after each; false if stopped.
template <class Before, class After>
bool take_steps(Herder& herder, const RunOptions& run, const Before& before, const After& after) {
    for (std::int64_t t = 0; t < run.steps; ++t) {
        if (run.control.stop_requested()) return false;
        before();
        after(herder.step());
        run.control.tell(t + 1);
    }
    return true;
}

constexpr auto nothing = [] {};

void check_width(const Model& model, const std::vector<ObservedRow>& rows) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
        check_input(rows[i].values.size() == model.visible_count(), [&] {
            return Problem{Fault::range,
                           {.row = static_cast<std::int64_t>(i + 1)},
                           std::to_string(model.visible_count()) + " columns as the model has",
                           std::to_string(rows[i].values.size())};
        });
    }
}

}  // namespace

Model start(std::vector<std::string> names, std::vector<ObservedRow> cases, const Options& options) {
    check_input(cases.empty() || cases.front().values.size() == names.size(), [&] {
        return Problem{Fault::range,
                       {.key = "rbm"},
                       "a name for each of " + std::to_string(cases.front().values.size()) + " units",
                       std::to_string(names.size())};
    });
    Options first = options;
    first.max_steps = 0;
    const Herder herder{std::move(cases), first};
    Model model{.names = std::move(names),
                .cases = herder.cases(),
                .options = options,
                .state = herder.state(),
                .positive_margins = 0};
    model.options.pool = nullptr;
    model.options.max_steps = 0;
    return model;
}

void train(Model& model, const RunOptions& run) {
    Job job{model, {.steps = run.steps, .pool = run.pool}};
    job.advance(run.steps, run.control);
    model = job.result();
}

std::vector<BitRow> sample(Model& model, const RunOptions& run) {
    Herder herder = herder_of(model, run);
    std::vector<BitRow> samples;
    take_steps(herder, run, nothing, [&](const auto& step) {
        model.positive_margins += step.margin > 0 ? 1 : 0;
        samples.push_back(step.state.x);
    });
    model.state = herder.state();
    return samples;
}

Scores score(const Model& model, const std::vector<ObservedRow>& rows, const RunOptions& run) {
    check_width(model, rows);
    Herder herder = herder_of(model, run);
    const Rows packed{rows, model.visible_count()};
    const Rows training{model.cases, model.visible_count()};
    // A step over all cases finds their energies itself.
    const bool is_batch = model.options.batch_size == 0;
    Scores found;
    const auto scale = static_cast<double>(herder.current().weights.scale());
    for (const std::int64_t energy : herder.energies(packed))
        found.energies.push_back(static_cast<double>(energy) / scale);
    EnergyScores scores{rows.size()};
    EnergyScores own{model.cases.size()};
    std::vector<std::int64_t> energies;
    std::vector<std::int64_t> expected;
    const auto before = [&] {
        energies = herder.energies(packed);
        if (!is_batch) expected = herder.energies(training);
    };
    const auto after = [&](const auto& /*step*/) {
        if (is_batch) expected = herder.batch_energies();
        scores.record(expected, energies);
        own.record(expected, expected);
    };
    found.stopped = !take_steps(herder, run, before, after);
    found.z_scores = scores.result();
    found.training_scores = own.result();
    found.steps = scores.steps();
    found.flat_steps = scores.flat_steps();
    return found;
}

std::vector<double> hidden_features(const Model& model, const std::vector<ObservedRow>& rows,
                                    const RunOptions& run) {
    check_width(model, rows);
    Herder herder = herder_of(model, run);
    const Rows packed{rows, model.visible_count()};
    const std::size_t width = model.options.hidden_count;
    std::vector<std::int64_t> ones(rows.size() * width);
    const auto before = [&] { herder.count_hidden(packed, ones); };
    if (!take_steps(herder, run, before, [](const auto&) {})) return {};
    std::vector<double> features;
    const std::int64_t steps = std::max<std::int64_t>(run.steps, 1);
    const bool signs = model.options.coding == UnitCoding::signs;
    for (const std::int64_t count : ones)
        features.push_back(static_cast<double>(signs ? 2 * count - steps : count) /
                           static_cast<double>(steps));
    return features;
}

Summary summarize(const Model& model) {
    const Herder herder = herder_of(model, {.steps = 0});
    Summary summary{.scale = herder.current().weights.scale(), .digest = {}};
    Digest digest;
    double square = 0;
    std::int64_t largest = 0;
    for (const std::int32_t weight : model.state.weights) {
        largest = std::max<std::int64_t>(largest, std::abs(std::int64_t{weight}));
        square += static_cast<double>(weight) * static_cast<double>(weight);
        digest.add(static_cast<std::uint64_t>(std::int64_t{weight}));
    }
    for (const std::uint64_t word : model.state.fantasy.x.words()) digest.add(word);
    for (const std::uint64_t word : model.state.fantasy.z.words()) digest.add(word);
    const auto scale = static_cast<double>(summary.scale);
    summary.largest_weight = static_cast<double>(largest) / scale;
    summary.weight_norm = std::sqrt(square) / scale;
    summary.digest = digest.hex();
    return summary;
}

}  // namespace drover::rbm
