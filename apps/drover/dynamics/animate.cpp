#include <drover/core/check.hpp>
#include <drover/dynamics/animation.hpp>
#include <drover/dynamics/orbit_frames.hpp>

#include "../cli/command.hpp"
#include "../cli/output_folder.hpp"
#include "../cli/terminal.hpp"
#include "dynamics.hpp"

namespace drover::cli::dynamics {
using namespace drover::dynamics;
namespace {

/// An orbit that fills its attractor, as a moving picture.
struct AnimateItem {
    Options dynamics;
    std::int64_t frames = 24;
    std::int64_t steps = 1'000'000;
    std::int64_t burn_in = 1'000;
    std::int64_t side = 320;
    std::string folder;
};

void describe(OptionList& list, AnimateItem& options) {
    list.count("--frames", options.frames, "Frames, each with more steps by the same factor").within(1, 999);
    list.count("--steps", options.steps, "Steps of the last frame").within(1, 100'000'000);
    list.count("--burn-in", options.burn_in, "Steps before the first point").within(0, 1'000'000'000'000);
    list.count("--side", options.side, "Pixels of a frame, across and upward").within(16, 2'048);
    list.folder("--folder", options.folder, "Folder for the frames as PNG files, 001.png and so on")
        .written();
    describe(list, options.dynamics);
}

std::string frame_name(std::size_t k) {
    const std::string number = std::to_string(k + 1);
    return std::string(number.size() < 3 ? 3 - number.size() : 0, '0') + number + ".png";
}

void write_frames(const AnimateItem& options, const Animation& animation) {
    if (options.folder.empty()) return;
    throw_if_interrupted();
    OutputFolder folder{"--folder", options.folder, file_uses(options)};
    for (std::size_t k = 0; k < animation.frames.size(); ++k) {
        folder.write(frame_name(k),
                     [&](std::ostream& out) { write_png(out, on_white(animation.frames[k])); });
    }
    folder.keep();
}

ExitCode run_animate(const AnimateItem& options, Streams& streams) {
    const ExactModel model =
        read_model(options.dynamics.model, options.steps + options.burn_in + 1, ModelNeed::points);
    OrbitFrames frames;
    {
        Progress progress{"dynamics animate", options.steps + options.burn_in, options.dynamics.common,
                          streams};
        frames = find_orbit_frames(model, {.steps = options.steps,
                                           .burn_in = options.burn_in,
                                           .frame_count = static_cast<std::size_t>(options.frames),
                                           .side = static_cast<std::size_t>(options.side),
                                           .control = progress.control()});
    }
    if (frames.stopped) throw Interrupted{};
    const Animation animation = orbit_animation(frames);
    write_frames(options, animation);
    write_picture(options.dynamics, streams, animation);
    Report report = item_report("animate", options, &model);
    report.add("point_counts", "", frames.point_counts);
    report.add("left", "", frames.left);
    report.add("bottom", "", frames.bottom);
    report.add("width", "", frames.width);
    write_result(options.dynamics, streams, report, [&](std::ostream& out) {
        write_model(out, model);
        out << '\n'
            << frames.hits.size() << " frames, the last of " << frames.point_counts.back() << " steps.\n";
    });
    return ExitCode::ok;
}

}  // namespace

Command animate_item() {
    return {.name = "animate",
            .summary = "An orbit that fills its attractor, as a moving picture",
            .footer = "Example: drover dynamics animate six.csv --moments six_moments.csv --svg six.svg",
            .task = task<run_animate>};
}

}  // namespace drover::cli::dynamics
