#include "cmd_paper.hpp"

namespace drover::cli {

void add_paper(CLI::App& app, CmdPaperOptions& options) {
    CLI::App& command = add_command(
        app, "paper", "The tables and figures of the chapter, beside ours",
        "The chapter is Chen & Welling, Herding as a Learning System with Edge-of-Chaos Dynamics (2016).\n"
        "Published numbers are printed beside ours, never taken over. The data sets are not part of drover:\n"
        "--data names their folder. Without it made-up data of the same shape are used, and the first line\n"
        "says so.\n\n"
        "Example: drover paper table1 --data DIR");
    paper::add_table1(command, options.table1);
    paper::add_table2(command, options.table2);
    paper::add_news_samples(command, options.news_samples);
    paper::add_entropy(command, options.entropy);
    paper::add_ising(command, options.ising);
    require_choice(command, options.item);
}

ExitCode run_paper(const CmdPaperOptions& options, Streams& streams) {
    if (options.item == "table1") return paper::run_table1(options.table1, streams);
    if (options.item == "entropy") return paper::run_entropy(options.entropy, streams);
    if (options.item == "table2") return paper::run_table2(options.table2, streams);
    if (options.item == "news-samples") return paper::run_news_samples(options.news_samples, streams);
    if (options.item == "ising") return paper::run_ising(options.ising, streams);
    throw std::logic_error{"unknown item " + options.item};
}

}  // namespace drover::cli
