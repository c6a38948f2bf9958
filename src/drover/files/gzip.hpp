#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace drover {

/// Begins with the two bytes of every gzip file.
bool is_gzip(std::string_view data);

/// What gzip data hold: all members, one after the other; zeros behind the last are passed over.
/// Throws IoError: `name`: cannot read: truncated gzip data, or corrupt.
std::string inflate_gzip(std::string_view data, const std::string& name);

/// The same for data that come in blocks, cut anywhere. Nothing grows with the data.
class GzipBlocks {
  public:
    using Use = std::function<void(std::string_view block)>;

    explicit GzipBlocks(std::string name);
    ~GzipBlocks();
    GzipBlocks(const GzipBlocks&) = delete;
    GzipBlocks& operator=(const GzipBlocks&) = delete;
    GzipBlocks(GzipBlocks&&) = delete;
    GzipBlocks& operator=(GzipBlocks&&) = delete;

    /// Uses what these data hold, in blocks of at most 1 MiB.
    void add(std::string_view data, const Use& use);
    /// Throws IoError where the last member has not ended.
    void finish() const;

  private:
    struct Inflater;
    std::unique_ptr<Inflater> inflater_;
};

}  // namespace drover
