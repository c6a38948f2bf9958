#include <atomic>
#include <thread>

#include <drover/core/thread_pool.hpp>
#include <drover/number/philox.hpp>

#include "expect.hpp"

namespace drover {
namespace {

TEST(ThreadPool, CallsEachIndexOnce) {
    for (const std::size_t threads : {1U, 2U, 8U}) {
        ThreadPool pool{threads};
        EXPECT_EQ(pool.thread_count(), threads);
        std::vector<std::atomic<int>> calls(1'000);
        pool.for_each(calls.size(), [&](std::size_t i) { ++calls[i]; });
        for (const auto& count : calls) ASSERT_EQ(count, 1);
    }
}

TEST(ThreadPool, HasAtLeastOneThreadByDefault) { EXPECT_GE(ThreadPool{}.thread_count(), 1U); }

TEST(ThreadPool, OfOneRunsOnTheCallingThreadInIndexOrder) {
    ThreadPool pool{1};
    const std::thread::id caller = std::this_thread::get_id();
    std::vector<std::size_t> order;
    pool.for_each(5, [&](std::size_t i) {
        EXPECT_EQ(std::this_thread::get_id(), caller);
        order.push_back(i);
    });
    EXPECT_EQ(order, (std::vector<std::size_t>{0, 1, 2, 3, 4}));
}

TEST(ThreadPool, DoesNothingForNoIndex) {
    for (const std::size_t threads : {1U, 4U}) {
        ThreadPool pool{threads};
        pool.for_each(0, [](std::size_t) { FAIL(); });
    }
}

TEST(ThreadPool, GivesEqualResultsForAnyThreadCount) {
    const auto results = [](std::size_t threads) {
        ThreadPool pool{threads};
        std::vector<double> slots(500);
        pool.for_each(slots.size(), [&](std::size_t i) { slots[i] = CounterRandom{9}.normal(i); });
        return slots;
    };
    EXPECT_EQ(results(1), results(2));
    EXPECT_EQ(results(1), results(8));
}

TEST(ThreadPool, ThrowsTheErrorOfTheLowestFailingIndex) {
    for (const std::size_t threads : {1U, 2U, 8U}) {
        ThreadPool pool{threads};
        const auto task = [](std::size_t i) {
            if (i % 10 == 7) throw InputError("index " + std::to_string(i));
        };
        for (int round = 0; round < 20; ++round) EXPECT_INPUT_ERROR(pool.for_each(100, task), "index 7");
    }
}

TEST(ThreadPool, FinishesTheOtherIndicesAfterAnError) {
    ThreadPool pool{2};
    std::vector<std::atomic<int>> calls(50);
    EXPECT_THROW(pool.for_each(calls.size(),
                               [&](std::size_t i) {
                                   ++calls[i];
                                   if (i == 0) throw InputError("first");
                               }),
                 InputError);
    for (const auto& count : calls) ASSERT_EQ(count, 1);
}

TEST(ThreadPool, WorksAgainAfterWorkAndAfterAnError) {
    ThreadPool pool{4};
    EXPECT_THROW(pool.for_each(3, [](std::size_t) { throw InputError("all"); }), InputError);
    for (std::size_t round = 0; round < 300; ++round) {
        std::vector<std::size_t> slots(round % 7);
        pool.for_each(slots.size(), [&](std::size_t i) { slots[i] = i + round; });
        for (std::size_t i = 0; i < slots.size(); ++i) ASSERT_EQ(slots[i], i + round);
    }
}

TEST(ForEachIndex, RunsInIndexOrderWithoutAPool) {
    std::vector<std::size_t> order;
    for_each_index(nullptr, 4, [&](std::size_t i) { order.push_back(i); });
    EXPECT_EQ(order, (std::vector<std::size_t>{0, 1, 2, 3}));
}

TEST(ForEachIndex, RunsOverThePoolIfThereIsOne) {
    ThreadPool pool{2};
    std::vector<int> slots(20);
    for_each_index(&pool, slots.size(), [&](std::size_t i) { slots[i] = 1; });
    EXPECT_EQ(slots, std::vector<int>(20, 1));
}

}  // namespace
}  // namespace drover
