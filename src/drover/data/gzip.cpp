#define ZLIB_CONST  // zlib then promises to leave the input as it is
#include <algorithm>
#include <new>

#include <zlib.h>

#include <drover/core/error.hpp>
#include <drover/data/gzip.hpp>

namespace drover {
namespace {

constexpr std::size_t first_size = std::size_t{1} << 16U;
constexpr std::size_t most_at_once = std::size_t{1} << 30U;  // zlib counts in 32 bits
constexpr int gzip_window_bits = 15 + 16;                    // the largest window; gzip, not zlib, around it

class Inflater {
  public:
    Inflater(std::string_view data, const std::string& name) : rest_{data}, name_{name} {
        if (inflateInit2(&stream_, gzip_window_bits) != Z_OK) throw std::bad_alloc{};
    }
    ~Inflater() { inflateEnd(&stream_); }
    Inflater(const Inflater&) = delete;
    Inflater& operator=(const Inflater&) = delete;
    Inflater(Inflater&&) = delete;
    Inflater& operator=(Inflater&&) = delete;

    std::string inflate_all() {
        do {
            while (!inflate_some()) {
            }
            inflateReset(&stream_);
        } while (rest_.find_first_not_of('\0') != std::string_view::npos);
        text_.resize(size_);
        return std::move(text_);
    }

  private:
    // True at the end of a member. With room for output, zlib stands still only for lack of input.
    bool inflate_some() {
        if (size_ == text_.size()) text_.resize(std::max(2 * size_, first_size));
        const auto input = static_cast<uInt>(std::min(rest_.size(), most_at_once));
        const auto room = static_cast<uInt>(std::min(text_.size() - size_, most_at_once));
        stream_.next_in = reinterpret_cast<const Bytef*>(rest_.data());
        stream_.avail_in = input;
        stream_.next_out = reinterpret_cast<Bytef*>(text_.data() + size_);
        stream_.avail_out = room;
        const int status = inflate(&stream_, Z_NO_FLUSH);
        rest_.remove_prefix(input - stream_.avail_in);
        size_ += room - stream_.avail_out;
        if (status == Z_MEM_ERROR) throw std::bad_alloc{};
        if (status == Z_BUF_ERROR) fail("truncated");
        if (status != Z_OK && status != Z_STREAM_END) fail("corrupt");
        return status == Z_STREAM_END;
    }

    [[noreturn]] void fail(const char* how) const {
        throw IoError(name_ + ": cannot read: " + how + " gzip data");
    }

    std::string_view rest_;
    const std::string& name_;
    std::string text_;
    std::size_t size_ = 0;  // of the text so far; behind it is room
    z_stream stream_{};
};

}  // namespace

bool is_gzip(std::string_view data) { return data.starts_with("\x1F\x8B"); }

std::string inflate_gzip(std::string_view data, const std::string& name) {
    return Inflater{data, name}.inflate_all();
}

}  // namespace drover
