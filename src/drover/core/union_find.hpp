#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <span>
#include <vector>

namespace drover {

/// Disjoint sets of 0 .. n-1. The root of a set is its lowest member, so the order of the joins does not
/// matter. Nearly O(1) per join, by path halving.
class UnionFind {
  public:
    explicit UnionFind(std::size_t count) : parents_(count) { reset(); }

    std::size_t size() const { return parents_.size(); }
    /// Each member in a set of its own.
    void reset() {
        for (std::size_t i = 0; i < parents_.size(); ++i) parents_[i] = static_cast<std::uint32_t>(i);
    }
    /// Resets i: a set of its own if parent = i, otherwise joined to a lower member. No other member may
    /// point to i yet.
    void hang(std::uint32_t i, std::uint32_t parent) {
        assert(parent <= i);
        parents_[i] = parent;
    }
    std::uint32_t root(std::uint32_t i) {
        while (parents_[i] != i) {
            parents_[i] = parents_[parents_[i]];
            i = parents_[i];
        }
        return i;
    }
    void join(std::uint32_t i, std::uint32_t j) {
        const std::uint32_t a = root(i);
        const std::uint32_t b = root(j);
        parents_[std::max(a, b)] = std::min(a, b);
    }
    /// The root of every member, in one pass: a parent's index is never above its child's.
    std::span<const std::uint32_t> roots() {
        for (std::uint32_t& parent : parents_) parent = parents_[parent];
        return parents_;
    }

  private:
    std::vector<std::uint32_t> parents_;
};

}  // namespace drover
