#include <algorithm>
#include <cmath>
#include <vector>

#include <drover/baselines/discriminative_rbm.hpp>
#include <drover/baselines/impl/drbm.hpp>
#include <drover/number/philox.hpp>

#include "expect.hpp"

namespace drover::baselines {
namespace {

Examples examples_of(std::size_t columns, std::size_t classes, double unit) {
    Examples examples{.rows = SparseRows{columns}, .unit = unit, .labels = {}, .classes = {}};
    for (std::size_t k = 0; k < classes; ++k) examples.classes.push_back(std::to_string(k));
    return examples;
}

void add(Examples& examples, const std::vector<std::int32_t>& row, std::uint32_t label) {
    for (std::size_t j = 0; j < row.size(); ++j) examples.rows.add(j, row[j]);
    examples.rows.end_row();
    examples.labels.push_back(label);
}

Examples random_examples(std::uint64_t seed, std::size_t count, std::size_t columns, std::uint32_t classes) {
    const CounterRandom random{seed};
    Examples examples = examples_of(columns, classes, 0.25);
    for (std::size_t i = 0; i < count; ++i) {
        std::vector<std::int32_t> row;
        for (std::size_t j = 0; j < columns; ++j)
            row.push_back(static_cast<std::int32_t>(random.below(i * 100 + j, 7)) - 3);
        add(examples, row, static_cast<std::uint32_t>(random.below(i * 100 + 99, classes)));
    }
    return examples;
}

std::vector<double> normals(const CounterRandom& random, std::uint64_t& next, std::size_t count,
                            double scale) {
    std::vector<double> found;
    for (std::size_t i = 0; i < count; ++i) found.push_back(scale * random.normal(next++));
    return found;
}

DiscriminativeRbmParameters random_parameters(std::uint64_t seed, std::size_t columns, std::size_t hidden,
                                              std::size_t classes, std::size_t label_units, double scale) {
    const CounterRandom random{seed};
    std::uint64_t next = 0;
    return {.columns = columns,
            .hidden = hidden,
            .classes = classes,
            .weights = normals(random, next, columns * hidden, scale),
            .labels = normals(random, next, label_units * hidden, scale),
            .theta = normals(random, next, hidden, scale),
            .alpha = normals(random, next, label_units, scale),
            .unit = 0.25};
}

std::vector<double> code_of(std::size_t k, std::size_t label_units) {
    if (label_units == 1) return {k == 1 ? 1.0 : -1.0};
    std::vector<double> code(label_units, -1);
    code[k] = 1;
    return code;
}

// x'W + theta + y'B of hidden unit j.
double field(const DiscriminativeRbmParameters& p, SparseRow row, const std::vector<double>& y,
             std::size_t j) {
    double sum = p.theta[j];
    for (std::size_t e = 0; e < row.size(); ++e)
        sum += p.unit * row.values[e] * p.weights[row.columns[e] * p.hidden + j];
    for (std::size_t l = 0; l < y.size(); ++l) sum += y[l] * p.labels[l * p.hidden + j];
    return sum;
}

double label_score(const DiscriminativeRbmParameters& p, const std::vector<double>& y) {
    double sum = 0;
    for (std::size_t l = 0; l < y.size(); ++l) sum += y[l] * p.alpha[l];
    return sum;
}

// The sum over all states of the hidden units, one by one.
double weight_of(const DiscriminativeRbmParameters& p, SparseRow row, std::size_t k, rbm::UnitCoding coding) {
    const std::vector<double> y = code_of(k, p.alpha.size());
    double total = 0;
    for (std::size_t z = 0; z < std::size_t{1} << p.hidden; ++z) {
        double exponent = label_score(p, y);
        for (std::size_t j = 0; j < p.hidden; ++j) {
            const bool is_one = (z >> j & 1U) != 0;
            const double low = coding == rbm::UnitCoding::signs ? -1 : 0;
            exponent += (is_one ? 1 : low) * field(p, row, y, j);
        }
        total += std::exp(exponent);
    }
    return total;
}

void expect_sums_over_hidden_states(std::size_t hidden, std::uint32_t classes, std::size_t label_units,
                                    rbm::UnitCoding coding) {
    const DiscriminativeRbmParameters p = random_parameters(hidden, 3, hidden, classes, label_units, 0.8);
    const DiscriminativeRbm model{p, coding};
    const Examples data = random_examples(5, 10, 3, classes);
    const std::vector<double> found = model.log_probabilities(data.rows);
    for (std::size_t i = 0; i < 10; ++i) {
        double total = 0;
        for (std::size_t k = 0; k < classes; ++k) total += weight_of(p, data.rows[i], k, coding);
        for (std::size_t k = 0; k < classes; ++k) {
            EXPECT_NEAR(found[i * classes + k], std::log(weight_of(p, data.rows[i], k, coding) / total),
                        1e-12);
        }
    }
}

TEST(DiscriminativeRbm, SumsOverAllStatesOfTheHiddenUnits) {
    for (const rbm::UnitCoding coding : {rbm::UnitCoding::signs, rbm::UnitCoding::bits}) {
        for (std::size_t hidden = 1; hidden <= 6; ++hidden) {
            for (const std::uint32_t classes : {1U, 2U, 3U, 4U})
                expect_sums_over_hidden_states(hidden, classes, classes, coding);
            expect_sums_over_hidden_states(hidden, 2, 1, coding);
        }
    }
}

void expect_exact_gradient(const impl::DrbmShape& shape, double l2) {
    const Examples data = random_examples(1, 30, shape.columns, static_cast<std::uint32_t>(shape.classes));
    const CounterRandom random{2};
    impl::DrbmVector parameters(shape.size());
    const auto is_real = [&](std::size_t a) {
        if (a >= shape.alpha_at()) return a - shape.alpha_at() < shape.label_units;
        return a % shape.width() < shape.hidden;
    };
    for (std::size_t a = 0; a < shape.size(); ++a) parameters[a] = is_real(a) ? 0.5 * random.normal(a) : 0;
    impl::DrbmLoss loss{shape, data.rows, data.unit, parameters, l2, nullptr};
    const auto value_at = [&] {
        loss.load(5, 20, std::span{data.labels}.subspan(5, 20));
        return loss.at(0).value;
    };
    std::vector<double> slopes(shape.size());
    const double value = value_at();
    EXPECT_NEAR(loss.gradient(slopes), value, 1e-14);
    for (std::size_t a = 0; a < shape.size(); ++a) {
        if (!is_real(a)) {
            EXPECT_EQ(slopes[a], 0) << "filled up at " << a;
            continue;
        }
        constexpr double h = 1e-4;  // five points: the error is h^4
        const double kept = parameters[a];
        const auto moved = [&](double by) {
            parameters[a] = kept + by;
            return value_at();
        };
        const double slope = (8 * (moved(h) - moved(-h)) - (moved(2 * h) - moved(-2 * h))) / (12 * h);
        parameters[a] = kept;
        EXPECT_NEAR(slopes[a], slope, 1e-10) << "parameter " << a;
    }
}

TEST(DiscriminativeRbm, HasTheGradientOfItsLoss) {
    for (const rbm::UnitCoding coding : {rbm::UnitCoding::signs, rbm::UnitCoding::bits}) {
        for (const double l2 : {0.0, 0.3}) {
            expect_exact_gradient(
                {.columns = 4, .hidden = 5, .classes = 3, .label_units = 3, .coding = coding}, l2);
            expect_exact_gradient(
                {.columns = 3, .hidden = 43, .classes = 2, .label_units = 2, .coding = coding}, l2);
            expect_exact_gradient(
                {.columns = 4, .hidden = 8, .classes = 2, .label_units = 1, .coding = coding}, l2);
        }
    }
}

// Along a line the fields are moved, not computed anew.
TEST(DiscriminativeRbm, HasTheSameLossAlongALineAsAtItsPoints) {
    const impl::DrbmShape shape{.columns = 4, .hidden = 40, .classes = 3, .label_units = 3};
    const Examples data = random_examples(1, 20, 4, 3);
    impl::DrbmVector parameters(shape.size(), 0.1);
    impl::DrbmLoss loss{shape, data.rows, data.unit, parameters, 0.2, nullptr};
    loss.load(0, 20, data.labels);
    std::vector<double> direction(shape.size());
    const double first = loss.gradient(direction);
    loss.aim(direction);
    EXPECT_NEAR(loss.at(0).value, first, 1e-14);
    EXPECT_NEAR(loss.at(0).slope, impl::dot_product(direction.data(), direction.data(), direction.size()),
                1e-12);
    const auto ahead = loss.at(0.37);
    const double slope = (loss.at(0.37 + 1e-5).value - loss.at(0.37 - 1e-5).value) / 2e-5;
    EXPECT_NEAR(ahead.slope, slope, 1e-8);
    loss.move(0.37);
    std::vector<double> there(shape.size());
    EXPECT_NEAR(loss.gradient(there), ahead.value, 1e-13);
    loss.load(0, 20, data.labels);
    std::vector<double> anew(shape.size());
    EXPECT_NEAR(loss.gradient(anew), ahead.value, 1e-13);
    for (std::size_t a = 0; a < there.size(); ++a) EXPECT_NEAR(there[a], anew[a], 1e-13);
}

// The score of conditional herding: 2 alpha_k - sum alpha + sum_j |c_j + 2 B_kj|.
double cold_score(const DiscriminativeRbmParameters& p, SparseRow row, std::size_t k) {
    const std::vector<double> y = code_of(k, p.classes);
    double score = label_score(p, y);
    for (std::size_t j = 0; j < p.hidden; ++j) score += std::abs(field(p, row, y, j));
    return score;
}

TEST(DiscriminativeRbm, AtTemperatureZeroHasTheScoresOfConditionalHerding) {
    const Examples data = random_examples(7, 20, 5, 4);
    const DiscriminativeRbmParameters cold = random_parameters(6, 5, 12, 4, 4, 1);
    for (const double scale : {100.0, 10'000.0}) {
        DiscriminativeRbmParameters p = cold;
        for (auto* part : {&p.weights, &p.labels, &p.theta, &p.alpha}) {
            for (double& number : *part) number *= scale;
        }
        const std::vector<double> found =
            DiscriminativeRbm{p, rbm::UnitCoding::signs}.log_probabilities(data.rows);
        for (std::size_t i = 0; i < 20; ++i) {
            for (std::size_t k = 1; k < 4; ++k) {
                EXPECT_NEAR((found[4 * i + k] - found[4 * i]) / scale,
                            cold_score(cold, data.rows[i], k) - cold_score(cold, data.rows[i], 0),
                            10 / scale);
            }
        }
    }
}

double error_on(const std::vector<std::uint32_t>& predicted, const Examples& examples) {
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < predicted.size(); ++i) wrong += predicted[i] != examples.labels[i] ? 1U : 0U;
    return static_cast<double>(wrong) / static_cast<double>(predicted.size());
}

TEST(DiscriminativeRbm, LearnsXor) {
    Examples data = examples_of(2, 2, 1);
    for (const std::int32_t a : {-1, 1}) {
        for (const std::int32_t b : {-1, 1}) add(data, {a, b}, a == b ? 0 : 1);
    }
    for (const rbm::UnitCoding coding : {rbm::UnitCoding::signs, rbm::UnitCoding::bits}) {
        DiscriminativeRbm model{{.hidden = 10, .coding = coding, .start_deviation = 0.5}};
        model.fit(data);
        EXPECT_EQ(model.predict(data.rows), data.labels);
        EXPECT_LT(model.fit_result().loss, 0.1);
    }
}

// Two bent clouds, one in the hollow of the other.
Examples bananas(std::uint64_t seed, std::size_t count) {
    const CounterRandom random{seed};
    Examples data = examples_of(2, 2, 0.001);
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint32_t label = i % 2;
        const double turn = 1.25 * 3.14159265 * random.uniform(4 * i);
        const double t = label == 0 ? 0.125 * 3.14159265 + turn : 0.375 * 3.14159265 - turn;
        const double shift = label == 0 ? 0 : -3.75;
        const double x = 5 * std::sin(t) + shift + 0.7 * random.normal(4 * i + 1);
        const double y = 5 * std::cos(t) + shift + 0.7 * random.normal(4 * i + 2);
        add(data, {static_cast<std::int32_t>(1000 * x), static_cast<std::int32_t>(1000 * y)}, label);
    }
    return data;
}

TEST(DiscriminativeRbm, FollowsBentClouds) {
    const Examples train = bananas(1, 400);
    const Examples test = bananas(2, 1'000);
    DiscriminativeRbm model{{.hidden = 20, .l2 = 1e-4, .max_passes = 60}};
    model.fit(train);
    EXPECT_LT(error_on(model.predict(test.rows), test), 0.03);
    const std::vector<double> shares = model.probabilities(test.rows);
    for (std::size_t i = 0; i < 1'000; ++i) EXPECT_NEAR(shares[2 * i] + shares[2 * i + 1], 1, 1e-12);

    OneVersusAllRbm each{{.hidden = 20, .l2 = 1e-4, .max_passes = 60}};
    each.fit(train);
    EXPECT_EQ(each.machines().size(), 2U);
    EXPECT_EQ(each.machines()[0].parameters().alpha.size(), 1U);
    EXPECT_LT(error_on(each.predict(test.rows), test), 0.03);
}

TEST(DiscriminativeRbm, KeepsThePassThatIsBestOnTheValidationSet) {
    Examples train = bananas(3, 100);
    for (std::size_t i = 0; i < 100; i += 5)
        train.labels[i] = 1 - train.labels[i];  // something to overfit to
    const Examples validation = bananas(4, 300);
    DiscriminativeRbm model{{.hidden = 30, .batch = 20, .max_passes = 200, .patience = 3}};
    model.fit(train, &validation);
    const DiscriminativeRbmFit& fit = model.fit_result();
    EXPECT_TRUE(fit.converged);
    EXPECT_EQ(fit.passes, fit.best_pass + 3);
    EXPECT_EQ(error_on(model.predict(validation.rows), validation), fit.validation_error);
    DiscriminativeRbm again{{.hidden = 30, .batch = 20, .max_passes = fit.best_pass}};
    again.fit(train, &validation);
    EXPECT_EQ(again.parameters().weights, model.parameters().weights);
}

TEST(DiscriminativeRbm, StopsWhenTheLossNoLongerFalls) {
    Examples train = examples_of(1, 2, 1);
    for (std::uint32_t i = 0; i < 8; ++i)
        add(train, {1}, i % 4 == 0 ? 1 : 0);  // nothing to learn but a share
    DiscriminativeRbm model{{.hidden = 3, .max_passes = 1'000, .patience = 2}};
    model.fit(train);
    EXPECT_TRUE(model.fit_result().converged);
    EXPECT_NEAR(model.probabilities(train.rows)[1], 0.25, 1e-6);
}

TEST(DiscriminativeRbm, GivesTheSameBitsForAnyNumberOfThreads) {
    const Examples train = random_examples(9, 230, 6, 4);
    const DiscriminativeRbmOptions options{.hidden = 75, .l2 = 0.01, .max_passes = 3};
    DiscriminativeRbm alone{options};
    alone.fit(train, &train);
    for (const std::size_t threads : {1U, 2U, 5U}) {
        ThreadPool pool{threads};
        DiscriminativeRbmOptions with_pool = options;
        with_pool.pool = &pool;
        DiscriminativeRbm together{with_pool};
        together.fit(train, &train);
        EXPECT_EQ(together.parameters().weights, alone.parameters().weights);
        EXPECT_EQ(together.parameters().alpha, alone.parameters().alpha);
        EXPECT_EQ(together.log_probabilities(train.rows), alone.log_probabilities(train.rows));
    }
}

TEST(DiscriminativeRbm, GivesItsParametersAndTakesThemBack) {
    const Examples train = random_examples(9, 50, 6, 3);
    DiscriminativeRbm model{{.hidden = 13, .max_passes = 2}};
    model.fit(train);
    const DiscriminativeRbm copy{model.parameters(), rbm::UnitCoding::signs};
    EXPECT_EQ(copy.log_probabilities(train.rows), model.log_probabilities(train.rows));
}

TEST(DiscriminativeRbm, StopsWhenAskedTo) {
    StopFlag stop;
    std::int64_t told = 0;
    DiscriminativeRbm model{
        {.hidden = 4, .batch = 10, .control = {.stop = &stop, .progress = [&](std::int64_t rows) {
                                                   told = rows;
                                                   if (rows == 70) stop.request_stop();
                                               }}}};
    model.fit(random_examples(1, 50, 3, 2));
    EXPECT_EQ(told, 70);
    EXPECT_EQ(model.fit_result().passes, 1);
    EXPECT_EQ(model.fit_result().best_pass, 1);
}

TEST(DiscriminativeRbm, OfOneClassOrOfRowsOfZerosHasLittleToSay) {
    Examples one = examples_of(2, 1, 1);
    add(one, {1, 2}, 0);
    DiscriminativeRbm model{{.hidden = 3}};
    model.fit(one);
    EXPECT_EQ(model.probabilities(one.rows), std::vector<double>{1});
    Examples zeros = examples_of(2, 3, 1);
    for (const std::uint32_t label : {0U, 1U, 1U, 1U, 2U}) add(zeros, {0, 0}, label);
    model.fit(zeros);
    EXPECT_EQ(model.predict(zeros.rows), std::vector<std::uint32_t>(5, 1));
    EXPECT_TRUE(model.predict(SparseRows{2}).empty());
}

TEST(DiscriminativeRbm, TakesRowsFarOutOfTheOrdinary) {
    const DiscriminativeRbmParameters p = random_parameters(1, 2, 2'000, 3, 3, 1);
    SparseRows rows{2};
    rows.add(0, 2'000'000'000);
    rows.end_row();
    rows.end_row();
    for (const rbm::UnitCoding coding : {rbm::UnitCoding::signs, rbm::UnitCoding::bits}) {
        for (const double value : DiscriminativeRbm{p, coding}.log_probabilities(rows)) {
            EXPECT_TRUE(std::isfinite(value));
            EXPECT_LE(value, 0);
        }
    }
}

TEST(DiscriminativeRbm, ChecksAtTheDoor) {
    Examples train = examples_of(2, 2, 1);
    DiscriminativeRbm model{{.hidden = 2}};
    EXPECT_INPUT_ERROR(model.fit(train),
                       "DiscriminativeRbm: expected a label for each row, got 0 rows and 0 labels");
    add(train, {1, 2}, 5);
    EXPECT_INPUT_ERROR(model.fit(train), "DiscriminativeRbm: expected labels below 2, got 5");
    train.labels = {1};
    Examples other = train;
    other.unit = 2;
    EXPECT_INPUT_ERROR(
        model.fit(train, &other),
        "DiscriminativeRbm: expected the validation set to have the unit 1.000000, got 2.000000");
    train.unit = 0;
    EXPECT_INPUT_ERROR(model.fit(train), "DiscriminativeRbm: expected a unit above 0, got 0.000000");
    train.unit = 1;
    model.fit(train);
    EXPECT_INPUT_ERROR(model.predict(SparseRows{3}),
                       "DiscriminativeRbm: expected 2 columns as fitted to, got 3");
    EXPECT_INPUT_ERROR(DiscriminativeRbm({.hidden = 0}),
                       "DiscriminativeRbm: expected hidden, batch, line_searches and patience of at least 1");
    EXPECT_INPUT_ERROR(DiscriminativeRbm({.l2 = -1}),
                       "DiscriminativeRbm: expected l2, start_deviation and max_passes of at least 0");
    DiscriminativeRbmParameters p = random_parameters(1, 2, 3, 2, 2, 1);
    p.theta.pop_back();
    EXPECT_INPUT_ERROR(DiscriminativeRbm(p, rbm::UnitCoding::bits),
                       "DiscriminativeRbm: expected 3 numbers of theta, got 2");
}

}  // namespace
}  // namespace drover::baselines
