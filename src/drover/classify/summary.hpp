#pragma once

#include <optional>

#include <drover/classify/classify.hpp>

namespace drover::classify {

/// How far a classifier is.
struct Summary {
    std::int64_t updates = 0;         ///< of the system that has most
    std::int64_t fewest_updates = 0;  ///< of the system that has fewest, among those that make mistakes still
    std::int64_t votes = 0;           ///< of the system that has most
    std::int64_t pass_updates = 0;    ///< that are a pass through the cases
    std::int64_t pass_mistakes = 0;   ///< of the last whole pass, of all systems; 0 of a settled one
    std::int64_t pass_cases = 0;  ///< that were judged in it: the cases, once a system; 0 before all have one
    std::int64_t replayed = 0;    ///< updates or kept weights that vote() goes through, of all systems
    bool is_settled = false;      ///< no system makes mistakes any more
    bool can_vote = false;        ///< every system has a vote
    bool is_compact = false;

    /// Of the cases judged while it learned, in the last whole pass; nothing before one.
    std::optional<double> training_error() const {
        if (pass_cases == 0) return std::nullopt;
        return static_cast<double>(pass_mistakes) / static_cast<double>(pass_cases);
    }
};
Summary summarize(const Classifier& model);

/// How votes compare with the labels that are right.
struct Evaluation {
    std::size_t class_count = 0;
    std::vector<std::int64_t> confusion = {};  ///< cases by their label, a row each, and the one voted for
    std::int64_t cases = 0;
    std::int64_t wrong = 0;
    double mean_true_share = 0;  ///< of the votes, for the label that is right

    std::int64_t cases_of(std::size_t label) const;
    std::int64_t right_of(std::size_t label) const { return confusion[label * class_count + label]; }
    double error() const { return static_cast<double>(wrong) / static_cast<double>(cases); }
};
/// Throws InputError unless there is a label for each row of votes, and at least one, and all are of its
/// classes.
Evaluation evaluate(const Votes& votes, std::span<const std::uint32_t> labels);

/// The share of rows that two votes give another label.
double difference_of(const Votes& a, const Votes& b);

}  // namespace drover::classify
