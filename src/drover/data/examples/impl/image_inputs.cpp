#include <drover/core/check.hpp>
#include <drover/data/examples/impl/inputs.hpp>
#include <drover/data/idx.hpp>

namespace drover {
namespace {

using impl::LabelTexts;

std::string size_text(std::span<const std::size_t> sizes) {
    std::string text;
    for (const std::size_t size : sizes) text += (text.empty() ? "" : " x ") + std::to_string(size);
    return text;
}

IdxArray read_images(const NamedText& images) {
    IdxArray array = parse_idx(images.text, images.name);
    check_input(array.sizes.size() >= 2, [&] {
        return Problem{Fault::syntax, {.file = images.name}, "images", "an array of one dimension"};
    });
    return array;
}

LabelTexts read_labels(const NamedText& labels, std::size_t image_count) {
    const IdxArray array = parse_idx(labels.text, labels.name);
    check_input(array.sizes.size() == 1, [&] {
        return Problem{Fault::syntax,
                       {.file = labels.name},
                       "labels, an array of one dimension",
                       "one of " + std::to_string(array.sizes.size())};
    });
    check_input(array.count() == image_count, [&] {
        return Problem{Fault::range,
                       {.file = labels.name},
                       "a label for each of " + impl::counted(image_count, "image"),
                       std::to_string(array.count())};
    });
    LabelTexts found{
        .texts = impl::Dictionary{{}}, .codes = {}, .place = [name = labels.name](std::size_t row) {
            return Place{.file = name, .key = "label " + std::to_string(row + 1)};
        }};
    for (const char byte : array.bytes) found.add(std::to_string(static_cast<unsigned char>(byte)));
    return found;
}

SparseRows pixel_rows(const IdxArray& images, std::size_t pixels, const RunControl& control) {
    SparseRows rows{pixels};
    StepWatch watch{control};
    for (std::size_t i = 0; i < images.count(); ++i) {
        if (!watch.goes_on()) throw Stopped{};
        const std::string_view image = images.bytes.substr(i * pixels, pixels);
        for (std::size_t p = 0; p < pixels; ++p) {
            if (image[p] != 0) rows.add(p, static_cast<unsigned char>(image[p]));
        }
        rows.end_row();
    }
    return rows;
}

}  // namespace

namespace impl {

std::size_t pixel_count(const ImageCoding& coding) {
    std::uint64_t count = 1;
    for (const std::size_t size : coding.sizes) {
        if (size > UINT32_MAX || count * size > UINT32_MAX) return UINT32_MAX;
        count *= size;
    }
    return static_cast<std::size_t>(count);
}

RawExamples code(const ImageCoding& coding, const NewData& from) {
    const IdxArray images = read_images(from.data);
    const std::span sizes = std::span{images.sizes}.subspan(1);
    check_input(std::equal(sizes.begin(), sizes.end(), coding.sizes.begin(), coding.sizes.end()), [&] {
        return Problem{Fault::range,
                       {.file = from.data.name},
                       "images of " + size_text(coding.sizes) + " pixels",
                       size_text(sizes)};
    });
    RawExamples found{.rows = pixel_rows(images, pixel_count(coding), from.control)};
    if (from.with_labels) found.labels = read_labels(from.labels, images.count());
    return found;
}

}  // namespace impl

LearnedInputs learn_images(const NamedText& images, const NamedText& labels, const RunControl& control) {
    const IdxArray array = read_images(images);
    const ImageCoding coding{{array.sizes.begin() + 1, array.sizes.end()}};
    check_input(array.count() > 0 && array.item_size() > 0, [&] {
        return Problem{
            Fault::range, {.file = images.name}, "at least one image", size_text(array.sizes) + " bytes"};
    });
    return impl::learned(
        {.classes = {}, .inputs = coding},
        impl::code(coding, {.data = images, .with_labels = true, .labels = labels, .control = control}),
        labels.name);
}

}  // namespace drover
