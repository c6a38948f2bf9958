#include <drover/data/feature_table.hpp>
#include <drover/finite/herd_table.hpp>

#include "target.hpp"

namespace drover::fuzz {
namespace {

// A table of features with probabilities or moments, herded for a few steps.
void herd(std::string_view bytes) {
    const unsigned choice = take_choice(bytes);
    const auto parts = parts_of(bytes);
    const auto table = tried([&] { return parse_feature_csv(parts.front(), "f.csv"); });
    if (!table || parts.size() < 2) return;
    const bool by_state = choice % 2 == 0;
    const auto numbers = tried([&] {
        return parse_named_quadratics(parts[1], "n.csv", by_state ? table->state_names : table->feature_names,
                                      by_state ? "state" : "feature");
    });
    if (!numbers) return;
    const HerdTarget target =
        by_state ? HerdTarget{ProbabilityTarget{*numbers}} : HerdTarget{MomentTarget{*numbers}};
    const auto result = tried([&] { return herd_table(*table, target, {.steps = 20}); });
    if (!result) return;
    std::int64_t steps = 0;
    for (const std::int64_t count : result->counts) steps += count;
    require(steps == 20);
}

}  // namespace

std::vector<Target> finite_targets() { return {{"herd", herd}}; }

}  // namespace drover::fuzz
