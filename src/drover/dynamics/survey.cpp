#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>

#include <drover/core/check.hpp>
#include <drover/dynamics/attractor.hpp>
#include <drover/dynamics/autocorrelation.hpp>
#include <drover/dynamics/bifurcation.hpp>
#include <drover/dynamics/survey_job.hpp>
#include <drover/dynamics/words.hpp>
#include <drover/finite/impl/exact_orbit.hpp>
#include <drover/herd/maximize/neighbour_ascent.hpp>
#include <drover/job/run_job.hpp>
#include <drover/number/philox.hpp>

namespace drover::dynamics {
namespace {

constexpr std::int64_t feature_unit = 65'536;  // of random_field
constexpr std::uint64_t survey_start_stream = std::uint64_t{3} << 32U;

// One random table, as all measurements take it.
struct Table {
    RandomField field;
    std::int64_t steps;
    RunControl control;

    ExactModel model(const ModelStart& start) const {
        return ExactModel{
            WholeTable{.features = field.features, .moments = field.moments, .unit = feature_unit},
            {.max_steps = steps + steps / 10, .drive = {.start = start}, .need = ModelNeed::points}};
    }
};

// A random sum of the differences between the states: a part at right angles to these would never change, and
// no two starts would meet.
ModelStart random_start(const SurveyOptions& options, const TableRecord& record, std::size_t start,
                        const StateTable& features) {
    constexpr std::int64_t fraction = 256;
    const CounterRandom random{options.seed, survey_start_stream + static_cast<std::uint64_t>(record.number)};
    std::vector<Int128> sums(features.feature_count());
    for (std::size_t s = 1; s < features.state_count(); ++s) {
        const auto times = std::llround(fraction * random.normal(start * features.state_count() + s));
        for (std::size_t a = 0; a < sums.size(); ++a)
            sums[a] += Int128{times} * (features.row(s)[a] - features.row(0)[a]);
    }
    std::vector<Rational> weights;
    for (const Int128 sum : sums) weights.emplace_back(sum, Int128{feature_unit} * fraction);
    return weights;
}

// The route at temperatures above 0.

void find_route(const Table& table, TableRecord& record) {
    std::vector<double> features;
    for (std::size_t s = 0; s < table.field.features.state_count(); ++s) {
        for (const std::int64_t value : table.field.features.row(s))
            features.push_back(static_cast<double>(value) / feature_unit);
    }
    std::vector<double> moments;
    for (const Int128 count : table.field.moments.counts) {
        moments.push_back(static_cast<double>(count) / static_cast<double>(table.field.moments.total) /
                          feature_unit);
    }
    const TemperedMap map{RealStateTable{features, moments.size()}, moments};
    const Bifurcation found = bifurcation(
        map, {.temperature_count = 1, .point_count = 1, .max_windows = 0, .control = table.control});
    record.t_1 = found.t_1;
    record.t_inf = found.t_inf;
    const auto& thresholds = found.thresholds;
    const auto other = std::find_if(thresholds.begin(), thresholds.end(), [](const Threshold& one) {
        return one.kind != ThresholdKind::flip || one.cascade != 0;
    });
    record.flips = other - thresholds.begin();
    constexpr std::int64_t many = 5;
    if (record.t_inf || record.flips >= many) {
        record.route = RouteKind::cascade;
    } else if (other == thresholds.end()) {
        const bool at_goal = found.route.find("down to") != std::string::npos;
        record.route = at_goal ? RouteKind::stays : RouteKind::other;
    } else {
        record.route = other->kind == ThresholdKind::neimark_sacker ? RouteKind::torus : RouteKind::fold;
    }
}

// Attractors at temperature 0: the states, and the boxes that the weights lie in.

struct Visit {
    std::vector<double> frequencies;
    double noise = 0;            // largest difference between the halves
    std::vector<UInt128> boxes;  // each once, in order
};

std::vector<double> frequencies_of(const std::vector<std::size_t>& states, std::size_t first, std::size_t end,
                                   std::size_t state_count) {
    std::vector<double> frequencies(state_count);
    for (std::size_t t = first; t < end; ++t) ++frequencies[states[t]];
    for (double& frequency : frequencies) frequency /= static_cast<double>(end - first);
    return frequencies;
}

double largest_gap(const std::vector<double>& a, const std::vector<double>& b) {
    double gap = 0;
    for (std::size_t s = 0; s < a.size(); ++s) gap = std::max(gap, std::abs(a[s] - b[s]));
    return gap;
}

Int128 floor_divided(Int128 a, Int128 b) { return a / b - (a % b != 0 && a < 0 ? 1 : 0); }

// The cells floor(w 2^level), their low bits side by side.
std::vector<UInt128> boxes_of(const PointCloud& cloud, int level) {
    const auto bits = static_cast<unsigned>(std::min<std::size_t>(64, 128 / cloud.coordinate_count));
    const UInt128 mask = (UInt128{1} << bits) - 1;
    std::vector<UInt128> boxes;
    const auto points = cloud.view();
    for (std::size_t i = 0; i < points.row_count(); ++i) {
        UInt128 box = 0;
        for (const std::int64_t value : points.row(i)) {
            const Int128 cell = floor_divided(Int128{value} * (Int128{1} << level), cloud.scale);
            box = (bits < 128 ? box << bits : 0) | (static_cast<UInt128>(cell) & mask);
        }
        boxes.push_back(box);
    }
    std::sort(boxes.begin(), boxes.end());
    boxes.erase(std::unique(boxes.begin(), boxes.end()), boxes.end());
    return boxes;
}

Visit visit_of(const ExactModel& model, const Table& table, const PointCloud& cloud, int level) {
    std::vector<std::size_t> states;
    drover::impl::with_orbit(model, [&](auto orbit) {
        StepWatch watch{table.control};
        impl::for_each_state(orbit, table.steps / 10, watch, [](std::size_t /*state*/) {});
        impl::for_each_state(orbit, table.steps, watch, [&](std::size_t state) { states.push_back(state); });
    });
    const std::size_t count = model.features().state_count();
    const std::size_t middle = states.size() / 2;
    return {.frequencies = frequencies_of(states, 0, states.size(), count),
            .noise = largest_gap(frequencies_of(states, 0, middle, count),
                                 frequencies_of(states, middle, states.size(), count)),
            .boxes = boxes_of(cloud, level)};
}

double overlap(const std::vector<UInt128>& a, const std::vector<UInt128>& b) {
    std::vector<UInt128> both;
    std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
    const auto shared = static_cast<double>(both.size());
    return shared / (static_cast<double>(a.size() + b.size()) - shared);
}

// The finest level whose boxes hold 30 points on average: 0 if none does.
int finest_level(const BoxCounts& boxes) {
    int level = 0;
    for (const BoxLevel& one : boxes.boxes) {
        if (one.count * 30 <= boxes.point_count) level = one.level;
    }
    return level;
}

// Boxes of one attractor that few points fell into are missing now and then, and frequencies of its states
// differ as those of the halves of one orbit do: both have to indicate a difference.
Sameness decided(const TableRecord& record) {
    const bool is_noise = record.frequency_gap <= 3 * record.frequency_noise;
    if (record.least_overlap >= 0.8 || (record.least_overlap >= 0.5 && is_noise)) return Sameness::same;
    return record.least_overlap <= 0.4 && !is_noise ? Sameness::different : Sameness::undecided;
}

void compare_starts(const SurveyOptions& options, const Table& table, TableRecord& record) {
    std::vector<Visit> visits;
    record.least_overlap = 1;
    for (std::size_t start = 0; start < options.start_count; ++start) {
        const ExactModel model = table.model(random_start(options, record, start, table.field.features));
        const PointCloud cloud = attractor_points(
            model, {.steps = table.steps, .burn_in = table.steps / 10, .control = table.control});
        throw_if_stopped(table.control);
        if (start == 0) {
            const BoxCounts boxes = count_boxes(cloud.view(), cloud.scale, {.control = table.control});
            throw_if_stopped(table.control);
            const int level = finest_level(boxes);
            record.box_level = level;
            if (level > 0) record.box_slope = boxes.local_slopes[static_cast<std::size_t>(level) - 1];
        }
        visits.push_back(visit_of(model, table, cloud, static_cast<int>(record.box_level)));
        throw_if_stopped(table.control);
        const Visit& last = visits.back();
        record.frequency_noise = std::max(record.frequency_noise, last.noise);
        for (std::size_t other = 0; other < start; ++other) {
            record.frequency_gap =
                std::max(record.frequency_gap, largest_gap(visits[other].frequencies, last.frequencies));
            record.least_overlap = std::min(record.least_overlap, overlap(visits[other].boxes, last.boxes));
        }
    }
    record.attractors = decided(record);
}

void count_table_words(const SurveyOptions& options, const Table& table, TableRecord& record) {
    const ExactModel model = table.model(random_start(options, record, 0, table.field.features));
    const Words words = count_words(model, {.symbol_count = table.steps,
                                            .burn_in = table.steps / 10,
                                            .max_length = 1'000,
                                            .control = table.control});
    throw_if_stopped(table.control);
    const std::size_t length = words.saturated_to - words.saturated_to % 2;
    record.word_length = static_cast<std::int64_t>(length);
    if (length < 2 || words.end_of_growth()) return;
    record.word_exponent =
        std::log2(static_cast<double>(words.count(length)) / static_cast<double>(words.count(length / 2)));
}

// Local search.

void search_locally(const Table& table, TableRecord& record) {
    const StateTable& features = table.field.features;
    Herder herder{features, FixedMoments<Int128>{table.field.moments, {}}, NeighbourAscent{},
                  HerderOptions{.max_steps = table.steps}};
    const double unit = static_cast<double>(table.field.moments.total) * feature_unit;
    std::int64_t positive = 0;
    std::int64_t late_positive = 0;
    std::array<double, 2> largest{};  // of the quarter before the middle, and after the middle
    double last = 0;
    StepWatch watch{table.control};
    for (const auto& step : herder.steps(table.steps)) {
        if (!watch.goes_on()) throw Stopped{};
        const bool is_late = 2 * step.t > table.steps;
        if (step.margin > std::remove_cvref_t<decltype(step.margin)>{}) {
            ++positive;
            if (is_late) ++late_positive;
        }
        if (4 * step.t <= table.steps) continue;
        last = 0;
        for (std::size_t a = 0; a < features.feature_count(); ++a)
            last = std::max(last, std::abs(static_cast<double>(step.weights[a])) / unit);
        double& most = largest[is_late ? 1 : 0];
        most = std::max(most, last);
    }
    const auto steps = static_cast<double>(table.steps);
    record.positive_share = static_cast<double>(positive) / steps;
    record.late_positive_share = static_cast<double>(late_positive) / (steps / 2);
    record.weight_growth = largest[0] > 0 && largest[1] > 0 ? std::log2(largest[1] / largest[0]) : 0;
    record.error_times_steps = last;  // the start is 0: w_T = T (moments - average)
}

std::optional<double> median(std::vector<double> values) {
    if (values.empty()) return std::nullopt;
    std::sort(values.begin(), values.end());
    const std::size_t middle = values.size() / 2;
    return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

}  // namespace

void check_survey(const SurveyOptions& options) {
    const auto all_positive = [](const std::vector<std::size_t>& counts) {
        return !counts.empty() && std::find(counts.begin(), counts.end(), 0U) == counts.end();
    };
    check_input(all_positive(options.state_counts) && all_positive(options.feature_counts) &&
                    options.start_count > 0 && options.steps >= 8,
                [] {
                    return Problem{Fault::range,
                                   {.function = "survey_tables"},
                                   "states, features and starts of at least 1, and 8 steps or more"};
                });
}

std::string name(RouteKind kind) {
    constexpr std::array<const char*, 5> names{"cascade", "torus", "fold", "stays", "other"};
    return names.at(static_cast<std::size_t>(kind));
}

std::string name(Sameness sameness) {
    constexpr std::array<const char*, 3> names{"same", "different", "undecided"};
    return names.at(static_cast<std::size_t>(sameness));
}

TableRecord first_fields(const SurveyOptions& options, std::size_t number) {
    const std::size_t size = number % (options.state_counts.size() * options.feature_counts.size());
    return {.number = static_cast<std::int64_t>(number),
            .state_count = options.state_counts[size / options.feature_counts.size()],
            .feature_count = options.feature_counts[size % options.feature_counts.size()]};
}

TableRecord survey_table(const SurveyOptions& options, std::size_t number, const RunControl& control) {
    check_survey(options);
    TableRecord record = first_fields(options, number);
    const AutocorrelationStudyOptions field{.state_count = record.state_count,
                                            .feature_count = record.feature_count,
                                            .parameter_scale = options.parameter_scale,
                                            .seed = options.seed};
    const Table table{.field = random_field(field, number),
                      .steps = options.steps,
                      .control = {.stop = control.stop, .deadline = control.deadline}};
    find_route(table, record);
    throw_if_stopped(control);
    compare_starts(options, table, record);
    count_table_words(options, table, record);
    search_locally(table, record);
    return record;
}

SurveyRun survey_tables(const SurveyOptions& options, const RunControl& control, ThreadPool* pool) {
    SurveyJob job{options, pool};
    const JobEnd end = run_job(job, job_run_of(control));
    return {.records = job.records(), .stopped = end != JobEnd::finished};
}

std::vector<SurveyGroup> summarize(std::span<const TableRecord> records) {
    struct Gathered {
        SurveyGroup group;
        std::vector<double> exponents;
        std::vector<double> slopes;
    };
    std::map<std::pair<std::size_t, std::size_t>, Gathered> all;
    for (const TableRecord& record : records) {
        Gathered& gathered = all[{record.state_count, record.feature_count}];
        SurveyGroup& group = gathered.group;
        group.state_count = record.state_count;
        group.feature_count = record.feature_count;
        ++group.tables;
        ++group.routes[static_cast<std::size_t>(record.route)];
        ++group.attractors[static_cast<std::size_t>(record.attractors)];
        if (record.word_exponent) gathered.exponents.push_back(*record.word_exponent);
        if (record.box_slope) gathered.slopes.push_back(*record.box_slope);
        if (record.positive_share > 0) ++group.tables_with_positive_margins;
        group.positive_share += record.positive_share;
        if (record.weight_growth < 0.25) ++group.tables_with_bounded_weights;
    }
    std::vector<SurveyGroup> groups;
    for (auto& [size, gathered] : all) {
        gathered.group.word_exponent = median(std::move(gathered.exponents));
        gathered.group.box_slope = median(std::move(gathered.slopes));
        gathered.group.positive_share /= static_cast<double>(gathered.group.tables);
        groups.push_back(std::move(gathered.group));
    }
    return groups;
}

}  // namespace drover::dynamics
