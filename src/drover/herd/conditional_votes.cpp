#include <algorithm>

#include <drover/herd/conditional_kernels_detail.hpp>
#include <drover/herd/conditional_votes.hpp>

namespace drover {
namespace {

constexpr std::size_t rows_a_task = 64;
constexpr std::size_t never = SIZE_MAX;
constexpr std::size_t kept_mistakes = 128;

std::int64_t dense_dot(SparseRow x, const std::int32_t* other) {
    std::int64_t sum = 0;
    for (std::size_t e = 0; e < x.size(); ++e) sum += std::int64_t{x.values[e]} * other[x.columns[e]];
    return sum;
}

}  // namespace

ConditionalVotes::ConditionalVotes(const SparseRows& rows, const ConditionalWeights& weights,
                                   ThreadPool* pool)
    : rows_{&rows},
      label_count_{weights.shape().code.label_count()},
      stride_{weights.stride()},
      pool_{pool},
      standing_{rows},
      fields_(rows.row_count() * stride_),
      seen_(rows.row_count(), never),
      inputs_(kept_mistakes * rows.column_count()),
      steps_(kept_mistakes * stride_),
      counts_(rows.row_count() * label_count_),
      since_(rows.row_count()) {}

void ConditionalVotes::moved(const Mistake& mistake, const ConditionalWeights& weights) {
    const std::size_t place = mistakes_ % kept_mistakes;
    ++mistakes_;
    const std::size_t width = rows_->column_count();
    const std::span<std::int32_t> input = std::span{inputs_}.subspan(place * width, width);
    std::fill(input.begin(), input.end(), 0);
    for (std::size_t e = 0; e < mistake.x.size(); ++e) input[mistake.x.columns[e]] = mistake.x.values[e];
    weights.find_steps(mistake, std::span{steps_}.subspan(place * stride_, stride_));
}

// A mistake costs a product of two inputs and a row of columns, a fresh start a row of columns an entry.
void ConditionalVotes::catch_up(std::size_t i, const ConditionalWeights& weights) {
    const SparseRow x = (*rows_)[i];
    const std::span<double> fields = std::span{fields_}.subspan(i * stride_, stride_);
    const std::size_t behind = seen_[i] == never ? never : mistakes_ - seen_[i];
    if (behind > std::min(x.size() / 2, kept_mistakes)) {
        weights.find_fields(x, fields);
    } else {
        for (std::size_t m = seen_[i]; m < mistakes_; ++m) {
            const std::size_t place = m % kept_mistakes;
            const auto product =
                static_cast<double>(dense_dot(x, inputs_.data() + place * rows_->column_count()));
            detail::add_steps(product, steps_.data() + place * stride_, fields.data(), stride_);
        }
    }
    seen_[i] = mistakes_;
}

void ConditionalVotes::settled(ScoreDrift drift) {
    standing_.add(drift);
    has_moved_ = true;
}

void ConditionalVotes::vote(const ConditionalWeights& weights) {
    if (has_moved_) judge_due(weights);
    has_moved_ = false;
    ++cast_;
}

void ConditionalVotes::judge_due(const ConditionalWeights& weights) {
    waiting_.clear();
    for (std::size_t i = 0; i < rows_->row_count(); ++i) {
        if (standing_.is_due(i)) waiting_.push_back(static_cast<std::uint32_t>(i));
    }
    found_.resize(waiting_.size());
    const std::size_t tasks = (waiting_.size() + rows_a_task - 1) / rows_a_task;
    for_each_index(tasks > 1 ? pool_ : nullptr, tasks, [&](std::size_t task) {
        std::vector<double> scores(label_count_);
        const std::size_t end = std::min(waiting_.size(), (task + 1) * rows_a_task);
        for (std::size_t n = task * rows_a_task; n < end; ++n) {
            catch_up(waiting_[n], weights);
            found_[n] = weights.judge(std::span{fields_}.subspan(waiting_[n] * stride_, stride_), scores);
        }
    });
    for (std::size_t n = 0; n < waiting_.size(); ++n) {
        const std::size_t i = waiting_[n];
        counts_[i * label_count_ + standing_.label(i)] += cast_ - since_[i];
        since_[i] = cast_;
        standing_.judged(i, found_[n]);
    }
    judged_ += static_cast<std::int64_t>(waiting_.size());
}

std::vector<std::int64_t> ConditionalVotes::votes() const {
    std::vector<std::int64_t> all = counts_;
    for (std::size_t i = 0; i < since_.size(); ++i)
        all[i * label_count_ + standing_.label(i)] += cast_ - since_[i];
    return all;
}

}  // namespace drover
