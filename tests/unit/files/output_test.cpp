#include <filesystem>
#include <fstream>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <drover/files/file.hpp>
#include <drover/files/output.hpp>

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

    void write(const char* name, const char* text) const {
        OutputFile file{path(name)};
        file.stream() << text;
        file.commit();
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
    write("out.txt", "old");
    { OutputFile{path("out.txt")}.stream() << "new"; }
    EXPECT_EQ(read_file(path("out.txt")), "old");
    write("out.txt", "new");
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

TEST_F(OutputFileTest, LinksToNothingAreFollowed) {
    fs::create_symlink("real.txt", path("link.txt"));
    write("link.txt", "new");
    EXPECT_TRUE(fs::is_symlink(path("link.txt")));
    EXPECT_EQ(read_file(path("real.txt")), "new");
    fs::create_symlink("loop", path("loop"));
    EXPECT_ERROR(IoError, OutputFile{path("loop")},
                 path("loop") + ": cannot write: Too many levels of symbolic links");
}

TEST_F(OutputFileTest, OpenFilesAreWrittenToAndStay) {
    const int log = ::open(path("log").c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
    ASSERT_GE(log, 0);
    ASSERT_EQ(::write(log, "before\n", 7), 7);
    {
        OutputFile file{"/dev/fd/" + std::to_string(log)};
        EXPECT_TRUE(file.is_direct());
        file.stream() << "after\n";
        file.commit();
    }
    ::close(log);
    EXPECT_EQ(read_file(path("log")), "before\nafter\n");
    EXPECT_EQ(file_count(), 1U);
    EXPECT_ERROR(IoError, OutputFile{"/dev/fd/987654"}, "/dev/fd/987654: cannot write: Bad file descriptor");
}

TEST_F(OutputFileTest, TheModeStays) {
    write("out.txt", "old");
    for (const auto mode : {fs::perms::owner_read | fs::perms::owner_write, fs::perms{0664}}) {
        fs::permissions(path("out.txt"), mode);
        write("out.txt", "new");
        EXPECT_EQ(fs::status(path("out.txt")).permissions(), mode);
    }
}

TEST_F(OutputFileTest, ASecondWriterIsRefused) {
    const std::string refused = path("out.txt") + ": cannot write: another run is writing it";
    {
        OutputFile first{path("out.txt")};
        EXPECT_ERROR(IoError, OutputFile{path("out.txt")}, refused);
        EXPECT_ERROR(IoError, (OutputFile{path("out.txt"), OutputKind::resumable}), refused);
        first.stream() << "first";
        first.commit();
    }
    EXPECT_EQ(read_file(path("out.txt")), "first");
    fs::remove(path("out.txt.part"));
    {
        OutputFile first{path("out.txt"), OutputKind::resumable};
        first.resume(0);
        EXPECT_ERROR(IoError, OutputFile{path("out.txt")}, refused);
    }
    EXPECT_EQ(file_count(), 1U);
    write("out.txt", "second");
    EXPECT_EQ(read_file(path("out.txt")), "second");
}

TEST_F(OutputFileTest, WhatAKilledRunHasLeftIsUsedAgain) {
    std::ofstream{path("out.txt.part~")} << "a longer text that was never finished";
    write("out.txt", "new");
    EXPECT_EQ(read_file(path("out.txt")), "new");
    EXPECT_EQ(file_count(), 1U);
}

TEST_F(OutputFileTest, NothingButAFileIsTakenForTheTemporary) {
    std::ofstream{path("other.txt")} << "other";
    fs::create_symlink("other.txt", path("out.txt.part~"));
    EXPECT_ERROR(IoError, OutputFile{path("out.txt")},
                 path("out.txt") + ": cannot write: expected a regular file under the temporary name " +
                     path("out.txt.part~") + ", got something else");
    EXPECT_EQ(read_file(path("other.txt")), "other");
    EXPECT_TRUE(fs::is_symlink(path("out.txt.part~")));
}

TEST_F(OutputFileTest, AResumableFileStaysUntilItIsWhole) {
    {
        OutputFile file{path("out.txt"), OutputKind::resumable};
        file.resume(0);
        file.stream() << "one,two";
        file.settle();
        file.keep();
    }
    EXPECT_EQ(read_file(path("out.txt.part")), "one,two");
    { const OutputFile looked_at{path("out.txt"), OutputKind::resumable}; }
    EXPECT_EQ(read_file(path("out.txt.part")), "one,two");
    {
        OutputFile file{path("out.txt"), OutputKind::resumable};
        file.resume(4);
        file.stream() << "three";
        file.commit();
    }
    EXPECT_EQ(read_file(path("out.txt")), "one,three");
    EXPECT_EQ(file_count(), 1U);
}

TEST_F(OutputFileTest, AFailedWriteIsNamedAndLeavesNothing) {
    ASSERT_TRUE(fs::is_character_file("/dev/full"));
    OutputFile full{"/dev/full"};
    full.stream() << "text";
    EXPECT_ERROR(IoError, full.commit(), "/dev/full: cannot write: No space left on device");
    EXPECT_TRUE(fs::is_character_file("/dev/full"));
}

TEST_F(OutputFileTest, LongTextsAreWhole) {
    std::string text;
    for (int k = 0; k < 50'000; ++k) text += std::to_string(k) + ',';
    OutputFile file{path("out.txt")};
    for (std::size_t at = 0, step = 1; at < text.size(); at += step, step = step * 7 % 100'003)
        file.stream() << text.substr(at, step);
    file.commit();
    EXPECT_EQ(read_file(path("out.txt")), text);
}

}  // namespace
}  // namespace drover
