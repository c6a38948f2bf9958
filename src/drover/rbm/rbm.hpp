#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <drover/core/run_control.hpp>
#include <drover/rbm/herder.hpp>

namespace drover::rbm {

// Restricted Boltzmann machines, herded, as calls:
//     parse_observed     CSV text or images      -> ObservedTable: rows of 0, 1 and unknown
//     start              names, rows, Options    -> Model before its first step
//     train              Model                   more steps; call it again to continue
//     sample             Model                   -> rows of fantasies
//     score              Model, rows             -> Scores: how well the rows fit
//     hidden_features    Model, rows             -> averages of the hidden units
//     to_bytes           Model                   -> a model file; parse_model reads it back
// Beneath them are Herder and its plain form, HiddenHerder of a Machine.

/// A herded restricted Boltzmann machine. Herding does not converge to final weights: the model is the orbit,
/// and questions are answered by continuing it. So it holds everything that this needs, including the
/// training cases.
struct Model {
    std::vector<std::string> names;  ///< of the visible units
    std::vector<ObservedRow> cases;
    Options options;  ///< without a pool; max_steps is not stored
    HerderState state;
    std::int64_t positive_margins = 0;  ///< of the steps so far

    std::size_t visible_count() const { return names.size(); }
};

/// How long calls are run.
struct RunOptions {
    std::int64_t steps = 2000;
    ThreadPool* pool = nullptr;  ///< results do not depend on it
    RunControl control = {};     ///< checked at every step, and told the steps done
};

/// The model before its first step. Throws InputError if there are no cases, or if rows differ in width.
Model start(std::vector<std::string> names, std::vector<ObservedRow> cases, const Options& options);
/// Takes `run.steps` steps; fewer if stopped. Two calls take the same steps as one.
void train(Model& model, const RunOptions& run);

/// The visible units of the fantasies of further steps, one row per step. The model advances.
std::vector<BitRow> sample(Model& model, const RunOptions& run);

struct Scores {
    std::vector<double> energies;  ///< of each row under the current weights, in real units
    std::vector<double> z_scores;  ///< averages of the standardised energies over the steps (EnergyScores)
    std::vector<double> training_scores;  ///< the same for the training cases
    std::int64_t steps = 0;               ///< averaged over
    std::int64_t flat_steps = 0;          ///< left out: all training cases had the same energy
    bool stopped = false;
};
/// Takes `run.steps` steps with a copy of the model and scores the rows before each. Throws InputError for
/// rows of another width.
Scores score(const Model& model, const std::vector<ObservedRow>& rows, const RunOptions& run);

/// The average of each imputed hidden unit over `run.steps` further steps, -1 .. 1 (0 .. 1 for bits), row
/// after row: features for other learners. Empty if stopped.
std::vector<double> hidden_features(const Model& model, const std::vector<ObservedRow>& rows,
                                    const RunOptions& run);

struct Summary {
    std::int64_t scale = 1;     ///< the weights are integers divided by it
    double largest_weight = 0;  ///< in real units
    double weight_norm = 0;
    std::string digest;  ///< of weights and fantasy: the same on every machine
};
Summary summarize(const Model& model);

/// The model file "drover.rbm/2", sealed by its SHA-256. It contains the training cases.
std::string to_bytes(const Model& model);
/// Throws InputError naming `name` for anything that to_bytes could not have made: truncated, altered or
/// forged.
Model parse_model(std::string_view bytes, const std::string& name);

}  // namespace drover::rbm
