#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <drover/core/bit_row.hpp>
#include <drover/core/heap_value.hpp>

namespace drover::baselines {

/// How the negative phase of the gradient is sampled.
enum class RbmLearning {
    contrastive,   ///< CD-1: one sweep from every case (Hinton 2002)
    persistent,    ///< PCD: chains that continue from update to update (Tieleman 2008)
    fast_weights,  ///< PCD whose chains see added fast weights, which decay (Tieleman & Hinton 2009)
};

/// The defaults are those of Chen & Welling 2016 for CD-1; `persistent_settings` and `fast_settings` have the
/// others.
struct RestrictedBoltzmannMachineOptions {
    std::size_t hidden_count = 100;  ///< 0: independent units
    RbmLearning learning = RbmLearning::contrastive;
    double rate = 1e-3;
    double momentum = 0.9;
    std::size_t batch_size = 0;    ///< cases per update, taken cyclically in their order; 0: all
    std::size_t particles = 1;     ///< chains of the persistent methods
    double fast_rate = 0;          ///< of the fast weights
    double fast_decay = 0.95;      ///< the share of them left after an update
    std::int64_t decay_steps = 0;  ///< the rate falls linearly to 0 over this many updates; 0: it is constant
    double start_spread = 0.01;    ///< standard deviation of the first W; biases begin at 0
    std::uint64_t seed = 0;
};

/// Persistent CD as in the chapter: no momentum, one chain.
RestrictedBoltzmannMachineOptions persistent_settings(std::size_t hidden_count, std::uint64_t seed);
/// Fast-weights PCD: fast rate 1/e, decay 19/20, 100 chains, batches of 100, a rate that falls to 0.
RestrictedBoltzmannMachineOptions fast_settings(std::size_t hidden_count, std::int64_t steps,
                                                std::uint64_t seed);

/// A restricted Boltzmann machine of units -1 and +1, p(x, z) ~ exp(a.x + b.z + x' W z), learned by sampled
/// gradients of its likelihood: what rbm::Herder is compared with. Parameters are doubles; for sampling they
/// are rounded to multiples of 2^-16, averages E(z | x) to multiples of 2^-15, and all sums are integers:
/// the same machine from the same seed everywhere.
class RestrictedBoltzmannMachine {
  public:
    /// Throws InputError for no rows, rows of different widths or settings out of range.
    RestrictedBoltzmannMachine(std::vector<BitRow> cases, const RestrictedBoltzmannMachineOptions& options);

    /// One update of the parameters.
    void step();
    std::int64_t steps_taken() const;

    /// F(x) = -a.x - sum_k ln 2 cosh(b_k + W_k.x), without the constant of the 2s: what herding calls the
    /// energy, at temperature 1. Each ln cosh to about 1e-4.
    std::vector<double> free_energies(std::span<const BitRow> rows);
    /// E(z | x), row by row, to 2^-15: features for other learners.
    std::vector<double> hidden_means(std::span<const BitRow> rows);

    std::span<const double> visible_biases() const;
    std::span<const double> hidden_biases() const;
    /// Row by row of the visible units.
    std::span<const double> weights() const;

  private:
    class Engine;
    HeapValue<Engine> engine_;
};

}  // namespace drover::baselines
