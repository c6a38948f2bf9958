#include <drover/core/check.hpp>

#include "expect.hpp"

namespace drover {
namespace {

TEST(CheckInput, ThrowsTheMessageUnlessTheConditionHolds) {
    EXPECT_INPUT_ERROR(check_input(false, [] { return std::string{"expected 1, got 2"}; }),
                       "expected 1, got 2");
}

TEST(CheckInput, BuildsTheMessageOnlyWhenItIsNeeded) {
    int built = 0;
    check_input(true, [&] {
        ++built;
        return std::string{};
    });
    EXPECT_EQ(built, 0);
}

TEST(Quoted, PutsTheNameInQuotes) {
    EXPECT_EQ(quoted("pin3"), R"("pin3")");
    EXPECT_EQ(quoted(""), R"("")");
}

TEST(Errors, AreStandardErrors) {
    EXPECT_THROW(throw InputError("x"), std::invalid_argument);
    EXPECT_THROW(throw IoError("x"), std::runtime_error);
}

}  // namespace
}  // namespace drover
