#include <algorithm>
#include <bit>
#include <string>

#include <drover/core/check.hpp>
#include <drover/lattice/cluster_sizes.hpp>

namespace drover::lattice {
namespace {

constexpr std::size_t most_blocks = 32;  // then two become one

std::size_t bin_of(std::uint64_t size) { return static_cast<std::size_t>(std::bit_width(size)) - 1; }

}  // namespace

std::vector<SizeBin> size_bins(const ClusterSizeCounts& counts) {
    std::vector<SizeBin> bins;
    for (std::size_t size = 1; size < counts.counts.size(); ++size) {
        if (counts.counts[size] == 0) continue;
        const std::size_t k = bin_of(size);
        for (std::size_t next = bins.size(); next <= k; ++next)
            bins.push_back({.first_size = std::int64_t{1} << next});
        bins[k].cluster_count += counts.counts[size];
    }
    const double samples = static_cast<double>(counts.site_count) * static_cast<double>(counts.sample_count);
    for (SizeBin& bin : bins)
        bin.density = static_cast<double>(bin.cluster_count) / static_cast<double>(bin.first_size) / samples;
    return bins;
}

ClusterSizeTally::ClusterSizeTally(const Lattice& lattice)
    : sizes_(lattice.site_count()), pending_(bin_of(lattice.site_count()) + 1) {
    counts_.site_count = lattice.site_count();
    counts_.counts.resize(lattice.site_count() + 1);
}

void ClusterSizeTally::add(std::span<const std::uint32_t> labels) {
    check_input(labels.size() == sizes_.size(), [&] {
        return Problem{.fault = Fault::range,
                       .text = "labels (" + std::to_string(labels.size()) + ") and sites (" +
                               std::to_string(sizes_.size()) + ") must have the same size"};
    });
    for (const std::uint32_t label : labels) ++sizes_[label];
    for (std::uint32_t& size : sizes_) {
        if (size == 0) continue;
        ++counts_.counts[size];
        ++pending_[bin_of(size)];
        size = 0;
    }
    ++counts_.sample_count;
    if (++pending_samples_ == counts_.block_samples) close_block();
}

void ClusterSizeTally::close_block() {
    auto& blocks = counts_.blocks;
    blocks.push_back(pending_);
    std::fill(pending_.begin(), pending_.end(), 0);
    pending_samples_ = 0;
    if (blocks.size() < most_blocks) return;
    for (std::size_t b = 0; b < most_blocks / 2; ++b) {
        for (std::size_t k = 0; k < pending_.size(); ++k)
            blocks[b][k] = blocks[2 * b][k] + blocks[2 * b + 1][k];
    }
    blocks.resize(most_blocks / 2);
    counts_.block_samples *= 2;
}

}  // namespace drover::lattice
