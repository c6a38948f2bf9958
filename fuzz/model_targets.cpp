#include <drover/classify/model_file.hpp>
#include <drover/data/examples/input_coding.hpp>
#include <drover/data/feature_table.hpp>
#include <drover/finite/herd_table.hpp>
#include <drover/rbm/rbm.hpp>

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

// What is taken for a model is one that could have been written, byte for byte, and works.
void rbm(std::string_view body) {
    const std::string bytes = sealed("drover.rbm/2", body);
    auto model = tried([&] { return rbm::parse_model(bytes, "m.rbm"); });
    if (!model) return;
    require(rbm::to_bytes(*model) == bytes);
    tried([&] {
        summarize(*model);
        rbm::train(*model, {.steps = 2});
        return rbm::score(*model, model->cases, {.steps = 1}).steps;
    });
}

InputCoding small_coding() {
    TableCoding table{.separator = ',', .label = "y", .columns = {}};
    table.columns.push_back({.name = "a"});
    table.columns.push_back({.name = "b", .categories = {"p", "q"}});
    return {.classes = {"no", "yes"}, .inputs = table};
}

// All of the file behind its coding, which has a target of its own.
void fit(std::string_view body) {
    static const InputCoding coding = small_coding();
    static const std::string front = coding_bytes(coding);
    std::string size(8, '\0');
    for (std::size_t b = 0; b < 8; ++b) size[b] = static_cast<char>(front.size() >> (8 * b) & 0xffU);
    const std::string bytes = sealed("drover.fit/1", size + front + std::string{body});
    const auto model = tried([&] { return classify::parse_model(bytes, "m.fit"); });
    if (!model) return;
    require(classify::to_bytes(*model) == bytes);
    SparseRows rows{coding.input_count()};
    rows.add(0, 256);
    rows.end_row();
    const auto votes = tried([&] { return vote(model->classifier, rows); });
    if (votes) require(votes->label(0) < 2);
}

}  // namespace

std::vector<Target> model_targets() { return {{"herd", herd}, {"rbm", rbm}, {"fit", fit}}; }

}  // namespace drover::fuzz
