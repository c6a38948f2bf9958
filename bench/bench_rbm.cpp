#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdlib>
#include <string>

#ifdef DROVER_HAS_OPENBLAS
#define EIGEN_USE_BLAS
#include <cblas.h>
#endif

#include <drover/files/file.hpp>
#include <drover/herd/impl/bit_field_kernels.hpp>
#include <drover/number/philox.hpp>
#include <drover/rbm/impl/kernels.hpp>
#include <drover/rbm/observed_row.hpp>

#include "../tests/support/rbm_twin.hpp"

// Fields and products of +-1 states by look-up and counts against matrix products, and the training of a
// class of digits with both. Without OpenBLAS the matrix products are Eigen's own.

namespace drover {
namespace {

using Matrix = RbmTwin::Matrix;

constexpr std::size_t case_count = 4000;
constexpr std::size_t visible = 256;
constexpr std::size_t hidden = 512;

void one_thread() {
#ifdef DROVER_HAS_OPENBLAS
    openblas_set_num_threads(1);
#endif
}

void multiply(const Matrix& a, const Matrix& b, Matrix& product) { product.noalias() = a * b; }

void report(benchmark::State& state, double operations) {
    state.counters["steps/s"] = benchmark::Counter(1, benchmark::Counter::kIsIterationInvariantRate);
    state.counters["GFLOP/s"] =
        benchmark::Counter(operations * 1e-9, benchmark::Counter::kIsIterationInvariantRate);
}
constexpr double product_operations = 2.0 * case_count * visible * hidden;

// States and weights small enough for 16 bits in all.
struct Problem {
    std::vector<std::uint8_t> inputs;  // packed
    AlignedVector<std::int32_t> weights;
    Matrix x;
    Matrix w;

    Problem()
        : inputs(case_count * visible / 8),
          weights(visible * hidden),
          x(case_count, visible),
          w(visible, hidden) {
        const CounterRandom random{5};
        for (std::size_t i = 0; i < inputs.size(); ++i) inputs[i] = static_cast<std::uint8_t>(random.bits(i));
        for (std::size_t i = 0; i < weights.size(); ++i)
            weights[i] = static_cast<std::int32_t>(random.below(1'000'000 + i, 201)) - 100;
        for (std::size_t i = 0; i < case_count * visible; ++i) {
            const bool on = (inputs[i / 8] >> (i % 8) & 1U) != 0;
            x(static_cast<Eigen::Index>(i / visible), static_cast<Eigen::Index>(i % visible)) =
                on ? 1.F : -1.F;
        }
        for (std::size_t i = 0; i < weights.size(); ++i)
            w(static_cast<Eigen::Index>(i / hidden), static_cast<Eigen::Index>(i % hidden)) =
                static_cast<float>(weights[i]);
    }
};

const Problem& problem() {
    static const Problem made;
    return made;
}

// What herding takes from the fields: their signs, and the sums of their magnitudes.
struct Signs {
    std::vector<std::uint32_t> bits = std::vector<std::uint32_t>(case_count * hidden / 32);
    std::vector<std::int64_t> of_block = std::vector<std::int64_t>(case_count);
    std::vector<std::int64_t> sums = std::vector<std::int64_t>(case_count);
};

void find_all(const Problem& p, impl::FieldRange range, Signs& found, impl::FieldScratch& scratch) {
    static const std::vector<std::int32_t> biases(hidden);
    std::fill(found.sums.begin(), found.sums.end(), 0);
    for (std::size_t first = 0; first < hidden; first += impl::unit_block) {
        impl::find_fields({.weights = p.weights.data() + first,
                           .weight_stride = hidden,
                           .group_count = visible / 8,
                           .inputs = p.inputs.data(),
                           .case_count = case_count,
                           .signs = true,
                           .biases = biases.data() + first,
                           .positive = found.bits.data() + first / 32,
                           .bit_stride = hidden / 32,
                           .sums = found.of_block.data()},
                          range, scratch);
        for (std::size_t i = 0; i < case_count; ++i) found.sums[i] += found.of_block[i];
    }
}

bool is_right(const Problem& p, const Signs& found) {
    Matrix expected(case_count, hidden);
    multiply(p.x, p.w, expected);
    for (std::size_t i = 0; i < case_count; ++i) {
        double sum = 0;
        for (std::size_t k = 0; k < hidden; ++k) {
            const float field = expected(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(k));
            sum += std::abs(static_cast<double>(field));
            const bool positive = (found.bits[i * hidden / 32 + k / 32] >> (k % 32) & 1U) != 0;
            if (positive != (field > 0)) return false;
        }
        if (sum != static_cast<double>(found.sums[i])) return false;
    }
    return true;
}

void fields_by_table(benchmark::State& state, impl::FieldRange range) {
    one_thread();
    const Problem& p = problem();
    Signs found;
    impl::FieldScratch scratch;
    find_all(p, range, found, scratch);
    if (!is_right(p, found)) return state.SkipWithError("wrong fields");
    while (state.KeepRunning()) {
        find_all(p, range, found, scratch);
        benchmark::DoNotOptimize(found.sums.data());
    }
    report(state, product_operations);
}

void rbm_fields_16(benchmark::State& state) { fields_by_table(state, impl::FieldRange::narrow); }
void rbm_fields_32(benchmark::State& state) { fields_by_table(state, impl::FieldRange::wide); }
// The product alone, without signs and sums.
void rbm_fields_sgemm(benchmark::State& state) {
    one_thread();
    const Problem& p = problem();
    Matrix fields(case_count, hidden);
    while (state.KeepRunning()) {
        multiply(p.x, p.w, fields);
        benchmark::DoNotOptimize(fields.data());
    }
    report(state, product_operations);
}
BENCHMARK(rbm_fields_16)->Unit(benchmark::kMillisecond);
BENCHMARK(rbm_fields_32)->Unit(benchmark::kMillisecond);
BENCHMARK(rbm_fields_sgemm)->Unit(benchmark::kMillisecond);

// X'Z of two matrices of +-1: cases - 2 * differing.
struct Pairs {
    static constexpr std::size_t words = (case_count + 63) / 64;
    std::vector<std::uint64_t> x;
    std::vector<std::uint64_t> z;
    Matrix x_matrix;
    Matrix z_matrix;

