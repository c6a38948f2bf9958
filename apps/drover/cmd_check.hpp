#pragma once

#include "reference.hpp"

namespace drover::cli {

struct CheckOptions {
    CommonOptions common;
    std::string rows;
    ReferenceOptions reference;
    std::string against;      ///< microdata file
    std::string report;       ///< HTML file
    std::string certificate;  ///< file
};

void add_check(CLI::App& app, CheckOptions& options);
ExitCode run_check(const CheckOptions& options, Streams& streams);

}  // namespace drover::cli
