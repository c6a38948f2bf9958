#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <drover/classify/conditional_rbm_herder.hpp>
#include <drover/core/choice.hpp>
#include <drover/core/run_control.hpp>
#include <drover/core/thread_pool.hpp>

namespace drover::classify {

// The voted classifier, conditional herding, as calls:
//     start      examples                  -> Classifier before its first update
//     train      Classifier, examples      more updates; call it again to continue
//     vote       Classifier, rows          -> Votes: a label and the shares of the classes for each row
//     compact    Classifier                -> a smaller one that keeps a few of its weights
// tuning.hpp searches for scales and rates, summary.hpp says how good a classifier is, model_file.hpp stores
// it with the coding of its inputs.

/// How labels of more than two classes are learned.
enum class LabelProcedure {
    joint,           ///< one system: W is shared, the label is 1-of-K
    one_versus_all,  ///< one system per class, which votes for or against it
};
inline constexpr Choice<LabelProcedure> label_procedures[]{{"joint", LabelProcedure::joint},
                                                           {"ova", LabelProcedure::one_versus_all}};

/// Learning rates are relative to that of W; start weights are N(0, sigma^2) times the same ratios. Only
/// ratios matter: doubling all rates and sigma gives the same system.
struct Options {
    std::size_t hidden_count = 100;  ///< 0: a voted perceptron
    LabelProcedure procedure = LabelProcedure::joint;
    std::int64_t burn_in = 1000;      ///< updates before the first that votes
    std::size_t batch_size = 100;     ///< cases per update, taken cyclically in one shuffled order
    double input_scale = 2.5;         ///< inputs are multiplied so that their root mean square length is this
    double rate = 3;                  ///< of W, over sigma
    double label_rate = 1;            ///< of B, label to hidden units, over that of W
    double hidden_bias_rate = 1;      ///< of theta
    double label_bias_rate = 1;       ///< of alpha
    std::int64_t bias_halving = 500;  ///< updates after which the relaxation of theta has halved (Relaxation)
    /// Add an input that makes all examples as long as the longest; not if the longest is more than twice the
    /// root mean square length, where it would drown the other inputs.
    bool normalise = true;
    std::uint64_t seed = 0;  ///< of the start weights and the order
};

/// Turns inputs into the integers that a system sees: times a factor, and with one more column that makes all
/// training inputs as long as the longest.
struct InputNorm {
    std::size_t column_count = 0;  ///< without the added one
    std::int32_t factor = 1;
    std::int64_t square = 0;  ///< length of the longest, squared, after scaling
    double mean_square = 0;   ///< mean squared length
    bool adds_column = true;

    std::size_t width() const { return column_count + (adds_column ? 1 : 0); }
    /// Inputs longer than the longest training input get a 0 there. Throws InputError for another width.
    SparseRows apply(const SparseRows& rows) const;
};

/// The weights at one update, and how many votes they have.
struct WeightSnapshot {
    std::vector<std::int64_t> weights;  ///< in the order of the slots of ConditionalRbm
    std::int64_t votes = 0;
};

/// One system and its trajectory. The votes of its updates can be replayed for any inputs: every mistake
/// since the weights of the first vote is recorded.
struct System {
    ConditionalShape shape = {};
    ConditionalRates rates = {};
    std::int64_t updates = 0;
    bool is_settled = false;                 ///< a complete pass had no mistake: the weights no longer change
    std::int64_t clean_batches = 0;          ///< consecutive, up to now
    std::int64_t mistakes = 0;               ///< of all updates
    std::int64_t pass_mistakes = 0;          ///< of the last complete pass
    std::int64_t open_mistakes = 0;          ///< of the pass in progress
    std::vector<std::int64_t> weights = {};  ///< now
    std::vector<std::int64_t> start = {};    ///< before the first voting update
    std::vector<std::uint32_t> counts = {};  ///< mistakes of each voting update
    MistakeList list = {};                   ///< of those updates; rows refer to the rows of the model
    std::vector<std::int16_t> relaxing = {};  ///< sums of hidden units, of the updates that relax theta
    std::vector<WeightSnapshot> kept = {};    ///< in place of the trajectory, in a compact model
};

/// A classifier defined by the trajectory of its weights: conditional herding (Gelfand, Chen, van der Maaten
/// & Welling 2010) or, without hidden units, the voted perceptron.
struct Classifier {
    Options options = {};
    std::vector<std::string> classes = {};
    double unit = 1;  ///< of the inputs
    InputNorm norm = {};
    std::size_t case_count = 0;               ///< number of training cases
    std::string case_digest = {};             ///< of them and their labels
    SparseRows rows = {};                     ///< training cases that were ever misclassified
    std::vector<std::uint32_t> labels = {};   ///< their labels
    std::vector<std::uint32_t> numbers = {};  ///< and their numbers among all training cases
    std::vector<System> systems = {};         ///< one, or one per class
};

/// How long calls are run.
struct RunOptions {
    std::int64_t updates =
        100'000;                 ///< of each system, at most: a system ends when it makes no more mistakes
    std::int64_t votes = 0;      ///< the most votes to cast, by evenly spaced updates; 0: by all
    ThreadPool* pool = nullptr;  ///< results do not depend on it
    RunControl control = {};     ///< checked every few updates, and told the updates done, of all systems
};

/// The classifier before its first update. Throws InputError for no examples, one class, or options out of
/// range.
Classifier start(const Examples& train, const Options& options);
/// Continues with the examples it was started with; two calls do the same as one. A system that was stopped
/// before others catches up with them. One that settles before the burn-in ends gets one vote, with its last
/// weights. False if stopped.
bool train(Classifier& model, const Examples& train, const RunOptions& run);

/// The votes of all voting updates.
struct Votes {
    std::size_t class_count = 0;
    std::vector<std::int64_t> counts = {};  ///< row after row, one per class
    std::vector<std::int64_t> cast = {};    ///< for each class: the votes cast for or against it
    bool stopped = false;                   ///< then there are no votes

    std::size_t row_count() const { return class_count == 0 ? 0 : counts.size() / class_count; }
    /// The class with the largest share, the first of equals.
    std::uint32_t label(std::size_t i) const;
    /// Shares of the votes; they add up to 1.
    std::vector<double> shares(std::size_t i) const;
};
/// The same votes as if the rows had been present during training. Throws InputError for rows of another
/// width, or if no update votes yet.
Votes vote(const Classifier& model, const SparseRows& rows, const RunOptions& run = {});
/// The share of rows whose label is not the winner of the vote.
double error_of(const Votes& votes, std::span<const std::uint32_t> labels);

/// The same classifier with `keep` evenly spaced weights of its trajectory: smaller, faster, and nearly the
/// same votes. It cannot be trained further.
Classifier compact(const Classifier& model, std::size_t keep);

/// Of the current weights and all recorded mistakes: the same on every machine.
std::string digest_of(const Classifier& model);
/// Of the inputs and labels.
std::string digest_of(const Examples& examples);

}  // namespace drover::classify
