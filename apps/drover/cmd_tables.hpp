#pragma once

#include "microdata_input.hpp"

namespace drover::cli {

struct TablesOptions {
    CommonOptions common;
    MicrodataChoice choice;
    std::string microdata;
    std::int64_t round = 1;
    std::int64_t suppress_below = 0;
};

void add_tables(CLI::App& app, TablesOptions& options);
ExitCode run_tables(const TablesOptions& options, Streams& streams);

}  // namespace drover::cli
