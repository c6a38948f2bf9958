#include <filesystem>
#include <fstream>

#include <drover/files/file.hpp>

#include "expect.hpp"
#include "gzip_text.hpp"

namespace drover {
namespace {

namespace fs = std::filesystem;

class FileTest : public ::testing::Test {
  protected:
    void SetUp() override {
        const auto* info = ::testing::UnitTest::GetInstance()->current_test_info();
        folder_ = fs::path{::testing::TempDir()} / (std::string{"drover_"} + info->name());
        fs::remove_all(folder_);
        fs::create_directories(folder_);
    }
    void TearDown() override { fs::remove_all(folder_); }

    std::string path(const char* name) const { return (folder_ / name).string(); }

    fs::path folder_;
};

TEST_F(FileTest, ReadingAFolderIsAnError) {
    EXPECT_ERROR(IoError, read_file(folder_.string()), folder_.string() + ": cannot read: Is a directory");
}

TEST_F(FileTest, ReadsFilesOfAnySize) {
    for (const std::size_t size : {0U, 1U, 65'535U, 65'536U, 65'537U, 1'000'000U}) {
        std::string text(size, 'a');
        for (std::size_t i = 0; i < size; i += 7) text[i] = '\n';
        std::ofstream{path("in.txt")} << text;
        EXPECT_EQ(read_file(path("in.txt")), text);
    }
}

TEST_F(FileTest, GzipIsInflatedUnderAnyName) {
    for (const char* const name : {"in.csv.gz", "in.csv"}) {
        std::ofstream{path(name)} << gzip_text("a,b\n");
        EXPECT_EQ(read_file(path(name)), "a,b\n");
    }
    std::ofstream{path("in.csv")} << gzip_text("a,") + gzip_text("") + gzip_text("b\n");
    EXPECT_EQ(read_file(path("in.csv")), "a,b\n");
    std::ofstream{path("in.csv")} << gzip_text("");
    EXPECT_EQ(read_file(path("in.csv")), "");
}

TEST_F(FileTest, NamesTheFileWhoseGzipIsBad) {
    std::string data = gzip_text("a,b\n0,1\n");
    std::ofstream{path("x.csv.gz")} << data.substr(0, data.size() - 3);
    EXPECT_ERROR(IoError, read_file(path("x.csv.gz")),
                 path("x.csv.gz") + ": cannot read: truncated gzip data");
    data[data.size() - 5] = static_cast<char>(data[data.size() - 5] ^ 1);  // of the checksum
    std::ofstream{path("x.csv.gz")} << data;
    EXPECT_ERROR(IoError, read_file(path("x.csv.gz")), path("x.csv.gz") + ": cannot read: corrupt gzip data");
}

}  // namespace
}  // namespace drover
