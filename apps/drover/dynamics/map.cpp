#include <algorithm>

#include <drover/core/check.hpp>
#include <drover/core/number_text.hpp>
#include <drover/dynamics/map_figure.hpp>
#include <drover/dynamics/parameter_map.hpp>
#include <drover/files/read.hpp>

#include "../cli/command.hpp"
#include "../cli/terminal.hpp"
#include "dynamics.hpp"

namespace drover::cli::dynamics {
using namespace drover::dynamics;
namespace {

/// An image over two parameters of what herding at a temperature does.
struct MapItem {
    Options dynamics{.common = {}, .model = {.start = ""}, .svg = {}};
    std::vector<std::string> vary;
    MapQuantity show = MapQuantity::period;
    std::string temperature = "0.1";
    std::int64_t columns = 256;
    std::int64_t rows = 256;
    std::int64_t steps = 10'000;
    std::int64_t max_period = 64;
    std::string png;
};

void describe(OptionList& list, MapItem& options) {
    describe_model(list, options.dynamics.model);
    list.at("FEATURES").required();
    list.texts("--vary", options.vary,
               "Across, and given again upward: temperature, a feature (its moment), or STATE.FEATURE")
        .typed("NAME=LOW:HIGH")
        .once_each()
        .required();
    list.choice("--show", options.show, "What the colours show", map_quantities);
    list.text("--temperature", options.temperature, "Temperature, where it is not varied")
        .typed("T")
        .with_default();
    list.count("--columns", options.columns, "Pixels across").within(1, 8'192);
    list.count("--rows", options.rows, "Pixels upward").within(1, 8'192);
    list.count("--steps", options.steps, "Steps of each pixel's orbit").within(1, 1'000'000'000);
    list.count("--max-period", options.max_period, "Longest period to look for").within(1, 1'024);
    list.file("--png", options.png, "File for the pixels alone, as PNG").written();
    describe_svg(list, options.dynamics.svg);
    describe(list, options.dynamics.common);
}

ParameterMapOptions asked(const MapItem& options, const FeatureTable& table) {
    check_input(options.vary.size() == 2, [&] {
        return "--vary: expected it twice, got it " + (options.vary.size() == 1
                                                           ? std::string{"once"}
                                                           : std::to_string(options.vary.size()) + " times");
    });
    ParameterMapOptions asked{.column_count = static_cast<std::size_t>(options.columns),
                              .row_count = static_cast<std::size_t>(options.rows),
                              .temperature = option_number("--temperature", options.temperature).to_double(),
                              .steps = options.steps,
                              .quantity = options.show,
                              .max_period = options.max_period};
    for (std::size_t i = 0; i < 2; ++i) {
        try {
            asked.varied.at(i) = parse_varied(options.vary[i], table);
        } catch (const InputError& error) {
            throw InputError(std::string{"--vary: "} + error.what());
        }
    }
    return asked;
}

void write_text(std::ostream& out, const MapItem& options, const ParameterMap& map, const std::string& note) {
    out << options.columns << " x " << options.rows << " orbits of " << options.steps << " steps\n\n";
    const auto count = static_cast<double>(map.values.size());
    const auto share = [&](auto&& holds) {
        return rounded(
            100 * static_cast<double>(std::count_if(map.values.begin(), map.values.end(), holds)) / count, 3);
    };
    if (options.show == MapQuantity::period) {
        TextTable table{{"period", "% of the map"}};
        for (std::int64_t period = 1; period <= options.max_period; ++period) {
            const auto is_it = [&](double value) { return value == static_cast<double>(period); };
            if (std::any_of(map.values.begin(), map.values.end(), is_it))
                table.add({std::to_string(period), share(is_it)});
        }
        table.add({"none", share([](double value) { return value == 0; })});
        table.write(out);
    } else {
        const auto [low, high] = std::minmax_element(map.values.begin(), map.values.end());
        out << "lowest " << rounded(*low, 4) << ", highest " << rounded(*high, 4);
        if (options.show == MapQuantity::exponent)
            out << "; above 0.001 in " << share([](double value) { return value > 0.001; })
                << " % of the map";
        out << '\n';
    }
    out << '\n' << note << ".\n";
}

ExitCode run_map(const MapItem& options, Streams& streams) {
    const FeatureTable table = read_feature_csv(options.dynamics.model.features);
    const TemperedMap map = tempered_map(table, read_target(options.dynamics.model, table));
    ParameterMapOptions map_options = asked(options, table);
    ParameterMap found;
    {
        ThreadPool pool{options.dynamics.common.threads};
        Progress progress{"dynamics map", options.rows, options.dynamics.common, streams, "rows"};
        map_options.control = progress.control();
        found = find_parameter_map(map, map_options, &pool);
    }
    if (found.stopped) throw Interrupted{};
    const MapFigure figure = map_figure(found, map_options);
    if (!options.png.empty()) {
        throw_if_interrupted();
        write_output(options.png, streams.out, [&](std::ostream& out) { write_png(out, figure.raster); });
    }
    const auto name = [&](std::size_t i) { return options.vary[i].substr(0, options.vary[i].rfind('=')); };
    write_picture(options.dynamics, streams, map_chart(figure, map_options, name(0), name(1)));
    Report report = item_report("map", options, nullptr);
    report.add("values", "", found.values);
    write_result(options.dynamics, streams, report,
                 [&](std::ostream& out) { write_text(out, options, found, figure.note); });
    return ExitCode::ok;
}

}  // namespace

Command map_item() {
    return {.name = "map",
            .summary = "Period, rotation or exponent over two parameters, as an image",
            .footer =
                "Example: drover dynamics map four.csv --vary temperature=0.06:0.2 --vary y=-0.4:0.1 --svg "
                "map.svg",
            .task = task<run_map>};
}

}  // namespace drover::cli::dynamics
