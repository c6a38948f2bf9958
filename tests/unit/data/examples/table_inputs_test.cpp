#include "input_checks.hpp"

namespace drover::table_inputs_test {
namespace {

using testing::dense;
using testing::DenseRows;
using testing::expect_same_again;
using testing::Labels;
using testing::Texts;

LearnedInputs learn(std::string_view text, TableInputs options = {.label = "y"}) {
    return learn_table({text, "t.csv"}, options);
}

TEST(LearnTable, StandardisesNumbersAndCodesCategories) {
    constexpr std::string_view text = "x,colour,y\n1,red,b\n3,blue,a\n1,red,b\n3,green,a\n";
    const LearnedInputs learned = learn(text);
    EXPECT_EQ(dense(learned.examples.rows),
              (DenseRows{{-256, 0, 0, 256}, {256, 256, 0, 0}, {-256, 0, 0, 256}, {256, 0, 256, 0}}));
    EXPECT_EQ(learned.examples.unit, 1.0 / 256);
    EXPECT_EQ(learned.examples.labels, (Labels{1, 0, 1, 0}));
    EXPECT_EQ(learned.examples.classes, (Texts{"a", "b"}));
    EXPECT_TRUE(learned.notes.empty());
    const auto& coding = std::get<TableCoding>(learned.coding.inputs);
    EXPECT_EQ(coding.columns[0], (InputColumn{.name = "x", .mean = 2, .deviation = 1}));
    EXPECT_EQ(coding.columns[1].categories, (Texts{"blue", "green", "red"}));
    expect_same_again(learned, {text, "t.csv"});
}

TEST(LearnTable, RoundsToTheGridHalvesAwayFromZero) {
    // Mean 0 and deviation 1, so that 2^-9 is half a step of the grid.
    const LearnedInputs learned = learn("x,y\n1,a\n-1,b\n");
    constexpr std::string_view text = "x\n0.001953125\n-0.001953125\n0.00195\n31.999\n-40\n1e299\n";
    EXPECT_EQ(dense(code_inputs(learned.coding, {text, "n.csv"}).rows),
              (DenseRows{{1}, {-1}, {0}, {8192}, {-8192}, {8192}}));
}

TEST(LearnTable, ClipsOutliersOfTrainingData) {
    std::string text = "x,y\n1e6,a\n";
    for (int i = 0; i < 2'000; ++i) text += "0,b\n";
    const LearnedInputs learned = learn(text);
    EXPECT_EQ(learned.examples.rows[0].values[0], input_limit);
}

TEST(LearnTable, GivesTheSameCodingForRowsInAnotherOrder) {
    const LearnedInputs one = learn("x,y\n0.1,a\n0.2,b\n0.3,a\n1e17,b\n0.10,a\n");
    const LearnedInputs two = learn("x,y\n1e17,b\n0.10,a\n0.3,a\n0.1,a\n0.2,b\n");
    EXPECT_EQ(one.coding, two.coding);
}

TEST(LearnTable, ReachesToVeryLargeAndVerySmallNumbers) {
    const LearnedInputs learned = learn("x,z,y\n1e299,2e-200,a\n-1e299,1e-200,b\n");
    EXPECT_EQ(dense(learned.examples.rows), (DenseRows{{256, 256}, {-256, -256}}));
    EXPECT_INPUT_ERROR(
        learn("x,y\n1,a\n1e300,b\n"),
        R"(t.csv: row 2, column "x": expected a number below 1e300 in magnitude, got "1e300")");
}

TEST(LearnTable, TakesAMissingNumberForTheMean) {
    constexpr std::string_view text = "x,y\n1,a\n,b\n?,a\n3,b\n";
    const LearnedInputs learned = learn(text);
    EXPECT_EQ(dense(learned.examples.rows), (DenseRows{{-256}, {0}, {0}, {256}}));
    expect_same_again(learned, {text, "t.csv"});
}

TEST(LearnTable, GivesMissingCategoriesAnInputIfTrainingHasThem) {
    constexpr std::string_view text = "c,y\nu,a\n?,b\n,a\n";
    const LearnedInputs learned = learn(text);
    EXPECT_EQ(dense(learned.examples.rows), (DenseRows{{256, 0}, {0, 256}, {0, 256}}));
    expect_same_again(learned, {text, "t.csv"});

    const LearnedInputs complete = learn("c,y\nu,a\nv,b\n");
    const CodedInputs coded = code_inputs(complete.coding, {"c\n?\nv\n", "n.csv"});
    EXPECT_EQ(dense(coded.rows), (DenseRows{{0, 0}, {0, 256}}));
    EXPECT_TRUE(coded.notes.empty());
}

TEST(LearnTable, PassesOverBlanksAroundNamesAndFields) {
    constexpr std::string_view text = "x, c, y\n1, u, a\n3, ?, b\n";
    const LearnedInputs learned = learn(text);
    EXPECT_EQ(dense(learned.examples.rows), (DenseRows{{-256, 256, 0}, {256, 0, 256}}));
    EXPECT_EQ(learned.examples.classes, (Texts{"a", "b"}));
    EXPECT_EQ(code_inputs(learned.coding, {"c,x\nu,1\n", "n.csv"}).rows[0].values[0], -256);
}

TEST(LearnTable, TakesNamedColumnsOfNumbersForCategories) {
    const LearnedInputs learned = learn("zip,y\n10,a\n9,b\n10,b\n", {.label = "y", .categorical = {"zip"}});
    EXPECT_EQ(std::get<TableCoding>(learned.coding.inputs).columns[0].categories, (Texts{"9", "10"}));
    EXPECT_EQ(dense(learned.examples.rows), (DenseRows{{0, 256}, {256, 0}, {0, 256}}));
}

TEST(LearnTable, LeavesConstantColumnsOutAndSaysSo) {
    constexpr std::string_view text = "one,x,same,none,y\n1,1,u,,a\n1.0,2,u,?,b\n,3,u,,a\n";
    const LearnedInputs learned = learn(text);
    EXPECT_EQ(learned.examples.rows.column_count(), 1U);
    EXPECT_EQ(learned.notes,
              (Texts{R"(left out columns that are the same in every row: "one", "same", "none")"}));
    const CodedInputs without = code_inputs(learned.coding, {"x\n1\n", "n.csv"});
    EXPECT_TRUE(without.notes.empty());
    EXPECT_TRUE(code_inputs(learned.coding, {text, "t.csv"}).notes.empty());
}

TEST(LearnTable, IgnoresNamedColumns) {
    const LearnedInputs learned = learn("id,x,y\n7,1,a\n8,2,b\n", {.label = "y", .ignore = {"id"}});
    EXPECT_EQ(learned.examples.rows.column_count(), 1U);
    EXPECT_TRUE(learned.notes.empty());
    EXPECT_TRUE(code_inputs(learned.coding, {"id,x\n?,1\n", "n.csv"}).notes.empty());
}

TEST(LearnTable, ReadsOtherSeparatorsThenAndLater) {
    constexpr std::string_view text = "x;y\n1;a\n3;b\n";
    expect_same_again(learn(text, {.label = "y", .csv = {.separator = ';'}}), {text, "t.csv"});
}

TEST(LearnTable, NamesClassesInNaturalOrder) {
    EXPECT_EQ(learn("x,y\n1,10\n2,9\n3,b\n").examples.classes, (Texts{"9", "10", "b"}));
}

TEST(LearnTable, KeepsLabelsThatWereQuoted) {
    constexpr std::string_view text = "x,y\n1,\"a \"\"rather long\"\" class, with a comma\"\n2,b\n";
    expect_same_again(learn(text), {text, "t.csv"});
}

TEST(LearnTable, NamesATextThatMakesCategoriesOfNumbers) {
    constexpr std::string_view text = "x,y\n1,a\n2,b\nNA,a\n?,b\nnone,a\n3,b\n";
    EXPECT_EQ(
        learn(text).notes,
        Texts{"t.csv: row 3, column \"x\": \"NA\" beside 3 numbers: the column is taken for categories; a "
              "missing number is blank or ?"});
    EXPECT_TRUE(learn(text, {.label = "y", .categorical = {"x"}}).notes.empty());
    EXPECT_TRUE(learn("x,y\n1,a\nu,b\n2,a\nv,b\n").notes.empty());  // as many names as numbers
}

TEST(LearnTable, RefusesWhatNothingCanBeLearnedFrom) {
    EXPECT_INPUT_ERROR(learn(""), "t.csv: expected a header line, got an empty file");
    EXPECT_INPUT_ERROR(learn("x,y\n"), "t.csv: expected at least one row, got none");
    EXPECT_INPUT_ERROR(learn("x,y\n1,a\n2,a\n"),
                       R"(t.csv: column "y": expected at least two classes, got only "a")");
    EXPECT_INPUT_ERROR(learn("x,y\n1,a\n2,?\n"),
                       R"(t.csv: row 2, column "y": expected a label, got nothing)");
    EXPECT_INPUT_ERROR(learn("x,y\n1,a\n1,b\n"),
                       "t.csv: expected a column besides the label that is not constant, got none");
    EXPECT_INPUT_ERROR(learn("x,y\n1,a\n2\n"), "t.csv: row 2: expected 2 fields, got 1");
}

TEST(LearnTable, RefusesColumnsThatAreNotThere) {
    constexpr std::string_view text = "x,y\n1,a\n2,b\n";
    EXPECT_INPUT_ERROR(learn(text, {.label = "z"}), R"(t.csv: header: expected a column "z", got "x", "y")");
    EXPECT_INPUT_ERROR(learn(text, {.label = "y", .ignore = {"id"}}),
                       R"(t.csv: header: expected a column "id", got "x", "y")");
    EXPECT_INPUT_ERROR(learn(text, {.label = "y", .categorical = {"c"}}),
                       R"(t.csv: header: expected a column "c", got "x", "y")");
    EXPECT_INPUT_ERROR(
        learn(text, {.label = "y", .ignore = {"y"}}),
        R"(t.csv: expected a label column that is not ignored, got "y" among the columns to ignore)");
}

class CodeTable : public ::testing::Test {
  protected:
    CodedInputs code(std::string_view text) const { return code_inputs(coding_, {text, "n.csv"}); }
    CodedExamples code_labelled(std::string_view text) const {
        return code_examples(coding_, {text, "n.csv"});
    }

  private:
    InputCoding coding_ = learn("x,c,y\n1,u,a\n3,v,b\n").coding;
};

TEST_F(CodeTable, FindsColumnsByTheirNames) {
    const CodedExamples coded = code_labelled("y,c,x\nb,u,3\n");
    EXPECT_EQ(dense(coded.examples.rows), (DenseRows{{256, 256, 0}}));
    EXPECT_EQ(coded.examples.labels, Labels{1});
}

TEST_F(CodeTable, NotesUnseenCategoriesAndNewColumns) {
    const CodedInputs coded = code("x,c,new,y,other\n1,w,1,a,1\n1,u,2,a,1\n3,w,3,a,1\n3,q,3,a,1\n");
    EXPECT_EQ(dense(coded.rows), (DenseRows{{-256, 0, 0}, {-256, 256, 0}, {256, 0, 0}, {256, 0, 0}}));
    EXPECT_EQ(coded.notes,
              (Texts{R"(column "c": 3 rows with categories that the training data do not have: "w", "q")",
                     R"(ignored columns that the training data do not have: "new", "other")"}));
    EXPECT_EQ(code("x,c\n1,w\n").notes.at(0),
              R"(column "c": 1 row with categories that the training data do not have: "w")");
}

TEST_F(CodeTable, RefusesMissingColumnsAndTextForNumbers) {
    EXPECT_INPUT_ERROR(code("c,y\nu,a\n"), R"(n.csv: header: expected a column "x", got "c", "y")");
    EXPECT_INPUT_ERROR(code("x,c\n1,u\nmany,u\n"),
                       R"(n.csv: row 2, column "x": expected a number, got "many")");
}

TEST_F(CodeTable, NeedsNoLabelsToPredict) {
    EXPECT_EQ(code("x,c\n1,u\n").rows.row_count(), 1U);
    EXPECT_EQ(code("x,c,y\n1,u,?\n1,u,zebra\n").rows.row_count(), 2U);
    EXPECT_EQ(code("x,c\n").rows.row_count(), 0U);
}

TEST_F(CodeTable, RefusesLabelsThatAreNoClasses) {
    EXPECT_INPUT_ERROR(code_labelled("x,c\n1,u\n"), R"(n.csv: header: expected a column "y", got "x", "c")");
    EXPECT_INPUT_ERROR(code_labelled("x,c,y\n1,u,a\n1,u,zebra\n"),
                       R"(n.csv: row 2, column "y": expected one of "a", "b", got "zebra")");
    EXPECT_INPUT_ERROR(code_labelled("x,c,y\n1,u,a\n1,u,\n"),
                       R"(n.csv: row 2, column "y": expected a label, got nothing)");
    EXPECT_INPUT_ERROR(code_labelled("x,c,y\n"), "n.csv: expected at least one row, got none");
}

TEST_F(CodeTable, RefusesAFileOfLabelsBesideIt) {
    EXPECT_INPUT_ERROR(code_examples(learn("x,y\n1,a\n3,b\n").coding, {"x,y\n1,a\n", "n.csv"}, {"a\n", "l"}),
                       "n.csv: expected labels in the data, got a separate file of labels, l");
}

}  // namespace
}  // namespace drover::table_inputs_test
