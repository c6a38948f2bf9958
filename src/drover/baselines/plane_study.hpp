#pragma once

#include <string>
#include <vector>

#include <drover/core/run_control.hpp>
#include <drover/core/thread_pool.hpp>
#include <drover/data/sparse_rows.hpp>

namespace drover::baselines {

struct PlaneStudyOptions {
    std::int64_t passes = 1000;  ///< over the points
    std::size_t hidden = 20;     ///< units of the models with hidden units
    std::size_t batch = 100;
    std::uint64_t seed = 0;      ///< of start weights and orders
    ThreadPool* pool = nullptr;  ///< the result does not depend on it
    RunControl control = {};     ///< told the updates done, checked every few
};

/// How one classifier labels the points.
struct PlaneMethod {
    std::string name;
    double training_error = 0;
    double fresh_error = 0;      ///< on points that it has not seen
    std::vector<double> shares;  ///< of the votes, or the probability, for the second class: one per place
};

/// Three classifiers of two classes of points: the voted perceptron, conditional herding and the
/// discriminative RBM, in this order. Inputs are the coordinates and the normalising feature sqrt(R^2 - x^2 -
/// y^2), R the length of the longest training point, 0 beyond it; the perceptron also has a constant, as the
/// others have biases. Empty if stopped. Throws InputError unless there are two columns and two classes.
std::vector<PlaneMethod> study_plane(const Examples& train, const Examples& fresh, const SparseRows& places,
                                     const PlaneStudyOptions& options = {});

/// The share of places where two of them choose the same class.
double agreement(const PlaneMethod& a, const PlaneMethod& b);

}  // namespace drover::baselines
