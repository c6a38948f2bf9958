#include <vector>

#include <gtest/gtest.h>

#include <drover/core/run_control.hpp>

namespace drover {
namespace {

TEST(RunControl, WithoutAFlagNothingStopsAndNobodyIsTold) {
    const RunControl control;
    EXPECT_FALSE(control.stop_requested());
    control.tell(1);
}

TEST(RunControl, CopiesSeeTheSameFlag) {
    StopFlag flag;
    const RunControl control{.stop = &flag};
    RunControl copy;
    copy = control;
    EXPECT_FALSE(copy.stop_requested());
    flag.request_stop();
    EXPECT_TRUE(control.stop_requested());
    EXPECT_TRUE(copy.stop_requested());
}

TEST(RunControl, TellsWhatIsDone) {
    std::vector<std::int64_t> told;
    const RunControl control{.progress = [&](std::int64_t done) { told.push_back(done); }};
    control.tell(3);
    control.tell(7);
    EXPECT_EQ(told, (std::vector<std::int64_t>{3, 7}));
}

TEST(StepWatch, LooksAfterSoManyStepsAndThenEndsTheRun) {
    StopFlag flag;
    std::vector<std::int64_t> told;
    StepWatch watch{{.stop = &flag, .progress = [&](std::int64_t done) { told.push_back(done); }}, 10};
    for (int step = 0; step < 9; ++step) EXPECT_TRUE(watch.goes_on());
    EXPECT_TRUE(told.empty());
    EXPECT_TRUE(watch.goes_on(7));
    flag.request_stop();
    EXPECT_TRUE(watch.goes_on(9));
    EXPECT_FALSE(watch.goes_on());
    EXPECT_FALSE(watch.goes_on());
    EXPECT_EQ(told, (std::vector<std::int64_t>{16, 26}));
}

}  // namespace
}  // namespace drover
