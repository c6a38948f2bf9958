#pragma once

#include <functional>
#include <optional>

#include <drover/core/run_control.hpp>

#include "usps_data.hpp"

namespace drover::cli::paper {

enum class UspsKind { mlr, neighbour, herding, safe_herding, restarted_herding, contrastive, persistent };

/// One bar of the figure.
struct UspsMethod {
    std::string name;
    UspsKind kind;
    std::size_t hidden = 0;
};

/// Those of the chapter; in the quick form only up to 100 hidden units, and PCD with 100.
std::vector<UspsMethod> usps_methods(bool quick);
/// Our own addition: H that restarts where its search fails.
std::vector<UspsMethod> restarted_methods(bool quick);

struct UspsJob {
    std::size_t splits = 4;
    std::int64_t steps = 2000;  ///< energies are averaged over the second half
    std::uint64_t seed = 0;
    std::size_t threads = 0;
    const StopFlag* stop = nullptr;
    std::function<void(std::int64_t)> progress = {};  ///< receives the share of the work done, in thousandths
};

struct UspsBar {
    UspsMethod method;
    std::vector<double> errors;                         ///< share of test images, one per split
    double seconds = 0;                                 ///< of all threads, per split
    std::optional<std::int64_t> positive_margins = {};  ///< of a herder, per split, all classes
    std::int64_t steps = 0;                             ///< of a herder, per split, all classes

    double mean() const;
    double standard_error() const;  ///< 0 for one split
};

/// The protocol of Chen & Welling 2016, "Herding with Hidden Variables": one model per digit, the z-scores of
/// all models as features of multinomial logistic regression, fitted to the validation images. If stopped,
/// the bars with all splits finished.
std::vector<UspsBar> usps_bars(const UspsImages& images, const std::vector<UspsMethod>& methods,
                               const UspsJob& job);

}  // namespace drover::cli::paper
