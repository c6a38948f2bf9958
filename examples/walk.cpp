// Herding from start to end in one file: table -> moments -> herder -> steps -> report.
// Usage: walk TABLE.csv SAMPLES.csv
// Herds all pairs of columns of a 0/1 table and shows how fast the samples approach the table.
#include <cmath>
#include <cstdint>
#include <exception>
#include <iostream>
#include <string>
#include <vector>

#include <drover/core/check.hpp>
#include <drover/core/number_text.hpp>
#include <drover/data/binary_table.hpp>
#include <drover/files/output.hpp>
#include <drover/files/read.hpp>
#include <drover/herd/features/pairs.hpp>
#include <drover/herd/fixed_moments.hpp>
#include <drover/herd/herder.hpp>
#include <drover/herd/maximize/coordinate_ascent.hpp>
#include <drover/herd/moments/measure.hpp>
#include <drover/herd/record/histogram.hpp>
#include <drover/herd/record/margin_watch.hpp>
#include <drover/herd/record/moment_error.hpp>
#include <drover/herd/record/results.hpp>
#include <drover/herd/record/state_digest.hpp>
#include <drover/herd/run.hpp>

namespace {

using namespace drover;

void write_rows(std::ostream& out, const BinaryTable& data, const std::vector<BitRow>& rows) {
    for (std::size_t i = 0; i < data.column_count(); ++i) out << (i > 0 ? "," : "") << data.names()[i];
    for (const BitRow& row : rows) {
        out << '\n';
        for (std::size_t i = 0; i < row.size(); ++i) out << (i > 0 ? "," : "") << (row[i] ? '1' : '0');
    }
    out << '\n';
}

// A recorder of our own: record() sees each step, result() returns what it found (nothing here: the rows are
// read directly).
struct KeepRows {
    std::vector<BitRow> rows;
    template <class Step>
    void record(const Step& step) {
        rows.push_back(step.state);
    }
    static void result() {}
};

void walk(const std::string& table, const std::string& samples) {
    const BinaryTable data = read_binary_csv(table);
    const PairFeatures features{data.column_count()};
    const Moments moments = measure(features, data);  // exact counts over data.row_count()

    Herder herder{features, ExactMoments{moments}, CoordinateAscent{}};
    MomentError error{features, moments};
    OnesHistogram ones{data.column_count()};
    MarginWatch margins;
    StateDigest digest;
    KeepRows kept;

    std::cout << "The moments: " << features.feature_count() << " cells of " << features.pair_count()
              << " pairs of columns, counted over " << data.row_count() << " rows of " << table << ".\n\n";
    TextTable progress{{"samples T", "worst error", "T x worst error", "1/sqrt(T)"}};
    std::int64_t done = 0;
    for (std::int64_t t = 10; t <= 100'000; t *= 10) {
        run(herder, {.steps = t - done}, error, ones, margins, digest, kept);
        done = t;
        const MomentErrors now = error.result();
        progress.add({std::to_string(t), rounded(now.worst, 3), rounded(now.worst_times_steps, 3),
                      rounded(1 / std::sqrt(static_cast<double>(t)), 3)});
    }
    progress.write(std::cout);
    std::cout << "\nThe error falls like 1/T: the third column stays bounded.\n\n";
    write_text(std::cout, Report{error.result(), margins.result(), ones.result(), digest.result()});

    OutputFile file{samples};
    write_rows(file.stream(), data, kept.rows);
    file.commit();
    std::cout << "\nThe " << kept.rows.size() << " samples are in " << samples << ".\n";
}

}  // namespace

int main(int argc, char** argv) {
    try {
        check_input(argc == 3, [] { return std::string{"usage: walk TABLE.csv SAMPLES.csv"}; });
        walk(argv[1], argv[2]);
    } catch (const std::exception& error) {
        std::cerr << "walk: " << error.what() << '\n';
        return 1;
    }
}
