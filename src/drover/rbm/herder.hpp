#pragma once

#include <memory>
#include <vector>

#include <drover/core/heap_value.hpp>
#include <drover/core/thread_pool.hpp>
#include <drover/herd/orbit.hpp>
#include <drover/number/int128.hpp>
#include <drover/rbm/hidden_herder.hpp>
#include <drover/rbm/machine.hpp>
#include <drover/rbm/weights.hpp>

namespace drover::rbm {

struct Options {
    std::size_t hidden_count = 100;
    UnitCoding coding = UnitCoding::signs;
    FantasyStart fantasy = FantasyStart::previous;
    bool hidden_growth = false;  ///< keep the positive term of the features z_k; without it they are on in
                                 ///< half of the fantasies
    std::size_t batch_size =
        0;  ///< cases per step, taken cyclically in their order; at most all of them; 0: all
    double start_spread = 0.01;  ///< standard deviation of the first W, before it is rounded to integers
    std::uint64_t seed = 0;      ///< of the first W; the first a are the averages of the data, the first b 0
    std::int64_t max_steps = 100'000;
    ThreadPool* pool = nullptr;  ///< results do not depend on it
};

/// Rows of one width, packed for use by a Herder.
class Rows {
  public:
    /// Throws InputError unless every row has `visible_count` units.
    Rows(std::vector<ObservedRow> rows, std::size_t visible_count);

    std::size_t size() const { return rows_.size(); }
    std::size_t visible_count() const { return visible_count_; }
    const std::vector<ObservedRow>& rows() const { return rows_; }
    const std::vector<std::uint8_t>& bytes() const { return bytes_; }
    const std::vector<std::size_t>& partial() const { return partial_; }  ///< rows with unknown units

  private:
    std::size_t visible_count_;
    std::vector<ObservedRow> rows_;
    std::vector<std::uint8_t> bytes_;
    std::vector<std::size_t> partial_;
};

/// Energies and hidden units of rows, under the weights at one time.
struct Imputed {
    std::vector<std::int64_t> energies;  ///< -max over z of the score, times the scale of the weights
    std::vector<BitRow> hidden;          ///< the best z, where requested
};

/// All that further steps depend on, besides cases and options.
struct HerderState {
    std::int64_t t = 0;
    State fantasy;
    std::vector<BitRow> guesses;        ///< x of the cases with unknown units, as imputed last
    std::vector<std::int32_t> weights;  ///< in the order of the slots of Machine
};

/// HiddenHerder of a Machine, fused: the same steps, many times faster. Fields of the cases are sums of table
/// rows, the products of cases and hidden units are counts of equal bits, all in integers: the same for any
/// number of threads and on every machine. The weights are those of the real map times batch size * multiply
/// / divide (unit()); `multiply` is the least power of two that makes this factor at least 256. Copies share
/// no memory.
class Herder {
  public:
    using State = rbm::State;
    using Weights = PackedWeights;
    using Margin = Int128;

    struct Step {
        std::int64_t t;
        const State& state;  ///< the fantasy; of several the first
        const Weights& weights;
        Margin margin;
    };

    /// Throws InputError if there are no cases, if rows differ in width, or if 32-bit weights could overflow
    /// within `max_steps`.
    Herder(std::vector<ObservedRow> cases, const Options& options);
    /// Continues from a state of the same cases and options; throws InputError for an impossible one.
    Herder(std::vector<ObservedRow> cases, const Options& options, const HerderState& state);

    Step step();
    Step current() const;
    StepRange<Herder> steps(std::int64_t count);
    std::int64_t max_steps() const;
    HerderState state() const;
    const Machine& model() const;
    const Options& options() const;
    const std::vector<ObservedRow>& cases() const;
    WeightUnit unit() const;

    /// Energies of the last step's batch under the weights before it, times their scale.
    std::vector<std::int64_t> batch_energies() const;
    /// The hidden units of the batch, as imputed in the last step.
    std::vector<BitRow> batch_hidden() const;
    /// The fantasies of the last step: one, or one per case of the batch.
    std::vector<State> fantasies() const;
    /// Under the current weights. Unknown units of rows are imputed, starting from 0.
    Imputed impute(const Rows& rows);
    /// Adds 1 to ones[i * hidden units + k] where unit k is on in the best z of row i, under the current
    /// weights.
    void count_hidden(const Rows& rows, std::span<std::int64_t> ones);
    /// The energies alone; cheaper.
    std::vector<std::int64_t> energies(const Rows& rows);

  private:
    class Engine;
    HeapValue<Engine> engine_;
};

}  // namespace drover::rbm
