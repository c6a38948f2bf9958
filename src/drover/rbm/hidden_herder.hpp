#pragma once

#include <algorithm>
#include <cassert>
#include <span>
#include <vector>

#include <drover/core/check.hpp>
#include <drover/core/choice.hpp>
#include <drover/herd/dense_weights.hpp>
#include <drover/herd/features/feature_map.hpp>
#include <drover/herd/herder.hpp>

namespace drover::rbm {

/// A model with hidden variables. A `Case` is the observed part of a state.
/// - begin(x): a state that contains x, for the first imputation.
/// - impute(w, x, s): gives the hidden variables of s, a state of case x, their best values, or at least no
///   worse ones.
/// - improve(w, s): searches from s, over all variables, for a state with a higher score; never a lower one.
template <class M>
concept HiddenModel = FeatureMap<M, DenseWeights<std::int64_t>> && BoundedFeatures<M> &&
    requires(const M& m, const DenseWeights<std::int64_t>& w, const typename M::Case& x,
             typename M::State& s) {
    { m.begin(x) } -> std::same_as<typename M::State>;
    m.impute(w, x, s);
    m.improve(w, s);
};

/// Where the search for the fantasy state of a step begins.
enum class FantasyStart {
    previous,     ///< H: at the last fantasy. Margins can become positive, so they must be watched.
    lowest_case,  ///< SH: at the imputed case of the lowest energy, the first of equals. Margins stay <= 0.
    every_case,   ///< CD-style: one search from every case, and the average of the results; margins <= 0.
    restarted,    ///< HR: at the last fantasy, and again at the lowest case if that search ends below the
                  ///< average of the cases; margins <= 0.
};
inline constexpr Choice<FantasyStart> variants[]{{"H", FantasyStart::previous},
                                                 {"SH", FantasyStart::lowest_case},
                                                 {"CD", FantasyStart::every_case},
                                                 {"HR", FantasyStart::restarted}};

/// Weights are integers: `scale` times the real ones, scale = batch size * multiply / divide.
struct WeightUnit {
    std::int64_t multiply = 1;
    std::int64_t divide = 1;  ///< divides every batch size * multiply * feature difference
};

struct HiddenHerderOptions {
    FantasyStart fantasy = FantasyStart::previous;
    std::size_t batch_size = 0;             ///< cases per step, taken cyclically in their order; 0: all
    std::vector<bool> without_growth = {};  ///< features without a positive term; empty: none
    WeightUnit unit = {};
    std::vector<std::int64_t> start = {};  ///< weights times scale; empty: all 0
    std::int64_t max_steps = 1'000'000'000;
};

/// Herding of a partially observed model, an Orbit: given the weights w, impute the hidden variables of every
/// case of the batch, find the fantasy state s, then w += average over the cases of phi(x_i, z_i) - phi(s).
/// For features without growth the average is replaced by the middle of the model's values, 0 for signs and
/// 1/2 for bits: their average over the fantasies converges to it. The plain, general form; it costs all
/// features per case. Chen & Welling 2016, "Herding Partially Observed Random Field Models".
template <HiddenModel M>
class HiddenHerder {
  public:
    using State = typename M::State;
    using Case = typename M::Case;
    using Weights = DenseWeights<std::int64_t>;
    using Margin = Int128;

    /// A view, valid until the next step. The weights are those after the step; all else is from before it.
    struct Step {
        std::int64_t t;
        const State& state;                ///< the fantasy; of several the first
        std::span<const State> fantasies;  ///< one, or one per case of the batch
        std::span<const State> imputed;    ///< the batch
        const Weights& weights;
        Margin margin;  ///< <w, v> of the move v, both on the integer scale
    };

    /// Throws InputError without cases, or where sizes do not agree.
    HiddenHerder(M model, std::vector<Case> cases, HiddenHerderOptions options = {})
        : model_{std::move(model)},
          cases_{std::move(cases)},
          options_{std::move(options)},
          weights_{start_weights()},
          move_(model_.feature_count()) {
        for (const Case& seen : cases_) states_.push_back(model_.begin(seen));
        imputed_.assign(options_.batch_size, states_.front());
        const bool is_each = options_.fantasy == FantasyStart::every_case;
        fantasies_.assign(is_each ? options_.batch_size : 1, model_.first_state());
    }

    Step step() {
        assert(t_ < options_.max_steps);
        impute_batch();
        find_fantasies();
        move_weights();
        ++t_;
        return current();
    }
    Step current() const { return {t_, fantasies_.front(), fantasies_, imputed_, weights_, margin_}; }
    std::int64_t max_steps() const { return options_.max_steps; }
    const M& model() const { return model_; }

