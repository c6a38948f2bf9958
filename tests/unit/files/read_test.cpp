#include <drover/files/read.hpp>

#include "expect.hpp"
#include "file_with.hpp"
#include "gzip_text.hpp"

namespace drover {
namespace {

using testing::FileWith;

TEST(ReadFiles, GiveWhatTheTextGives) {
    const FileWith bits{"a,b\n0,1\n1,1\n"};
    EXPECT_EQ(read_binary_csv(bits.path()).rows()[0], (BitRow{0, 1}));
    EXPECT_EQ(read_microdata(bits.path()).cells, (std::vector<std::uint32_t>{0, 0, 1, 0}));
    const FileWith features{"s,x\nlow,1/2\nhigh,3\n"};
    const FeatureTable table = read_feature_csv(features.path());
    EXPECT_EQ(table.features, (std::vector<Rational>{{1, 2}, {3, 1}}));
    EXPECT_EQ(read_named_numbers(features.path(), {"high", "low"}, "state"),
              (std::vector<Rational>{{3, 1}, {1, 2}}));
}

TEST(ReadFiles, InflateGzip) {
    const FileWith packed{gzip_text("a\n1\n")};
    EXPECT_EQ(read_binary_csv(packed.path()).row_count(), 1U);
}

TEST(ReadFiles, NameAFileThatIsNotThereAndOneThatIsWrong) {
    EXPECT_ERROR(IoError, read_binary_csv("no/such.csv"),
                 "no/such.csv: cannot read: No such file or directory");
    const FileWith wrong{"a\n2\n"};
    EXPECT_INPUT_ERROR(read_binary_csv(wrong.path()),
                       wrong.path() + R"(: row 1, column "a": expected 0 or 1, got "2")");
}

}  // namespace
}  // namespace drover
