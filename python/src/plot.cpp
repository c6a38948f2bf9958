#include <sstream>

#include <drover/plot/chart.hpp>
#include <drover/plot/heat_map.hpp>
#include <drover/plot/image.hpp>

#include "bindings.hpp"

namespace drover::python {
namespace {

using Numbers = std::vector<double>;
using PySeries = std::tuple<std::string, Numbers, Numbers, std::string>;  // name, x, y, mark
using PyAxis = std::pair<std::string, bool>;                              // label, logarithmic

template <class Picture>
std::string svg(const Picture& picture) {
    std::ostringstream text;
    write_svg(text, picture);
    return std::move(text).str();
}

Axis axis(const PyAxis& given) {
    return {.label = given.first, .scale = given.second ? Scale::log : Scale::linear};
}

std::string chart_svg(const std::string& title, const PyAxis& x, const PyAxis& y,
                      const std::vector<PySeries>& series) {
    Chart chart{.title = title, .x = axis(x), .y = axis(y)};
    for (const auto& [name, xs, ys, mark] : series) {
        const Mark kind = choose(series_marks, mark, "mark");
        chart.series.push_back({.name = name, .x = xs, .y = ys, .mark = kind});
    }
    return svg(chart);
}

}  // namespace

void bind_pictures(nb::module_& module) {
    module.def("chart_svg", chart_svg, nb::arg("title"), nb::arg("x"), nb::arg("y"), nb::arg("series"),
               "Lines and points: axes are (label, logarithmic), series (name, x, y, mark).");
    module.def(
        "heat_map_svg",
        [](const std::string& title, const std::string& x, const std::string& y,
           const std::vector<std::string>& columns, const std::vector<std::string>& rows,
           const Numbers& values) {
            return svg(HeatMap{.title = title,
                               .row_label = y,
                               .column_label = x,
                               .row_names = rows,
                               .column_names = columns,
                               .values = values});
        },
        nb::arg("title"), nb::arg("x"), nb::arg("y"), nb::arg("columns"), nb::arg("rows"), nb::arg("values"),
        "A matrix as coloured squares, the first row at the top.");
    module.def(
        "image_svg",
        [](const std::string& title, std::size_t column_count, const Numbers& values, double white,
           double black) {
            return svg(Image{.title = title,
                             .column_count = column_count,
                             .values = values,
                             .white = white,
                             .black = black});
        },
        nb::arg("title"), nb::arg("column_count"), nb::arg("values"), nb::arg("white"), nb::arg("black"),
        "A matrix of grey values.");
}

}  // namespace drover::python