  private:
    Weights start_weights() {
        check_input(!cases_.empty(), [] {
            return Problem{Fault::missing, {.function = "HiddenHerder"}, "at least one case", "none"};
        });
        const std::size_t n = model_.feature_count();
        if (options_.batch_size == 0) options_.batch_size = cases_.size();
        check_input(options_.without_growth.empty() || options_.without_growth.size() == n, [&] {
            return Problem{Fault::range,
                           {.function = "HiddenHerder"},
                           std::to_string(n) + " features in without_growth",
                           std::to_string(options_.without_growth.size())};
        });
        if (options_.start.empty()) options_.start.assign(n, 0);
        const std::int64_t size = static_cast<std::int64_t>(options_.batch_size) * options_.unit.multiply;
        check_input(
            options_.without_growth.empty() || size * twice_the_middle() % (2 * options_.unit.divide) == 0,
            [&] {
                return Problem{Fault::range,
                               {.key = "without_growth", .function = "HiddenHerder"},
                               "a unit with half of " + std::to_string(size) + " / " +
                                   std::to_string(options_.unit.divide) + " in it"};
            });
        check_step_limit(options_.start.size(), n, options_.max_steps, step_limit(size),
                         sizeof(std::int64_t));
        return Weights{options_.start, size / options_.unit.divide};
    }
    std::int64_t twice_the_middle() const {
        return static_cast<std::int64_t>(model_.bounds().lowest + model_.bounds().highest);
    }
    // From the most that a weight moves per step, and the number of weights in a score.
    double step_limit(std::int64_t size) const {
        const FeatureBounds bounds = model_.bounds();
        double largest = 0;
        for (const std::int64_t w : options_.start)
            largest = std::max(largest, std::abs(static_cast<double>(w)));
        const double move = static_cast<double>(bounds.highest - bounds.lowest) * static_cast<double>(size);
        return (0x1p62 / static_cast<double>(bounds.total) - largest) / move;
    }

    void impute_batch() {
        const std::size_t first = static_cast<std::size_t>(t_ % static_cast<std::int64_t>(cases_.size())) *
                                  options_.batch_size % cases_.size();
        for (std::size_t i = 0; i < imputed_.size(); ++i) {
            const std::size_t number = (first + i) % cases_.size();
            model_.impute(weights_, cases_[number], states_[number]);
            imputed_[i] = states_[number];
        }
    }
    void find_fantasies() {
        if (options_.fantasy == FantasyStart::every_case) fantasies_ = imputed_;
        if (options_.fantasy == FantasyStart::lowest_case) fantasies_[0] = lowest_case();
        for (State& fantasy : fantasies_) model_.improve(weights_, fantasy);
        if (options_.fantasy != FantasyStart::restarted || !is_below_average(fantasies_[0])) return;
        fantasies_[0] = lowest_case();
        model_.improve(weights_, fantasies_[0]);
    }
    const State& lowest_case() const {
        const auto by_score = [&](const State& a, const State& b) {
            return model_.score(weights_, a) < model_.score(weights_, b);
        };
        return *std::max_element(imputed_.begin(), imputed_.end(), by_score);
    }
    bool is_below_average(const State& fantasy) const {
        const Int128 own = model_.score(weights_, fantasy);
        Int128 difference = 0;
        for (const State& s : imputed_) difference += own - model_.score(weights_, s);
        return difference < 0;
    }
    void move_weights() {
        std::fill(move_.begin(), move_.end(), 0);
        for (const State& s : imputed_) {
            model_.visit(s, [&](std::size_t a, auto value) { move_[a] += static_cast<std::int64_t>(value); });
        }
        for (std::size_t a = 0; a < options_.without_growth.size(); ++a) {
            if (options_.without_growth[a]) move_[a] = 0;
        }
        const std::int64_t middle = static_cast<std::int64_t>(imputed_.size()) * twice_the_middle();
        const auto each = static_cast<std::int64_t>(imputed_.size() / fantasies_.size());
        for (const State& s : fantasies_) {
            model_.visit(
                s, [&](std::size_t a, auto value) { move_[a] -= each * static_cast<std::int64_t>(value); });
        }
        margin_ = 0;
        for (std::size_t a = 0; a < move_.size(); ++a) {
            const bool is_middle = a < options_.without_growth.size() && options_.without_growth[a];
            const std::int64_t twice = (2 * move_[a] + (is_middle ? middle : 0)) * options_.unit.multiply;
            assert(twice % (2 * options_.unit.divide) == 0);
            const std::int64_t move = twice / (2 * options_.unit.divide);
            margin_ += Margin{weights_[a]} * move;
            weights_.add(a, move);
        }
    }

    M model_;
    std::vector<Case> cases_;
    HiddenHerderOptions options_;
    Weights weights_;
    std::vector<State> states_;  // of all cases, as imputed last
    std::vector<State> imputed_;
    std::vector<State> fantasies_;
    std::vector<std::int64_t> move_;
    std::int64_t t_ = 0;
    Margin margin_ = 0;
};

}  // namespace drover::rbm
