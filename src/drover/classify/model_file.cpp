#include <utility>

#include <drover/classify/impl/file.hpp>
#include <drover/classify/model_file.hpp>

namespace drover::classify {
namespace {

constexpr SealedFormat format{"drover.fit/1", "model of drover fit"};

}  // namespace

std::string to_bytes(const Model& model) {
    SealedWriter out{format};
    out.text(coding_bytes(model.coding));
    impl::write_classifier(out, model.classifier);
    return std::move(out).sealed();
}

Model parse_model(std::string_view bytes, const std::string& name) {
    SealedReader in{bytes, name, format};
    Model model{.coding = parse_coding(in.text(), name), .classifier = impl::read_classifier(in)};
    in.expect(in.left() == 0, "data behind its end");
    in.expect(model.coding.classes == model.classifier.classes, "classes of another coding");
    in.expect(model.coding.input_count() == model.classifier.norm.column_count, "inputs of another coding");
    in.expect(model.coding.unit() == model.classifier.unit, "a unit of another coding");
    return model;
}

}  // namespace drover::classify
