#include <algorithm>
#include <sstream>

#include <drover/core/check.hpp>
#include <drover/plot/impl/svg.hpp>
#include <drover/plot/panels.hpp>

namespace drover {

void write_svg(std::ostream& out, const Panels& panels, SvgForm form) {
    check_input(!panels.charts.empty(), [] {
        return Problem{Fault::range, {.key = "Panels"}, "at least one chart"};
    });
    SvgPage page;
    double width = 0;
    double height = 0;
    for (const auto& panel : panels.charts) {
        std::visit(
            [&](const auto& chart) {
                std::ostringstream text;
                write_svg(text, chart, SvgForm::embedded);
                page.add("<g transform=\"translate(0," + px(height) + ")\">\n" + text.str() + "</g>\n");
                width = std::max(width, chart.width);
                height += chart.height;
            },
            panel);
    }
    if (!panels.note.empty()) {
        page.add(
            SvgText{.x = 16, .y = height + 12, .text = panels.note, .colour = "#777", .room = width - 32});
        height += 24;
    }
    page.write(out, panels.title, width, height, form);
}

}  // namespace drover
