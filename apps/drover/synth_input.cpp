#include <algorithm>
#include <filesystem>
#include <system_error>

#include <drover/core/check.hpp>
#include <drover/core/number_text.hpp>
#include <drover/moments/rounding.hpp>

#include "microdata_input.hpp"
#include "row_facts.hpp"
#include "row_output.hpp"
#include "synth_input.hpp"

namespace drover::cli {
namespace {

constexpr std::int64_t max_rows = 1'000'000'000;

std::string joined(const std::vector<std::string>& texts) {
    std::string all;
    for (const std::string& text : texts) all += (all.empty() ? "" : "\n") + text;
    return all;
}

// A number with a unit of time: 10s, 5m, 2h; without one it is seconds.
double parse_seconds(const std::string& text) {
    if (text.empty()) return 0;
    const std::string units = "smh";
    const std::size_t unit = units.find(text.back());
    const std::string number = unit == std::string::npos ? text : text.substr(0, text.size() - 1);
    const double seconds =
        option_number("--time", number).to_double() * (unit == 2 ? 3600 : (unit == 1 ? 60 : 1));
    check_input(seconds > 0,
                [&] { return "--time: expected more than 0, as 10s, 5m or 2h, got " + quoted(text); });
    return seconds;
}

double parse_until(const std::string& text) {
    if (text.empty()) return -1;
    check_input(text.rfind("tv<", 0) == 0,
                [&] { return "--until: expected tv<NUMBER, got " + quoted(text); });
    const double limit = option_number("--until", text.substr(3)).to_double();
    check_input(limit > 0, [&] { return "--until: expected a number above 0, got " + quoted(text); });
    return limit;
}

bool has_zero_cell(const TableSet& tables) {
    for (const CountTable& table : tables.tables) {
        for (std::size_t a = 0; a < table.counts.size(); ++a) {
            if (table.counts[a] == Rational{0} && (table.unknown.empty() || !table.unknown[a])) return true;
        }
    }
    return false;
}

void choose_zeros(SynthPlan& plan, const std::string& zeros) {
    if (zeros == "auto") {
        const std::string doubt = plan.from_microdata ? "" : doubt_in_zeros(examine(plan.tables));
        plan.synthesis.hard_zeros = doubt.empty();
        plan.zeros_text = doubt.empty() ? "hard: whole counts that agree" : "soft: " + doubt;
    } else {
        plan.synthesis.hard_zeros = zeros == "hard";
        plan.zeros_text = zeros;
    }
    if (plan.synthesis.hard_zeros && !has_zero_cell(plan.tables)) plan.synthesis.hard_zeros = false;
}

// The total of the tables, if it is a number of people.
std::int64_t default_rows(const TableSet& tables, const SynthPlan& plan) {
    Rational largest;
    for (const CountTable& table : tables.tables) {
        if (table.shares) continue;
        Rational total;
        for (const Rational& count : table.counts) total += count;
        if (floor(total) > floor(largest)) largest = total;
    }
    if (needs_rounded_total(tables)) largest = *rounded_total(tables);
    if (plan.synthesis.targets.total && plan.synthesis.where.empty()) largest = *plan.synthesis.targets.total;
    check_input(floor(largest) >= 1, [] {
        return std::string{"-n: expected a number of rows, which shares do not tell, got none"};
    });
    check_input(floor(largest) <= max_rows, [&] {
        return "-n: expected a number of rows, because the total of the tables is above 10^9, got none";
    });
    return static_cast<std::int64_t>(floor(largest));
}

void check_choices(const SynthOptions& options) {
    const auto exclude = [](const char* a, bool has_a, const char* b, bool has_b) {
        check_input(!has_a || !has_b,
                    [&] { return std::string{a} + " and " + b + ": expected one of them, got both"; });
    };
    exclude("--by", !options.reference.by.empty(), "--where", !options.reference.where.empty());
    exclude("--by", !options.reference.by.empty(), "--complete", !options.complete.empty());
    exclude("--where", !options.reference.where.empty(), "--complete", !options.complete.empty());
    exclude("--complete", !options.complete.empty(), "--checkpoint", !options.checkpoint.empty());
    exclude("--complete", !options.complete.empty(), "--resume", !options.resume.empty());
    exclude("--complete", !options.complete.empty(), "-n", options.rows.has_value());
    exclude("--complete", !options.complete.empty(), "--search exact", options.search == "exact");
    const bool resumable = !options.checkpoint.empty() || !options.resume.empty();
    check_input(!resumable || options.common.output != "-", [] {
        return std::string{"--checkpoint: expected -o FILE for the rows, got standard output"};
    });
    check_input(options.checkpoint_every >= 1, [&] {
        return "--checkpoint-every: expected at least 1, got " + std::to_string(options.checkpoint_every);
    });
    const std::int64_t rows = options.rows.value_or(1);
    check_input(rows >= 1 && rows <= max_rows,
                [&] { return "-n: expected 1 to 10^9 rows, got " + std::to_string(rows); });
    check_input(options.burn_in >= 0 && options.burn_in <= max_rows,
                [&] { return "--burn-in: expected 0 to 10^9, got " + std::to_string(options.burn_in); });
}

// Two spellings may name one file, which need not exist.
bool is_same_file(const std::string& a, const std::string& b) {
    const auto full = [](const std::string& path) {
        std::error_code ignored;
        return std::filesystem::weakly_canonical(std::filesystem::absolute(path, ignored), ignored);
    };
    return a == b || full(a) == full(b);
}

struct OutputName {
    const char* option;
    std::string file;
};

std::vector<OutputName> outputs_of(const SynthOptions& options) {
    std::vector<OutputName> outputs{{"-o", options.common.output},
                                    {"--report", options.report},
                                    {"--cert", options.certificate},
                                    {"--checkpoint", options.checkpoint}};
    std::erase_if(outputs, [](const OutputName& output) { return output.file.empty(); });
    return outputs;
}

void check_no_input(const OutputName& output, const SynthOptions& options) {
    std::vector<std::string> inputs = options.reference.tables.files;
    inputs.push_back(options.complete);
    inputs.push_back(options.reference.tables.schema);
    for (const std::string& input : inputs) {
        check_input(output.file == "-" || input.empty() || !is_same_file(input, output.file), [&] {
            return std::string{output.option} + ": expected a file that is no input, got " +
                   quoted(output.file);
        });
    }
}

void check_outputs(const SynthOptions& options) {
    const std::vector<OutputName> outputs = outputs_of(options);
    for (std::size_t a = 0; a < outputs.size(); ++a) {
        check_input(a == 0 || outputs[a].file != "-", [&] {
            return std::string{outputs[a].option} + ": expected a file, got - (standard output)";
        });
        for (std::size_t b = 0; b < a; ++b) {
            check_input(!is_same_file(outputs[a].file, outputs[b].file), [&] {
                return std::string{outputs[b].option} + " and " + outputs[a].option +
                       ": expected two files, got " + quoted(outputs[a].file) + " twice";
            });
        }
        check_no_input(outputs[a], options);
    }
}

std::string input_text(const SynthPlan& plan) {
    const auto counted = [](std::size_t count, const char* what) {
        return std::to_string(count) + ' ' + what + (count == 1 ? "" : "s");
    };
    const std::string columns = counted(plan.tables.schema.columns.size(), "column");
    if (!plan.from_microdata) return counted(plan.tables.tables.size(), "table") + " over " + columns;
    Rational rows;
    for (const Rational& count : plan.tables.tables.front().counts) rows += count;
    return "microdata, " + to_string(rows) + " rows of " + columns;
}

// Work that could be taken up is not overwritten by an arrow key.
void check_checkpoint(const SynthOptions& options) {
    const bool waits = !options.checkpoint.empty() && options.resume.empty() &&
                       std::filesystem::exists(options.checkpoint) &&
                       std::filesystem::exists(RowOutput::part_name(options.common.output));
    check_input(!waits, [&] {
        return "--checkpoint: expected no unfinished run, got one in " + quoted(options.checkpoint) +
               "; --resume goes on with it, removing the file begins anew";
    });
}

}  // namespace

SynthPlan make_synth_plan(const SynthOptions& options) {
    check_choices(options);
    check_outputs(options);
    check_checkpoint(options);
    SynthPlan plan;
    plan.max_seconds = parse_seconds(options.time);
    plan.until_tv = parse_until(options.until);
    plan.from_microdata = is_microdata(options.reference);
    check_input(
        plan.from_microdata || (options.reference.columns.empty() && options.reference.also.empty()),
        [] { return std::string{"--columns and --also: expected one file of microdata, got tables"}; });
    plan.tables = read_table_set(options.reference);
    for (const std::string& file : options.reference.tables.files)
        plan.inputs.push_back({file, file_digest(file)});
    plan.input_text = input_text(plan);
    const Schema& schema = plan.tables.schema;
    SynthesisOptions& synthesis = plan.synthesis;
    synthesis.targets = target_options(options.reference, plan.tables);
    for (const std::string& text : options.forbid)
        synthesis.forbid.push_back(parse_combination("--forbid", text, schema));
    if (!options.reference.where.empty())
        synthesis.where = parse_combination("--where", options.reference.where, schema);
    if (!options.reference.by.empty()) {
        synthesis.by = schema.find(options.reference.by);
        check_input(synthesis.by.has_value(), [&] {
            return "--by: expected a column of the tables, got " + quoted(options.reference.by);
        });
    }
    if (!synthesis.where.empty()) part_where(plan.tables, synthesis.where);  // says what is wrong with it
    choose_zeros(plan, options.zeros);
    synthesis.burn_in = options.burn_in;
    synthesis.seed = options.common.seed;
    synthesis.search = options.search == "auto"    ? SynthesisSearch::automatic
                       : options.search == "exact" ? SynthesisSearch::exact
                                                   : SynthesisSearch::ascent;
    if (!options.complete.empty()) synthesis.search = SynthesisSearch::ascent;
    synthesis.start = options.start == "fresh" ? SearchStart::fresh : SearchStart::previous;
    plan.row_count =
        options.rows
            ? *options.rows
            : default_rows(synthesis.where.empty() ? plan.tables : part_where(plan.tables, synthesis.where),
                           plan);
    if (synthesis.where.empty() && options.complete.empty())
        synthesis.max_steps = plan.row_count + options.burn_in;
    return plan;
}

OptionTexts row_options(const SynthOptions& options) {
    OptionTexts texts = option_texts(options.reference);
    const OptionTexts more{{"zeros", options.zeros},
                           {"forbid", joined(options.forbid)},
                           {"complete", options.complete},
                           {"burn-in", std::to_string(options.burn_in)},
                           {"search", options.search},
                           {"start", options.start},
                           {"seed", std::to_string(options.common.seed)}};
    texts.insert(texts.end(), more.begin(), more.end());
    return texts;
}

}  // namespace drover::cli
