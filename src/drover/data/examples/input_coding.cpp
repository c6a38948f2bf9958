#include <algorithm>
#include <cmath>
#include <set>

#include <drover/core/sealed_bytes.hpp>
#include <drover/data/examples/impl/inputs.hpp>
#include <drover/data/examples/input_coding.hpp>
#include <drover/data/natural_order.hpp>

// Bytes of a coding: the classes, the number of the format, and its parts in the order of their struct. Lists
// start with their size.

namespace drover {
namespace {

constexpr SealedFormat format{.line = "drover.inputs/1", .what = "coding of inputs"};

void write(SealedWriter& out, const std::vector<std::string>& texts) {
    out.number(texts.size());
    for (const std::string& text : texts) out.text(text);
}

void write(SealedWriter& out, const TableCoding& coding) {
    out.number(static_cast<unsigned char>(coding.separator));
    out.text(coding.label);
    out.number(coding.columns.size());
    for (const InputColumn& column : coding.columns) {
        out.text(column.name);
        write(out, column.categories);
        out.real(column.mean);
        out.real(column.deviation);
    }
    write(out, coding.unused);
}

void write(SealedWriter& out, const ImageCoding& coding) {
    out.number(coding.sizes.size());
    for (const std::size_t size : coding.sizes) out.number(size);
}

void write(SealedWriter& out, const LibsvmCoding& coding) {
    out.number(coding.indices.size());
    for (std::size_t c = 0; c < coding.indices.size(); ++c) {
        out.number(coding.indices[c]);
        out.real(coding.largest[c]);
    }
}

void write(SealedWriter& out, const WordCoding& coding) {
    out.number(coding.words.size());
    for (const std::uint32_t word : coding.words) out.number(word);
}

std::vector<std::string> read_texts(SealedReader& in) {
    std::vector<std::string> texts(in.count(8));
    for (std::string& text : texts) text = in.text();
    return texts;
}

// Classes or categories.
std::vector<std::string> read_names(SealedReader& in) {
    std::vector<std::string> names = read_texts(in);
    for (std::size_t i = 1; i < names.size(); ++i)
        in.expect(natural_less(names[i - 1], names[i]), "names out of order");
    return names;
}

double read_positive(SealedReader& in) {
    const double value = in.real();
    in.expect(std::isfinite(value) && value > 0, "a scale that is not above 0");
    return value;
}

// Must be above the previous one.
std::uint32_t read_rising(SealedReader& in, std::uint32_t last) {
    const auto value = static_cast<std::uint32_t>(in.up_to(UINT32_MAX));
    in.expect(value > last, "numbers out of order");
    return value;
}

InputColumn read_column(SealedReader& in) {
    InputColumn column{.name = in.text()};
    column.categories = read_names(in);
    in.expect(column.categories.size() != 1, "a column of one category");
    column.mean = in.real();
    in.expect(std::isfinite(column.mean), "a mean that is not a number");
    column.deviation = read_positive(in);
    return column;
}

void check_names(const SealedReader& in, const TableCoding& coding) {
    std::set<std::string> names{coding.label};
    for (const InputColumn& column : coding.columns)
        in.expect(names.insert(column.name).second, "a column twice");
    in.expect(!names.contains({}), "a column without a name");
}

TableCoding read_table(SealedReader& in) {
    TableCoding coding;
    coding.separator = static_cast<char>(in.up_to(127));
    in.expect(std::string_view{"\0\"\r\n", 4}.find(coding.separator) == std::string_view::npos,
              "an invalid separator");
    coding.label = in.text();
    coding.columns.resize(in.count(32));
    for (InputColumn& column : coding.columns) column = read_column(in);
    coding.unused = read_texts(in);
    check_names(in, coding);
    return coding;
}

ImageCoding read_images(SealedReader& in) {
    ImageCoding coding;
    coding.sizes.resize(in.count(8));
    for (std::size_t& size : coding.sizes) size = static_cast<std::size_t>(in.up_to(UINT32_MAX));
    in.expect(impl::pixel_count(coding) < UINT32_MAX, "images too large");
    return coding;
}

LibsvmCoding read_libsvm(SealedReader& in) {
    LibsvmCoding coding;
    const std::size_t count = in.count(16);
    for (std::size_t c = 0; c < count; ++c) {
        coding.indices.push_back(read_rising(in, c == 0 ? 0 : coding.indices.back()));
        coding.largest.push_back(read_positive(in));
    }
    return coding;
}

WordCoding read_words(SealedReader& in) {
    WordCoding coding;
    const std::size_t count = in.count(8);
    for (std::size_t c = 0; c < count; ++c)
        coding.words.push_back(read_rising(in, c == 0 ? 0 : coding.words.back()));
    return coding;
}

std::size_t count_inputs(const TableCoding& coding) {
    std::size_t count = 0;
    for (const InputColumn& column : coding.columns) count += column.input_count();
    return count;
}
std::size_t count_inputs(const ImageCoding& coding) { return impl::pixel_count(coding); }
std::size_t count_inputs(const LibsvmCoding& coding) { return coding.indices.size(); }
std::size_t count_inputs(const WordCoding& coding) { return coding.words.size(); }

}  // namespace

std::size_t InputCoding::input_count() const {
    return std::visit([](const auto& coding) { return count_inputs(coding); }, inputs);
}

double InputCoding::unit() const {
    switch (format()) {
        case InputFormat::images:
            return 1.0 / 255;
        case InputFormat::words:
            return 1;
        default:
            return 1.0 / input_grid;
    }
}

std::string coding_bytes(const InputCoding& coding) {
    SealedWriter out{format};
    write(out, coding.classes);
    out.number(coding.inputs.index());
    std::visit([&](const auto& inputs) { write(out, inputs); }, coding.inputs);
    return std::move(out).sealed();
}

InputCoding parse_coding(std::string_view bytes, const std::string& name) {
    SealedReader in{bytes, name, format};
    InputCoding coding;
    coding.classes = read_names(in);
    in.expect(coding.classes.size() >= 2, "fewer than two classes");
    switch (static_cast<InputFormat>(in.up_to(3))) {
        case InputFormat::table:
            coding.inputs = read_table(in);
            break;
        case InputFormat::images:
            coding.inputs = read_images(in);
            break;
        case InputFormat::libsvm:
            coding.inputs = read_libsvm(in);
            break;
        case InputFormat::words:
            coding.inputs = read_words(in);
            break;
    }
    in.expect(coding.input_count() > 0, "no inputs");
    in.expect(in.left() == 0, "extra bytes at the end");
    return coding;
}

}  // namespace drover
