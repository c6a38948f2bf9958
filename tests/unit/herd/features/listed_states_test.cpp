#include <gtest/gtest.h>

#include <drover/herd/features/listed_states.hpp>
#include <drover/herd/features/pairs.hpp>
#include <drover/herd/features/triples.hpp>
#include <expect.hpp>

namespace drover {
namespace {

template <class F>
void expect_rows_of(const F& features) {
    const StateTable states = list_states(features);
    ASSERT_EQ(states.state_count(), std::size_t{1} << features.variable_count());
    for (std::size_t s = 0; s < states.state_count(); ++s) {
        std::vector<std::int64_t> row(features.feature_count());
        features.visit(BitRow::from_index(s, features.variable_count()),
                       [&](std::size_t a, std::int64_t value) { row[a] = value; });
        const auto listed = states.row(s);
        EXPECT_EQ(row, std::vector<std::int64_t>(listed.begin(), listed.end())) << "state " << s;
    }
}

TEST(ListStates, HasTheFeaturesOfEveryState) {
    expect_rows_of(PairFeatures<Indicators>{4});
    expect_rows_of(PairFeatures<Signs>{3});
    expect_rows_of(TripleFeatures<Indicators>{5});
}

TEST(ListStates, RefusesTooManyVariables) {
    EXPECT_INPUT_ERROR(list_states(PairFeatures<Indicators>{17}),
                       "list_states: expected at most 16 binary variables, got 17");
}

}  // namespace
}  // namespace drover
