#pragma once

#include <memory>
#include <vector>

#include <drover/core/heap_value.hpp>
#include <drover/core/thread_pool.hpp>
#include <drover/herd/orbit.hpp>
#include <drover/number/int128.hpp>
#include <drover/rbm/hidden_herder.hpp>
#include <drover/rbm/rbm.hpp>
#include <drover/rbm/weights.hpp>

namespace drover {

struct RbmHerderOptions {
    std::size_t hidden_count = 100;
    UnitCoding coding = UnitCoding::signs;
    FantasyStart fantasy = FantasyStart::previous;
    bool hidden_growth =
        false;  ///< the positive term of the features z_k; without it they are on in half of the fantasies
    std::size_t batch_size =
        0;  ///< cases a step, in their order, over and over; 0: all; no more than there are
    double start_spread = 0.01;  ///< standard deviation of the first W, before it is rounded to whole numbers
    std::uint64_t seed = 0;      ///< of the first W; the first a are the averages of the data, the first b 0
    std::int64_t max_steps = 100'000;
    ThreadPool* pool = nullptr;  ///< results do not depend on it
};

/// Rows of one width, packed for a RbmHerder to look at.
class RbmRows {
  public:
    /// Throws InputError unless every row has so many units.
    RbmRows(std::vector<ObservedRow> rows, std::size_t visible_count);

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

/// What the weights of a moment say of rows.
struct RbmLook {
    std::vector<std::int64_t> energies;  ///< -max over z of the score, times the scale of the weights
    std::vector<BitRow> hidden;          ///< the best z, where asked for
};

/// All that the steps to come depend on, besides cases and options.
struct RbmHerderState {
    std::int64_t t = 0;
    RbmState fantasy;
    std::vector<BitRow> guesses;        ///< x of the cases with unknown units, as imputed last
    std::vector<std::int32_t> weights;  ///< by the slots of Rbm
};

/// HiddenHerder of an Rbm, fused: the same steps, many times faster. Fields of the cases are sums of table
/// rows, the products of cases and hidden units are counts of equal bits, all in whole numbers: the same for
/// any number of threads and on every machine. Weights are those of the real map times batch size * multiply
/// / divide (unit()), the least power of two for `multiply` that makes this at least 256 whole steps a unit.
/// Copies share no memory.
class RbmHerder {
  public:
    using State = RbmState;
    using Weights = RbmWeights;
    using Margin = Int128;

    struct Step {
        std::int64_t t;
        const State& state;  ///< the fantasy; of several the first
        const Weights& weights;
        Margin margin;
    };

    /// Throws InputError without cases, for rows of different widths, or for more steps than 32 bits can hold
    /// in the worst case.
    RbmHerder(std::vector<ObservedRow> cases, const RbmHerderOptions& options);
    /// Goes on from a state of the same cases and options; throws InputError for one that cannot be.
    RbmHerder(std::vector<ObservedRow> cases, const RbmHerderOptions& options, const RbmHerderState& state);

    Step step();
    Step current() const;
    StepRange<RbmHerder> steps(std::int64_t count);
    std::int64_t max_steps() const;
    RbmHerderState state() const;
    const Rbm& model() const;
    const RbmHerderOptions& options() const;
    const std::vector<ObservedRow>& cases() const;
    WeightUnit unit() const;

    /// Energies of the batch of the last step, by the weights before it, times their scale.
    std::vector<std::int64_t> batch_energies() const;
    /// The hidden units of the batch, as imputed in the last step.
    std::vector<BitRow> batch_hidden() const;
    /// The fantasies of the last step: one, or one a case of the batch.
    std::vector<RbmState> fantasies() const;
    /// By the weights as they are now. Unknown units of rows are imputed from 0 on.
    RbmLook look(const RbmRows& rows);
    /// Adds 1 to ones[i * hidden units + k] where unit k is on in the best z of row i, by the weights as they
    /// are now.
    void count_hidden(const RbmRows& rows, std::span<std::int64_t> ones);
    /// The energies alone, cheaper.
    std::vector<std::int64_t> energies(const RbmRows& rows);

  private:
    class Engine;
    HeapValue<Engine> engine_;
};

}  // namespace drover
