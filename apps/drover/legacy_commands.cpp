#include "cmd_ising.hpp"
#include "command.hpp"
#include "dynamics/attractor.hpp"
#include "dynamics/autocorrelation.hpp"
#include "dynamics/bifurcation.hpp"
#include "dynamics/orbit.hpp"
#include "dynamics/period.hpp"
#include "dynamics/split.hpp"
#include "dynamics/tipi.hpp"
#include "dynamics/torus.hpp"
#include "dynamics/words.hpp"

namespace drover::cli {
namespace {

// Commands and items without a describe() yet: each becomes a Command of its own file.

template <auto add, auto run>
Task legacy_task() {
    const auto options = std::make_shared<decltype(detail::options_of(run))>();
    return {.options = {},
            .run = [options](Streams& streams) { return run(*options, streams); },
            .add = [options](CLI::App& app) { add(app, *options); }};
}

const Command ising{{"ising", 70, "", ""}, legacy_task<add_ising, run_ising>};

using namespace dynamics;

const Command words{{"words", 10, "", "", "dynamics"}, legacy_task<add_words, run_words>};
const Command period{{"period", 20, "", "", "dynamics"}, legacy_task<add_period, run_period>};
const Command orbit{{"orbit", 30, "", "", "dynamics"}, legacy_task<add_orbit, run_orbit>};
const Command torus{{"torus", 40, "", "", "dynamics"}, legacy_task<add_torus, run_torus>};
const Command attractor{{"attractor", 50, "", "", "dynamics"}, legacy_task<add_attractor, run_attractor>};
const Command tipi{{"tipi", 60, "", "", "dynamics"}, legacy_task<add_tipi, run_tipi>};
const Command split{{"split", 70, "", "", "dynamics"}, legacy_task<add_split, run_split>};
const Command autocorrelation{{"autocorrelation", 80, "", "", "dynamics"},
                              legacy_task<add_autocorrelation, run_autocorrelation>};
const Command bifurcation{{"bifurcation", 90, "", "", "dynamics"},
                          legacy_task<add_bifurcation, run_bifurcation>};

}  // namespace
}  // namespace drover::cli