    Pairs()
        : x(visible * words), z(words * hidden), x_matrix(case_count, visible), z_matrix(case_count, hidden) {
        const CounterRandom random{6};
        for (std::size_t i = 0; i < case_count; ++i) {
            for (std::size_t j = 0; j < visible; ++j) {
                const bool on = (random.bits(i * visible + j) & 1U) != 0;
                if (on) x[j * words + i / 64] |= std::uint64_t{1} << (i % 64);
                x_matrix(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = on ? 1.F : -1.F;
            }
            for (std::size_t k = 0; k < hidden; ++k) {
                const bool on = (random.bits(i * hidden + k) & 2U) != 0;
                if (on) z[i / 64 * hidden + k] |= std::uint64_t{1} << (i % 64);
                z_matrix(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(k)) = on ? 1.F : -1.F;
            }
        }
    }
};

const Pairs& pairs() {
    static const Pairs made;
    return made;
}

void rbm_pairs_counted(benchmark::State& state) {
    const Pairs& p = pairs();
    std::vector<std::int32_t> counts(visible * hidden);
    const rbm::impl::PairCounts call{p.x.data(),   p.z.data(), visible,      hidden,
                                     Pairs::words, true,       counts.data()};
    rbm::impl::count_pairs(call);
    const Matrix expected = p.x_matrix.transpose() * p.z_matrix;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        if (static_cast<float>(static_cast<std::int32_t>(case_count) - 2 * counts[i]) != expected.data()[i])
            return state.SkipWithError("wrong counts");
    }
    while (state.KeepRunning()) {
        rbm::impl::count_pairs(call);
        benchmark::DoNotOptimize(counts.data());
    }
    report(state, product_operations);
}
void rbm_pairs_sgemm(benchmark::State& state) {
    one_thread();
    const Pairs& p = pairs();
    Matrix product(visible, hidden);
    while (state.KeepRunning()) {
        product.noalias() = p.x_matrix.transpose() * p.z_matrix;
        benchmark::DoNotOptimize(product.data());
    }
    report(state, product_operations);
}
BENCHMARK(rbm_pairs_counted)->Unit(benchmark::kMillisecond);
BENCHMARK(rbm_pairs_sgemm)->Unit(benchmark::kMillisecond);

// ---- a class of digits --------------------------------------------------------------------------------

constexpr std::int64_t steps = 2000;

struct Digits {
    std::vector<rbm::ObservedRow> train;  // 700 of digit 3
    std::vector<rbm::ObservedRow> asked;  // 400 of each digit
};

// Rows of the same shape where there are no images.
Digits made_digits() {
    const CounterRandom random{7};
    std::vector<rbm::ObservedRow> rows(4700, rbm::ObservedRow{BitRow(visible)});
    for (std::size_t i = 0; i < rows.size(); ++i) {
        for (std::size_t j = 0; j < visible; ++j) {
            const bool ink = random.uniform(i % 10 * visible + j) < 0.34;
            rows[i].values.set(j, ink != (random.uniform(1'000'000 + i * visible + j) < 0.1));
        }
    }
    Digits digits;
    for (std::size_t i = 0; i < rows.size(); ++i) (i < 700 ? digits.train : digits.asked).push_back(rows[i]);
    return digits;
}

Digits read_digits() {
    const char* folder = std::getenv("DROVER_DATA");
    if (folder == nullptr) return made_digits();
    const std::string path = std::string{folder} + "/usps/usps_all-images-idx3-ubyte.gz";
    const rbm::ObservedTable images =
        rbm::parse_observed(read_file(path), path, {.threshold = Rational{1, 5}});
    Digits digits;
    for (std::size_t i = 0; i < images.rows.size(); ++i) {
        if (i % 1100 >= 700) digits.asked.push_back(images.rows[i]);
        if (i / 1100 == 3 && i % 1100 < 700) digits.train.push_back(images.rows[i]);
    }
    return digits;
}

const Digits& digits() {
    static const Digits read = read_digits();
    return read;
}

rbm::Herder first_herder(rbm::FantasyStart fantasy) {
    return {digits().train, {.hidden_count = 500, .fantasy = fantasy, .max_steps = steps}};
}

// The sums of the energies asked for, over the second half of the steps: what the two must agree on.
double train_fused(rbm::FantasyStart fantasy) {
    rbm::Herder herder = first_herder(fantasy);
    const rbm::Rows rows{digits().asked, visible};
    double sum = 0;
    for (std::int64_t t = 0; t < steps; ++t) {
        if (t >= steps / 2) {
            for (const std::int64_t energy : herder.energies(rows)) sum += static_cast<double>(energy);
        }
        herder.step();
    }
    return sum;
}

double train_twin(rbm::FantasyStart fantasy) {
    RbmTwin twin{first_herder(fantasy)};
    const Matrix rows = RbmTwin::matrix_of(digits().asked);
    double sum = 0;
    for (std::int64_t t = 0; t < steps; ++t) {
        if (t >= steps / 2) {
            for (const double energy : twin.energies(rows)) sum += energy;
        }
        twin.step();
    }
    return sum;
}

// Fused first, and its answer kept for the twin.
double& answer(rbm::FantasyStart fantasy) {
    static double h = 0;
    static double sh = 0;
    return fantasy == rbm::FantasyStart::previous ? h : sh;
}

void train(benchmark::State& state, rbm::FantasyStart fantasy, double (*how)(rbm::FantasyStart)) {
    one_thread();
    digits();
    double found = 0;
    while (state.KeepRunning()) found = how(fantasy);
    double& expected = answer(fantasy);
    if (expected == 0) expected = found;
    if (found != expected) state.SkipWithError("the two disagree");
    report(state, 2.0 * visible * 500 * (700.0 * 2 * steps + 4000.0 * steps / 2));
}

void rbm_train_h(benchmark::State& state) { train(state, rbm::FantasyStart::previous, train_fused); }
void rbm_train_h_eigen(benchmark::State& state) { train(state, rbm::FantasyStart::previous, train_twin); }
void rbm_train_sh(benchmark::State& state) { train(state, rbm::FantasyStart::lowest_case, train_fused); }
void rbm_train_sh_eigen(benchmark::State& state) { train(state, rbm::FantasyStart::lowest_case, train_twin); }
BENCHMARK(rbm_train_h)->Unit(benchmark::kSecond)->Iterations(1)->Repetitions(2);
BENCHMARK(rbm_train_h_eigen)->Unit(benchmark::kSecond)->Iterations(1)->Repetitions(2);
BENCHMARK(rbm_train_sh)->Unit(benchmark::kSecond)->Iterations(1)->Repetitions(2);
BENCHMARK(rbm_train_sh_eigen)->Unit(benchmark::kSecond)->Iterations(1)->Repetitions(2);

}  // namespace
}  // namespace drover
