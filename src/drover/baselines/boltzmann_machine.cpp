#include <algorithm>
#include <cmath>

#include <drover/baselines/boltzmann_machine.hpp>
#include <drover/baselines/classifier.hpp>
#include <drover/baselines/impl/minimize.hpp>
#include <drover/baselines/impl/pseudo_likelihood.hpp>
#include <drover/core/number_text.hpp>
#include <drover/number/philox.hpp>

namespace drover::baselines {
namespace {

using impl::PseudoLikelihood;

double sigmoid(double f) { return 1 / (1 + std::exp(-f)); }

// Where the fit starts, and the steps that make every parameter's curvature 1 there. A scale of 0 holds a
// parameter fixed.
struct Start {
    std::vector<double> x;
    std::vector<double> scales;
};

// Independent units: b_i the log odds, J = 0. There the curvature of b_i is v_i = p_i (1 - p_i), that of J_ij
// p_i v_j + p_j v_i, plus the penalty's.
Start independent_units(const PseudoLikelihood& objective, double l2) {
    const std::size_t n = objective.unit_count();
    const double rows = objective.row_count();
    Start start{.x = std::vector<double>(objective.parameter_count()), .scales = {}};
    start.scales.resize(start.x.size());
    const auto share = [&](std::size_t i) { return objective.count(i) / rows; };
    const auto variance = [&](std::size_t i) { return share(i) * (1 - share(i)); };
    std::size_t pair = n;
    for (std::size_t i = 0; i < n; ++i) {
        const bool varies = variance(i) > 0;
        start.x[i] = varies ? std::log(share(i) / (1 - share(i)))
                            : std::log((objective.count(i) + 0.5) / (rows - objective.count(i) + 0.5));
        start.scales[i] = varies ? 1 / std::sqrt(variance(i)) : 0;
        for (std::size_t j = i + 1; j < n; ++j, ++pair) {
            const double curvature = share(i) * variance(j) + share(j) * variance(i) + l2 / rows;
            start.scales[pair] = varies && variance(j) > 0 ? 1 / std::sqrt(curvature) : 0;
        }
    }
    return start;
}

// Minimises over y, where x = start + scales * y.
impl::Minimum minimize_scaled(PseudoLikelihood& objective, const Start& start,
                              const BoltzmannMachineOptions& options) {
    std::vector<double> x(start.x.size());
    const auto scaled = [&](std::span<const double> y, std::span<double> gradient) {
        for (std::size_t a = 0; a < x.size(); ++a) x[a] = start.x[a] + start.scales[a] * y[a];
        const double value = objective(x, gradient);
        for (std::size_t a = 0; a < x.size(); ++a) gradient[a] *= start.scales[a];
        return value;
    };
    // The gradient decides; the change of the value stops only what rounding keeps from getting there.
    impl::Minimum minimum = impl::minimize(scaled, std::vector<double>(x.size()),
                                           {.max_iterations = options.max_iterations,
                                            .gradient_tolerance = options.tolerance,
                                            .value_tolerance = 1e-15,
                                            .control = options.control});
    std::vector<double> gradient(x.size());
    minimum.value = scaled(minimum.x, gradient);
    minimum.converged = std::all_of(gradient.begin(), gradient.end(),
                                    [&](double slope) { return std::abs(slope) <= options.tolerance; });
    minimum.x = std::move(x);
    return minimum;
}

double squared_norm(std::span<const double> values) {
    double sum = 0;
    for (const double value : values) sum += value * value;
    return sum;
}

// Uniform numbers on (0, 1), two from each Philox block; as CounterRandom makes them, with the second two
// words used too.
void draw(std::uint64_t seed, std::uint64_t first_block, std::span<double> uniform) {
    constexpr std::uint32_t stream = 2;
    const auto number = [](std::uint32_t low, std::uint32_t high) {
        const std::uint64_t bits = low | (std::uint64_t{high} << 32U);
        return (static_cast<double>(bits >> 12U) + 0.5) * 0x1p-52;
    };
    const auto low = [](std::uint64_t value) { return static_cast<std::uint32_t>(value); };
    const auto high = [](std::uint64_t value) { return static_cast<std::uint32_t>(value >> 32U); };
    for (std::size_t i = 0; i < uniform.size(); i += 2) {
        const std::uint64_t index = first_block + i / 2;
        const auto block = philox({low(index), high(index), stream, 0}, {low(seed), high(seed)});
        uniform[i] = number(block[0], block[1]);
        if (i + 1 < uniform.size()) uniform[i + 1] = number(block[2], block[3]);
    }
}

// A state with its fields kept up to date: what a flip adds to them is taken away by the flip back, so they
// drift by no more than rounding.
class GibbsChain {
  public:
    GibbsChain(std::vector<double> biases, std::span<const double> couplings)
        : state_(biases.size()),
          fields_{std::move(biases)},
          uniform_(fields_.size()),
          couplings_{couplings} {}

