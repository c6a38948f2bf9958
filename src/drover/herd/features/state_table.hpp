#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include <drover/core/check.hpp>
#include <drover/herd/features/feature_map.hpp>

namespace drover {

/// A finite model given as a table: one row per state, one column per feature.
/// `Feature` is int64 for exact herding (decimals are given as multiples of a grid unit), or double.
template <class Feature>
class BasicStateTable {
  public:
    using State = std::size_t;

    BasicStateTable(std::vector<Feature> features, std::size_t feature_count)
        : features_{std::move(features)}, feature_count_{feature_count} {
        check_input(feature_count_ > 0, [] {
            return Problem{Fault::range, {.function = "StateTable"}, "at least one feature"};
        });
        check_input(!features_.empty(), [] {
            return Problem{Fault::range, {.function = "StateTable"}, "at least one state"};
        });
        check_input(features_.size() % feature_count_ == 0, [&] {
            return Problem{.fault = Fault::other,
                           .place = {.function = "StateTable"},
                           .text = std::to_string(features_.size()) +
                                   " numbers do not form complete rows of " + std::to_string(feature_count_)};
        });
    }
    BasicStateTable(std::initializer_list<std::initializer_list<Feature>> rows)
        : BasicStateTable(flatten(rows), rows.size() == 0 ? 0 : rows.begin()->size()) {}

    std::size_t state_count() const { return features_.size() / feature_count_; }
    std::size_t feature_count() const { return feature_count_; }
    std::span<const Feature> row(State s) const {
        return std::span{features_}.subspan(s * feature_count_, feature_count_);
    }

    template <Weights W>
    typename W::Value score(const W& w, State s) const {
        typename W::Value sum{};
        const auto phi = row(s);
        for (std::size_t a = 0; a < phi.size(); ++a) sum += w[a] * static_cast<typename W::Value>(phi[a]);
        return sum;
    }
    template <class Sink>
    void visit(State s, Sink&& sink) const {
        const auto phi = row(s);
        for (std::size_t a = 0; a < phi.size(); ++a) {
            if (phi[a] != Feature{}) sink(a, phi[a]);
        }
    }
    static State first_state() { return 0; }
    FeatureBounds bounds() const requires std::integral<Feature> {
        const auto [low, high] = std::minmax_element(features_.begin(), features_.end());
        FeatureBounds bounds{.lowest = std::min<Int128>(0, *low), .highest = std::max<Int128>(0, *high)};
        for (State s = 0; s < state_count(); ++s) {
            Int128 total = 0;
            for (const Feature value : row(s)) total += absolute(value);
            bounds.total = std::max(bounds.total, total);
        }
        return bounds;
    }

  private:
    static std::vector<Feature> flatten(std::initializer_list<std::initializer_list<Feature>> rows) {
        std::vector<Feature> features;
        for (const auto& row : rows) {
            check_input(row.size() == rows.begin()->size(), [] {
                return Problem{Fault::range, {.function = "StateTable"}, "rows of equal length"};
            });
            features.insert(features.end(), row.begin(), row.end());
        }
        return features;
    }

    std::vector<Feature> features_;
    std::size_t feature_count_;
};

using StateTable = BasicStateTable<std::int64_t>;
using RealStateTable = BasicStateTable<double>;

}  // namespace drover
