#include <algorithm>
#include <ostream>
#include <set>

#include <drover/core/check.hpp>
#include <drover/core/number_text.hpp>
#include <drover/data/split.hpp>
#include <drover/herd/features/pairs.hpp>
#include <drover/herd/moments/measure.hpp>
#include <drover/herd/pair_herder.hpp>
#include <drover/herd/record/margin_watch.hpp>
#include <drover/herd/record/state_digest.hpp>
#include <drover/herd/run.hpp>
#include <drover/plot/image.hpp>

#include "../cli/terminal.hpp"
#include "paper.hpp"

namespace drover::cli::paper {
namespace {

// The figure of pseudo-samples above data: documents as rows, words as columns.
struct NewsSamplesOptions {
    PaperOptions paper;
    std::int64_t rows = 300;
    std::int64_t burn_in = 1'000;
};

void describe(OptionList& list, NewsSamplesOptions& options) {
    list.count("--rows", options.rows, "Lines of each half, at most as many as there are documents")
        .within(1, 1'000'000)
        .keyed("sample_count");
    list.count("--burn-in", options.burn_in, "Steps left out before the first pseudo-sample")
        .within(0, most_samples);
    describe(list, options.paper);
}

// A summary of some rows.
struct RowFacts {
    std::string method;
    std::int64_t row_count = 0;
    double share_of_ones = 0;
    std::int64_t distinct_rows = 0;
    std::int64_t empty_rows = 0;
};

RowFacts facts_of(const char* method, const std::vector<BitRow>& rows) {
    RowFacts facts{.method = method, .row_count = static_cast<std::int64_t>(rows.size())};
    std::size_t ones = 0;
    for (const BitRow& row : rows) {
        ones += row.ones();
        facts.empty_rows += row.ones() == 0 ? 1 : 0;
    }
    facts.share_of_ones =
        rows.empty() ? 0 : static_cast<double>(ones) / static_cast<double>(rows.size() * rows[0].size());
    facts.distinct_rows = static_cast<std::int64_t>(std::set<BitRow>{rows.begin(), rows.end()}.size());
    return facts;
}

struct Figure {
    std::vector<BitRow> samples;
    std::vector<BitRow> documents;
    std::string digest;  // of the samples
    std::int64_t positive_margins = 0;
    bool stopped = false;
};

// The documents are drawn without replacement: the first of a shuffle of them all.
Figure make_figure(const DataSet& set, const NewsSamplesOptions& options, Streams& streams) {
    const std::size_t n = set.table.column_count();
    auto herder = make_pair_herder(measure(PairFeatures<Indicators>{n}, set.table), n,
                                   {.start = MomentStart{}, .max_steps = options.burn_in + options.rows});
    KeptRows samples;
    StateDigest digest;
    MarginWatch margins;
    Progress progress{"paper news-samples", options.burn_in + options.rows, options.paper.common, streams};
    const RunResult done =
        run(herder, {.steps = options.rows, .burn_in = options.burn_in, .control = progress.control()},
            samples, digest, margins);
    const Split shuffled = random_split(set.table.row_count(), static_cast<std::size_t>(options.rows),
                                        CounterRandom{options.paper.common.seed});
    return {.samples = samples.result(),
            .documents = rows_at(set.table.rows(), shuffled.train),
            .digest = digest.result(),
            .positive_margins = margins.result().positive,
            .stopped = done.stopped};
}

void append(Image& image, const std::vector<BitRow>& rows) {
    for (const BitRow& row : rows) {
        for (std::size_t i = 0; i < row.size(); ++i) image.values.push_back(row[i] ? 1 : 0);
    }
}

// A white dot is a word that is present, as in the chapter.
Image picture(const Figure& figure, const DataSet& set) {
    constexpr std::size_t grey_lines = 8;
    Image image{.title = "Above: " + std::to_string(figure.samples.size()) +
                         " herded; below: " + std::to_string(figure.documents.size()) +
                         (set.substitute ? " substitutes" : " documents"),
                .column_count = set.table.column_count(),
                .white = 1,
                .black = 0};
    append(image, figure.samples);
    image.values.insert(image.values.end(), grey_lines * image.column_count, 0.5);
    append(image, figure.documents);
    return image;
}

Result to_result(const DataSet& set, const RowFacts& facts) {
    Result result{.dataset = set.name, .method = facts.method, .ours = facts.share_of_ones};
    result.more.add("row_count", "", facts.row_count);
    result.more.add("distinct_rows", "", facts.distinct_rows);
    result.more.add("empty_rows", "", facts.empty_rows);
    return result;
}

void write_facts(std::ostream& out, const std::vector<RowFacts>& all) {
    TextTable table{{"rows of", "rows", "% ones", "distinct", "empty"}};
    for (const RowFacts& facts : all) {
        table.add({facts.method, std::to_string(facts.row_count), rounded(100 * facts.share_of_ones, 3),
                   std::to_string(facts.distinct_rows), std::to_string(facts.empty_rows)});
    }
    table.write(out);
}

Report report_of(const NewsSamplesOptions& options, const std::vector<DataSet>& sets, const Figure& figure,
                 const std::vector<RowFacts>& facts) {
    Report report = item_report("news-samples", options.paper, sets);
    echo(report, options);
    report.add("interrupted", "", figure.stopped);
    report.add("digest", "", figure.digest);
    std::vector<Result> results;
    for (const RowFacts& of : facts) results.push_back(to_result(sets[0], of));
    results[0].positive_margins = figure.positive_margins;
    add_rows(report, results);
    return report;
}

void check_options(const NewsSamplesOptions& options, std::size_t row_count) {
    check_input(options.rows >= 1 && options.rows <= static_cast<std::int64_t>(row_count), [&] {
        return "--rows: expected 1 to " + std::to_string(row_count) + ", the number of documents, got " +
               std::to_string(options.rows);
    });
}

void write_text(std::ostream& out, const NewsSamplesOptions& options, const std::vector<DataSet>& sets,
                const Figure& figure, const std::vector<RowFacts>& facts) {
    write_identity(out, sets);
    out << "News samples. Herding on all pairs of words, by coordinate ascent from the previous state, from\n"
           "w_0 = moments, after "
        << options.burn_in << " steps of burn-in; documents drawn with seed " << options.paper.common.seed
        << "\n\n";
    write_facts(out, facts);
    if (figure.stopped) out << "\nInterrupted: fewer samples than asked for, and no picture.\n";
    out << "\nMargins > 0: " << figure.positive_margins << ". Digest of the pseudo-samples: " << figure.digest
        << '\n';
}

ExitCode run_news_samples(const NewsSamplesOptions& options, Streams& streams) {
    const std::vector<DataSet> sets{
        data_set("news", data_folder(options.paper.data), options.paper.common.seed)};
    const DataSet& set = sets[0];
    check_options(options, set.table.row_count());
    const Figure figure = make_figure(set, options, streams);
    const std::vector<RowFacts> facts{facts_of("herded", figure.samples),
                                      facts_of("documents drawn", figure.documents),
                                      facts_of("all documents", set.table.rows())};
    if (!figure.stopped) write_picture(options.paper.svg, streams, picture(figure, set));
    write_result(options.paper.common, streams, report_of(options, sets, figure, facts),
                 [&](std::ostream& out) { write_text(out, options, sets, figure, facts); });
    return figure.stopped ? ExitCode::interrupted : ExitCode::ok;
}

}  // namespace

Command news_samples_item() {
    return {.name = "news-samples",
            .summary = "Pseudo-samples of News above documents, as a picture",
            .footer = "Example: drover paper news-samples --data DIR --svg news.svg",
            .task = task<run_news_samples>};
}

}  // namespace drover::cli::paper
