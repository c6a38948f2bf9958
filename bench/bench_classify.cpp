#include <benchmark/benchmark.h>

#include <cstdlib>
#include <map>
#include <stdexcept>
#include <string>

#ifdef DROVER_HAS_OPENBLAS
#define EIGEN_USE_BLAS
#include <cblas.h>
#endif
#include <Eigen/Dense>

#include <drover/classify/classify.hpp>
#include <drover/classify/conditional_rbm_herder.hpp>
#include <drover/data/examples/code_inputs.hpp>
#include <drover/data/examples/learn_inputs.hpp>
#include <drover/files/file.hpp>
#include <drover/number/philox.hpp>

// Conditional herding of digits with 500 hidden units against the products of matrices that it would take:
// an update against the fields of its batch, a vote of 10,000 rows against all their fields; early in
// training, when mistakes are many, and late. Without DROVER_DATA the digits are made up; without OpenBLAS
// the products are Eigen's own.

namespace drover {
namespace {

using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

constexpr std::size_t hidden = 500;
constexpr std::size_t batch = 100;

void one_thread() {
#ifdef DROVER_HAS_OPENBLAS
    openblas_set_num_threads(1);
#endif
}

struct Digits {
    Examples train;
    Examples test;
};

// Blots around ten places, as sparse as digits. One label in ten is random, so that mistakes never stop.
Examples made_digits(std::size_t count, std::uint64_t stream) {
    const CounterRandom random{3, stream};
    Examples made{.rows = SparseRows{784}, .unit = 1 / 255.0, .labels = {}, .classes = {}};
    for (int k = 0; k < 10; ++k) made.classes.push_back(std::to_string(k));
    std::uint64_t draw = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const auto place = static_cast<std::uint32_t>(random.below(draw++, 10));
        const auto other = static_cast<std::uint32_t>(random.below(draw++, 10));
        for (std::size_t p = 0; p < 784; ++p) {
            const bool is_near = p * 10 / 784 == place || random.uniform(draw++) < 0.1;
            if (is_near && random.uniform(draw++) < 0.7)
                made.rows.add(p, static_cast<std::int32_t>(1 + random.below(draw++, 255)));
        }
        made.rows.end_row();
        made.labels.push_back(random.below(draw++, 10) == 0 ? other : place);
    }
    return made;
}

Digits read_digits() {
    const char* folder = std::getenv("DROVER_DATA");
    if (folder == nullptr) return {made_digits(20'000, 1), made_digits(10'000, 2)};
    const std::string path = std::string{folder} + "/mnist/";
    const auto text = [&](const char* name) { return read_file(path + name); };
    const std::string images = text("train-images-idx3-ubyte.gz");
    const std::string labels = text("train-labels-idx1-ubyte.gz");
    LearnedInputs learned = learn_images({images, "images"}, {labels, "labels"});
    const std::string test_images = text("t10k-images-idx3-ubyte.gz");
    const std::string test_labels = text("t10k-labels-idx1-ubyte.gz");
    return {std::move(learned.examples),
            code_examples(learned.coding, {test_images, "images"}, {test_labels, "labels"}).examples};
}

const Digits& digits() {
    static const Digits read = read_digits();
    return read;
}

const Matrix& some_weights() {
    static const Matrix w = Matrix::Random(785, hidden);
    return w;
}

// A classifier on its way: `before` updates, then `voting` with a vote each.
constexpr std::int64_t early = 5'000;
constexpr std::int64_t late = 60'000;
constexpr std::int64_t voting = 500;

struct Problem {
    classify::Classifier model;
    SparseRows rows;

    explicit Problem(std::int64_t before)
        : model{classify::start(digits().train,
                                {.hidden_count = hidden, .burn_in = before, .batch_size = batch})},
          rows{model.norm.apply(digits().train.rows)} {
        ThreadPool pool;
        classify::train(model, digits().train, {.updates = before + voting, .pool = &pool});
    }
};

const Problem& problem(std::int64_t before) {
    static std::map<std::int64_t, Problem> made;
    return made.try_emplace(before, before).first->second;
}

// The updates go on where training stopped.
void herd_updates(benchmark::State& state) {
    const Problem& p = problem(state.range(0));
    const classify::System& system = p.model.systems[0];
    classify::ConditionalRbmHerder herder{
        classify::ConditionalWeights{system.shape, system.rates, system.weights,
                                     classify::largest_sum(p.rows)},
        p.rows,
        digits().train.labels,
        {.batch_size = batch, .first = system.updates}};
    std::size_t mistakes = 0;
    std::int64_t updates = 0;
    for (auto _ : state) {
        mistakes += herder.step().mistakes.size();
        ++updates;
    }
    state.counters["steps/s"] = benchmark::Counter(1, benchmark::Counter::kIsIterationInvariantRate);
    state.counters["mistakes"] = static_cast<double>(mistakes) / static_cast<double>(updates);
}
BENCHMARK(herd_updates)->Arg(early)->Arg(late);

// The fields of a batch alone.
void product_updates(benchmark::State& state) {
    one_thread();
    const Matrix x = Matrix::Random(batch, 785);
    Matrix fields(batch, hidden);
    for (auto _ : state) {
        fields.noalias() = x * some_weights();
        benchmark::DoNotOptimize(fields.data());
    }
    state.counters["steps/s"] = benchmark::Counter(1, benchmark::Counter::kIsIterationInvariantRate);
}
BENCHMARK(product_updates);

// Votes of all updates, checked on some rows against each update evaluated separately.
void replay_votes(benchmark::State& state) {
    const Problem& p = problem(state.range(0));
    const auto updates = static_cast<double>(p.model.systems[0].counts.size());
    for (auto _ : state) {
        const classify::Votes votes = vote(p.model, digits().test.rows);
        benchmark::DoNotOptimize(votes.counts.data());
    }
    const std::vector<std::size_t> some{0, 17, 901, 5000, 9999};
    const SparseRows rows = rows_at(digits().test.rows, some);
    const classify::Classifier all = compact(p.model, 1'000'000'000);
    if (vote(all, rows).counts != vote(p.model, rows).counts)
        throw std::runtime_error("the replayed votes are not those of every update");
    state.counters["steps/s"] = benchmark::Counter(updates, benchmark::Counter::kIsIterationInvariantRate);
}
BENCHMARK(replay_votes)->Arg(early)->Arg(late)->Unit(benchmark::kMillisecond);

// The fields of all test rows, once per update.
void product_votes(benchmark::State& state) {
    one_thread();
    const Matrix x = Matrix::Random(10'000, 785);
    Matrix fields(10'000, hidden);
    for (auto _ : state) {
        fields.noalias() = x * some_weights();
        benchmark::DoNotOptimize(fields.data());
    }
    state.counters["steps/s"] = benchmark::Counter(1, benchmark::Counter::kIsIterationInvariantRate);
}
BENCHMARK(product_votes)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace drover
