#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <drover/core/bit_row.hpp>

namespace drover {

/// The format line that opens the bytes, and what messages call them.
struct SealedFormat {
    std::string_view line;  ///< without its line end: drover.rbm/2
    std::string_view what;  ///< model of drover rbm
};

/// Bytes with a seal that shows whether they are complete: a format line, numbers of 8 or 4 bytes
/// (little-endian) and texts, then the SHA-256 of all that in hexadecimal digits. The same on every machine.
class SealedWriter {
  public:
    explicit SealedWriter(const SealedFormat& format);

    void number(std::uint64_t value) { low_bytes(value, 8); }
    /// Written in 4 bytes.
    void small_number(std::int32_t value) { low_bytes(static_cast<std::uint32_t>(value), 4); }
    void real(double value);
    /// Writes its size, then its bytes.
    void text(std::string_view text);
    /// Writes its words, not its size.
    void row(const BitRow& row);

    /// Everything written, sealed. Must be the last call.
    std::string sealed() &&;

  private:
    void low_bytes(std::uint64_t value, std::size_t count);

    std::string bytes_;
};

/// Reads what SealedWriter wrote. Whatever the bytes are, it never reads past their end and never allocates
/// for more than there is; every fault is an InputError that names them.
class SealedReader {
  public:
    /// Checks the format and the seal. The caller keeps the bytes, which must outlive the reader.
    SealedReader(std::string_view bytes, std::string name, const SealedFormat& format);

    /// Throws InputError unless it holds: 'NAME: not a valid model of drover rbm: PROBLEM'.
    void expect(bool holds, const char* problem) const;

    std::uint64_t number() { return low_bytes(8); }
    /// At most `largest`.
    std::uint64_t up_to(std::uint64_t largest);
    /// A count of items of at least that many bytes each.
    std::size_t count(std::size_t bytes_each);
    std::int32_t small_number() {
        return static_cast<std::int32_t>(static_cast<std::uint32_t>(low_bytes(4)));
    }
    double real();
    std::string text();
    BitRow row(std::size_t size);

    /// What messages call the bytes: the name of their file.
    const std::string& name() const { return name_; }
    /// How many bytes are still to be read.
    std::size_t left() const { return left_.size(); }

  private:
    std::uint64_t low_bytes(std::size_t count);

    std::string_view left_;
    std::string name_;
    SealedFormat format_;
};

}  // namespace drover
