#include <filesystem>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <drover/data/file.hpp>

#include "expect.hpp"

namespace drover {
namespace {

namespace fs = std::filesystem;

class OutputFileTest : public ::testing::Test {
  protected:
    void SetUp() override {
        const auto* info = ::testing::UnitTest::GetInstance()->current_test_info();
        folder_ = fs::path{::testing::TempDir()} / (std::string{"drover_"} + info->name());
        fs::remove_all(folder_);
        fs::create_directories(folder_);
    }
    void TearDown() override { fs::remove_all(folder_); }

    std::string path(const char* name) const { return (folder_ / name).string(); }
    std::size_t file_count() const {
        return static_cast<std::size_t>(
            std::distance(fs::directory_iterator{folder_}, fs::directory_iterator{}));
    }

    fs::path folder_;
};

TEST_F(OutputFileTest, AppearsWholeAtCommit) {
    OutputFile file{path("out.txt")};
    file.stream() << "all of it\n";
    EXPECT_FALSE(fs::exists(path("out.txt")));
    file.commit();
    EXPECT_EQ(read_file(path("out.txt")), "all of it\n");
    EXPECT_EQ(file_count(), 1U);
}

TEST_F(OutputFileTest, LeavesNothingWithoutCommit) {
    { OutputFile{path("out.txt")}.stream() << "half of it"; }
    EXPECT_EQ(file_count(), 0U);
}

TEST_F(OutputFileTest, KeepsTheOldFileUntilCommit) {
    const auto write = [&](const char* text) {
        OutputFile file{path("out.txt")};
        file.stream() << text;
        file.commit();
    };
    write("old");
    { OutputFile{path("out.txt")}.stream() << "new"; }
    EXPECT_EQ(read_file(path("out.txt")), "old");
    write("new");
    EXPECT_EQ(read_file(path("out.txt")), "new");
}

TEST_F(OutputFileTest, NamesTheFileItCannotWrite) {
    EXPECT_ERROR(IoError, OutputFile{path("no/out.txt")},
                 path("no/out.txt") + ": cannot write: No such file or directory");
    EXPECT_ERROR(IoError, OutputFile{folder_.string()}, folder_.string() + ": cannot write: Is a directory");
}

TEST_F(OutputFileTest, LinksStayLinks) {
    fs::create_symlink(path("real.txt"), path("link.txt"));
    std::ofstream{path("real.txt")} << "old";
    OutputFile file{path("link.txt")};
    file.stream() << "new";
    file.commit();
    EXPECT_TRUE(fs::is_symlink(path("link.txt")));
    EXPECT_EQ(read_file(path("real.txt")), "new");
}

TEST_F(OutputFileTest, PipesAreWrittenDirectly) {
    ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
    const int reader = ::open(path("pipe").c_str(), O_RDWR);  // both ends, so that nobody waits
    ASSERT_GE(reader, 0);
    OutputFile file{path("pipe")};
    file.stream() << "through";
    file.commit();
    EXPECT_TRUE(fs::is_fifo(path("pipe")));
    std::string text(7, ' ');
    EXPECT_EQ(::read(reader, text.data(), text.size()), 7);
    EXPECT_EQ(text, "through");
    ::close(reader);
}

TEST_F(OutputFileTest, ReadingAFolderIsAnError) {
    EXPECT_ERROR(IoError, read_file(folder_.string()), folder_.string() + ": cannot read: Is a directory");
}

}  // namespace
}  // namespace drover
