#include <algorithm>
#include <cmath>
#include <string>

#include <drover/core/check.hpp>
#include <drover/core/impl/shared_progress.hpp>
#include <drover/dynamics/autocorrelation.hpp>
#include <drover/finite/impl/exact_orbit.hpp>
#include <drover/herd/record/autocorrelation.hpp>
#include <drover/herd/run.hpp>
#include <drover/number/grid.hpp>
#include <drover/number/philox.hpp>

namespace drover::dynamics {
namespace {

constexpr int feature_bits = 16;
constexpr int share_bits = 24;
constexpr std::uint64_t first_stream = std::uint64_t{1} << 32U;  // one for each model

void check_options(const AutocorrelationStudyOptions& options) {
    check_input(options.model_count > 0 && options.state_count > 0 && options.feature_count > 0 &&
                    options.max_lag > 0 && options.steps > 0,
                [] {
                    return Problem{Fault::range,
                                   {.function = "study_autocorrelation"},
                                   "models, states, features, steps and a max_lag of at least 1"};
                });
}

// Integer shares of 2^24 near exp(energy) / sum, each rounded down and the rest given to the likeliest.
std::vector<std::int64_t> shares_of(const std::vector<double>& energies) {
    const double highest = *std::max_element(energies.begin(), energies.end());
    double sum = 0;
    for (const double energy : energies) sum += std::exp(energy - highest);
    std::vector<std::int64_t> shares;
    std::int64_t left = std::int64_t{1} << share_bits;
    for (const double energy : energies) {
        shares.push_back(std::llround(std::floor(std::ldexp(std::exp(energy - highest) / sum, share_bits))));
        left -= shares.back();
    }
    *std::max_element(shares.begin(), shares.end()) += left;
    return shares;
}

std::vector<double> curve_of(const AutocorrelationStudyOptions& options, std::uint64_t number) {
    const RandomField field = random_field(options, number);
    const DriveOptions drive{.eta = 1, .rates = {}, .start = MomentStart{}};
    WideDualHerder herder{field.features, field.moments, drive, {.max_steps = options.steps}};
    Autocorrelation<std::size_t> recorder{options.max_lag};
    const RunResult result =
        run(herder, {.steps = options.steps, .control = {.stop = options.control.stop}}, recorder);
    return result.stopped ? std::vector<double>{} : recorder.result();
}

// Sums run in the order of the models.
void sum_up(AutocorrelationStudy& study) {
    double count = 0;
    for (const auto& curve : study.curves) {
        if (curve.empty()) continue;
        ++count;
        study.mean.resize(curve.size());
        if (curve.size() > 1 && curve[1] < 0) ++study.negative_share;
        for (std::size_t lag = 0; lag < curve.size(); ++lag) study.mean[lag] += curve[lag];
    }
    if (count == 0) return;
    study.negative_share /= count;
    for (double& mean : study.mean) mean /= count;
    study.spread.resize(study.mean.size());
    if (count < 2) return;
    for (std::size_t lag = 0; lag < study.mean.size(); ++lag) {
        double square = 0;
        for (const auto& curve : study.curves) {
            if (!curve.empty()) square += (curve[lag] - study.mean[lag]) * (curve[lag] - study.mean[lag]);
        }
        study.spread[lag] = std::sqrt(square / (count - 1));
    }
}

}  // namespace

RandomField random_field(const AutocorrelationStudyOptions& options, std::uint64_t number) {
    const CounterRandom random{options.seed, first_stream + number};
    const std::size_t cells = options.state_count * options.feature_count;
    std::vector<double> values(cells);
    for (std::size_t i = 0; i < cells; ++i) values[i] = random.normal(i);
    const GridNumbers grid = to_grid(std::span<const double>{values}, {.bits = feature_bits});
    const StateTable table{grid.multiples, options.feature_count};

    std::vector<double> energies(options.state_count);
    for (std::size_t a = 0; a < options.feature_count; ++a) {
        const double theta = options.parameter_scale * random.normal(cells + a);
        for (std::size_t s = 0; s < energies.size(); ++s)
            energies[s] += theta * std::ldexp(static_cast<double>(table.row(s)[a]), -feature_bits);
    }
    const std::vector<std::int64_t> shares = shares_of(energies);
    WideMoments moments{
        .names = {}, .counts = std::vector<Int128>(options.feature_count), .total = Int128{1} << share_bits};
    for (std::size_t s = 0; s < shares.size(); ++s)
        table.visit(
            s, [&](std::size_t a, std::int64_t value) { moments.counts[a] += Int128{shares[s]} * value; });
    return {table, moments};
}

AutocorrelationStudy study_autocorrelation(const AutocorrelationStudyOptions& options, ThreadPool* pool) {
    check_options(options);
    AutocorrelationStudy study;
    study.curves.resize(options.model_count);
    drover::impl::SharedProgress progress{options.control.progress};
    for_each_index(pool, options.model_count, [&](std::size_t model) {
        if (options.control.stop_requested()) return;
        study.curves[model] = curve_of(options, model);
        progress.add();
    });
    study.stopped = options.control.stop_requested();
    sum_up(study);
    return study;
}

std::vector<double> find_autocorrelation(const ExactModel& model, const AutocorrelationOptions& options) {
    Autocorrelation<std::size_t> recorder{options.max_lag};
    drover::impl::with_orbit(model, [&](auto orbit) {
        run(orbit, {.steps = options.steps, .control = options.control}, recorder);
    });
    return recorder.result();
}

}  // namespace drover::dynamics
