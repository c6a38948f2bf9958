#include "input_checks.hpp"

namespace drover::word_inputs_test {
namespace {

using testing::dense;
using testing::DenseRows;
using testing::expect_same_again;
using testing::Labels;
using testing::Texts;

// Counts: word 1 has 9, word 2 has 3, word 3 has 5, word 4 has 3, word 6 has 1.
constexpr std::string_view triples = "1 1 9\n1 3 1\n2 3 4\n2 4 3\n4 2 3\n4 6 1\n";
constexpr std::string_view labels = "10\n9\n9\n10\n";

LearnedInputs learn(WordInputs options) { return learn_words({triples, "w"}, {labels, "l"}, options); }

std::vector<std::uint32_t> words_of(const LearnedInputs& learned) {
    return std::get<WordCoding>(learned.coding.inputs).words;
}

TEST(LearnWords, KeepsTheMostFrequentButForTheTop) {
    const LearnedInputs learned = learn({.vocabulary = 4, .skip_top = 1});
    EXPECT_EQ(words_of(learned), (std::vector<std::uint32_t>{2, 3, 4}));
    EXPECT_EQ(dense(learned.examples.rows), (DenseRows{{0, 1, 0}, {0, 1, 1}, {0, 0, 0}, {1, 0, 0}}));
    EXPECT_EQ(learned.examples.unit, 1);
    EXPECT_EQ(learned.examples.classes, (Texts{"9", "10"}));
    EXPECT_EQ(learned.examples.labels, (Labels{1, 0, 0, 1}));
    EXPECT_EQ(learned.notes, Texts{"1 document without any word of the vocabulary"});
    expect_same_again(learned, {triples, "w"}, {labels, "l"});
}

TEST(LearnWords, GivesTiesToTheLowerWord) {
    EXPECT_EQ(words_of(learn({.vocabulary = 3, .skip_top = 0})), (std::vector<std::uint32_t>{1, 2, 3}));
    EXPECT_EQ(words_of(learn({.vocabulary = 4, .skip_top = 3})), std::vector<std::uint32_t>{4});
}

TEST(LearnWords, TakesAllWordsOfASmallVocabulary) {
    EXPECT_EQ(words_of(learn({.skip_top = 0})), (std::vector<std::uint32_t>{1, 2, 3, 4, 6}));
    EXPECT_INPUT_ERROR(learn({}), "w: expected words besides the 100 most frequent ones, got none");
}

TEST(LearnWords, ReadsTriplesInAnyOrderAndAddsThem) {
    const LearnedInputs mixed = learn_words({"4 6 1\r\n2 3 2\n4 2 3\n\n2 4 3\n1\t3  1\n1 1 9\n2 3 2\n", "w"},
                                            {"10\r\n 9\n9\n10", "l"}, {.vocabulary = 4, .skip_top = 1});
    const LearnedInputs sorted = learn({.vocabulary = 4, .skip_top = 1});
    EXPECT_EQ(mixed.examples.rows, sorted.examples.rows);
    EXPECT_EQ(mixed.coding, sorted.coding);
}

TEST(LearnWords, RefusesBadLines) {
    const std::string problem =
        "w: line 2: expected a document, a word and a count, integers of at least 1, got ";
    for (const char* const line :
         {"1 2", "1 2 3 4", "0 1 1", "1 0 1", "1 1 0", "1 1 x", "1 1 1.5", "1 -1 1"}) {
        const std::string text = std::string{"1 1 1\n"} + line + "\n";
        EXPECT_INPUT_ERROR(learn_words({text, "w"}, {labels, "l"}), problem + '"' + line + '"');
    }
    EXPECT_INPUT_ERROR(learn_words({"1 99999999 1\n", "w"}, {labels, "l"}),
                       R"(w: line 1: expected documents and words up to 16777216, got "1 99999999 1")");
}

TEST(LearnWords, RefusesWhatDoesNotFitTogether) {
    const WordInputs all{.skip_top = 0};
    EXPECT_INPUT_ERROR(learn_words({triples, "w"}, {"a\nb\na\n", "l"}, all),
                       "l: expected a label for each of 4 documents, got 3");
    EXPECT_INPUT_ERROR(learn_words({triples, "w"}, {"a\n\nb\na\n", "l"}, all),
                       "l: line 2: expected a label, got nothing");
    EXPECT_INPUT_ERROR(learn_words({triples, "w"}, {"a\na\na\na\n", "l"}, all),
                       R"(l: expected at least two classes, got only "a")");
    EXPECT_INPUT_ERROR(learn_words({"", "w"}, {labels, "l"}), "w: expected at least one document, got none");
    EXPECT_INPUT_ERROR(learn({.vocabulary = 100}),
                       "learn_words: expected a vocabulary above the 100 words that are skipped, got 100");
}

TEST(LearnWords, KeepsDocumentsBeyondTheLastTriple) {
    const LearnedInputs learned =
        learn_words({"1 1 1\n", "w"}, {"a\nb\nb\n", "l"}, {.vocabulary = 1, .skip_top = 0});
    EXPECT_EQ(dense(learned.examples.rows), (DenseRows{{1}, {0}, {0}}));
}

TEST(CodeWords, PassesOverOtherWords) {
    const InputCoding coding = learn({.vocabulary = 4, .skip_top = 1}).coding;
    const CodedInputs coded = code_inputs(coding, {"2 1 5\n2 2 1\n3 900 1\n", "n"});
    EXPECT_EQ(dense(coded.rows), (DenseRows{{0, 0, 0}, {1, 0, 0}, {0, 0, 0}}));
    EXPECT_EQ(coded.notes, Texts{"2 documents without any word of the vocabulary"});
    EXPECT_EQ(code_inputs(coding, {"", "n"}).rows.row_count(), 0U);
}

TEST(CodeWords, RefusesLabelsThatAreNoClasses) {
    const InputCoding coding = learn({.vocabulary = 4, .skip_top = 1}).coding;
    EXPECT_INPUT_ERROR(code_examples(coding, {"1 2 1\n", "n"}, {"9\n11\n", "l"}),
                       R"(l: line 2: expected one of "9", "10", got "11")");
    EXPECT_INPUT_ERROR(code_examples(coding, {"1 2 1\n", "n"}),
                       "n: expected a separate file of labels (labels), got none");
}

}  // namespace
}  // namespace drover::word_inputs_test
