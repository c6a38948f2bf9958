#include "input_checks.hpp"

namespace drover {
namespace {

using testing::dense;
using testing::DenseRows;
using testing::expect_same_again;
using testing::Labels;
using testing::Texts;

std::string idx(const std::vector<unsigned>& sizes, const std::string& bytes) {
    std::string text{'\0', '\0', '\x08', static_cast<char>(sizes.size())};
    for (const unsigned size : sizes) text += std::string{'\0', '\0', '\0', static_cast<char>(size)};
    return text + bytes;
}

const std::string images = idx({3, 1, 2}, std::string{"\x01\x00\xff\x02\x00\x00", 6});
const std::string labels = idx({3}, "\x0a\x02\x0a");

LearnedInputs learn() { return learn_images({images, "x.idx"}, {labels, "y.idx"}); }

TEST(LearnImages, TakesPixelsAsTheyAre) {
    const LearnedInputs learned = learn();
    EXPECT_EQ(dense(learned.examples.rows), (DenseRows{{1, 0}, {255, 2}, {0, 0}}));
    EXPECT_EQ(learned.examples.unit, 1.0 / 255);
    EXPECT_EQ(learned.examples.classes, (Texts{"2", "10"}));
    EXPECT_EQ(learned.examples.labels, (Labels{1, 0, 1}));
    expect_same_again(learned, {images, "x.idx"}, {labels, "y.idx"});
}

TEST(LearnImages, RefusesWhatDoesNotFitTogether) {
    EXPECT_INPUT_ERROR(learn_images({images, "x"}, {idx({2}, "ab"), "y"}),
                       "y: expected a label for each of 3 images, got 2");
    EXPECT_INPUT_ERROR(learn_images({images, "x"}, {images, "y"}),
                       "y: expected labels, an array of one dimension, got one of 3");
    EXPECT_INPUT_ERROR(learn_images({labels, "x"}, {labels, "y"}),
                       "x: expected images, got an array of one dimension");
    EXPECT_INPUT_ERROR(learn_images({images, "x"}, {idx({3}, "aaa"), "y"}),
                       R"(y: expected at least two classes, got only "97")");
    EXPECT_INPUT_ERROR(learn_images({idx({0, 1, 2}, ""), "x"}, {idx({0}, ""), "y"}),
                       "x: expected at least one image, got 0 x 1 x 2 bytes");
    EXPECT_INPUT_ERROR(learn_images({images, "x"}, {"1\n2\n", "y"}),
                       "y: expected an IDX file, got other data");
}

TEST(CodeImages, RefusesOtherSizesAndLabels) {
    const InputCoding coding = learn().coding;
    EXPECT_INPUT_ERROR(code_inputs(coding, {idx({1, 2, 1}, "ab"), "x"}),
                       "x: expected images of 1 x 2 pixels, got 2 x 1");
    EXPECT_INPUT_ERROR(code_inputs(coding, {idx({1, 2}, "ab"), "x"}),
                       "x: expected images of 1 x 2 pixels, got 2");
    EXPECT_INPUT_ERROR(code_examples(coding, {images, "x"}, {idx({3}, "\x02\x02\x03"), "y"}),
                       R"(y: label 3: expected one of "2", "10", got "3")");
    EXPECT_INPUT_ERROR(code_examples(coding, {images, "x"}),
                       "x: expected a separate file of labels (labels), got none");
    EXPECT_EQ(code_inputs(coding, {idx({0, 1, 2}, ""), "x"}).rows.row_count(), 0U);
}

}  // namespace
}  // namespace drover
