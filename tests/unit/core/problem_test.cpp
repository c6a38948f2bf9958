#include <cerrno>
#include <string>

#include <drover/core/check.hpp>
#include <drover/core/problem.hpp>

#include "expect.hpp"

namespace drover {
namespace {

std::string flag(std::string_view field, std::string_view value) {
    std::string name = "--" + std::string{field};
    for (char& c : name)
        if (c == '_') c = '-';
    return value.empty() ? name : name + ' ' + std::string{value};
}

std::string keyword(std::string_view field, std::string_view value) {
    return value.empty() ? std::string{field} : std::string{field} + "=\"" + std::string{value} + '"';
}

const Problem bad_cell{Fault::type, {.file = "pins.csv", .row = 14, .column = "pin3"}, "0 or 1", "\"0.5\""};

TEST(Problem, SaysWhereWhatWasExpectedAndWhatCame) {
    EXPECT_EQ(to_text(bad_cell), R"(pins.csv: row 14, column "pin3": expected 0 or 1, got "0.5")");
}

TEST(Problem, SaysOnlyWhatItKnows) {
    EXPECT_EQ(to_text(Problem{.expected = "a number"}), "expected a number");
    EXPECT_EQ(to_text(Problem{.text = "no such thing"}), "no such thing");
    EXPECT_EQ(to_text(Problem{.place = {.line = 3}, .text = "no such thing"}), "line 3: no such thing");
    EXPECT_EQ(to_text(Place{}), "");
}

TEST(Problem, OrdersThePartsOfAPlace) {
    const Place place{.file = "f", .row = 1, .column = "c", .key = "header", .option = "weight"};
    EXPECT_EQ(to_text(place), R"(f: weight: row 1, header, column "c")");
    EXPECT_EQ(to_text(Place{.key = "column 2", .function = "measure"}), "measure: column 2");
}

TEST(Problem, EndsWithTheHint) {
    Problem problem = bad_cell;
    problem.hint = "{binarize} makes numbers binary";
    EXPECT_EQ(
        to_text(problem, flag),
        R"(pins.csv: row 14, column "pin3": expected 0 or 1, got "0.5"; --binarize makes numbers binary)");
}

TEST(Problem, NamesOptionsInTheWordsOfEachFace) {
    const Problem problem{
        Fault::conflict, {.option = "burn_in"}, "{imply=off} beside {max_cells}", "neither"};
    EXPECT_EQ(to_text(problem), "burn_in: expected imply=off beside max_cells, got neither");
    EXPECT_EQ(to_text(problem, flag), "--burn-in: expected --imply off beside --max-cells, got neither");
    EXPECT_EQ(to_text(problem, keyword), R"(burn_in: expected imply="off" beside max_cells, got neither)");
}

TEST(Problem, LeavesBracesOfDataAlone) {
    const Problem problem{
        Fault::unknown, {.file = "{rows}.csv"}, "one of \"{rows}\", {Rows} and {}", "\"{rows}\""};
    EXPECT_EQ(to_text(problem, flag), "{rows}.csv: expected one of \"{rows}\", {Rows} and {}, got \"{rows}\"");
    EXPECT_EQ(to_text(Problem{.text = "open {rows"}, flag), "open {rows");
}

TEST(Problem, OfATextIsThatText) {
    const InputError error{"pins.csv: expected a header"};
    EXPECT_EQ(error.problem(), (Problem{.text = "pins.csv: expected a header"}));
    EXPECT_STREQ(error.what(), "pins.csv: expected a header");
}

TEST(Problem, KnowsTheFileThatIsMissing) {
    const IoError missing{"a.csv", "cannot read: No such file or directory", ENOENT};
    EXPECT_STREQ(missing.what(), "a.csv: cannot read: No such file or directory");
    EXPECT_EQ(missing.problem().fault, Fault::missing);
    EXPECT_EQ(missing.problem().place.file, "a.csv");
    EXPECT_EQ(IoError("a.csv", "cannot read", EACCES).problem().fault, Fault::file);
}

TEST(At, AddsWhatTheProblemDoesNotKnow) {
    const auto fail = []() -> int {
        throw InputError(Problem{Fault::type, {.column = "age"}, "a number", "\"x\""});
    };
    EXPECT_INPUT_ERROR(at({.file = "a.csv", .row = 2, .column = "b"}, fail),
                       R"(a.csv: row 2, column "age": expected a number, got "x")");
    EXPECT_INPUT_ERROR(at({.file = "outer.csv"}, [&] { return at({.file = "inner.csv"}, fail); }),
                       R"(inner.csv: column "age": expected a number, got "x")");
    try {
        at([] { return Place{.option = "where"}; }, fail);
        FAIL();
    } catch (const InputError& error) {
        EXPECT_EQ(error.problem().fault, Fault::type);
        EXPECT_EQ(error.problem().place, (Place{.column = "age", .option = "where"}));
    }
}

TEST(At, HandsOnWhatTheCallReturns) {
    int value = 3;
    static_assert(std::is_same_v<decltype(at(Place{}, [&]() -> int& { return value; })), int&>);
    EXPECT_EQ(&at({.file = "a.csv"}, [&]() -> int& { return value; }), &value);
    EXPECT_THROW(at({.file = "a.csv"}, []() -> int { throw IoError("b.csv", "cannot read"); }), IoError);
}

TEST(CheckInput, TakesAProblem) {
    EXPECT_NO_THROW(check_input(true, [] { return bad_cell; }));
    EXPECT_INPUT_ERROR(check_input(false, [] { return bad_cell; }),
                       R"(pins.csv: row 14, column "pin3": expected 0 or 1, got "0.5")");
}

TEST(Fault, HasAName) {
    EXPECT_EQ(name_of(Fault::other), "other");
    EXPECT_EQ(name_of(Fault::type), "type");
    EXPECT_EQ(name_of(Fault::usage), "usage");
}

}  // namespace
}  // namespace drover
