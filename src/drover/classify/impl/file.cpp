#include <algorithm>

#include <drover/classify/impl/file.hpp>

namespace drover::classify::impl {
namespace {

constexpr std::uint64_t large = std::uint64_t{1} << 40U;
constexpr std::int32_t largest_input = 1 << 21;  // of an input

void write_weights(SealedWriter& out, const System& system, const std::vector<std::int64_t>& weights) {
    out.number(weights.size());
    const std::size_t inputs = system.shape.input_count * system.shape.column_count();
    for (std::size_t a = 0; a < weights.size(); ++a) {
        if (a < inputs) {
            out.small_number(static_cast<std::int32_t>(weights[a]));
        } else {
            out.number(static_cast<std::uint64_t>(weights[a]));
        }
    }
}

std::vector<std::int64_t> read_weights(SealedReader& in, const System& system) {
    const std::size_t count = in.count(4);
    std::vector<std::int64_t> weights;
    if (count == 0) return weights;
    in.expect(count == ConditionalRbm{system.shape}.feature_count(), "weights of another number");
    const std::size_t inputs = system.shape.input_count * system.shape.column_count();
    weights.reserve(count);
    // Sums of such weights over all labels fit into 64 bits.
    const auto limit = (std::int64_t{1} << 61U) / static_cast<std::int64_t>(system.shape.code.length() + 2);
    for (std::size_t a = 0; a < count; ++a) {
        weights.push_back(a < inputs ? in.small_number() : static_cast<std::int64_t>(in.number()));
        in.expect(weights.back() > -limit && weights.back() < limit, "a weight out of range");
    }
    return weights;
}

void write_rows(SealedWriter& out, const Classifier& model) {
    out.number(model.rows.row_count());
    for (std::size_t i = 0; i < model.rows.row_count(); ++i) {
        const SparseRow row = model.rows[i];
        out.small_number(static_cast<std::int32_t>(model.numbers[i]));
        out.small_number(static_cast<std::int32_t>(model.labels[i]));
        out.number(row.size());
        for (std::size_t e = 0; e < row.size(); ++e) {
            out.small_number(static_cast<std::int32_t>(row.columns[e]));
            out.small_number(row.values[e]);
        }
    }
}

void read_row(SealedReader& in, Classifier& model) {
    const std::size_t size = in.count(8);
    std::int64_t last = -1;
    for (std::size_t e = 0; e < size; ++e) {
        const std::int32_t column = in.small_number();
        const std::int32_t value = in.small_number();
        in.expect(column > last && static_cast<std::size_t>(column) < model.norm.width(),
                  "an input out of order");
        in.expect(value != 0 && value <= largest_input && value >= -largest_input, "an input out of range");
        model.rows.add(static_cast<std::size_t>(column), value);
        last = column;
    }
    model.rows.end_row();
}

void read_rows(SealedReader& in, Classifier& model) {
    model.rows = SparseRows{model.norm.width()};
    const std::size_t count = in.count(16);
    for (std::size_t i = 0; i < count; ++i) {
        const std::int32_t number = in.small_number();
        const std::int32_t label = in.small_number();
        in.expect(number >= 0 && static_cast<std::size_t>(number) < model.case_count, "a case out of range");
        in.expect(i == 0 || model.numbers.back() < static_cast<std::uint32_t>(number), "cases out of order");
        in.expect(label >= 0 && static_cast<std::size_t>(label) < model.classes.size(),
                  "a label out of range");
        model.numbers.push_back(static_cast<std::uint32_t>(number));
        model.labels.push_back(static_cast<std::uint32_t>(label));
        read_row(in, model);
    }
}

void write_system(SealedWriter& out, const System& system) {
    for (const std::int64_t rate :
         {std::int64_t{system.rates.w}, system.rates.b, system.rates.theta, system.rates.alpha})
        out.number(static_cast<std::uint64_t>(rate));
    write_progress(out, system, system.weights);
    out.number(system.kept.size());
    for (const WeightSnapshot& snapshot : system.kept) {
        out.number(static_cast<std::uint64_t>(snapshot.votes));
        write_weights(out, system, snapshot.weights);
    }
}

// Only stored cases, only labels other than their own, and no bits past the hidden units.
void read_mistakes(SealedReader& in, const std::function<bool(std::uint32_t)>& is_case, System& system) {
    const std::size_t words = (system.shape.hidden_count + 63) / 64;
    const std::size_t count = in.count(8 + 16 * words);
    for (std::size_t m = 0; m < count; ++m) {
        const auto row = static_cast<std::uint32_t>(in.small_number());
        const auto predicted = static_cast<std::uint32_t>(in.small_number());
        in.expect(is_case(row), "a mistake without its case");
        in.expect(predicted < system.shape.code.label_count(), "a label out of range");
        system.list.rows.push_back(row);
        system.list.predicted.push_back(predicted);
    }
    const std::size_t spare = 64 * words - system.shape.hidden_count;
    for (std::size_t n = 0; n < 2 * words * count; ++n) {
        const std::uint64_t word = in.number();
        in.expect(n % words + 1 < words || spare == 0 || word >> (64 - spare) == 0,
                  "a bit beyond the hidden units");
        system.list.hidden.push_back(word);
    }
}

// Sums of hidden units for each voting update that still relaxes theta.
std::size_t relaxing_size(const Classifier& model, const System& system) {
    if (model.options.bias_halving == 0 || system.shape.hidden_count == 0) return 0;
    const std::int64_t end = Relaxation::no_shift * model.options.bias_halving;
    const std::int64_t from = std::clamp<std::int64_t>(end - model.options.burn_in, 0, end);
    return std::min(static_cast<std::size_t>(from), system.counts.size()) * system.shape.hidden_count;
}

void read_counts(SealedReader& in, const Classifier& model, const std::function<bool(std::uint32_t)>& is_case,
                 System& system) {
    const std::size_t updates = in.count(4);
    std::size_t sum = 0;
    for (std::size_t u = 0; u < updates; ++u) {
        const std::int32_t count = in.small_number();
        in.expect(count >= 0 && static_cast<std::size_t>(count) <= model.options.batch_size,
                  "more mistakes than cases");
        system.counts.push_back(static_cast<std::uint32_t>(count));
        sum += static_cast<std::size_t>(count);
    }
    read_mistakes(in, is_case, system);
    in.expect(sum == system.list.size(), "mistakes of another number");
    const std::size_t sums = in.count(4);
    in.expect(sums == relaxing_size(model, system), "sums of another number");
    for (std::size_t n = 0; n < sums; ++n) {
        const std::int32_t value = in.small_number();
        in.expect(value == static_cast<std::int16_t>(value), "a sum out of range");
        system.relaxing.push_back(static_cast<std::int16_t>(value));
    }
}

void read_kept(SealedReader& in, System& system) {
    const std::size_t kept = in.count(16);
    for (std::size_t n = 0; n < kept; ++n) {
        WeightSnapshot snapshot;
        snapshot.votes = static_cast<std::int64_t>(in.up_to(large));
        snapshot.weights = read_weights(in, system);
        in.expect(!snapshot.weights.empty() && snapshot.votes > 0, "no weights");
        system.kept.push_back(std::move(snapshot));
    }
}

System read_system(SealedReader& in, const Classifier& model) {
    System system;
    const bool is_joint = model.options.procedure == LabelProcedure::joint;
    system.shape = {model.norm.width(), model.options.hidden_count,
                    is_joint ? LabelCode::one_of(model.classes.size()) : LabelCode::sign()};
    system.rates.w = static_cast<std::int32_t>(in.up_to(1024));
    for (std::int64_t* rate : {&system.rates.b, &system.rates.theta, &system.rates.alpha})
        *rate = static_cast<std::int64_t>(in.up_to(large));
    const auto is_stored = [&](std::uint32_t row) {
        return std::binary_search(model.numbers.begin(), model.numbers.end(), row);
    };
    read_progress(in, model, is_stored, system);
    read_kept(in, system);
    in.expect(system.kept.empty() || system.counts.empty(), "both a way and kept weights");
    return system;
}

void write_options(SealedWriter& out, const Options& options) {
    for (const std::uint64_t number :
         {std::uint64_t{options.hidden_count},
          std::uint64_t{options.procedure == LabelProcedure::joint ? 0U : 1U},
          static_cast<std::uint64_t>(options.burn_in), std::uint64_t{options.batch_size},
          static_cast<std::uint64_t>(options.bias_halving), std::uint64_t{options.normalise ? 1U : 0U},
          options.seed})
        out.number(number);
    for (const double number : {options.input_scale, options.rate, options.label_rate,
                                options.hidden_bias_rate, options.label_bias_rate})
        out.real(number);
}

Options read_options(SealedReader& in) {
    Options options;
    options.hidden_count = static_cast<std::size_t>(in.up_to(100'000));
    options.procedure = in.up_to(1) == 0 ? LabelProcedure::joint : LabelProcedure::one_versus_all;
    options.burn_in = static_cast<std::int64_t>(in.up_to(large));
    options.batch_size = static_cast<std::size_t>(in.up_to(30'000));
    options.bias_halving = static_cast<std::int64_t>(in.up_to(large));
    options.normalise = in.up_to(1) == 1;
    options.seed = in.number();
    for (double* number : {&options.input_scale, &options.rate, &options.label_rate,
                           &options.hidden_bias_rate, &options.label_bias_rate}) {
        *number = in.real();
        in.expect(*number >= 0 && *number <= 1e6, "a rate out of range");
    }
    in.expect(options.batch_size > 0, "batches of no cases");
    return options;
}

}  // namespace

void write_progress(SealedWriter& out, const System& system, const std::vector<std::int64_t>& weights) {
    for (const std::int64_t number :
         {system.updates, std::int64_t{system.is_settled ? 1 : 0}, system.clean_batches, system.mistakes,
          system.pass_mistakes, system.open_mistakes})
        out.number(static_cast<std::uint64_t>(number));
    write_weights(out, system, weights);
    write_weights(out, system, system.start);
    out.number(system.counts.size());
    for (const std::uint32_t count : system.counts) out.small_number(static_cast<std::int32_t>(count));
    out.number(system.list.size());
    for (std::size_t m = 0; m < system.list.size(); ++m) {
        out.small_number(static_cast<std::int32_t>(system.list.rows[m]));
        out.small_number(static_cast<std::int32_t>(system.list.predicted[m]));
    }
    for (const std::uint64_t word : system.list.hidden) out.number(word);
    out.number(system.relaxing.size());
    for (const std::int16_t sum : system.relaxing) out.small_number(sum);
}

void read_progress(SealedReader& in, const Classifier& model,
                   const std::function<bool(std::uint32_t)>& is_case, System& system) {
    system.updates = static_cast<std::int64_t>(in.up_to(large));
    system.is_settled = in.up_to(1) == 1;
    for (std::int64_t* number :
         {&system.clean_batches, &system.mistakes, &system.pass_mistakes, &system.open_mistakes})
        *number = static_cast<std::int64_t>(in.up_to(large));
    system.weights = read_weights(in, system);
    system.start = read_weights(in, system);
    in.expect(!system.weights.empty(), "no weights");
    system.counts.clear();
    system.list = {};
    system.relaxing.clear();
    read_counts(in, model, is_case, system);
    in.expect(system.counts.empty() || !system.start.empty(), "no start");
}

void write_classifier(SealedWriter& out, const Classifier& model) {
    write_options(out, model.options);
    out.number(model.classes.size());
    for (const std::string& name : model.classes) out.text(name);
    out.real(model.unit);
    out.number(model.norm.column_count);
    out.number(static_cast<std::uint64_t>(model.norm.factor));
    out.number(static_cast<std::uint64_t>(model.norm.square));
    out.real(model.norm.mean_square);
    out.number(model.norm.adds_column ? 1 : 0);
    out.number(model.case_count);
    out.text(model.case_digest);
    write_rows(out, model);
    for (const System& system : model.systems) write_system(out, system);
}

Classifier read_classifier(SealedReader& in) {
    Classifier model;
    model.options = read_options(in);
    const std::size_t classes = in.count(8);
    in.expect(classes >= 2, "fewer than two classes");
    for (std::size_t k = 0; k < classes; ++k) model.classes.push_back(in.text());
    model.unit = in.real();
    model.norm.column_count = static_cast<std::size_t>(in.up_to(std::uint64_t{1} << 31U));
    model.norm.factor = static_cast<std::int32_t>(in.up_to(1 << 12));
    model.norm.square = static_cast<std::int64_t>(in.up_to(std::uint64_t{1} << 42U));
    model.norm.mean_square = in.real();
    model.norm.adds_column = in.up_to(1) == 1;
    model.case_count = static_cast<std::size_t>(in.up_to(std::uint64_t{1} << 31U));
    model.case_digest = in.text();
    read_rows(in, model);
    const bool is_joint = model.options.procedure == LabelProcedure::joint;
    for (std::size_t k = 0; k < (is_joint ? 1 : classes); ++k)
        model.systems.push_back(read_system(in, model));
    return model;
}

}  // namespace drover::classify::impl
