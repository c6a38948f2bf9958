#include <algorithm>

#include <drover/classify/summary.hpp>
#include <drover/core/check.hpp>

namespace drover::classify {
namespace {

std::int64_t vote_count(const System& system) {
    auto count = static_cast<std::int64_t>(system.counts.size());
    for (const WeightSnapshot& snapshot : system.kept) count += snapshot.votes;
    return count;
}

}  // namespace

Summary summarize(const Classifier& model) {
    Summary summary{.is_settled = true, .can_vote = true};
    for (const System& system : model.systems) {
        summary.updates = std::max(summary.updates, system.updates);
        summary.votes = std::max(summary.votes, vote_count(system));
        summary.pass_mistakes += system.is_settled ? 0 : system.pass_mistakes;
        summary.replayed += static_cast<std::int64_t>(system.counts.size() + system.kept.size());
        summary.is_settled = summary.is_settled && system.is_settled;
        summary.can_vote = summary.can_vote && vote_count(system) > 0;
        summary.is_compact = summary.is_compact || !system.kept.empty();
    }
    const auto cases = static_cast<std::int64_t>(model.case_count);
    const auto batch = static_cast<std::int64_t>(model.options.batch_size);
    summary.pass_updates = cases / batch + (cases % batch == 0 ? 0 : 1);
    summary.fewest_updates = summary.updates;
    for (const System& system : model.systems)
        if (!system.is_settled) summary.fewest_updates = std::min(summary.fewest_updates, system.updates);
    if (summary.fewest_updates >= summary.pass_updates)
        summary.pass_cases = cases * static_cast<std::int64_t>(model.systems.size());
    return summary;
}

std::int64_t Evaluation::cases_of(std::size_t label) const {
    std::int64_t sum = 0;
    for (std::size_t k = 0; k < class_count; ++k) sum += confusion[label * class_count + k];
    return sum;
}

Evaluation evaluate(const Votes& votes, std::span<const std::uint32_t> labels) {
    check_input(votes.row_count() == labels.size() && !labels.empty(), [&] {
        return Problem{Fault::range,
                       {.key = "evaluate"},
                       "a label for each of " + std::to_string(votes.row_count()) + " rows",
                       std::to_string(labels.size())};
    });
    Evaluation found{.class_count = votes.class_count};
    found.confusion.resize(votes.class_count * votes.class_count);
    found.cases = static_cast<std::int64_t>(labels.size());
    for (std::size_t i = 0; i < labels.size(); ++i) {
        check_input(labels[i] < votes.class_count, [&] {
            return Problem{Fault::range,
                           {.key = "evaluate"},
                           "labels below " + std::to_string(votes.class_count),
                           std::to_string(labels[i])};
        });
        const std::uint32_t voted = votes.label(i);
        ++found.confusion[labels[i] * votes.class_count + voted];
        found.wrong += voted != labels[i] ? 1 : 0;
        found.mean_true_share += votes.shares(i)[labels[i]];
    }
    found.mean_true_share /= static_cast<double>(found.cases);
    return found;
}

double difference_of(const Votes& a, const Votes& b) {
    check_input(a.row_count() == b.row_count() && a.row_count() > 0, [&] {
        return Problem{Fault::range,
                       {.function = "difference_of"},
                       "votes on the same rows",
                       std::to_string(a.row_count()) + " and " + std::to_string(b.row_count())};
    });
    std::size_t differing = 0;
    for (std::size_t i = 0; i < a.row_count(); ++i) differing += a.label(i) != b.label(i) ? 1 : 0;
    return static_cast<double>(differing) / static_cast<double>(a.row_count());
}

}  // namespace drover::classify
