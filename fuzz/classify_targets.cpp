#include <drover/classify/model_file.hpp>
#include <drover/data/examples/input_coding.hpp>

#include "target.hpp"

namespace drover::fuzz {
namespace {

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

std::vector<Target> classify_targets() { return {{"fit", fit}}; }

}  // namespace drover::fuzz
