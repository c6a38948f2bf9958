#include <algorithm>
#include <cmath>
#include <ostream>

#include <drover/core/check.hpp>
#include <drover/core/number_text.hpp>
#include <drover/plot/image.hpp>
#include <drover/plot/impl/svg.hpp>

namespace drover {
namespace {

constexpr double picture_margin = 12;
constexpr int level_count = 256;

void check_shape(const Image& image) {
    check_size("Image", image.width, image.width);
    check_input(
        image.column_count > 0 && !image.values.empty() && image.values.size() % image.column_count == 0,
        [&] {
            return Problem{Fault::range,
                           {.key = "Image"},
                           "complete rows of " + std::to_string(image.column_count) + " values",
                           std::to_string(image.values.size()) + " values"};
        });
    const double span = image.black - image.white;
    check_input(std::isfinite(span) && span != 0, [&] {
        return Problem{.fault = Fault::other,
                       .place = {.key = "Image"},
                       .text = "white (" + rounded(image.white) + ") and black (" + rounded(image.black) +
                               ") must be finite and differ"};
    });
}

// 0 is white, 255 black.
int level_of(const Image& image, std::size_t k) {
    const double darkness = (image.values[k] - image.white) / (image.black - image.white);
    check_input(darkness >= 0 && darkness <= 1, [&] {
        return Problem{Fault::range,
                       {.key = "Image: row " + std::to_string(k / image.column_count + 1) + ", column " +
                               std::to_string(k % image.column_count + 1)},
                       "a value from " + rounded(image.white) + " to " + rounded(image.black),
                       rounded(image.values[k])};
    });
    return static_cast<int>(std::lround(darkness * (level_count - 1)));
}

// Path data of each level; coordinates count squares.
std::vector<std::string> level_paths(const Image& image) {
    std::vector<int> levels(image.values.size());
    for (std::size_t k = 0; k < levels.size(); ++k) levels[k] = level_of(image, k);
    std::vector<std::string> paths(level_count);
    for (std::size_t k = 0; k < levels.size();) {
        const std::size_t row_end = (k / image.column_count + 1) * image.column_count;
        std::size_t end = k + 1;
        while (end < row_end && levels[end] == levels[k]) ++end;
        const std::string length = std::to_string(end - k);
        std::string& path = paths[static_cast<std::size_t>(levels[k])];
        path.append("M").append(std::to_string(k % image.column_count));
        path.append(" ").append(std::to_string(k / image.column_count));
        path.append("h").append(length).append("v1h-").append(length).append("z");
        k = end;
    }
    return paths;
}

// Not in hexadecimal digits, which the dark theme would change (dark_style): an image is the same in both
// themes.
std::string grey(int level) {
    const std::string bright = std::to_string(level_count - 1 - level);
    return "rgb(" + bright + ',' + bright + ',' + bright + ')';
}

// Where the squares are: an integer number of pixels each if there is room, so that all look alike.
struct Canvas {
    double left = 0;
    double top = 0;
    double width = 0;
    double height = 0;
    std::size_t row_count = 0;
};

Canvas lay_out_canvas(const Image& image, double top) {
    const std::size_t rows = image.values.size() / image.column_count;
    const auto columns = static_cast<double>(image.column_count);
    double cell = std::min((image.width - 2 * picture_margin) / columns, 10'000 / static_cast<double>(rows));
    if (cell >= 1) cell = std::floor(cell);
    const double width = cell * columns;
    return {(image.width - width) / 2, top, width, cell * static_cast<double>(rows), rows};
}

std::string box(const Canvas& canvas) {
    return "x=\"" + px(canvas.left) + "\" y=\"" + px(canvas.top) + "\" width=\"" + px(canvas.width) +
           "\" height=\"" + px(canvas.height) + '"';
}

}  // namespace

void write_svg(std::ostream& out, const Image& image, SvgForm form) {
    check_shape(image);
    const auto paths = level_paths(image);
    SvgPage page;
    const double top = image.title.empty() ? picture_margin : draw_title(page, image.title, image.width) + 4;
    const Canvas canvas = lay_out_canvas(image, top);
    page.add("<svg " + box(canvas) + " viewBox=\"0 0 " + std::to_string(image.column_count) + ' ' +
             std::to_string(canvas.row_count) +
             "\" preserveAspectRatio=\"none\" shape-rendering=\"crispEdges\">\n"
             "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n");
    for (int level = 1; level < level_count; ++level) {
        const std::string& data = paths[static_cast<std::size_t>(level)];
        if (!data.empty()) page.add("<path d=\"" + data + "\" fill=\"" + grey(level) + "\"/>\n");
    }
    page.add("</svg>\n<rect " + box(canvas) + " fill=\"none\" stroke=\"#999\"/>\n");
    page.write(out, image.title, image.width, top + canvas.height + picture_margin, form);
}

}  // namespace drover
