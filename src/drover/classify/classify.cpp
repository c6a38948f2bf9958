#include <algorithm>
#include <cmath>

#include <drover/classify/classify.hpp>
#include <drover/core/check.hpp>
#include <drover/core/digest.hpp>
#include <drover/core/number_text.hpp>
#include <drover/number/int128.hpp>
#include <drover/number/philox.hpp>

namespace drover::classify {
namespace {

constexpr std::uint64_t first_start_stream = 1000;

void check_between(const char* option, double value, double lowest, double highest) {
    check_input(value >= lowest && value <= highest, [&] {
        return Problem{Fault::range,
                       {.key = "classify"},
                       std::string{option} + " of " + shortest(lowest) + " to " + shortest(highest),
                       shortest(value)};
    });
}

void check_options(const Options& options) {
    check_between("hidden_count", static_cast<double>(options.hidden_count), 0, 100'000);
    check_between("burn_in", static_cast<double>(options.burn_in), 0, 1e12);
    check_between("batch_size", static_cast<double>(options.batch_size), 1, 30'000);
    check_between("input_scale", options.input_scale, 1e-3, 1e3);
    check_between("rate", options.rate, 1e-6, 1e6);
    check_between("label_rate", options.label_rate, 1e-6, 1e6);
    check_between("hidden_bias_rate", options.hidden_bias_rate, 0, 1e6);
    check_between("label_bias_rate", options.label_bias_rate, 0, 1e6);
    check_between("bias_halving", static_cast<double>(options.bias_halving), 0, 1e12);
}

void check_examples(const Examples& train) {
    check_input(train.rows.row_count() > 0 && train.rows.row_count() == train.labels.size(), [&] {
        return Problem{Fault::range,
                       {.key = "classify"},
                       "one label per example",
                       std::to_string(train.rows.row_count()) + " inputs and " +
                           std::to_string(train.labels.size()) + " labels"};
    });
    check_input(train.classes.size() >= 2, [&] {
        return Problem{
            Fault::range, {.key = "classify"}, "at least 2 classes", std::to_string(train.classes.size())};
    });
    const std::uint32_t largest = *std::max_element(train.labels.begin(), train.labels.end());
    check_input(largest < train.classes.size(), [&] {
        return Problem{Fault::range,
                       {.key = "classify"},
                       "labels below " + std::to_string(train.classes.size()),
                       std::to_string(largest)};
    });
}

// The longest input becomes at least 1,024 units long, so that the added column is fine enough.
InputNorm norm_of(const SparseRows& rows, bool normalise) {
    std::int64_t longest = 0;
    Int128 sum = 0;
    for (std::size_t i = 0; i < rows.row_count(); ++i) {
        const std::int64_t square = dot(rows[i], rows[i]);
        longest = std::max(longest, square);
        sum += square;
    }
    check_input(longest > 0 && longest < std::int64_t{1} << 40U, [] {
        return Problem{
            Fault::range, {.key = "classify"}, "inputs that are not all 0, and none longer than 2^20"};
    });
    InputNorm norm{.column_count = rows.column_count()};
    while (longest * norm.factor * norm.factor < std::int64_t{1} << 20U) norm.factor *= 2;
    norm.square = longest * norm.factor * norm.factor;
    norm.mean_square =
        static_cast<double>(sum) * norm.factor * norm.factor / static_cast<double>(rows.row_count());
    norm.adds_column = normalise && static_cast<double>(norm.square) <= 4 * norm.mean_square;
    return norm;
}

std::int64_t integer_root(std::int64_t square) {
    auto root = static_cast<std::int64_t>(std::sqrt(static_cast<double>(square)));
    while (root * root > square) --root;
    return root;
}

// Half a difference of features moves W by rates.w * x, which is 2 * rate * sigma / batch * unit * x. So
// sigma equals this many of those moves, for an input of 1.
double sigma_in_moves(const Options& options) {
    return static_cast<double>(options.batch_size) / (2 * options.rate);
}

// `unit` is the value of 1 in an input. A bias moves scores by its rate, an input of length 1 by w / unit^2:
// W has steps fine enough that start weights and ratios are not coarse.
ConditionalRates rates_of(const Options& options, double unit) {
    ConditionalRates rates;
    const auto coarse = [&] {
        return rates.w / (unit * unit) < 4096 || sigma_in_moves(options) * rates.w / unit < 256;
    };
    while (rates.w < 1024 && coarse()) rates.w *= 2;
    const double bias = rates.w / (unit * unit);
    rates.b = std::max(std::int64_t{1}, static_cast<std::int64_t>(std::llround(bias * options.label_rate)));
    rates.theta = std::llround(bias * options.hidden_bias_rate);
    rates.alpha = std::llround(bias * options.label_bias_rate);
    return rates;
}

std::vector<std::int64_t> start_weights(const Options& options, const System& system, double unit,
                                        std::uint64_t stream) {
    const ConditionalRbm slots{system.shape};
    std::vector<std::int64_t> start(slots.feature_count());
    if (system.shape.hidden_count == 0) return start;
    const CounterRandom random{options.seed, stream};
    const double sigma = sigma_in_moves(options);
    const auto spread = [&](std::size_t a) {
        if (a < slots.b_slot(0, 0)) return sigma * system.rates.w / unit;
        if (a < slots.theta_slot(0)) return sigma * static_cast<double>(system.rates.b);
        return sigma * static_cast<double>(a < slots.alpha_slot(0) ? system.rates.theta : system.rates.alpha);
    };
    for (std::size_t a = 0; a < start.size(); ++a) start[a] = std::llround(random.normal(a) * spread(a));
    return start;
}

}  // namespace

SparseRows InputNorm::apply(const SparseRows& rows) const {
    check_input(rows.column_count() == column_count, [&] {
        return Problem{Fault::range,
                       {.key = "classify"},
                       std::to_string(column_count) + " inputs",
                       std::to_string(rows.column_count())};
    });
    SparseRows made{width()};
    for (std::size_t i = 0; i < rows.row_count(); ++i) {
        const SparseRow row = rows[i];
        for (std::size_t e = 0; e < row.size(); ++e) made.add(row.columns[e], row.values[e] * factor);
        const std::int64_t left = square - dot(row, row) * factor * factor;
        if (adds_column && left > 0) made.add(column_count, static_cast<std::int32_t>(integer_root(left)));
        made.end_row();
    }
    return made;
}

Classifier start(const Examples& train, const Options& options) {
    check_options(options);
    check_examples(train);
    Classifier model{.options = options, .classes = train.classes, .unit = train.unit};
    model.norm = norm_of(train.rows, options.normalise);
    model.case_count = train.rows.row_count();
    model.case_digest = digest_of(train);
    model.rows = SparseRows{model.norm.width()};
    const bool is_joint = options.procedure == LabelProcedure::joint;
    const double unit = options.input_scale / std::sqrt(model.norm.mean_square);
    System system{.shape = {model.norm.width(), options.hidden_count,
                            is_joint ? LabelCode::one_of(train.classes.size()) : LabelCode::sign()},
                  .rates = rates_of(options, unit)};
    for (std::size_t k = 0; k < (is_joint ? 1 : train.classes.size()); ++k) {
        system.weights = start_weights(options, system, unit, first_start_stream + k);
        model.systems.push_back(system);
    }
    return model;
}

std::string digest_of(const Examples& examples) {
    Digest digest;
    for (std::size_t i = 0; i < examples.rows.row_count(); ++i) {
        const SparseRow row = examples.rows[i];
        digest.add(examples.labels[i]);
        digest.add(row.size());
        for (std::size_t e = 0; e < row.size(); ++e)
            digest.add(std::uint64_t{row.columns[e]} << 32U | static_cast<std::uint32_t>(row.values[e]));
    }
    return digest.hex();
}

std::string digest_of(const Classifier& model) {
    Digest digest;
    for (const System& system : model.systems) {
        digest.add(static_cast<std::uint64_t>(system.updates));
        for (const std::int64_t weight : system.weights) digest.add(static_cast<std::uint64_t>(weight));
        for (const std::uint32_t count : system.counts) digest.add(count);
        for (std::size_t m = 0; m < system.list.size(); ++m)
            digest.add(std::uint64_t{system.list.rows[m]} << 32U | system.list.predicted[m]);
        for (const std::uint64_t word : system.list.hidden) digest.add(word);
        for (const WeightSnapshot& snapshot : system.kept) {
            digest.add(static_cast<std::uint64_t>(snapshot.votes));
            for (const std::int64_t weight : snapshot.weights) digest.add(static_cast<std::uint64_t>(weight));
        }
    }
    return digest.hex();
}

}  // namespace drover::classify
