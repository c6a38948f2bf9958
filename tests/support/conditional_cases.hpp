#pragma once

#include <drover/classify/conditional_herder.hpp>
#include <drover/classify/conditional_rbm.hpp>
#include <drover/classify/conditional_rbm_herder.hpp>
#include <drover/number/philox.hpp>

namespace drover {

/// Random rows of small integers, a third of them 0, and labels that depend on the signs of the first
/// two: not separable by a plane.
inline Examples tangled_examples(std::size_t rows, std::size_t columns, std::size_t labels,
                                 std::uint64_t seed) {
    const CounterRandom random{seed, 21};
    Examples made{.rows = SparseRows{columns}, .labels = {}, .classes = {}};
    for (std::size_t k = 0; k < labels; ++k) made.classes.push_back(std::to_string(k));
    std::uint64_t draw = 0;
    for (std::size_t i = 0; i < rows; ++i) {
        std::size_t label = 0;
        for (std::size_t c = 0; c < columns; ++c) {
            const auto value = static_cast<std::int32_t>(random.below(draw++, 13)) - 6;
            if (value % 3 == 0) continue;
            if (c < 2 && value > 0) label += c + 1;
            made.rows.add(c, value);
        }
        made.rows.end_row();
        made.labels.push_back(static_cast<std::uint32_t>(label % labels));
    }
    return made;
}

inline std::vector<std::int64_t> random_weights(std::size_t count, std::int64_t largest, std::uint64_t seed) {
    const CounterRandom random{seed, 22};
    std::vector<std::int64_t> start(count);
    for (std::size_t a = 0; a < count; ++a)
        start[a] =
            static_cast<std::int64_t>(random.below(a, static_cast<std::uint64_t>(2 * largest + 1))) - largest;
    return start;
}

/// The plain herder with the rates and the relaxation of the fused one.
inline classify::ConditionalHerder<classify::ConditionalRbm> plain_herder(
    const classify::ConditionalShape& shape, const Examples& data, const classify::ConditionalRates& rates,
    std::vector<std::int64_t> start, const classify::ConditionalRbmHerderOptions& options) {
    const classify::ConditionalRbm model{shape};
    classify::ConditionalHerderOptions plain{
        .batch_size = options.batch_size,
        .start = std::move(start),
        .rates = std::vector<std::int64_t>(model.feature_count(), rates.w),
        .relaxed = std::vector<bool>(model.feature_count(), false),
        .relaxation = options.relaxation};
    for (std::size_t a = model.b_slot(0, 0); a < model.feature_count(); ++a) {
        const bool is_theta = a >= model.theta_slot(0) && a < model.alpha_slot(0);
        plain.relaxed[a] = is_theta;
        plain.rates[a] = is_theta ? rates.theta : a < model.theta_slot(0) ? rates.b : rates.alpha;
    }
    std::vector<SparseRow> inputs;
    for (std::size_t i = 0; i < data.rows.row_count(); ++i) inputs.push_back(data.rows[i]);
    return {model, std::move(inputs), std::vector<std::size_t>(data.labels.begin(), data.labels.end()),
            std::move(plain)};
}

}  // namespace drover
