#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <drover/core/memory_limit.hpp>
#include <drover/core/run_control.hpp>
#include <drover/core/thread_pool.hpp>

namespace drover::dynamics {

struct TableRecord;

struct SurveyOptions {
    std::size_t table_count = 20;  ///< of each size
    std::vector<std::size_t> state_counts = {4, 6, 8};
    std::vector<std::size_t> feature_counts = {2, 3};
    double parameter_scale = 0.5;  ///< of the random fields that the moments come from: see random_field()
    std::int64_t steps = 200'000;  ///< of each orbit at temperature 0, after a tenth of them
    std::size_t start_count = 4;   ///< orbits of each table
    std::uint64_t seed = 0;
    MemoryLimit memory = {};

    /// Tables in all. Number n is table n / sizes of its size, n % sizes: a larger survey begins with the
    /// tables of a smaller one.
    std::size_t job_count() const { return table_count * state_counts.size() * feature_counts.size(); }
};

/// Throws InputError for sizes that are none, and for fewer than 8 steps.
void check_survey(const SurveyOptions& options);

/// How the attractor that begins as the fixed point develops below T_1, where the first flip is.
enum class RouteKind {
    cascade,  ///< period doubling without an end in sight: five flips in a row or more
    torus,    ///< a Neimark-Sacker threshold after some flips
    fold,     ///< the cycle vanishes, or splits, after some flips
    stays,    ///< a stable cycle down to a fifth of T_1
    other,    ///< lost: no cycle was found after the last threshold, for no known reason
};
std::string name(RouteKind kind);

/// Are the attractors at temperature 0 that the starts lead to the same? So if every two starts share 80 % of
/// the boxes, or half of them and the frequencies of states within three times their noise; different if some
/// two share at most 40 % and the frequencies differ by more.
enum class Sameness { same, different, undecided };
std::string name(Sameness sameness);

/// What was measured of one random table.
struct TableRecord {
    std::int64_t number = 0;
    std::size_t state_count = 0;
    std::size_t feature_count = 0;

    RouteKind route = RouteKind::other;
    std::int64_t flips = 0;            ///< in a row, from the fixed point on
    double t_1 = 0;                    ///< the first threshold
    std::optional<double> t_inf = {};  ///< where the doublings end

    Sameness attractors = Sameness::undecided;
    double least_overlap = 0;    ///< boxes that two starts share over those that one of them has, the least
    double frequency_gap = 0;    ///< of states, the largest between two starts
    double frequency_noise = 0;  ///< the same between the halves of one orbit

    std::optional<double> word_exponent = {};  ///< log2(M(T) / M(T / 2)) at the longest T that is saturated
    std::int64_t word_length = 0;              ///< that T
    std::optional<double> box_slope =
        {};                      ///< between the finest level with 30 points per box and the one before
    std::int64_t box_level = 0;  ///< that level

    double positive_share = 0;       ///< of the steps with local search: those with a margin above 0
    double late_positive_share = 0;  ///< in the second half
    double weight_growth =
        0;  ///< log2 of the largest weights of the last half of the steps over those of the
            ///< quarter before: 0 where the error falls like 1/T, 1 where it does not fall
    double error_times_steps = 0;  ///< T times the largest error of a moment, at the end
};

/// The fields of a record, in their order, by the names that lines, checkpoints and Python know:
/// visit(name, value).
template <class Record, class Visit>
requires std::same_as<std::remove_const_t<Record>, TableRecord>
void fields(Record& record, Visit&& visit) {
    visit("table", record.number);
    visit("states", record.state_count);
    visit("features", record.feature_count);
    visit("route", record.route);
    visit("flips", record.flips);
    visit("t_1", record.t_1);
    visit("t_inf", record.t_inf);
    visit("attractors", record.attractors);
    visit("least_overlap", record.least_overlap);
    visit("frequency_gap", record.frequency_gap);
    visit("frequency_noise", record.frequency_noise);
    visit("word_exponent", record.word_exponent);
    visit("word_length", record.word_length);
    visit("box_slope", record.box_slope);
    visit("box_level", record.box_level);
    visit("positive_share", record.positive_share);
    visit("late_positive_share", record.late_positive_share);
    visit("weight_growth", record.weight_growth);
    visit("error_times_steps", record.error_times_steps);
}

/// A record of which nothing is known but which table it is.
TableRecord first_fields(const SurveyOptions& options, std::size_t number);
/// One table of the survey: the same for the same options, whatever the others are. Throws Stopped where the
/// control asks for that; nothing is told.
TableRecord survey_table(const SurveyOptions& options, std::size_t number, const RunControl& control = {});

struct SurveyRun {
    std::vector<TableRecord> records;
    bool stopped = false;
};
/// All tables, or those before a stop. The same for any number of threads. The progress of `control` counts
/// tables. SurveyJob does the same in slices, which can be saved.
SurveyRun survey_tables(const SurveyOptions& options, const RunControl& control = {},
                        ThreadPool* pool = nullptr);

/// Tables of one size, in numbers.
struct SurveyGroup {
    std::size_t state_count = 0;
    std::size_t feature_count = 0;
    std::int64_t tables = 0;
    std::vector<std::int64_t> routes = std::vector<std::int64_t>(5);      ///< by RouteKind
    std::vector<std::int64_t> attractors = std::vector<std::int64_t>(3);  ///< by Sameness
    std::optional<double> word_exponent = {};                             ///< the median
    std::optional<double> box_slope = {};                                 ///< the median
    std::int64_t tables_with_positive_margins = 0;
    double positive_share = 0;                     ///< of steps, the mean
    std::int64_t tables_with_bounded_weights = 0;  ///< weight_growth below a quarter
};
/// In the order of states, then features.
std::vector<SurveyGroup> summarize(std::span<const TableRecord> records);

}  // namespace drover::dynamics
