#include "input_checks.hpp"

namespace drover {
namespace {

using testing::dense;
using testing::DenseRows;
using testing::expect_same_again;
using testing::Labels;
using testing::Texts;

LearnedInputs learn(std::string_view text) { return learn_libsvm({text, "d.svm"}); }

TEST(LearnLibsvm, DividesEachColumnByItsLargestMagnitude) {
    constexpr std::string_view text =
        "# two columns, the second is 7\n+1 1:0.5 7:-4\n\n-1\t1:0.25  7:1 # comment\r\n-1\n+1 3:0 7:4e0\n";
    const LearnedInputs learned = learn(text);
    EXPECT_EQ(dense(learned.examples.rows), (DenseRows{{256, -256}, {128, 64}, {0, 0}, {0, 256}}));
    EXPECT_EQ(learned.examples.unit, 1.0 / 256);
    EXPECT_EQ(learned.examples.classes, (Texts{"-1", "1"}));
    EXPECT_EQ(learned.examples.labels, (Labels{1, 0, 0, 1}));
    const auto& coding = std::get<LibsvmCoding>(learned.coding.inputs);
    EXPECT_EQ(coding.indices, (std::vector<std::uint32_t>{1, 7}));
    EXPECT_EQ(coding.largest, (std::vector<double>{0.5, 4}));
    expect_same_again(learned, {text, "d.svm"});
}

TEST(LearnLibsvm, MakesRoomOnlyForIndicesThatCome) {
    EXPECT_EQ(learn("a 4294967295:1\nb 2:1\n").examples.rows.column_count(), 2U);
}

TEST(LearnLibsvm, RefusesWhatNothingCanBeLearnedFrom) {
    EXPECT_INPUT_ERROR(learn("# nothing\n"), "d.svm: expected at least one example, got none");
    EXPECT_INPUT_ERROR(learn("a 1:1\na 1:2\n"), R"(d.svm: expected at least two classes, got only "a")");
    EXPECT_INPUT_ERROR(learn("a 1:0\nb\n"), "d.svm: expected values other than 0, got none");
}

TEST(LearnLibsvm, RefusesBadLines) {
    const std::string entry = "d.svm: line 2: expected index:value, an integer and a number, got ";
    for (const char* const word : {"1", "x:1", "1:", "1:x", ":1", "-1:1", "1:nan", "qid:3", "99999999999:1"})
        EXPECT_INPUT_ERROR(learn(std::string{"a 1:1\nb "} + word + "\n"), entry + '"' + word + '"');
    EXPECT_INPUT_ERROR(learn("a 1:1\n1:1 2:1\n"), R"(d.svm: line 2: expected a label, got "1:1")");
    EXPECT_INPUT_ERROR(learn("a 0:1\n"), R"(d.svm: line 1: expected an index above 0, got "0:1")");
    EXPECT_INPUT_ERROR(learn("a 3:1\n\nb 3:1 3:1\n"),
                       R"(d.svm: line 3: expected an index above 3, got "3:1")");
    EXPECT_INPUT_ERROR(learn("a 1:1e300\n"),
                       R"(d.svm: line 1: expected a number below 1e300 in magnitude, got "1e300")");
}

TEST(LearnLibsvm, ShowsOnlyTheBeginningOfLongWords) {
    EXPECT_INPUT_ERROR(learn("a " + std::string(1'000, 'z') + "\n"),
                       "d.svm: line 1: expected index:value, an integer and a number, got \"" +
                           std::string(60, 'z') + "...\"");
}

TEST(CodeLibsvm, IgnoresIndicesThatTrainingDoesNotHave) {
    const InputCoding coding = learn("a 1:2\nb 3:1\n").coding;
    const CodedInputs coded = code_inputs(coding, {"a 1:1 2:5 3:-1\nb 9:1 10:0\n1:2\nc\n", "n.svm"});
    EXPECT_EQ(dense(coded.rows), (DenseRows{{128, -256}, {0, 0}, {256, 0}, {0, 0}}));
    EXPECT_EQ(coded.notes, Texts{"2 values of indices that no training example has: ignored"});
}

TEST(CodeLibsvm, ClipsWhatIsFarOutside) {
    const InputCoding coding = learn("a 1:2\nb 3:1\n").coding;
    EXPECT_EQ(dense(code_inputs(coding, {"a 1:1000 3:-1e299\n", "n.svm"}).rows), (DenseRows{{8192, -8192}}));
}

TEST(CodeLibsvm, RefusesLabelsThatAreNoClasses) {
    const InputCoding coding = learn("a 1:2\nb 3:1\n").coding;
    EXPECT_INPUT_ERROR(code_examples(coding, {"a 1:1\n# -\nc 1:1\n", "n.svm"}),
                       R"(n.svm: line 3: expected one of "a", "b", got "c")");
    EXPECT_INPUT_ERROR(code_examples(coding, {"1:1\n", "n.svm"}),
                       R"(n.svm: line 1: expected a label, got "1:1")");
}

TEST(CodeLibsvm, CountsTheClassesWhereTheyAreMany) {
    std::string text;
    for (int label = 0; label < 9; ++label) text += std::to_string(label) + " 1:1\n";
    EXPECT_INPUT_ERROR(code_examples(learn(text).coding, {"9 1:1\n", "n.svm"}),
                       R"(n.svm: line 1: expected one of the 9 classes of the training data, got "9")");
}

}  // namespace
}  // namespace drover
