#include <sstream>

#include <drover/core/sha256.hpp>
#include <drover/data/category_table.hpp>
#include <drover/data/csv.hpp>
#include <drover/synth/certificate.hpp>
#include <drover/synth/checkpoint.hpp>
#include <drover/synth/explain.hpp>
#include <drover/synth/job.hpp>
#include <drover/tables/input.hpp>
#include <drover/tables/names.hpp>
#include <drover/tables/schema_file.hpp>
#include <drover/tables/wide_groups.hpp>

#include <nlohmann/json.hpp>

#include "target.hpp"

namespace drover::fuzz {
namespace {

constexpr double many_cells = 20'000;

std::vector<TableText> texts_of(std::string_view bytes) {
    std::vector<TableText> texts;
    for (std::string& part : parts_of(bytes))
        if (texts.size() < 4) texts.push_back({"t" + std::to_string(texts.size()) + ".csv", std::move(part)});
    return texts;
}

// A column has at most as many values as all tables have rows. Huge tables are left to another test.
bool are_small(const std::vector<TableText>& texts) {
    double rows = 1;
    std::size_t columns = 0;
    for (const TableText& text : texts) {
        const auto records = tried([&] { return parse_csv_records(text.text, text.file); });
        if (!records || records->empty()) continue;
        rows += static_cast<double>(records->size());
        columns = std::max(columns, records->front().fields.size());
    }
    double cells = 1;
    for (std::size_t k = 1; k < columns && cells <= many_cells; ++k) cells *= rows;
    return cells <= many_cells;
}

InputOptions chosen_input(unsigned choice) {
    InputOptions options{.absent_unknown = (choice & 1U) != 0, .noisy = (choice & 2U) != 0};
    if ((choice & 4U) != 0) options.suppressed = {"*", "<5"};
    if ((choice & 8U) != 0) options.count = "N";
    options.choice.max_cells = static_cast<std::int64_t>(many_cells);
    return options;
}

std::optional<TableSet> tables_from(std::string_view bytes) {
    const unsigned choice = take_choice(bytes);
    const std::vector<TableText> texts = texts_of(bytes);
    if (!are_small(texts)) return {};
    return tried([&] { return tables_of(texts, chosen_input(choice)); });
}

void tables(std::string_view bytes) {
    const auto set = tables_from(bytes);
    if (!set) return;
    const auto explanation = tried([&] { return synth::explain(*set); });
    if (!explanation) return;
    to_json(*explanation);
    to_text(*explanation);
}

// The full path: tables, rows, and the rows compared with the tables.
void synth(std::string_view bytes) {
    const auto set = tables_from(bytes);
    if (!set) return;
    const auto made = tried([&] { return synthesize(*set, {.rows = 12}); });
    if (!made) return;
    require(made->row_count() == 12);
    const auto found = tried([&] { return synth::check({"rows.csv", to_csv(*made)}, *set); });
    if (found) require(found->fit.rows == 12);
}

void microdata(std::string_view bytes) {
    const unsigned choice = take_choice(bytes);
    const auto parts = parts_of(bytes);
    MicrodataOptions options{.max_distinct = 3 + choice % 8, .bin_count = 2 + choice % 3};
    if ((choice & 32U) != 0) options.weight = "w";
    if (parts.size() > 1) {
        const auto schema = tried([&] { return parse_schema(parts[1], "schema.json"); });
        if (schema) {
            options.schema = schema->schema;
            options.edges = schema->edges;
        }
    }
    const auto table = tried([&] { return parse_microdata(parts.front(), "m.csv", options); });
    if (!table) return;
    for (std::size_t k = 0; k < table->cells.size(); ++k)
        require(table->cells[k] < table->schema.columns[k % table->column_count()].values.size());
}

const TableSet& fixed_tables() {
    static const std::vector<TableText> texts{{"ab.csv", "a,b,count\nx,1,30\nx,2,20\ny,1,25\ny,2,25\n"},
                                              {"bc.csv", "b,c,count\n1,u,40\n1,v,15\n2,u,45\n2,v,0\n"}};
    static const TableSet set = tables_of(texts);
    return set;
}

// Rows of any origin: compared with the tables, and their blanks filled.
void rows(std::string_view bytes) {
    const TableText text{"rows.csv", std::string{bytes}};
    tried([&] { return to_json(synth::check(text, fixed_tables(), {.cells = true})); });
    const auto filled = tried([&] { return complete(fixed_tables(), text); });
    if (filled) require(filled->csv.size() >= filled->rows.row_count());
}

void certificate(std::string_view bytes) {
    const auto read = tried([&] { return synth::parse_certificate(std::string{bytes}, "c.json"); });
    if (!read) return;
    require(synth::parse_certificate(certificate_text(*read), "again") == *read);
    const std::vector<std::string> digests(read->inputs.size());
    tried([&] { return differences(*read, digests, synth::CheckResult{}); });
}

struct SavedRun {
    synth::Checkpoint checkpoint;
    std::string rows;
};

SavedRun saved_run() {
    SavedRun saved;
    synth::Job job{fixed_tables(), {.rows = 40}};
    job.run(
        [&](const synth::RowBlock& block) { saved.rows += block.csv; },
        {.every = 10, .save = [&](const synth::Checkpoint& checkpoint) { saved.checkpoint = checkpoint; }});
    saved.rows.resize(static_cast<std::size_t>(saved.checkpoint.byte_count));
    return saved;
}

// With a valid seal for its contents: anyone who forges a checkpoint can also seal it.
std::string sealed_json(std::string_view bytes) {
    auto json = nlohmann::ordered_json::parse(bytes, nullptr, false);
    if (!json.is_object()) return std::string{bytes};
    json.erase("seal");
    json["seal"] = sha256(json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
    return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

void checkpoint(std::string_view bytes) {
    static const SavedRun saved = saved_run();
    tried([&] { return synth::parse_checkpoint(std::string{bytes}, "state.json"); });
    auto read = tried([&] { return synth::parse_checkpoint(sealed_json(bytes), "state.json"); });
    if (!read) return;
    require(synth::parse_checkpoint(checkpoint_text(*read), "again").state.hits == read->state.hits);
    read->digest = saved.checkpoint.digest;  // these are the rows, whatever else the file says
    tried([&] {
        synth::Job job{fixed_tables(), {.rows = 60}};
        bool is_read = false;
        const auto all_rows = [&](std::string& block) {
            block = saved.rows;
            return !std::exchange(is_read, true);
        };
        job.resume(*read, "state.json", all_rows, "rows.csv.part");
        job.run([](const synth::RowBlock&) {});
        return job.row_count();
    });
}

Schema small_schema() {
    return {{Column{"a", {"x", "y", ""}, {}, 0}, Column{"b", {"1", "2"}, {}, 0},
             Column{"c,d", {"=", "\""}, {}, 0}}};
}

void conditions(std::string_view bytes) {
    static const Schema schema = small_schema();
    const std::string text{bytes};
    tried([&] { return parse_names("--columns", text); });
    tried([&] { return parse_key("--key", text); });
    const auto values = tried([&] { return parse_values("--where", text); });
    if (values) tried([&] { return find_values("--where", *values, schema); });
}

void schema(std::string_view bytes) {
    const auto file = tried([&] { return parse_schema(std::string{bytes}, "schema.json"); });
    if (!file) return;
    std::ostringstream out;
    write_schema(out, file->schema);
    const Schema again = parse_schema(out.str(), "again").schema;
    require(again.columns.size() == file->schema.columns.size());
    for (std::size_t j = 0; j < again.columns.size(); ++j) {
        require(again.columns[j].values == file->schema.columns[j].values);
        require(again.columns[j].bins == file->schema.columns[j].bins);
    }
}

void groups(std::string_view bytes) {
    const auto parts = parts_of(bytes);
    const auto groups = tried([&] { return parse_groups(parts.front(), "groups.json"); });
    std::vector<TableText> wide;
    for (std::size_t k = 1; k < parts.size() && k < 4; ++k) {
        wide.push_back({"w" + std::to_string(k) + ".csv", parts[k]});
        tried([&] { return guess_table(wide.back()); });
    }
    if (!groups || wide.empty()) return;
    tried([&] {
        return long_tables(wide, {.key = {{"zone", "zone"}}, .groups = *groups, .suppressed = {"*"}});
    });
}

}  // namespace

std::vector<Target> tables_targets() {
    return {{"conditions", conditions},
            {"schema", schema},
            {"groups", groups},
            {"tables", tables},
            {"synth", synth},
            {"microdata", microdata},
            {"rows", rows},
            {"certificate", certificate},
            {"checkpoint", checkpoint}};
}

}  // namespace drover::fuzz
