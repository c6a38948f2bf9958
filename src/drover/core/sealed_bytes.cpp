#include <bit>
#include <utility>

#include <drover/core/check.hpp>
#include <drover/core/sealed_bytes.hpp>
#include <drover/core/sha256.hpp>

namespace drover {
namespace {

constexpr std::size_t seal_size = 64;

std::string first_line(const SealedFormat& format) { return std::string{format.line} + '\n'; }

std::string_view unsealed(std::string_view bytes, const std::string& name, const SealedFormat& format) {
    const std::string line = first_line(format);
    check_input(bytes.starts_with(line), [&] {
        const bool is_other = bytes.starts_with(line.substr(0, line.find('/') + 1));
        return Problem{Fault::syntax,
                       {.file = name},
                       "a " + std::string{format.what} + " (" + std::string{format.line} + ")",
                       is_other ? "another version" : "other data"};
    });
    const bool is_long = bytes.size() >= line.size() + seal_size;
    const std::string_view body = bytes.substr(0, is_long ? bytes.size() - seal_size : 0);
    check_input(is_long && sha256(body) == bytes.substr(body.size()), [&] {
        return Problem{.fault = Fault::changed,
                       .place = {.file = name},
                       .text = "the checksum does not match: the " + std::string{format.what} +
                               " was truncated or altered"};
    });
    return body.substr(line.size());
}

}  // namespace

SealedWriter::SealedWriter(const SealedFormat& format) : bytes_{first_line(format)} {}

void SealedWriter::low_bytes(std::uint64_t value, std::size_t count) {
    for (std::size_t byte = 0; byte < count; ++byte) bytes_ += static_cast<char>(value >> (8 * byte) & 0xffU);
}

void SealedWriter::real(double value) { number(std::bit_cast<std::uint64_t>(value)); }

void SealedWriter::text(std::string_view text) {
    number(text.size());
    bytes_ += text;
}

void SealedWriter::row(const BitRow& row) {
    for (const std::uint64_t word : row.words()) number(word);
}

std::string SealedWriter::sealed() && {
    bytes_ += sha256(bytes_);
    return std::move(bytes_);
}

SealedReader::SealedReader(std::string_view bytes, std::string name, const SealedFormat& format)
    : left_{unsealed(bytes, name, format)}, name_{std::move(name)}, format_{format} {}

void SealedReader::expect(bool holds, const char* problem) const {
    check_input(holds, [&] {
        return Problem{.fault = Fault::syntax,
                       .place = {.file = name_},
                       .text = "not a valid " + std::string{format_.what} + ": " + problem};
    });
}

std::uint64_t SealedReader::low_bytes(std::size_t count) {
    expect(left_.size() >= count, "it ends too early");
    std::uint64_t value = 0;
    for (std::size_t i = count; i-- > 0;) value = value << 8U | static_cast<unsigned char>(left_[i]);
    left_.remove_prefix(count);
    return value;
}

std::uint64_t SealedReader::up_to(std::uint64_t largest) {
    const std::uint64_t value = number();
    expect(value <= largest, "a number out of range");
    return value;
}

std::size_t SealedReader::count(std::size_t bytes_each) {
    const std::uint64_t value = number();
    expect(value <= left_.size() / bytes_each, "a count beyond its end");
    return static_cast<std::size_t>(value);
}

double SealedReader::real() { return std::bit_cast<double>(number()); }

std::string SealedReader::text() {
    const std::size_t size = count(1);
    std::string value{left_.substr(0, size)};
    left_.remove_prefix(size);
    return value;
}

BitRow SealedReader::row(std::size_t size) {
    const std::size_t words = (size + 63) / 64;
    expect(words <= left_.size() / 8, "it ends too early");
    BitRow row(size);
    for (std::size_t w = 0; w < words; ++w) {
        const std::uint64_t word = number();
        for (std::size_t b = 0; b < 64; ++b) {
            const bool bit = (word >> b & 1U) != 0;
            expect(!bit || 64 * w + b < size, "a bit beyond the end of a row");
            if (bit) row.set(64 * w + b, true);
        }
    }
    return row;
}

}  // namespace drover
