#include "usps_data.hpp"

#include <array>

#include <drover/core/check.hpp>
#include <drover/data/idx.hpp>
#include <drover/data/split.hpp>
#include <drover/files/file.hpp>
#include <drover/number/philox.hpp>

namespace drover::cli::paper {
namespace {

constexpr std::size_t image_count = UspsImages::classes * UspsImages::per_class;
constexpr unsigned threshold = 51;  // 0.2 * 256, rounded down: above it a pixel is on

DataSet binary_set(const std::vector<std::uint8_t>& grey) {
    std::vector<std::string> names;
    for (std::size_t j = 0; j < UspsImages::pixels; ++j) names.push_back("p" + std::to_string(j));
    std::vector<BitRow> rows(image_count, BitRow(UspsImages::pixels));
    for (std::size_t i = 0; i < grey.size(); ++i)
        rows[i / UspsImages::pixels].set(i % UspsImages::pixels, grey[i] > threshold);
    return {.name = "USPS", .table = {std::move(names), std::move(rows)}, .joint_count = UspsImages::pixels};
}

void check_shape(const IdxArray& array, const std::vector<std::size_t>& sizes, const std::string& path) {
    check_input(array.sizes == sizes, [&] {
        return path + ": expected 11000 images of 16 x 16 pixels, or their labels, got other data";
    });
}

UspsImages read_images(const std::string& folder) {
    const std::string path = folder + "/usps/usps_all-images-idx3-ubyte.gz";
    const std::string label_path = folder + "/usps/usps_all-labels-idx1-ubyte.gz";
    const std::string text = read_file(path);
    const std::string label_text = read_file(label_path);
    const IdxArray images = parse_idx(text, path);
    const IdxArray labels = parse_idx(label_text, label_path);
    check_shape(images, {image_count, 16, 16}, path);
    check_shape(labels, {image_count}, label_path);
    for (std::size_t i = 0; i < image_count; ++i) {
        check_input(static_cast<std::size_t>(labels.bytes[i]) == i / UspsImages::per_class,
                    [&] { return label_path + ": expected 1100 images per digit, in order"; });
    }
    UspsImages found{.grey = {images.bytes.begin(), images.bytes.end()}, .binary = binary_set({})};
    found.binary = binary_set(found.grey);
    found.binary.note = path + ": 1 where grey / 256 > 0.2";
    return found;
}

// A digit is three strokes, lines between random points; an image is its digit moved by up to a pixel, with 5
// % of the pixels drawn anew.
UspsImages make_images(std::uint64_t seed) {
    const CounterRandom random{seed, 40};
    std::vector<std::array<bool, 256>> digits(UspsImages::classes);
    std::uint64_t draw = 0;
    for (auto& digit : digits) {
        for (int stroke = 0; stroke < 3; ++stroke) {
            std::array<double, 4> ends{};
            for (double& end : ends) end = 2 + 12 * random.uniform(draw++);
            for (int k = 0; k <= 64; ++k) {
                const double share = k / 64.0;
                const auto row = static_cast<std::size_t>(ends[0] + share * (ends[2] - ends[0]));
                const auto column = static_cast<std::size_t>(ends[1] + share * (ends[3] - ends[1]));
                digit[16 * row + column] = digit[16 * row + column + 1] = true;
            }
        }
    }
    std::vector<std::uint8_t> grey(image_count * UspsImages::pixels);
    for (std::size_t i = 0; i < image_count; ++i) {
        const std::size_t down = random.below(draw++, 3);
        const std::size_t right = random.below(draw++, 3);
        for (std::size_t p = 0; p < UspsImages::pixels; ++p) {
            const std::size_t from = (p / 16 + down + 15) % 16 * 16 + (p + right + 15) % 16;
            const bool ink = digits[i / UspsImages::per_class][from] != (random.uniform(draw++) < 0.05);
            grey[i * UspsImages::pixels + p] = ink ? 200 : 0;
        }
    }
    UspsImages made{.grey = std::move(grey), .binary = binary_set({})};
    made.binary = binary_set(made.grey);
    made.binary.name += " (substitute)";
    made.binary.substitute = true;
    made.binary.note = "ten figures of three strokes, moved and spoilt";
    return made;
}

}  // namespace

UspsImages usps_images(const std::string& folder, std::uint64_t seed) {
    return folder.empty() ? make_images(seed) : read_images(folder);
}

std::vector<ClassSplit> usps_split(std::uint64_t seed, std::uint64_t split) {
    std::vector<ClassSplit> classes;
    for (std::size_t c = 0; c < UspsImages::classes; ++c) {
        const Split drawn = random_split(UspsImages::per_class, train_count,
                                         CounterRandom{seed, 1000 + split * UspsImages::classes + c});
        ClassSplit own;
        for (const std::size_t i : drawn.train) own.train.push_back(c * UspsImages::per_class + i);
        for (std::size_t k = 0; k < drawn.test.size(); ++k) {
            auto& part = k < validation_count ? own.validation : own.test;
            part.push_back(c * UspsImages::per_class + drawn.test[k]);
        }
        classes.push_back(std::move(own));
    }
    return classes;
}

}  // namespace drover::cli::paper
