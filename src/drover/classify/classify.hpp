#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include <drover/classify/conditional_rbm_herder.hpp>
#include <drover/core/choice.hpp>
#include <drover/core/run_control.hpp>
#include <drover/core/thread_pool.hpp>

namespace drover::classify {

/// How labels of more than two classes are learned.
enum class LabelProcedure {
    joint,           ///< one system: W is shared, the label is 1-of-K
    one_versus_all,  ///< a system a class, which votes for or against it
};
inline constexpr Choice<LabelProcedure> label_procedures[]{{"joint", LabelProcedure::joint},
                                                           {"ova", LabelProcedure::one_versus_all}};

/// Learning rates are relative to that of W, start weights N(0, sigma^2) times the same ratios. Only ratios
/// count: all rates and sigma times 2 is the same system.
struct Options {
    std::size_t hidden_count = 100;  ///< 0: a voted perceptron
    LabelProcedure procedure = LabelProcedure::joint;
    std::int64_t burn_in = 1000;      ///< updates before votes count
    std::size_t batch_size = 100;     ///< cases an update, in one shuffled order, over and over
    double input_scale = 2.5;         ///< inputs are multiplied so that their root mean square length is this
    double rate = 3;                  ///< of W, over sigma
    double label_rate = 1;            ///< of B, label to hidden units, over that of W
    double hidden_bias_rate = 1;      ///< of theta
    double label_bias_rate = 1;       ///< of alpha
    std::int64_t bias_halving = 500;  ///< updates in which the relaxation of theta halves (Relaxation)
    /// Add an input that makes all as long as the longest; not where the longest is more than twice the root
    /// mean square length: there it would drown the others.
    bool normalise = true;
    std::uint64_t seed = 0;  ///< of the start weights and the order
};

/// Brings inputs to the whole numbers that a system sees: times a factor, and with one more column that makes
/// all training inputs as long as the longest.
struct InputNorm {
    std::size_t column_count = 0;  ///< without the added one
    std::int32_t factor = 1;
    std::int64_t square = 0;  ///< of the longest, in the new numbers
    double mean_square = 0;   ///< of all
    bool adds_column = true;

    std::size_t width() const { return column_count + (adds_column ? 1 : 0); }
    /// Longer inputs than the longest of training get a 0 there. Throws InputError for another width.
    SparseRows apply(const SparseRows& rows) const;
};

/// Weights as they were at some update, and how many votes they have.
struct WeightSnapshot {
    std::vector<std::int64_t> weights;  ///< by the slots of ConditionalRbm
    std::int64_t votes = 0;
};

/// One system and its way. The votes of its updates can be cast again for any inputs: from the weights at the
/// first vote on, every mistake is known.
struct System {
    ConditionalShape shape = {};
    ConditionalRates rates = {};
    std::int64_t updates = 0;
    bool is_settled = false;                  ///< a whole pass had no mistake: nothing will move any more
    std::int64_t clean_batches = 0;           ///< in a row, until now
    std::int64_t mistakes = 0;                ///< of all updates
    std::int64_t pass_mistakes = 0;           ///< of the last whole pass
    std::int64_t open_mistakes = 0;           ///< of the one that is not whole yet
    std::vector<std::int64_t> weights = {};   ///< now
    std::vector<std::int64_t> start = {};     ///< before the first update that has a vote
    std::vector<std::uint32_t> counts = {};   ///< mistakes of each update that has a vote
    MistakeList list = {};                    ///< of those; rows by the rows of the model
    std::vector<std::int16_t> relaxing = {};  ///< sums of hidden units of those updates that relax theta
    std::vector<WeightSnapshot> kept = {};    ///< instead of the way, for a compact model
};

/// A classifier that is the way of its weights: conditional herding (Gelfand, Chen, van der Maaten & Welling
/// 2010), or with no hidden units the voted perceptron.
struct Classifier {
    Options options = {};
    std::vector<std::string> classes = {};
    double unit = 1;  ///< of the inputs
    InputNorm norm = {};
    std::size_t case_count = 0;               ///< trained on
    std::string case_digest = {};             ///< of them and their labels
    SparseRows rows = {};                     ///< cases that were ever mistaken
    std::vector<std::uint32_t> labels = {};   ///< theirs
    std::vector<std::uint32_t> numbers = {};  ///< and their numbers among all cases
    std::vector<System> systems = {};         ///< one, or one a class
};

/// How calls that take long are run.
struct RunOptions {
    std::int64_t updates = 100'000;  ///< of each system, at most: a system ends when it makes no mistakes
    std::int64_t votes = 0;          ///< at most so many are cast, by evenly spaced updates; 0: by all
    ThreadPool* pool = nullptr;      ///< results do not depend on it
    RunControl control = {};  ///< looked at every few updates, and told the updates done, of all systems
    std::atomic<std::int64_t>* pass_mistakes =
        nullptr;  ///< training keeps the mistakes of the last pass here
};

/// Before the first update. Throws InputError for no examples, one class, or options out of range.
Classifier start(const Examples& train, const Options& options);
/// Goes on, with the examples it was started with; two calls are as one. A system that was stopped before
/// others catches up with them. One that settles before the burn-in ends gets one vote, of its last weights.
/// False if stopped.
bool train(Classifier& model, const Examples& train, const RunOptions& run);

/// The votes of all updates that have one.
struct Votes {
    std::size_t class_count = 0;
    std::vector<std::int64_t> counts = {};  ///< a row after the other, for each class
    std::vector<std::int64_t> cast = {};    ///< of each class: votes that were cast for or against it
    bool stopped = false;                   ///< then there are none

    std::size_t row_count() const { return class_count == 0 ? 0 : counts.size() / class_count; }
    /// The class of the largest share, the first of equals.
    std::uint32_t label(std::size_t i) const;
    /// Of the votes; they add up to 1.
    std::vector<double> shares(std::size_t i) const;
};
/// Exactly as if the rows had been there while it learned. Throws InputError for rows of another width, or
/// where no update has a vote yet.
Votes vote(const Classifier& model, const SparseRows& rows, const RunOptions& run = {});
/// The share of rows whose label is not the one voted for.
double error_of(const Votes& votes, std::span<const std::uint32_t> labels);

/// The same model with so many evenly spaced weights of its way: smaller, faster, and nearly the same votes.
/// It cannot be trained on.
Classifier compact(const Classifier& model, std::size_t keep);

/// Of the weights now and all mistakes that are kept: the same on every machine.
std::string digest_of(const Classifier& model);
/// Of the inputs and labels.
std::string digest_of(const Examples& examples);

}  // namespace drover::classify
