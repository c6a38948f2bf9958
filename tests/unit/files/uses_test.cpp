#include <filesystem>
#include <fstream>

#include <drover/files/uses.hpp>

#include "expect.hpp"

namespace drover {
namespace {

namespace fs = std::filesystem;

// A folder with the file in.csv, and links to it by both kinds.
class FileUsesTest : public ::testing::Test {
  protected:
    void SetUp() override {
        const auto* info = ::testing::UnitTest::GetInstance()->current_test_info();
        folder_ = fs::path{::testing::TempDir()} / (std::string{"drover_uses_"} + info->name());
        fs::remove_all(folder_);
        fs::create_directories(folder_ / "sub");
        std::ofstream{path("in.csv")} << "a\n";
        fs::create_symlink("in.csv", path("soft.csv"));
        fs::create_hard_link(path("in.csv"), path("hard.csv"));
    }
    void TearDown() override { fs::remove_all(folder_); }

    std::string path(const std::string& name) const { return (folder_ / name).string(); }

    fs::path folder_;
};

TEST_F(FileUsesTest, FilesApartAreFine) {
    check_file_uses({.inputs = {{"INPUT", path("in.csv")}, {"--schema", path("in.csv")}, {"--like", "-"}},
                     .outputs = {{"-o", path("out.csv")}, {"--svg", "-"}, {"--cert", path("c.json")}},
                     .input_folders = {{"--data", path("sub")}}});
    check_file_uses({.inputs = {{"INPUT", "/dev/null"}},
                     .outputs = {{"-o", "/dev/null"}, {"--report", "/dev/null"}},
                     .input_folders = {}});
}

TEST_F(FileUsesTest, AnInputIsNoOutputHoweverItIsCalled) {
    for (const char* const name : {"in.csv", "soft.csv", "hard.csv", "sub/../in.csv"}) {
        const FileUses uses{{{"INPUT", path("in.csv")}}, {{"-o", path(name)}}, {}};
        EXPECT_INPUT_ERROR(check_file_uses(uses),
                           "-o: expected a file that is not an input, got \"" + path(name) + '"');
    }
    check_file_uses({{{"--resume", path("in.csv")}}, {{"-o", path("soft.csv"), "--resume"}}, {}});
}

TEST_F(FileUsesTest, TwoOutputsAreTwoFiles) {
    const FileUses uses{{}, {{"-o", path("new.csv")}, {"--cert", path("sub/../new.csv")}}, {}};
    EXPECT_INPUT_ERROR(check_file_uses(uses),
                       "-o and --cert: expected two files, got \"" + path("sub/../new.csv") + "\" twice");
    const FileUses standard{{}, {{"--svg", "-"}, {"-o", "-"}}, {}};
    EXPECT_INPUT_ERROR(check_file_uses(standard),
                       "--svg and -o: expected one of them on standard output, got both");
    const FileUses inputs{{{"INPUT", "-"}, {"--like", "-"}}, {}, {}};
    EXPECT_INPUT_ERROR(check_file_uses(inputs),
                       "expected at most one input from standard input, got several");
}

TEST_F(FileUsesTest, TemporaryNamesAreFilesToo) {
    for (const char* const end : {".part", ".part~"}) {
        const std::string temporary = path("out.csv") + end;
        const std::string other =
            ": expected no other use of \"" + temporary + "\", the temporary name for -o, got ";
        const FileUses outputs{{}, {{"-o", path("out.csv")}, {"--checkpoint", temporary}}, {}};
        EXPECT_INPUT_ERROR(check_file_uses(outputs), "-o and --checkpoint" + other + '"' + temporary + '"');
        const FileUses reversed{{}, {{"--checkpoint", temporary}, {"-o", path("out.csv")}}, {}};
        EXPECT_INPUT_ERROR(check_file_uses(reversed), "-o and --checkpoint" + other + '"' + temporary + '"');
        fs::create_symlink("in.csv", temporary);
        const FileUses inputs{{{"INPUT", path("in.csv")}}, {{"-o", path("out.csv")}}, {}};
        EXPECT_INPUT_ERROR(check_file_uses(inputs), "-o and INPUT" + other + '"' + path("in.csv") + '"');
        fs::remove(temporary);
    }
}

TEST_F(FileUsesTest, DataFoldersKeepTheirFiles) {
    std::ofstream{path("sub/set.csv")} << "a\n";
    const FileUses uses{{}, {{"-o", path("sub/set.csv")}}, {{"--data", path("sub/..")}}};
    EXPECT_INPUT_ERROR(check_file_uses(uses),
                       "-o: expected no file of --data, got \"" + path("sub/set.csv") + '"');
    check_file_uses({{}, {{"-o", path("sub/new.csv")}}, {{"--data", path("sub")}}});
}

}  // namespace
}  // namespace drover
