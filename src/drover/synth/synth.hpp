#pragma once

#include <limits>
#include <map>
#include <span>

#include <drover/core/choice.hpp>
#include <drover/core/run_control.hpp>
#include <drover/job/row_sink.hpp>
#include <drover/synth/like_sample.hpp>
#include <drover/synth/search.hpp>
#include <drover/tables/arithmetic.hpp>
#include <drover/tables/input.hpp>
#include <drover/tables/names.hpp>
#include <drover/tables/page.hpp>
#include <drover/tables/zeros.hpp>

namespace drover {
class ThreadPool;
}

namespace drover::synth {

/// Whether columns that meet in no table are made as independent as the tables imply (largest entropy).
enum class Imply { automatic, off };
inline constexpr Choice<Imply> imply_choices[]{{"auto", Imply::automatic}, {"off", Imply::off}};

/// Whether rows are repaired at the end so that every cell is met; their order suffers a little. Automatic:
/// where integer counts agree, rows are made around a hub or with implied tables, as many as the tables
/// count, and cells might be missed.
enum class Repair { automatic, on, off };
inline constexpr Choice<Repair> repair_choices[]{
    {"auto", Repair::automatic}, {"on", Repair::on}, {"off", Repair::off}};

/// Values that no table counts are left out before rows are made, or keep their numbers: for instance where
/// only some of the tables are used and the rows are to be coded as with all of them.
enum class UnusedValues { leave_out, keep };

struct Options {
    std::optional<std::int64_t> rows = {};  ///< nothing: the total of the tables
    Zeros zeros = Zeros::automatic;
    std::vector<NamedValues> forbid = {};  ///< no row has these values together
    NamedValues where = {};                ///< only rows with these values
    std::string by = {};  ///< the hub: rows are made for each of its values; empty: found automatically
    Imply imply = Imply::automatic;
    Repair repair = Repair::automatic;
    UnusedValues unused = UnusedValues::leave_out;
    std::optional<LikeSample> like = {};  ///< rows resemble this sample and add up to the tables
    TargetOptions targets = {};           ///< tables that count more; the total of tables with unknown cells
    std::optional<Rational> noise =
        {};                    ///< standard deviation of the counts; nothing: see shrink_noise; 0: no noise
    std::int64_t burn_in = 0;  ///< steps before the first row
    Search search = Search::automatic;
    SearchStart start = SearchStart::fresh;
    std::uint64_t seed = 0;  ///< of the starts and of the shuffle
    /// Rows per block that is put in random order, by the seed; 0: no shuffling, all_rows: the whole run is
    /// one block. Rows are then exchangeable within a block, and no prefix that cuts one is better than
    /// chance.
    std::int64_t shuffle = 0;
    static constexpr std::int64_t all_rows = std::numeric_limits<std::int64_t>::max();
    double until_tv = 0;       ///< ends when the mean total variation is below; 0: no goal
    bool keeps_course = true;  ///< Result::course is filled
    CsvOptions csv = {};
    MemoryLimit memory = {};
    RunControl control = {};     ///< counts rows; polled every few milliseconds, in the set-up too
    ThreadPool* pool = nullptr;  ///< results never depend on it
};

/// Rows, how well they fit, and how they were made.
struct Result {
    Schema schema;  ///< that of the tables, without values that no row has unless blanks were filled
    std::vector<std::uint32_t> cells;  ///< row after row, one value number per column; empty if streamed
    CsvOptions csv;
    FitSummary fit;
    std::int64_t steps = 0;
    std::int64_t positive_margins = 0;
    std::string input;               ///< how the input was understood
    std::string zeros;               ///< how counts of 0 were treated, and why
    bool zeros_are_hard = false;     ///< no row is in a cell of count 0
    std::string search;              ///< how rows were searched for
    std::string noise;               ///< what was assumed about the noise; empty: there was none
    std::vector<std::string> notes;  ///< what a reader should know
    std::int64_t repaired_rows = 0;
    std::int64_t implied_tables = 0;  ///< asked for beside the published ones
    Arithmetic arithmetic;
    std::vector<ErrorPoint> course;  ///< mean total variation along the way
    std::string digest;              ///< SHA-256 of the rows as CSV, as the program writes them
    std::int64_t unfilled_rows = 0;  ///< of complete(): left as given, because no row may have their values
    std::string first_unfilled;      ///< where the first of them is, and the reason
    bool interrupted = false;        ///< by the stop flag of the control, and not by its deadline

    std::size_t row_count() const { return static_cast<std::size_t>(fit.rows); }
    std::span<const std::uint32_t> row(std::size_t r) const {
        return std::span{cells}.subspan(r * schema.columns.size(), schema.columns.size());
    }
};

/// What complete() gives.
struct Completion {
    Result rows;
    std::string csv;
};

/// The rows as CSV with a header. Numbers are put back for bins.
std::string to_csv(const Result& made);
/// The numbers that to_csv puts back for a column of bins, one per row, in units of 10^-decimals of the
/// column; the lowest of all where the value is missing (missing_number).
std::vector<std::int64_t> numbers_of(const Result& made, std::size_t column);

/// The keys input, interrupted, those of the fit, steps, ..., digest.
void add_result(Report& report, const Result& made);
/// One JSON object on one line, "drover.synth/1".
std::string to_json(const Result& made);

/// A page about the rows, without title, options and digests of files.
HtmlReport page_of(const Result& made);
std::string to_html(const Result& made);

}  // namespace drover::synth

namespace drover {

/// Rows of individuals whose tables match these. The same input gives the same rows everywhere, and every
/// prefix of them is good. Throws InputError where the numbers or the options cannot work; its message
/// names options as the program does (--where). Throws Stopped where the control ends it before the first
/// row.
synth::Result synthesize(const TableSet& tables, const synth::Options& options = {});
/// For more rows than fit in memory: each block is handed over, none is kept.
synth::Result synthesize(const TableSet& tables, const synth::Options& options, const TakeRows& take);

/// Fills the blanks of a CSV text with values that fit the tables; columns that it lacks are added at its
/// end, all else stays. Rows whose values no row may have stay as given and are counted; if that is all of
/// them, an InputError says why. options.rows and goals are ignored.
synth::Completion complete(const TableSet& tables, const TableText& partial,
                           const synth::Options& options = {});

}  // namespace drover
