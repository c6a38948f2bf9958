#include <utility>

#include <drover/classify/model_file.hpp>
#include <drover/core/sealed_bytes.hpp>

namespace drover {
namespace {

constexpr SealedFormat format{"drover.fit/1", "model of drover fit"};

}  // namespace

std::string voted_model_bytes(const VotedModel& model) {
    SealedWriter out{format};
    out.text(coding_bytes(model.coding));
    write_voted(out, model.classifier);
    return std::move(out).sealed();
}

VotedModel parse_voted_model(std::string_view bytes, const std::string& name) {
    SealedReader in{bytes, name, format};
    VotedModel model{.coding = parse_coding(in.text(), name), .classifier = read_voted(in)};
    in.expect(in.left() == 0, "data behind its end");
    in.expect(model.coding.classes == model.classifier.classes, "classes of another coding");
    in.expect(model.coding.input_count() == model.classifier.norm.column_count, "inputs of another coding");
    in.expect(model.coding.unit() == model.classifier.unit, "a unit of another coding");
    return model;
}

}  // namespace drover
