#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <drover/core/run_control.hpp>
#include <drover/rbm/herder.hpp>

namespace drover::rbm {

/// A herded restricted Boltzmann machine. Herding has no last weights that would be the model: the model is
/// the orbit, and what is asked of it is answered by going on. So it holds all that going on needs, the
/// training cases among it.
struct Model {
    std::vector<std::string> names;  ///< of the visible units
    std::vector<ObservedRow> cases;
    Options options;  ///< without a pool; max_steps is not kept
    HerderState state;
    std::int64_t positive_margins = 0;  ///< of the steps so far

    std::size_t visible_count() const { return names.size(); }
};

/// How calls that take long are run.
struct RunOptions {
    std::int64_t steps = 2000;
    ThreadPool* pool = nullptr;  ///< results do not depend on it
    RunControl control = {};     ///< looked at every step, and told the steps done
};

/// The model before its first step. Throws InputError without cases, or where widths differ.
Model start(std::vector<std::string> names, std::vector<ObservedRow> cases, const Options& options);
/// Takes so many steps; fewer if stopped. The steps of two calls are those of one.
void train(Model& model, const RunOptions& run);

/// Fantasies of the steps to come, one a step: their visible units. The model moves on.
std::vector<BitRow> sample(Model& model, const RunOptions& run);

struct Scores {
    std::vector<double> energies;  ///< of each row by the weights as they are, in real units
    std::vector<double> z_scores;  ///< averages of the standardised energies over the steps (EnergyScores)
    std::vector<double> training_scores;  ///< the same of the training cases
    std::int64_t steps = 0;               ///< that were averaged over
    std::int64_t flat_steps = 0;          ///< left out: all training cases had the same energy
    bool stopped = false;
};
/// Goes on for so many steps with a copy of the model; at every step before the weights move. Throws
/// InputError for rows of another width.
Scores score(const Model& model, const std::vector<ObservedRow>& rows, const RunOptions& run);

/// The averages of the imputed hidden units of each row over so many steps, -1 .. 1 (0 .. 1 for bits), a row
/// after the other: features for use elsewhere. Empty if stopped.
std::vector<double> hidden_features(const Model& model, const std::vector<ObservedRow>& rows,
                                    const RunOptions& run);

struct Summary {
    std::int64_t scale = 1;     ///< the weights are whole numbers over it
    double largest_weight = 0;  ///< in real units
    double weight_norm = 0;
    std::string digest;  ///< of weights and fantasy: the same on every machine
};
Summary summarize(const Model& model);

/// "drover.rbm/2": bytes to be kept, sealed by their SHA-256. The training cases are in it.
std::string to_bytes(const Model& model);
/// Throws InputError naming `name` for anything that to_bytes never made: truncated, altered, or made up.
Model parse_model(std::string_view bytes, const std::string& name);

}  // namespace drover::rbm
