#pragma once

#include "common.hpp"
#include "paper/entropy.hpp"
#include "paper/ising.hpp"
#include "paper/news_samples.hpp"
#include "paper/table1.hpp"
#include "paper/table2.hpp"

namespace drover::cli {

struct CmdPaperOptions {
    std::string item;  ///< which was asked for
    paper::Table1Options table1;
    paper::EntropyOptions entropy;
    paper::Table2Options table2;
    paper::NewsSamplesOptions news_samples;
    paper::IsingSearchOptions ising;
};

void add_paper(CLI::App& app, CmdPaperOptions& options);
ExitCode run_paper(const CmdPaperOptions& options, Streams& streams);

}  // namespace drover::cli
