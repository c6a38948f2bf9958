#include <drover/core/choice.hpp>

#include "expect.hpp"

namespace drover {
namespace {

constexpr Choice<int> sizes[]{{"small", 1}, {"large", 9}};

TEST(Choice, IsFoundByNameAndByValue) {
    EXPECT_EQ(choose(sizes, "large", "size"), 9);
    EXPECT_EQ(name_of(sizes, 1), "small");
    EXPECT_EQ(name_of(sizes, 2), "");
    EXPECT_EQ(names_of(sizes), (std::vector<std::string>{"small", "large"}));
}

TEST(Choice, ThatTheTableDoesNotHaveIsRefused) {
    EXPECT_INPUT_ERROR(choose(sizes, "huge", "size"),
                       R"(size: expected one of "small", "large", got "huge")");
}

}  // namespace
}  // namespace drover
