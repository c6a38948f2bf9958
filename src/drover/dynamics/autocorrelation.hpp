#pragma once

#include <cstdint>
#include <vector>

#include <drover/core/run_control.hpp>
#include <drover/core/thread_pool.hpp>
#include <drover/finite/exact_model.hpp>

namespace drover::dynamics {

/// The defaults are the chapter's experiment.
struct AutocorrelationStudyOptions {
    std::size_t model_count = 100;
    std::size_t state_count = 10;
    std::size_t feature_count = 7;
    double parameter_scale = 1;  ///< c: parameters of the random field are c * N(0, 1)
    std::int64_t steps = 100'000;
    std::size_t max_lag = 20;
    std::uint64_t seed = 1;
    RunControl control = {};  ///< checked every 1,024 steps; its progress counts models
};

/// Auto-correlation R(lag) over many random models.
struct AutocorrelationStudy {
    std::vector<std::vector<double>>
        curves;                  ///< R(0) .. R(max_lag), one per model; empty if it has one state
    std::vector<double> mean;    ///< over the curves, one per lag
    std::vector<double> spread;  ///< standard deviation; 0 for fewer than two curves
    double negative_share = 0;   ///< of the curves with R(1) < 0
    bool stopped = false;        ///< then the curves of some models are missing: empty
};

/// A random field with its exact moments: features on the grid 2^-16, N(0, 1); probabilities proportional to
/// exp(<theta, phi(x)>), rounded to shares of 2^24 that sum to 1. The moments are exact for these shares.
struct RandomField {
    StateTable features;
    WideMoments moments;
};
RandomField random_field(const AutocorrelationStudyOptions& options, std::uint64_t number);

/// Herds each model from w_0 = moments and takes the auto-correlation of its states. Equal bits for any pool,
/// and on every machine whose exp() rounds alike. Chen & Welling 2016, "Negative Auto-correlation".
AutocorrelationStudy study_autocorrelation(const AutocorrelationStudyOptions& options = {},
                                           ThreadPool* pool = nullptr);

struct AutocorrelationOptions {
    std::int64_t steps = 100'000;
    std::size_t max_lag = 20;
    RunControl control = {};  ///< as in run()
};

/// R(0), R(1), ... of the states of one model, as the recorder Autocorrelation has them.
std::vector<double> find_autocorrelation(const ExactModel& model, const AutocorrelationOptions& options = {});

}  // namespace drover::dynamics
