#include <algorithm>
#include <limits>
#include <optional>
#include <string>

#include <drover/baselines/discriminative_rbm.hpp>
#include <drover/baselines/impl/drbm.hpp>
#include <drover/number/exp.hpp>
#include <drover/number/philox.hpp>

namespace drover::baselines {
namespace {

using impl::DrbmLoss;
using impl::DrbmShape;
using impl::DrbmVector;
using impl::LabelledView;

constexpr const char* discriminative_rbm_name = "DiscriminativeRbm";
constexpr std::size_t rows_together = 256;  // rows processed together

void check_options(const DiscriminativeRbmOptions& options) {
    check_input(options.hidden > 0 && options.batch > 0 && options.line_searches > 0 && options.patience > 0,
                [] {
                    return Problem{Fault::range,
                                   {.function = discriminative_rbm_name},
                                   "hidden, batch, line_searches and patience of at least 1"};
                });
    check_input(options.l2 >= 0 && options.start_deviation >= 0 && options.max_passes >= 0, [] {
        return Problem{Fault::range,
                       {.function = discriminative_rbm_name},
                       "l2, start_deviation and max_passes of at least 0"};
    });
}

void check_unit(double unit) {
    check_input(unit > 0 && unit < std::numeric_limits<double>::infinity(), [&] {
        return Problem{
            Fault::range, {.function = discriminative_rbm_name}, "a unit above 0", std::to_string(unit)};
    });
}

void check_size(const char* what, std::size_t got, std::size_t expected) {
    check_input(got == expected, [&] {
        return Problem{Fault::range,
                       {.function = discriminative_rbm_name},
                       std::to_string(expected) + " numbers of " + what,
                       std::to_string(got)};
    });
}

// Copies rows of `hidden` numbers to and from rows that are filled up with zeros.
void widen(std::span<const double> rows, std::size_t hidden, double* wide, std::size_t width) {
    for (std::size_t i = 0; i < rows.size(); ++i) wide[i / hidden * width + i % hidden] = rows[i];
}

std::vector<double> narrow(const double* wide, std::size_t width, std::size_t hidden, std::size_t count) {
    std::vector<double> rows(count * hidden);
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = wide[i / hidden * width + i % hidden];
    return rows;
}

std::uint32_t place_of_largest(std::span<const double> values) {
    return static_cast<std::uint32_t>(std::max_element(values.begin(), values.end()) - values.begin());
}

std::vector<std::uint32_t> places_of_largest(const std::vector<double>& values, std::size_t row_count) {
    std::vector<std::uint32_t> found(row_count);
    const std::size_t classes = row_count == 0 ? 0 : values.size() / row_count;
    for (std::size_t i = 0; i < row_count; ++i)
        found[i] = place_of_largest(std::span{values}.subspan(i * classes, classes));
    return found;
}

// How good the parameters are: errors first, then the loss.
struct Quality {
    std::size_t errors = 0;
    double loss = 0;

