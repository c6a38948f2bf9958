#include <algorithm>
#include <cmath>
#include <ostream>

#include <drover/core/check.hpp>
#include <drover/core/number_text.hpp>
#include <drover/dynamics/animation.hpp>
#include <drover/plot/impl/deflate.hpp>
#include <drover/plot/impl/svg.hpp>
#include <drover/report/impl/html_page.hpp>

namespace drover::dynamics {
namespace {

constexpr double frame_margin = 12;
constexpr double caption_height = 24;

void check_frames(const Animation& animation) {
    check_size("Animation", animation.width, animation.width);
    check_input(!animation.frames.empty() && animation.captions.size() == animation.frames.size(), [&] {
        return Problem{
            Fault::range,
            {.key = "Animation"},
            "frames and as many captions",
            std::to_string(animation.frames.size()) + " and " + std::to_string(animation.captions.size())};
    });
    const Raster& first = animation.frames.front();
    for (const Raster& frame : animation.frames) {
        check_input(frame.column_count == first.column_count && frame.pixels.size() == first.pixels.size(),
                    [] {
                        return Problem{Fault::range, {.key = "Animation"}, "frames of one size"};
                    });
    }
}

// Visible from k / n of the time to (k + 1) / n.
std::string timing(std::size_t k, std::size_t n, double seconds) {
    const auto share = [&](std::size_t i) {
        return rounded(static_cast<double>(i) / static_cast<double>(n), 6);
    };
    std::string values = k == 0 ? "visible" : "hidden;visible";
    std::string times = k == 0 ? "0" : "0;" + share(k);
    if (k + 1 < n) {
        values += ";hidden";
        times += ';' + share(k + 1);
    }
    return R"(<animate attributeName="visibility" calcMode="discrete" repeatCount="indefinite" dur=")" +
           rounded(seconds, 4) + R"(s" values=")" + values + R"(" keyTimes=")" + times + "\"/>\n";
}

// The part of viridis that can be seen on white and on dark pages.
std::vector<Colour> shades() {
    std::vector<Colour> palette;
    for (int level = 0; level < 256; ++level)
        palette.push_back(colour_at(Colours::viridis, 0.25 + 0.6 * level / 255.0));
    palette.back() = {.red = 0, .green = 0, .blue = 0, .alpha = 0};  // nothing there
    return palette;
}

// If there are few points they are drawn larger, to be visible: each takes the empty pixels around it.
void enlarge_few(Raster& raster, std::uint8_t nothing) {
    const std::vector<std::uint8_t> before = raster.pixels;
    const auto empty = static_cast<std::size_t>(std::count(before.begin(), before.end(), nothing));
    if ((before.size() - empty) * 50 >= before.size()) return;
    const std::size_t columns = raster.column_count;
    for (std::size_t cell = 0; cell < before.size(); ++cell) {
        if (before[cell] == nothing) continue;
        const std::size_t row = cell / columns;
        const std::size_t column = cell % columns;
        for (std::size_t r = row - std::min<std::size_t>(row, 1);
             r <= std::min(row + 1, raster.row_count() - 1); ++r) {
            for (std::size_t c = column - std::min<std::size_t>(column, 1);
                 c <= std::min(column + 1, columns - 1); ++c) {
                if (raster.pixels[r * columns + c] == nothing) raster.pixels[r * columns + c] = before[cell];
            }
        }
    }
}

}  // namespace

Animation orbit_animation(const OrbitFrames& frames) {
    Animation animation{.title = "An orbit of herding fills its attractor"};
    std::uint32_t most = 1;
    for (const auto& hits : frames.hits) most = std::max(most, *std::max_element(hits.begin(), hits.end()));
    Raster raster{.column_count = frames.side, .pixels = {}, .palette = shades()};
    const auto nothing = static_cast<std::uint8_t>(raster.palette.size() - 1);
    const double brightest = std::log2(1 + static_cast<double>(most));
    for (std::size_t k = 0; k < frames.hits.size(); ++k) {
        raster.pixels.clear();
        for (const std::uint32_t count : frames.hits[k]) {
            const double shade = std::log2(1 + static_cast<double>(count)) / brightest * (nothing - 1);
            raster.pixels.push_back(count == 0 ? nothing : static_cast<std::uint8_t>(std::lround(shade)));
        }
        enlarge_few(raster, nothing);
        animation.frames.push_back(raster);
        animation.captions.push_back(grouped(frames.point_counts[k]) +
                                     (frames.point_counts[k] == 1 ? " step" : " steps"));
    }
    return animation;
}

void write_svg(std::ostream& out, const Animation& animation, SvgForm form) {
    check_frames(animation);
    SvgPage page;
    const double top = draw_title(page, animation.title, animation.width) + 4;
    const double width = animation.width - 2 * frame_margin;
    const Raster& first = animation.frames.front();
    const double height =
        width * static_cast<double>(first.row_count()) / static_cast<double>(first.column_count);
    const std::size_t count = animation.frames.size();
    for (std::size_t k = 0; k < count; ++k) {
        page.add(std::string{"<g visibility=\""} + (k + 1 == count ? "visible" : "hidden") + "\">\n" +
                 timing(k, count, animation.seconds));
        page.add("<image x=\"" + px(frame_margin) + "\" y=\"" + px(top) + "\" width=\"" + px(width) +
                 "\" height=\"" + px(height) +
                 R"(" style="image-rendering:pixelated" href="data:image/png;base64,)" +
                 to_base64(to_png(animation.frames[k])) + "\"/>\n");
        page.add({.x = animation.width / 2,
                  .y = top + height + caption_height - 6,
                  .text = animation.captions[k],
                  .anchor = Anchor::middle});
        page.add("</g>\n");
    }
    page.write(out, animation.title, animation.width, top + height + caption_height + frame_margin, form);
}

}  // namespace drover::dynamics
