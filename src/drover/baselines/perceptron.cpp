#include <algorithm>
#include <optional>
#include <string>

#include <drover/baselines/impl/labelled_view.hpp>
#include <drover/baselines/impl/perceptron_path.hpp>
#include <drover/baselines/perceptron.hpp>
#include <drover/number/int128.hpp>

namespace drover::baselines {
namespace {

using impl::LabelledView;
using impl::PerceptronPath;
using impl::PerceptronVotes;
using impl::PerceptronWalk;

constexpr const char* perceptron_name = "Perceptron";
constexpr std::size_t rows_a_replay = 256;  // rows that share a replay of the weights

// Weights, their sum over the steps, and scores fit 64 bits even if every row is mistaken every time.
void check_sizes(const LabelledView& train, const PerceptronOptions& options) {
    Int128 largest = 0;
    Int128 longest = 1;
    for (std::size_t i = 0; i < train.rows.row_count(); ++i) {
        Int128 sum = 0;
        for (const std::int32_t value : train.rows[i].values) {
            largest = std::max(largest, absolute(value));
            sum += absolute(value);
        }
        longest = std::max(longest, sum);
    }
    const Int128 cases = static_cast<Int128>(options.passes) * static_cast<Int128>(train.rows.row_count());
    Int128 weight = 0;
    Int128 bound = 0;
    const bool fits = multiply(2 * largest, cases, weight) &&
                      multiply(weight, 2 * std::max(longest, cases), bound) && fits_int64(bound);
    check_input(fits, [&] {
        return Problem{Fault::type,
                       {.function = perceptron_name},
                       "numbers whose weights fit 64 bits",
                       "up to " + to_string(largest) + " in " + to_string(cases) + " steps"};
    });
}

std::vector<PerceptronVotes> vote_blocks(const SparseRows& rows, const PerceptronWeights& start) {
    std::vector<PerceptronVotes> blocks;
    for (std::size_t i = 0; i < rows.row_count(); i += rows_a_replay)
        blocks.emplace_back(rows, i, std::min(rows_a_replay, rows.row_count() - i), start);
    return blocks;
}

void follow(std::vector<PerceptronVotes>& blocks, const PerceptronPath& path, ThreadPool* pool) {
    for_each_index(pool, blocks.size(), [&](std::size_t b) { blocks[b].follow(path); });
}

template <class Value>
std::uint32_t largest_of(std::span<const Value> values, ZeroSign zero) {
    if (values.size() == 2 && zero == ZeroSign::plus) return values[1] >= values[0] ? 1 : 0;
    return static_cast<std::uint32_t>(std::max_element(values.begin(), values.end()) - values.begin());
}

double error_of(const std::vector<PerceptronVotes>& blocks, std::span<const std::uint32_t> labels,
                ZeroSign zero) {
    std::size_t row = 0;
    std::size_t wrong = 0;
    for (const PerceptronVotes& votes : blocks) {
        for (std::size_t i = 0; i < votes.row_count(); ++i, ++row)
            wrong += largest_of(votes.votes(i), zero) != labels[row] ? 1U : 0U;
    }
    return static_cast<double>(wrong) / static_cast<double>(labels.size());
}

// Follows the votes on the held-out rows, if there are any.
class HeldOut {
  public:
    HeldOut(const LabelledView* examples, const PerceptronWeights& start, const PerceptronOptions& options)
        : examples_{examples}, pool_{options.pool}, zero_{options.zero_sign}, rises_{options.rises} {
        if (examples != nullptr) blocks_ = vote_blocks(examples->rows, start);
    }

    /// To be asked after each pass: whether there have been more errors than at the best long enough.
    bool rises_after(const PerceptronPath& path) {
        if (examples_ == nullptr) return false;
        follow(blocks_, path, pool_);
        errors_.push_back(error_of(blocks_, examples_->labels, zero_));
        const auto best = std::min_element(errors_.begin(), errors_.end());
        return std::count_if(best, errors_.end(), [&](double error) { return error > *best; }) >= rises_;
    }
    /// The first of the best, counted from 1; 0 without any.
    std::int64_t best_pass() const {
        if (errors_.empty()) return 0;
        return std::min_element(errors_.begin(), errors_.end()) - errors_.begin() + 1;
    }
    const std::vector<double>& errors() const { return errors_; }

