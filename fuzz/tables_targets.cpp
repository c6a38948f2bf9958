#include <sstream>

#include <drover/data/category_table.hpp>
#include <drover/data/csv.hpp>
#include <drover/job/kept_rows.hpp>
#include <drover/job/run_job.hpp>
#include <drover/synth/certificate.hpp>
#include <drover/synth/explain.hpp>
#include <drover/synth/job.hpp>
#include <drover/tables/input.hpp>
#include <drover/tables/names.hpp>
#include <drover/tables/schema_file.hpp>
#include <drover/tables/wide_groups.hpp>

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
    const auto read = tried([&] { return parse_certificate(std::string{bytes}, "c.json"); });
    if (!read) return;
    require(parse_certificate(to_text(*read), "again") == *read);
    require(differences(sealed(*read), *read).empty());
    tried([&] {
        synth::check_certificate(*read, "c.json");
        return verify(*read, read->inputs, synth::CheckResult{}, "rows.csv");
    });
}

// The rows that a run had written before it was saved.
class SavedRows final : public RowSink {
  public:
    explicit SavedRows(std::string bytes) : bytes_{std::move(bytes)} {}

    std::string name() const override { return "rows.csv.part"; }

  private:
    void take(const RowBlock& /*block*/) override {}
    void read_back(std::int64_t /*byte_count*/, const UseBytes& use) override { use(bytes_); }

    std::string bytes_;
};

std::string first_rows() {
    KeptRows rows{{}, KeptRows::Keep::cells_and_bytes};
    synth::Job job{fixed_tables(), {.rows = 40}, rows};
    SealedWriter unused{{"drover.job/1", "checkpoint"}};
    job.advance(30, {});
    job.save(unused);
    return rows.bytes();
}

// The state of a job in a checkpoint with a valid seal: rejected, or a run that finishes.
void checkpoint(std::string_view body) {
    static const std::string rows = first_rows();
    const std::string bytes = sealed("drover.job/1", body);
    tried([&] {
        SavedRows sink{rows};
        synth::Job job{fixed_tables(), {.rows = 60}, sink};
        SealedReader in{bytes, "state.json", {"drover.job/1", "checkpoint"}};
        job.restore(in);
        require(run_job(job, {}) == JobEnd::finished);
        require(job.result().row_count() == 60);
        return true;
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
