#include <drover/number/philox.hpp>
#include <drover/tables/count/published.hpp>
#include <drover/tables/count/stream.hpp>

#include "expect.hpp"

namespace drover::table_stream_test {
namespace {

// Texts, numbers with few and with many values, blanks; values that appear late.
std::string people(std::size_t rows, std::size_t incomes) {
    const CounterRandom random{3};
    std::string text = "sex,age,income,town,w\n";
    for (std::size_t r = 0; r < rows; ++r) {
        const auto draw = [&](std::size_t k, std::uint64_t below) { return random.below(8 * r + k, below); };
        text += draw(0, 2) == 0 ? "F," : "M,";
        text += std::to_string(draw(1, 90)) + ',';
        text +=
            (draw(2, 50) == 0 ? "" : std::to_string(draw(3, incomes)) + '.' + std::to_string(draw(4, 10))) +
            ',';
        text += r > rows / 2 ? "\"New, \"\"town\"\"\"," : draw(5, 9) == 0 ? "Bonn," : "Ulm,";
        text += r % 3 == 0 ? "1.5\n" : r % 3 == 1 ? "2\n" : "0.125\n";
    }
    return text;
}

struct Made {
    std::vector<std::string> names;
    std::vector<std::string> texts;
    std::vector<std::string> values;

    friend bool operator==(const Made&, const Made&) = default;
};

Made made_of(const MeasurableRows& rows, const TableChoice& choice) {
    Made made;
    for (const PublishedTable& table : tables(rows, {.choice = choice}, "people.csv")) {
        made.names.push_back(table.name);
        made.texts.push_back(table.csv);
    }
    for (const Column& column : rows.schema().columns)
        made.values.insert(made.values.end(), column.values.begin(), column.values.end());
    return made;
}

Made streamed(std::string_view text, const TableChoice& choice, std::size_t block_size) {
    TableStream stream{"people.csv", choice};
    for (std::size_t at = 0; at < text.size(); at += block_size) stream.add(text.substr(at, block_size));
    return made_of(stream.finish(), choice);
}

TEST(TableStream, MakesTheTablesOfTheSameRowsAtOnce) {
    const std::string text = people(3'000, 900);
    const std::vector<TableChoice> choices{{},
                                           {.order = 3},
                                           {.order = 1, .also = {{"town", "sex"}}, .weight = "w"},
                                           {.columns = {"income", "sex"}, .weight = "w"}};
    for (const TableChoice& choice : choices) {
        const Made expected = made_of(microdata_of(text, "people.csv", choice), choice);
        for (const std::size_t size : {std::size_t{7}, std::size_t{4096}, text.size()})
            EXPECT_EQ(streamed(text, choice, size), expected) << size;
    }
}

// More values than are counted on the fly: later rows are stored.
TEST(TableStream, MakesTheSameTablesOfColumnsOfVeryManyValues) {
    const std::string text = people(150'000, 100'000);
    for (const TableChoice& choice : {TableChoice{}, TableChoice{.weight = "w"}}) {
        EXPECT_EQ(streamed(text, choice, std::size_t{1} << 20U),
                  made_of(microdata_of(text, "people.csv", choice), choice));
    }
}

TEST(TableStream, TakesBatchesWhoseTextsDiffer) {
    const std::vector<std::uint32_t> first{0, 1, 0};
    const std::vector<std::uint32_t> second{2, 0, 1};
    const std::vector<std::uint32_t> third{0, 0, 1};
    TableStream stream{"people", {.order = 2}};
    stream.add(std::vector<CodedColumn>{{"sex", {"F", "M", "unused"}, first}, {"age", {"9", "80"}, first}});
    stream.add(std::vector<CodedColumn>{{"sex", {"M", "X", ""}, second}, {"age", {"80", "9", "9"}, second}});
    stream.add(std::vector<CodedColumn>{{"sex", {}, {}}, {"age", {}, {}}});
    stream.add(std::vector<CodedColumn>{{"sex", {"X", "F"}, third}, {"age", {"9", "10"}, third}});
    const CountedRows rows = stream.finish();
    EXPECT_EQ(rows.row_count(), 9);
    EXPECT_EQ(tables(rows)[0].csv, "sex,age,count\nF,9,2\nF,10,1\nM,80,2\nX,9,3\n,9,1\n");
}

TEST(TableStream, RescalesSumsWhereAWeightHasALongerFraction) {
    const TableChoice choice{.order = 1, .weight = "w"};
    EXPECT_EQ(streamed("a,w\nx,1\nx,1.5\ny,1/3\nx,0.25\n", choice, 9).texts,
              (std::vector<std::string>{"a,count\nx,2.75\ny,1/3\n"}));
}

TEST(TableStream, NamesRowsLinesAndWhatIsMissing) {
    const auto stream = [](std::string_view text, const TableChoice& choice = {}) {
        return streamed(text, choice, 3);
    };
    EXPECT_INPUT_ERROR(stream(""), "people.csv: expected a header line, got an empty file");
    EXPECT_INPUT_ERROR(stream("\n\n"), "people.csv: expected a header line, got an empty file");
    EXPECT_INPUT_ERROR(stream("a,b\n"), "people.csv: expected at least one row, got none");
    EXPECT_INPUT_ERROR(stream("a,b\n1,2\n3\n"), "people.csv: row 2: expected 2 fields, got 1");
    EXPECT_INPUT_ERROR(
        stream("a,b\n1,2\n\n3,\"4\"x\n"),
        "people.csv: line 4: expected a comma or the line's end after a quoted field, got \"x\"");
    EXPECT_INPUT_ERROR(stream("a,b\n1,2\n3,\"4\n"),
                       "people.csv: line 3: expected a closing quote, got the end of the file");
    EXPECT_INPUT_ERROR(stream("a,b\n1,2\n3,\xFF\n"),
                       "people.csv: line 3: expected UTF-8 text, got a byte that is not valid UTF-8");
    EXPECT_INPUT_ERROR(stream("a,b\n1,2\n3,-1\n", {.order = 1, .weight = "b"}),
                       "people.csv: row 2, column \"b\": expected a weight of at least 0, got \"-1\"");
    EXPECT_INPUT_ERROR(stream("a,b\n1,2\n", {.columns = {"a", "c"}}),
                       "people.csv: header: expected a column \"c\", got none");
    EXPECT_INPUT_ERROR(stream("a,b\n1,0\n", {.order = 1, .weight = "b"}),
                       "people.csv: column \"b\": expected a weight above 0, got none");
}

TEST(TableStream, KeepsTheFirstRowsForAGuess) {
    TableStream stream{"people.csv"};
    stream.add("a,");
    stream.add("b\n1,2\n3,4");
    stream.finish();
    EXPECT_EQ(stream.head().text, "a,b\n1,2\n3,4");
}

}  // namespace
}  // namespace drover::table_stream_test
