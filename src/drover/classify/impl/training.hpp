#pragma once

#include <memory>
#include <vector>

#include <drover/classify/classify.hpp>
#include <drover/core/memory_limit.hpp>
#include <drover/core/sealed_bytes.hpp>

namespace drover::classify::impl {

/// Throws InputError if so many classifiers at once need more memory than there may be.
void check_memory(const Examples& train, const Options& options, const MemoryLimit& memory,
                  std::size_t copies = 1);

/// How many units each of several pieces of work gets of a budget: equal shares and at most what is left of
/// it; those that are behind come first.
std::vector<std::int64_t> share_budget(std::int64_t budget, const std::vector<std::int64_t>& done,
                                       const std::vector<std::int64_t>& left);

/// The training of a classifier, with all that its systems keep from update to update. The classifier and the
/// examples must outlive it.
class Training {
  public:
    /// To this number of updates, of each system. Throws InputError for examples other than those that the
    /// classifier was started with, and for a compact one.
    Training(Classifier& model, const Examples& train, std::int64_t updates, ThreadPool* pool);
    ~Training();
    Training(const Training&) = delete;
    Training& operator=(const Training&) = delete;
    Training(Training&&) = delete;
    Training& operator=(Training&&) = delete;

    /// Up to so many updates, of all systems together. The control is told `told` plus those made now. False
    /// once no system has more to do.
    bool advance(std::int64_t budget, const RunControl& control, std::int64_t told);
    /// Updates of all systems; one that settled early has them all.
    std::int64_t done() const;
    /// Brings the weights and the misclassified cases of the classifier up to date.
    void update_model();
    /// What the updates changed.
    void save(SealedWriter& out) const;

  private:
    struct TrainingOrder;
    class SystemTraining;

    std::int64_t left(const System& system) const;

    Classifier& model_;
    const Examples& train_;
    std::int64_t updates_;
    ThreadPool* pool_;
    std::unique_ptr<TrainingOrder> order_;
    std::vector<std::unique_ptr<SystemTraining>> systems_;
};

/// Reads what save() of a Training wrote into a classifier that was just started. Throws InputError for
/// anything that it could not have written.
void read_training(SealedReader& in, Classifier& model, std::int64_t updates);

}  // namespace drover::classify::impl
