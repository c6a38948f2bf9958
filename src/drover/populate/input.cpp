#include <algorithm>

#include <drover/core/check.hpp>
#include <drover/populate/impl/parts.hpp>

namespace drover::populate {

std::string count_text(std::int64_t millionths) {
    if (millionths % count_unit == 0) return std::to_string(millionths / count_unit);
    return decimal_text(Rational{millionths, count_unit});
}

Input read_input(const Texts& texts, const ReadOptions& reading) {
    Input input;
    input.id = reading.id;
    input.weight = reading.weight;
    const std::vector<impl::ControlLine> lines = impl::read_controls(texts.controls, reading);
    impl::Geography geography = impl::read_geography(texts.geography, lines, texts, reading);
    input.levels = std::move(geography.levels);
    for (const InputLevel& level : input.levels) {
        if (level.column != level.name)
            input.notes.push_back("level " + level.name + " is column " + level.column + " of the geography");
    }
    for (std::size_t c = 0; c < lines.size(); ++c) {
        input.controls.push_back(lines[c].control);
        const auto level =
            std::find_if(input.levels.begin(), input.levels.end(),
                         [&](const InputLevel& units) { return units.name == lines[c].level; });
        input.controls.back().level = static_cast<std::size_t>(level - input.levels.begin());
        level->controls.push_back(c);
    }
    impl::read_totals(input, texts, reading);
    impl::read_sample(input, lines, texts, reading, geography.areas);
    impl::count_households(input, reading);
    return input;
}

}  // namespace drover::populate
