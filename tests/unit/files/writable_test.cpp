#include <filesystem>
#include <fstream>

#include <sys/stat.h>
#include <unistd.h>

#include <drover/files/output.hpp>
#include <drover/files/writable.hpp>

#include "expect.hpp"

namespace drover {
namespace {

namespace fs = std::filesystem;

class WritableTest : public ::testing::Test {
  protected:
    void SetUp() override {
        const auto* info = ::testing::UnitTest::GetInstance()->current_test_info();
        folder_ = fs::path{::testing::TempDir()} / (std::string{"drover_writable_"} + info->name());
        fs::remove_all(folder_);
        fs::create_directories(folder_ / "sub");
        std::ofstream{folder_ / "file"} << "x";
    }
    void TearDown() override { fs::remove_all(folder_); }

    std::string path(const std::string& name) const { return (folder_ / name).string(); }
    std::size_t file_count() const {
        return static_cast<std::size_t>(
            std::distance(fs::recursive_directory_iterator{folder_}, fs::recursive_directory_iterator{}));
    }
    // What is said at the door, and what opening the file would say.
    void expect_refused(const std::string& file, const std::string& reason) const {
        const std::string message = file + ": cannot write: " + reason;
        EXPECT_ERROR(IoError, check_writable(file), message);
        EXPECT_ERROR(IoError, OutputFile{file}, message);
        EXPECT_EQ(file_count(), 2U);
    }

  private:
    fs::path folder_;
};

TEST_F(WritableTest, AcceptsWhatCanBeWrittenAndCreatesNothing) {
    for (const std::string& file : {path("new"), path("file"), path("sub/new"), std::string{"/dev/null"},
                                    std::string{"-"}, std::string{"/dev/stdout"}, std::string{}})
        EXPECT_NO_THROW(check_writable(file)) << file;
    EXPECT_EQ(file_count(), 2U);
}

TEST_F(WritableTest, RefusesFoldersAndWhatLiesBelowAFile) {
    expect_refused(path("sub"), "Is a directory");
    expect_refused(path("file/new"), "Not a directory");
    expect_refused(path("none/new"), "No such file or directory");
}

TEST_F(WritableTest, RefusesNamesThatAreTooLong) {
    expect_refused(path(std::string(300, 'x')), "File name too long");
    expect_refused(path(std::string(5000, 'x')), "File name too long");
    expect_refused(path(std::string(252, 'x')), "File name too long");  // of the temporary file
}

TEST_F(WritableTest, RefusesLinksInACircle) {
    fs::create_symlink(path("loop"), path("loop"));
    EXPECT_ERROR(IoError, check_writable(path("loop")),
                 path("loop") + ": cannot write: Too many levels of symbolic links");
}

TEST_F(WritableTest, RefusesFoldersWithoutPermission) {
    if (::geteuid() == 0) GTEST_SKIP() << "root may write anywhere";
    fs::permissions(path("sub"), fs::perms::owner_read | fs::perms::owner_exec);
    expect_refused(path("sub/new"), "Permission denied");
}

}  // namespace
}  // namespace drover
