#pragma once

#include "common.hpp"
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

struct CmdDynamicsOptions {
    std::string item;  ///< which was asked for
    dynamics::WordsItem words;
    dynamics::PeriodItem period;
    dynamics::OrbitItem orbit;
    dynamics::TorusItem torus;
    dynamics::AttractorItem attractor;
    dynamics::TipiItem tipi;
    dynamics::SplitItem split;
    dynamics::AutocorrelationItem autocorrelation;
    dynamics::BifurcationItem bifurcation;
};

void add_dynamics(CLI::App& app, CmdDynamicsOptions& options);
ExitCode run_dynamics(const CmdDynamicsOptions& options, Streams& streams);

}  // namespace drover::cli
