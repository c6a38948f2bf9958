#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace drover {

/// Whether the data begin with the two bytes of every gzip file.
bool is_gzip(std::string_view data);

/// The contents of gzip data: all members, one after the other; zeros after the last are ignored.
/// Throws IoError: `name`: cannot read: truncated gzip data, or corrupt.
std::string inflate_gzip(std::string_view data, const std::string& name);

/// The same for data that arrive in blocks, split anywhere. Memory does not grow with the data.
class GzipBlocks {
  public:
    using Use = std::function<void(std::string_view block)>;

    explicit GzipBlocks(std::string name);
    ~GzipBlocks();
    GzipBlocks(const GzipBlocks&) = delete;
    GzipBlocks& operator=(const GzipBlocks&) = delete;
    GzipBlocks(GzipBlocks&&) = delete;
    GzipBlocks& operator=(GzipBlocks&&) = delete;

    /// Passes on the contents of these data, in blocks of at most 1 MiB.
    void add(std::string_view data, const Use& use);
    /// Throws IoError if the last member has not ended.
    void finish() const;

  private:
    struct Inflater;
    std::unique_ptr<Inflater> inflater_;
};

}  // namespace drover
