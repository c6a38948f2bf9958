#pragma once

#include <optional>

#include <drover/classify/classify.hpp>

namespace drover::classify {

/// The progress of a classifier.
struct Summary {
    std::int64_t updates = 0;         ///< of the system with the most
    std::int64_t fewest_updates = 0;  ///< of the system with the fewest, among those that still make mistakes
    std::int64_t votes = 0;           ///< of the system with the most
    std::int64_t pass_updates = 0;    ///< in one pass through the cases
    std::int64_t pass_mistakes = 0;   ///< of the last complete pass, of all systems; 0 for a settled one
    std::int64_t pass_cases = 0;  ///< classified in it: every case once per system; 0 before each has had one
    std::int64_t replayed = 0;    ///< updates or kept weights that vote() replays, of all systems
    bool is_settled = false;      ///< no system makes mistakes any longer
    bool can_vote = false;        ///< every system has a vote
    bool is_compact = false;

    /// Of the cases classified during training, in the last complete pass; nothing before one.
    std::optional<double> training_error() const {
        if (pass_cases == 0) return std::nullopt;
        return static_cast<double>(pass_mistakes) / static_cast<double>(pass_cases);
    }
};
Summary summarize(const Classifier& model);

/// Votes compared with the true labels.
struct Evaluation {
    std::size_t class_count = 0;
    std::vector<std::int64_t> confusion = {};  ///< cases by true label (rows) and voted label (columns)
    std::int64_t cases = 0;
    std::int64_t wrong = 0;
    double mean_true_share = 0;  ///< of the votes, for the true label

    std::int64_t cases_of(std::size_t label) const;
    std::int64_t right_of(std::size_t label) const { return confusion[label * class_count + label]; }
    double error() const { return static_cast<double>(wrong) / static_cast<double>(cases); }
};
/// Throws InputError unless there is one label per row of votes, at least one row, and every label is a
/// class.
Evaluation evaluate(const Votes& votes, std::span<const std::uint32_t> labels);

/// The share of rows that the two votes label differently.
double difference_of(const Votes& a, const Votes& b);

}  // namespace drover::classify
