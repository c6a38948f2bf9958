#include <drover/data/coded_columns.hpp>

#include "expect.hpp"

namespace drover {
namespace {

using Codes = std::vector<std::uint32_t>;

// The columns of a frame, and the same as CSV.
struct Frame {
    std::vector<std::string> names;
    std::vector<std::vector<std::string>> texts;
    std::vector<Codes> codes;

    std::vector<CodedColumn> columns() const {
        std::vector<CodedColumn> columns;
        for (std::size_t j = 0; j < names.size(); ++j) columns.push_back({names[j], texts[j], codes[j]});
        return columns;
    }
    std::string csv() const {
        std::string text;
        for (std::size_t j = 0; j < names.size(); ++j) text += names[j] + (j + 1 < names.size() ? "," : "\n");
        for (std::size_t r = 0; r < codes[0].size(); ++r)
            for (std::size_t j = 0; j < names.size(); ++j)
                text += texts[j][codes[j][r]] + (j + 1 < names.size() ? "," : "\n");
        return text;
    }
};

Frame people() {
    Frame frame{{"sex", "age", "height", "weight"},
                {{"M", "F", "", "unused"}, {"30", "9", "9.0"}, {}, {"1.5", "2"}},
                {{0, 1, 2, 1, 0, 0}, {0, 1, 2, 2, 1, 0}, {}, {0, 0, 1, 0, 1, 1}}};
    for (const char* height : {"1.75", "1.6", "1.825", "1.7", "", "1.9"}) frame.texts[2].emplace_back(height);
    frame.codes[2] = {5, 4, 3, 2, 1, 0};
    return frame;
}

void expect_same(const MicrodataOptions& options) {
    const Frame frame = people();
    const CategoryTable coded = code_columns(frame.columns(), "people", options);
    const CategoryTable parsed = parse_microdata(frame.csv(), "people", options);
    EXPECT_EQ(coded.cells, parsed.cells);
    EXPECT_EQ(coded.weights, parsed.weights);
    ASSERT_EQ(coded.column_count(), parsed.column_count());
    for (std::size_t j = 0; j < coded.column_count(); ++j) {
        EXPECT_EQ(coded.schema.columns[j].name, parsed.schema.columns[j].name);
        EXPECT_EQ(coded.schema.columns[j].values, parsed.schema.columns[j].values);
        EXPECT_EQ(coded.schema.columns[j].bins, parsed.schema.columns[j].bins);
        EXPECT_EQ(coded.schema.columns[j].decimals, parsed.schema.columns[j].decimals);
    }
}

TEST(CodeColumns, MakesWhatTheSameTextsAsCsvWould) {
    expect_same({});
    expect_same({.weight = "weight"});
    expect_same({.columns = {"age", "sex"}, .weight = "weight"});
    expect_same({.columns = {"height"}, .bin_count = 2});
    expect_same({.schema = Schema{{{.name = "sex", .values = {"M", "F", ""}, .bins = {}}}}});
}

TEST(CodeColumns, NamesRowAndColumn) {
    const Frame frame = people();
    EXPECT_INPUT_ERROR(code_columns(frame.columns(), "people", {.weight = "sex"}),
                       R"(people: row 1, column "sex": expected a number, got "M")");
    EXPECT_INPUT_ERROR(code_columns(frame.columns(), "people",
                                    {.schema = Schema{{{.name = "sex", .values = {"M", "F"}, .bins = {}}}}}),
                       R"(people: row 3, column "sex": expected one of "M", "F", got "")");
    EXPECT_INPUT_ERROR(code_columns(frame.columns(), "people", {.columns = {"town"}}),
                       R"(people: header: expected a column "town", got none)");
}

TEST(CodeColumns, RefusesColumnsThatDoNotGoTogether) {
    const Codes three{0, 0, 0};
    const Codes two{0, 0};
    const Codes beyond{0, 0, 1};
    const auto code = [](const std::vector<CodedColumn>& columns) { return code_columns(columns, "frame"); };
    EXPECT_INPUT_ERROR(code({{"a", {"x"}, three}, {"b", {"x"}, two}}),
                       R"(frame: column "b": expected 3 rows, got 2)");
    EXPECT_INPUT_ERROR(code({{"a", {"x"}, beyond}}), R"(frame: column "a": expected codes of its texts)");
    EXPECT_INPUT_ERROR(code({}), "frame: expected at least one column, got none");
    EXPECT_INPUT_ERROR(code({{"a", {"x"}, {}}}), "frame: expected at least one row, got none");
}

TEST(RowsOf, KeepsEveryTextAsItIs) {
    const Frame frame = people();
    const CategoryTable rows = rows_of(frame.columns(), "people");
    EXPECT_EQ(rows.schema.columns[1].values, frame.texts[1]);
    EXPECT_EQ(rows.row_count(), 6U);
    for (std::size_t r = 0; r < 6; ++r) EXPECT_EQ(rows.row(r)[1], frame.codes[1][r]);
}

}  // namespace
}  // namespace drover
