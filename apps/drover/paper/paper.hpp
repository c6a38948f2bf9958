#pragma once

#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "../cli/command.hpp"
#include "data_sets.hpp"

namespace drover::cli::paper {

/// Options of every item of the chapter.
struct PaperOptions {
    CommonOptions common;
    std::string data;  ///< folder of the data sets; empty: DROVER_DATA, and without that substitutes
    std::string svg;   ///< file for the picture; empty: none
};

void describe(OptionList& list, PaperOptions& options);
/// --sets, for items that run on several.
Option& describe_sets(OptionList& list, std::vector<std::string>& sets);

/// The most samples or steps of an item.
inline constexpr std::int64_t most_samples = 10'000'000;

/// The sets of those names, or all without names; real Bowling, whose data are not available, is left out.
/// Throws InputError for a repeated name.
std::vector<DataSet> read_sets(const PaperOptions& options, const std::vector<std::string>& names);
/// Whether Bowling is asked for and left out.
bool lacks_bowling(const PaperOptions& options, const std::vector<std::string>& names);

/// One cell of a table of the chapter: the published number and ours.
struct Result {
    std::string dataset;
    std::string method;
    std::optional<double> published = {};
    std::optional<double> published_spread = {};
    std::optional<double> ours = {};
    std::optional<double> spread = {};
    std::optional<double> seconds = {};
    std::optional<std::int64_t> positive_margins = {};
    Report more = {};       ///< additional entries of its row in the JSON
    std::string note = {};  ///< what a reader must know about this number
};

template <class Value>
ReportValue value_or_none(const std::optional<Value>& value) {
    return value ? ReportValue{*value} : ReportValue{};
}

/// A number that the chapter prints.
struct Published {
    const char* dataset;
    const char* method;
    double value;
    std::optional<double> spread = {};
};

/// Copies what is published on the result's data set and method, if anything.
void add_published(Result& result, std::span<const Published> published);
/// What is published on Bowling, of which no copy is available.
std::vector<Result> bowling_without_data(std::span<const Published> published);

/// The first entries of an item's JSON: format, item, options, and which data were used.
Report item_report(const std::string& item, const PaperOptions& options, const std::vector<DataSet>& sets);
/// The same for data that describe themselves.
Report item_report(const std::string& item, const PaperOptions& options, std::vector<Report> datasets);
/// The list `rows`, one per result.
void add_rows(Report& report, const std::vector<Result>& results);

/// Describes the data: rows, columns, share of ones, coding. The first line says if they are substitutes.
void write_identity(std::ostream& out, const std::vector<DataSet>& sets);
/// Writes only that line.
void write_substitute_warning(std::ostream& out);

/// A number to three digits, or a dash.
std::string cell(const std::optional<double>& number);
std::string cell(const std::optional<std::int64_t>& number);

/// A recorder that keeps all states.
class KeptRows {
  public:
    template <class Step>
    void record(const Step& step) {
        rows_.push_back(step.state);
    }
    const std::vector<BitRow>& result() const { return rows_; }

  private:
    std::vector<BitRow> rows_;
};

/// A share in percent, to three digits.
std::string percent(double share);

class Stopwatch {
  public:
    double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

  private:
    using Clock = std::chrono::steady_clock;
    Clock::time_point start_ = Clock::now();
};

}  // namespace drover::cli::paper
