#include <drover/rbm/rbm.hpp>

#include "target.hpp"

namespace drover::fuzz {
namespace {

// What is accepted as a model is one that could have been written, byte for byte, and works.
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

}  // namespace

std::vector<Target> rbm_targets() { return {{"rbm", rbm}}; }

}  // namespace drover::fuzz
