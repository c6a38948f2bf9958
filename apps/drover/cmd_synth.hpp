#pragma once

#include <optional>

#include "reference.hpp"

namespace drover::cli {

struct SynthOptions {
    CommonOptions common;
    ReferenceOptions reference;
    std::optional<std::int64_t> rows;  ///< without: the total of the tables
    std::string zeros = "auto";
    std::vector<std::string> forbid;
    std::string complete;  ///< file of partial rows
    std::int64_t burn_in = 0;
    std::string search = "auto";
    std::string start = "fresh";
    std::string time;   ///< "10s"
    std::string until;  ///< "tv<0.002"
    std::string checkpoint;
    std::string resume;
    std::int64_t checkpoint_every = 100'000;
    std::string report;
    std::string certificate;
};

void add_synth(CLI::App& app, SynthOptions& options);
ExitCode run_synth(const SynthOptions& options, Streams& streams);

}  // namespace drover::cli
