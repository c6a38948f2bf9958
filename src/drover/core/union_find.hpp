#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <span>
#include <vector>

namespace drover {

/// Disjoint sets of 0 .. n-1. The root of a set is its lowest member, so the sets look the same whatever the
/// order of the joins. Nearly O(1) a join, by halving the paths.
class UnionFind {
  public:
    explicit UnionFind(std::size_t count) : parents_(count) { reset(); }

    std::size_t size() const { return parents_.size(); }
    /// Every member alone.
    void reset() {
        for (std::size_t i = 0; i < parents_.size(); ++i) parents_[i] = static_cast<std::uint32_t>(i);
    }
    /// Starts anew for i: alone if parent = i, else with a lower one. No set may hang on i yet.
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
    /// The root of every member, in one pass: a parent is never above its child.
    std::span<const std::uint32_t> roots() {
        for (std::uint32_t& parent : parents_) parent = parents_[parent];
        return parents_;
    }

  private:
    std::vector<std::uint32_t> parents_;
};

}  // namespace drover