  private:
    const LabelledView* examples_;
    ThreadPool* pool_;
    ZeroSign zero_;
    std::int64_t rises_;
    std::vector<PerceptronVotes> blocks_;
    std::vector<double> errors_;
};

/// Whether there was a mistake.
bool take_pass(PerceptronWalk& walk, std::size_t row_count, std::size_t batch) {
    const std::size_t before = walk.path().moves.size();
    for (std::size_t i = 0; i < row_count; i += batch) walk.step(i, std::min(batch, row_count - i));
    return walk.path().moves.size() > before;
}

// A share of votes, compared exactly.
struct Share {
    std::int64_t votes = 0;
    std::int64_t steps = 1;

    bool is_below(const Share& other) const {
        return static_cast<Int128>(votes) * other.steps < static_cast<Int128>(other.votes) * steps;
    }
};

// The class with the largest score; sums over many steps may give scores of more than 64 bits.
std::uint32_t best_by(const PerceptronWeights& sums, SparseRow row, ZeroSign zero) {
    const std::size_t vectors = sums.vector_count();
    std::vector<Int128> scores(sums.class_count());
    for (std::size_t e = 0; e < row.size(); ++e) {
        for (std::size_t v = 0; v < vectors; ++v) {
            scores[scores.size() - vectors + v] +=
                static_cast<Int128>(sums.weight(row.columns[e], v)) * row.values[e];
        }
    }
    return largest_of<Int128>(scores, zero);
}

}  // namespace

Perceptron::Perceptron(PerceptronOptions options) : options_{std::move(options)} {
    check_input(options_.passes >= 0 && options_.batch > 0 && options_.rises > 0, [&] {
        return Problem{Fault::range,
                       {.function = perceptron_name},
                       "passes of at least 0, batch and rises of at least 1",
                       std::to_string(options_.passes) + ", " + std::to_string(options_.batch) + " and " +
                           std::to_string(options_.rises)};
    });
}

void Perceptron::fit(const Examples& train, const Examples* validation) {
    const LabelledView view = impl::view_of(perceptron_name, train);
    if (validation == nullptr) return fit_to(view, nullptr);
    const LabelledView held_out = impl::validation_view(perceptron_name, view, *validation);
    fit_to(view, &held_out);
}

void Perceptron::fit_to(const LabelledView& train, const LabelledView* validation) {
    check_sizes(train, options_);
    const PerceptronWeights start{train.rows.column_count(), train.class_count, options_.zero_sign};
    PerceptronWalk walk{train.rows, train.labels, start};
    HeldOut held_out{validation, start, options_};
    result_ = {};
    std::int64_t pass = 0;
    bool is_rising = false;
    while (pass < options_.passes && !is_rising && !result_.is_separated &&
           !options_.control.stop_requested()) {
        result_.is_separated = !take_pass(walk, train.rows.row_count(), options_.batch);
        is_rising = held_out.rises_after(walk.path());
        options_.control.tell(++pass);
    }
    result_.validation_errors = held_out.errors();
    keep(std::move(walk.path()), validation == nullptr ? pass : held_out.best_pass(), train.rows.row_count(),
         start);
}

void Perceptron::keep(PerceptronPath path, std::int64_t passes, std::size_t row_count,
                      const PerceptronWeights& start) {
    path.cut(passes * static_cast<std::int64_t>((row_count + options_.batch - 1) / options_.batch));
    weights_ = start;
    for (std::size_t step = 0; step < path.steps.size(); ++step) path.apply(step, weights_);
    result_.passes = passes;
    result_.steps = path.step_count;
    result_.mistakes = static_cast<std::int64_t>(path.moves.size());
    path_ = std::make_shared<const PerceptronPath>(std::move(path));
}

// A move is in the weights of all steps from its own on.
PerceptronWeights Perceptron::summed_weights() const {
    PerceptronWeights sums{weights_.column_count(), weights_.class_count(), options_.zero_sign};
    if (path_ == nullptr) return sums;
    for (std::size_t step = 0; step < path_->steps.size(); ++step)
        path_->apply(step, sums, path_->step_count - path_->steps[step].time + 1);
    return sums;
}

std::vector<std::int64_t> Perceptron::votes(const SparseRows& rows) const {
    impl::check_columns(perceptron_name, rows, weights_.column_count());
    std::vector<std::int64_t> found;
    if (path_ == nullptr) return found;
    const PerceptronWeights start{weights_.column_count(), weights_.class_count(), options_.zero_sign};
    std::vector<PerceptronVotes> blocks = vote_blocks(rows, start);
    follow(blocks, *path_, options_.pool);
    for (const PerceptronVotes& votes : blocks) {
        for (std::size_t i = 0; i < votes.row_count(); ++i)
            found.insert(found.end(), votes.votes(i).begin(), votes.votes(i).end());
    }
    return found;
}

std::vector<std::uint32_t> Perceptron::predict(const SparseRows& rows, PerceptronRule rule) const {
    impl::check_columns(perceptron_name, rows, weights_.column_count());
    const std::size_t classes = weights_.class_count();
    std::vector<std::uint32_t> found(rows.row_count());
    if (rule == PerceptronRule::voted) {
        const std::vector<std::int64_t> all = votes(rows);
        for (std::size_t i = 0; i < found.size(); ++i)
            found[i] = largest_of(std::span{all}.subspan(i * classes, classes), options_.zero_sign);
    } else if (rule == PerceptronRule::averaged) {
        const PerceptronWeights sums = summed_weights();
        for (std::size_t i = 0; i < found.size(); ++i) found[i] = best_by(sums, rows[i], options_.zero_sign);
    } else {
        for (std::size_t i = 0; i < found.size(); ++i) found[i] = weights_.predict(rows[i]);
    }
    return found;
}

void OneVersusAllPerceptron::fit(const Examples& train, const Examples* validation) {
    const LabelledView all = impl::view_of(perceptron_name, train);
    std::optional<LabelledView> held_out;
    if (validation != nullptr) held_out.emplace(impl::validation_view(perceptron_name, all, *validation));
    std::vector<Perceptron> fitted;
    for (std::size_t k = 0; k < all.class_count; ++k) {
        const std::vector<std::uint32_t> labels = impl::one_against_rest(all.labels, k);
        const LabelledView view{all.rows, all.unit, labels, 2};
        fitted.emplace_back(options_);
        if (held_out) {
            const std::vector<std::uint32_t> own = impl::one_against_rest(held_out->labels, k);
            const LabelledView own_view{held_out->rows, held_out->unit, own, 2};
            fitted.back().fit_to(view, &own_view);
        } else {
            fitted.back().fit_to(view, nullptr);
        }
    }
    perceptrons_ = std::move(fitted);
}

std::vector<std::uint32_t> OneVersusAllPerceptron::predict(const SparseRows& rows) const {
    std::vector<std::uint32_t> found(rows.row_count());
    std::vector<Share> best(rows.row_count(), Share{.votes = -1});
    for (std::size_t k = 0; k < perceptrons_.size(); ++k) {
        const std::vector<std::int64_t> votes = perceptrons_[k].votes(rows);
        const std::int64_t steps = perceptrons_[k].fit_result().steps;
        for (std::size_t i = 0; i < found.size(); ++i) {
            const Share share{.votes = votes[2 * i + 1], .steps = std::max<std::int64_t>(steps, 1)};
            if (!best[i].is_below(share)) continue;
            best[i] = share;
            found[i] = static_cast<std::uint32_t>(k);
        }
    }
    return found;
}

}  // namespace drover::baselines