    bool is_better_than(const Quality& other) const {
        return errors != other.errors ? errors < other.errors : loss < other.loss;
    }
};

Quality measure(const DrbmShape& shape, const LabelledView& examples, DrbmVector& parameters, double l2,
                ThreadPool* pool) {
    DrbmLoss loss{shape, examples.rows, examples.unit, parameters, l2, pool};
    Quality quality;
    const std::size_t count = examples.rows.row_count();
    for (std::size_t first = 0; first < count; first += rows_together) {
        const std::size_t rows = std::min(rows_together, count - first);
        const auto labels = examples.labels.subspan(first, rows);
        loss.load(first, rows, labels);
        quality.loss += loss.at(0).value * static_cast<double>(rows);
        for (std::size_t i = 0; i < rows; ++i) {
            const auto own = loss.log_probabilities().subspan(i * shape.classes, shape.classes);
            quality.errors += place_of_largest(own) != labels[i] ? 1U : 0U;
        }
    }
    quality.loss /= static_cast<double>(count);
    return quality;
}

}  // namespace

DiscriminativeRbm::DiscriminativeRbm(DiscriminativeRbmOptions options) : options_{std::move(options)} {
    check_options(options_);
}

DiscriminativeRbm::DiscriminativeRbm(const DiscriminativeRbmParameters& parameters, rbm::UnitCoding coding)
    : DiscriminativeRbm{{.hidden = parameters.hidden, .coding = coding}} {
    columns_ = parameters.columns;
    classes_ = parameters.classes;
    label_units_ = classes_ == 2 && parameters.alpha.size() == 1 ? 1 : classes_;
    unit_ = parameters.unit;
    const std::size_t hidden = parameters.hidden;
    check_unit(unit_);
    check_size("weights", parameters.weights.size(), columns_ * hidden);
    check_size("labels", parameters.labels.size(), label_units_ * hidden);
    check_size("theta", parameters.theta.size(), hidden);
    check_size("alpha", parameters.alpha.size(), label_units_);
    const DrbmShape own = shape();
    parameters_.assign(own.size(), 0);
    widen(parameters.weights, hidden, parameters_.data(), own.width());
    widen(parameters.labels, hidden, parameters_.data() + own.labels_at(), own.width());
    widen(parameters.theta, hidden, parameters_.data() + own.theta_at(), own.width());
    std::copy(parameters.alpha.begin(), parameters.alpha.end(), parameters_.data() + own.alpha_at());
}

DrbmShape DiscriminativeRbm::shape() const {
    return {.columns = columns_,
            .hidden = options_.hidden,
            .classes = classes_,
            .label_units = label_units_,
            .coding = options_.coding};
}

DiscriminativeRbmParameters DiscriminativeRbm::parameters() const {
    const DrbmShape own = shape();
    const double* all = parameters_.data();
    const std::size_t hidden = own.hidden;
    if (parameters_.empty()) return {};
    return {.columns = columns_,
            .hidden = hidden,
            .classes = classes_,
            .weights = narrow(all, own.width(), hidden, columns_),
            .labels = narrow(all + own.labels_at(), own.width(), hidden, label_units_),
            .theta = narrow(all + own.theta_at(), own.width(), hidden, 1),
            .alpha = {all + own.alpha_at(), all + own.alpha_at() + label_units_},
            .unit = unit_};
}

void DiscriminativeRbm::start() {
    const DrbmShape own = shape();
    const CounterRandom random{options_.seed};
    parameters_.assign(own.size(), 0);
    const std::size_t hidden = own.hidden;
    for (std::size_t i = 0; i < (columns_ + label_units_) * hidden; ++i)
        parameters_[i / hidden * own.width() + i % hidden] = options_.start_deviation * random.normal(i);
}

void DiscriminativeRbm::fit(const Examples& train, const Examples* validation) {
    const LabelledView view = impl::view_of(discriminative_rbm_name, train);
    if (validation == nullptr) return fit_to(view, nullptr, view.class_count);
    const LabelledView held_out = impl::validation_view(discriminative_rbm_name, view, *validation);
    fit_to(view, &held_out, view.class_count);
}

void DiscriminativeRbm::fit_to(const LabelledView& train, const LabelledView* validation,
                               std::size_t label_units) {
    check_unit(train.unit);
    check_input(validation == nullptr || validation->unit == train.unit, [&] {
        return Problem{Fault::range,
                       {.function = discriminative_rbm_name},
                       "the validation set to have the unit " + std::to_string(train.unit),
                       std::to_string(validation->unit)};
    });
    columns_ = train.rows.column_count();
    classes_ = train.class_count;
    label_units_ = label_units;
    unit_ = train.unit;
    result_ = {};
    start();
    DrbmVector best_parameters = parameters_;
    std::optional<Quality> best;
    double step = 1;
    std::int64_t learnt = 0;
    while (result_.passes < options_.max_passes && take_pass(train, step, learnt)) {
        learnt += static_cast<std::int64_t>(train.rows.row_count());
        ++result_.passes;
        Quality now = measure(shape(), validation == nullptr ? train : *validation, parameters_,
                              validation == nullptr ? options_.l2 : 0, options_.pool);
        if (validation == nullptr) now.errors = 0;
        if (!best || now.is_better_than(*best)) {
            best = now;
            best_parameters = parameters_;
            result_.best_pass = result_.passes;
        }
        result_.converged = result_.passes - result_.best_pass >= options_.patience;
        if (result_.converged) break;
    }
    parameters_ = std::move(best_parameters);
    if (validation != nullptr && best)
        result_.validation_error =
            static_cast<double>(best->errors) / static_cast<double>(validation->rows.row_count());
    result_.loss = measure(shape(), train, parameters_, options_.l2, options_.pool).loss;
}

// False if it was asked to stop on the way.
bool DiscriminativeRbm::take_pass(const LabelledView& train, double& step, std::int64_t before) {
    DrbmLoss loss{shape(), train.rows, unit_, parameters_, options_.l2, options_.pool};
    const std::size_t count = train.rows.row_count();
    for (std::size_t first = 0; first < count; first += options_.batch) {
        if (options_.control.stop_requested()) return false;
        const std::size_t rows = std::min(options_.batch, count - first);
        loss.load(first, rows, train.labels.subspan(first, rows));
        impl::conjugate_gradients(loss, options_.line_searches, step);
        options_.control.tell(before + static_cast<std::int64_t>(first + rows));
    }
    return true;
}

std::vector<double> DiscriminativeRbm::log_probabilities(const SparseRows& rows) const {
    impl::check_columns(discriminative_rbm_name, rows, columns_);
    std::vector<double> found;
    if (parameters_.empty()) return found;
    DrbmVector parameters = parameters_;
    DrbmLoss loss{shape(), rows, unit_, parameters, 0, options_.pool};
    for (std::size_t first = 0; first < rows.row_count(); first += rows_together) {
        loss.load(first, std::min(rows_together, rows.row_count() - first), {});
        found.insert(found.end(), loss.log_probabilities().begin(), loss.log_probabilities().end());
    }
    return found;
}

std::vector<double> DiscriminativeRbm::probabilities(const SparseRows& rows) const {
    std::vector<double> found = log_probabilities(rows);
    for (double& p : found) p = portable_exp(p);
    return found;
}

std::vector<std::uint32_t> DiscriminativeRbm::predict(const SparseRows& rows) const {
    return places_of_largest(log_probabilities(rows), rows.row_count());
}

void OneVersusAllRbm::fit(const Examples& train, const Examples* validation) {
    const LabelledView all = impl::view_of(discriminative_rbm_name, train);
    std::optional<LabelledView> held_out;
    if (validation != nullptr)
        held_out.emplace(impl::validation_view(discriminative_rbm_name, all, *validation));
    std::vector<DiscriminativeRbm> fitted;
    for (std::size_t k = 0; k < all.class_count; ++k) {
        const std::vector<std::uint32_t> labels = impl::one_against_rest(all.labels, k);
        const LabelledView view{all.rows, all.unit, labels, 2};
        DiscriminativeRbmOptions options = options_;
        options.seed += k;
        fitted.emplace_back(options);
        if (held_out) {
            const std::vector<std::uint32_t> own = impl::one_against_rest(held_out->labels, k);
            const LabelledView own_view{held_out->rows, held_out->unit, own, 2};
            fitted.back().fit_to(view, &own_view, 1);
        } else {
            fitted.back().fit_to(view, nullptr, 1);
        }
    }
    machines_ = std::move(fitted);
}

std::vector<double> OneVersusAllRbm::probabilities(const SparseRows& rows) const {
    std::vector<double> found(rows.row_count() * machines_.size());
    for (std::size_t k = 0; k < machines_.size(); ++k) {
        const std::vector<double> own = machines_[k].probabilities(rows);
        for (std::size_t i = 0; i < rows.row_count(); ++i) found[i * machines_.size() + k] = own[2 * i + 1];
    }
    return found;
}

std::vector<std::uint32_t> OneVersusAllRbm::predict(const SparseRows& rows) const {
    return places_of_largest(probabilities(rows), rows.row_count());
}

}  // namespace drover::baselines
