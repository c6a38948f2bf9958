#include <algorithm>

#include <drover/classify/conditional_rbm_herder.hpp>
#include <drover/core/check.hpp>

namespace drover::classify {
namespace {

constexpr std::size_t cases_per_task = 8;

// Judging this many entries of weights is worth waking other threads.
constexpr std::size_t worth_sharing = 1 << 20;

}  // namespace

Mistake mistake_at(const MistakeList& mistakes, std::size_t m, const SparseRows& rows,
                   std::span<const std::uint32_t> labels) {
    const std::size_t words = mistakes.hidden.size() / mistakes.size() / 2;
    const std::span<const std::uint64_t> hidden =
        std::span{mistakes.hidden}.subspan(2 * words * m, 2 * words);
    const std::size_t row = mistakes.rows[m];
    return {rows[row], labels[row], mistakes.predicted[m], hidden.first(words), hidden.last(words)};
}

ConditionalRbmHerder::ConditionalRbmHerder(ConditionalWeights weights, const SparseRows& rows,
                                           std::span<const std::uint32_t> labels,
                                           ConditionalRbmHerderOptions options)
    : weights_{std::move(weights)},
      rows_{&rows},
      labels_{labels},
      options_{options},
      standing_{rows},
      t_{options.first},
      clean_{options.clean_batches} {
    check_input(rows.row_count() > 0 && rows.row_count() == labels.size(), [&] {
        return Problem{
            Fault::range,
            {.function = "ConditionalRbmHerder"},
            "cases with a label each",
            std::to_string(rows.row_count()) + " inputs and " + std::to_string(labels.size()) + " labels"};
    });
    check_input(rows.column_count() == weights_.shape().input_count, [&] {
        return Problem{Fault::range,
                       {.function = "ConditionalRbmHerder"},
                       std::to_string(weights_.shape().input_count) + " inputs",
                       std::to_string(rows.column_count())};
    });
    check_input(options.batch_size > 0, [] {
        return Problem{Fault::range, {.function = "ConditionalRbmHerder"}, "a batch of at least 1 case"};
    });
}

std::size_t ConditionalRbmHerder::batch_count() const {
    return (rows_->row_count() + options_.batch_size - 1) / options_.batch_size;
}

ConditionalRbmHerder::Step ConditionalRbmHerder::step() {
    const std::size_t first = static_cast<std::size_t>(t_) % batch_count() * options_.batch_size;
    const std::size_t end = std::min(first + options_.batch_size, rows_->row_count());
    judge_batch(first, end);
    move_weights();
    const ScoreDrift drift = weights_.settle();
    standing_.add(drift);
    clean_ = mistakes_.size() == 0 ? clean_ + 1 : 0;
    ++t_;
    return {t_, mistakes_, drift, waiting_.size(), sums_};
}

// While theta is relaxed, the hidden units of every case count.
void ConditionalRbmHerder::judge_batch(std::size_t first, std::size_t end) {
    const bool relaxes = options_.relaxation.shift(t_) < Relaxation::no_shift;
    waiting_.clear();
    for (std::size_t i = first; i < end; ++i) {
        if (relaxes || standing_.is_due(i)) waiting_.push_back(static_cast<std::uint32_t>(i));
    }
    found_.resize(waiting_.size());
    const std::size_t words = weights_.word_count();
    hidden_.resize(2 * words * waiting_.size());
    const std::size_t tasks = (waiting_.size() + cases_per_task - 1) / cases_per_task;
    const std::size_t entries = rows_->entry_count() / rows_->row_count() * waiting_.size();
    const bool shares = entries * weights_.shape().column_count() > worth_sharing;
    for_each_index(shares ? options_.pool : nullptr, tasks, [&](std::size_t task) {
        AlignedVector<double> fields(weights_.stride());
        std::vector<double> scores(weights_.shape().code.label_count());
        const std::size_t last = std::min(waiting_.size(), (task + 1) * cases_per_task);
        for (std::size_t n = task * cases_per_task; n < last; ++n) {
            const std::size_t i = waiting_[n];
            weights_.find_fields((*rows_)[i], fields);
            found_[n] = weights_.offsets().judge(fields, scores);
            if (!relaxes && found_[n].label == labels_[i]) continue;
            const std::span<std::uint64_t> own = std::span{hidden_}.subspan(2 * words * n, 2 * words);
            weights_.offsets().find_hidden(fields, labels_[i], own.first(words));
            weights_.offsets().find_hidden(fields, found_[n].label, own.last(words));
        }
    });
}

void ConditionalRbmHerder::move_weights() {
    const std::size_t words = weights_.word_count();
    const std::int64_t shift = options_.relaxation.shift(t_);
    mistakes_.rows.clear();
    mistakes_.predicted.clear();
    mistakes_.hidden.clear();
    const bool relaxes = shift < Relaxation::no_shift;
    sums_.assign(relaxes ? weights_.shape().hidden_count : 0, 0);
    for (std::size_t n = 0; n < waiting_.size(); ++n) {
        const std::size_t i = waiting_[n];
        const std::span<const std::uint64_t> own = std::span{hidden_}.subspan(2 * words * n, 2 * words);
        for (std::size_t j = 0; j < sums_.size(); ++j)
            sums_[j] += sign_of((own[j / 64] >> (j % 64) & 1U) != 0);
        standing_.judged(i, found_[n]);
        if (found_[n].label == labels_[i]) continue;
        standing_.judged(i, {found_[n].label, 0});  // a misclassified case is judged again
        mistakes_.rows.push_back(static_cast<std::uint32_t>(i));
        mistakes_.predicted.push_back(static_cast<std::uint32_t>(found_[n].label));
        mistakes_.hidden.insert(mistakes_.hidden.end(), own.begin(), own.end());
        weights_.move({(*rows_)[i], labels_[i], found_[n].label, own.first(words), own.last(words)});
    }
    weights_.relax(sums_, shift);
}

}  // namespace drover::classify
