#define ZLIB_CONST  // zlib then promises to leave the input as it is
#include <algorithm>
#include <new>

#include <zlib.h>

#include <drover/core/error.hpp>
#include <drover/files/gzip.hpp>

namespace drover {
namespace {

constexpr std::size_t block_size = std::size_t{1} << 16U;
constexpr std::size_t most_a_call = std::size_t{1} << 30U;  // zlib counts in 32 bits
constexpr int gzip_window_bits = 15 + 16;                   // the largest window; gzip, not zlib, around it

}  // namespace

struct GzipBlocks::Inflater {
    explicit Inflater(std::string its_name) : name{std::move(its_name)} {
        if (inflateInit2(&stream, gzip_window_bits) != Z_OK) throw std::bad_alloc{};
    }
    ~Inflater() { inflateEnd(&stream); }
    Inflater(const Inflater&) = delete;
    Inflater& operator=(const Inflater&) = delete;
    Inflater(Inflater&&) = delete;
    Inflater& operator=(Inflater&&) = delete;

    // Consumes the data; stops at the end of a member.
    void inflate_some(std::string_view& data, const Use& use) {
        room.resize(block_size);
        stream.next_in = reinterpret_cast<const Bytef*>(data.data());
        const auto input = static_cast<uInt>(std::min(data.size(), most_a_call));
        stream.avail_in = input;
        stream.next_out = reinterpret_cast<Bytef*>(room.data());
        stream.avail_out = static_cast<uInt>(room.size());
        const int status = inflate(&stream, Z_NO_FLUSH);
        data.remove_prefix(input - stream.avail_in);
        const std::size_t made = room.size() - stream.avail_out;
        if (made > 0) use(std::string_view{room}.substr(0, made));
        if (status == Z_MEM_ERROR) throw std::bad_alloc{};
        if (status == Z_STREAM_END) {
            is_between = true;
            inflateReset(&stream);
        } else if (status != Z_OK && status != Z_BUF_ERROR) {
            fail("corrupt");
        }
        is_full = status == Z_OK && made == room.size();
    }

    // Zero padding after a member; nothing else may follow it.
    void pass_over_zeros(std::string_view& data) {
        const std::size_t zeros = std::min(data.find_first_not_of('\0'), data.size());
        has_zeros = has_zeros || zeros > 0;
        data.remove_prefix(zeros);
        if (data.empty()) return;
        if (has_zeros) fail("corrupt");
        is_between = false;
    }

    [[noreturn]] void fail(const char* how) const {
        throw IoError(name, std::string{"cannot read: "} + how + " gzip data");
    }

    std::string name;
    std::string room;
    bool is_between = false;  // between members: the last one has ended
    bool is_full = false;     // zlib had no room left, and may hold more
    bool has_zeros = false;
    z_stream stream{};
};

GzipBlocks::GzipBlocks(std::string name) : inflater_{std::make_unique<Inflater>(std::move(name))} {}

GzipBlocks::~GzipBlocks() = default;

void GzipBlocks::add(std::string_view data, const Use& use) {
    while (!data.empty() || inflater_->is_full) {
        if (inflater_->is_between) inflater_->pass_over_zeros(data);
        if (!inflater_->is_between) inflater_->inflate_some(data, use);
    }
}

void GzipBlocks::finish() const {
    if (!inflater_->is_between) inflater_->fail("truncated");
}

bool is_gzip(std::string_view data) { return data.starts_with("\x1F\x8B"); }

std::string inflate_gzip(std::string_view data, const std::string& name) {
    std::string text;
    GzipBlocks blocks{name};
    blocks.add(data, [&](std::string_view block) { text += block; });
    blocks.finish();
    return text;
}

}  // namespace drover