    const BitRow& state() const { return state_; }
    void sweep(std::uint64_t seed, std::uint64_t t) {
        draw(seed, t * ((uniform_.size() + 1) / 2), uniform_);
        for (std::size_t i = 0; i < uniform_.size(); ++i) {
            if ((uniform_[i] < sigmoid(fields_[i])) != state_[i]) flip(i);
        }
    }

  private:
    void flip(std::size_t i) {
        state_.flip(i);
        const double sign = state_[i] ? 1 : -1;
        const double* const couplings = couplings_.data() + i * fields_.size();
        for (std::size_t j = 0; j < fields_.size(); ++j) fields_[j] += sign * couplings[j];
    }

    BitRow state_;
    std::vector<double> fields_;
    std::vector<double> uniform_;
    std::span<const double> couplings_;
};

}  // namespace

BoltzmannMachine::BoltzmannMachine(const std::vector<double>& biases, std::span<const double> couplings) {
    const std::size_t pairs = biases.empty() ? 0 : biases.size() * (biases.size() - 1) / 2;
    check_input(couplings.size() == pairs, [&] {
        return Problem{Fault::range,
                       {.function = "BoltzmannMachine"},
                       std::to_string(pairs) + " couplings for " + std::to_string(biases.size()) + " units",
                       std::to_string(couplings.size())};
    });
    set_parameters(biases, couplings);
}

void BoltzmannMachine::set_parameters(std::span<const double> biases, std::span<const double> couplings) {
    const std::size_t n = biases.size();
    biases_.assign(biases.begin(), biases.end());
    couplings_.assign(n * n, 0);
    std::size_t pair = 0;
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = i + 1; j < n; ++j, ++pair) {
            couplings_[i * n + j] = couplings[pair];
            couplings_[j * n + i] = couplings[pair];
        }
    }
}

void BoltzmannMachine::fit(std::span<const BitRow> rows) {
    check_rows("BoltzmannMachine", rows);
    check_input(rows[0].size() > 0, [] {
        return Problem{Fault::range, {.function = "BoltzmannMachine"}, "at least one column"};
    });
    check_input(options_.l2 >= 0 && std::isfinite(options_.l2), [&] {
        return Problem{
            Fault::range, {.function = "BoltzmannMachine"}, "l2 of at least 0", shortest(options_.l2)};
    });
    PseudoLikelihood objective{rows, options_.l2, options_.pool};
    const impl::Minimum minimum =
        minimize_scaled(objective, independent_units(objective, options_.l2), options_);
    const std::span x{minimum.x};
    const auto couplings = x.subspan(rows[0].size());
    set_parameters(x.first(rows[0].size()), couplings);
    result_ = {.iterations = minimum.iterations,
               .stopped = minimum.stopped,
               .converged = minimum.converged,
               .log_pseudo_likelihood =
                   options_.l2 / 2 * squared_norm(couplings) - minimum.value * objective.row_count()};
}

void BoltzmannMachine::check_row(const BitRow& row) const {
    check_input(row.size() == unit_count(), [&] {
        return Problem{Fault::range,
                       {.function = "BoltzmannMachine"},
                       "a row of " + std::to_string(unit_count()) + " units",
                       std::to_string(row.size())};
    });
}

double BoltzmannMachine::field(const BitRow& row, std::size_t i) const {
    check_row(row);
    double sum = biases_[i];
    for (std::size_t j = 0; j < row.size(); ++j) sum += row[j] ? coupling(i, j) : 0;
    return sum;
}

double BoltzmannMachine::probability(const BitRow& row, std::size_t i) const {
    return sigmoid(field(row, i));
}

double BoltzmannMachine::log_weight(const BitRow& row) const {
    check_row(row);
    double sum = 0;
    for (std::size_t i = 0; i < row.size(); ++i) sum += row[i] ? (biases_[i] + field(row, i)) / 2 : 0;
    return sum;
}

std::vector<BitRow> BoltzmannMachine::synthesize(const SampleOptions& options) const {
    check_sample_options("BoltzmannMachine", options);
    GibbsChain chain{biases_, couplings_};
    std::vector<BitRow> rows;
    rows.reserve(static_cast<std::size_t>(options.rows));
    impl::sample_steps(options, options.burn_in + options.rows, [&](std::int64_t t) {
        chain.sweep(options.seed, static_cast<std::uint64_t>(t));
        if (t >= options.burn_in) rows.push_back(chain.state());
    });
    return rows;
}

}  // namespace drover::baselines
