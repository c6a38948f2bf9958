#include <array>
#include <cstdlib>

#include <drover/files/scratch.hpp>

#include "expect.hpp"

namespace drover {
namespace {

TEST(ScratchFile, GivesBackWhatWasPutThere) {
    const ScratchStore store = scratch_file();
    store.append("one ");
    store.append("two");
    std::array<char, 5> bytes{};
    store.read(2, bytes);
    EXPECT_EQ((std::string_view{bytes.data(), bytes.size()}), "e two");
}

TEST(ScratchFile, NamesAFolderThatIsNotThere) {
    const char* before = std::getenv("TMPDIR");
    const std::string kept = before == nullptr ? "" : before;
    setenv("TMPDIR", "/no/such/folder", 1);
    EXPECT_ERROR(IoError, scratch_file().append("x"),
                 "/no/such/folder: cannot make a temporary file: No such file or directory");
    if (before == nullptr) {
        unsetenv("TMPDIR");
    } else {
        setenv("TMPDIR", kept.c_str(), 1);
    }
}

}  // namespace
}  // namespace drover
