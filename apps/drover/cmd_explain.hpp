#pragma once

#include "table_options.hpp"

namespace drover::cli {

struct ExplainOptions {
    CommonOptions common;
    TableInput input;
};

void add_explain(CLI::App& app, ExplainOptions& options);
ExitCode run_explain(const ExplainOptions& options, Streams& streams);

}  // namespace drover::cli
