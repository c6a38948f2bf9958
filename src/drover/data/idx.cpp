#include <cstdint>

#include <drover/core/check.hpp>
#include <drover/data/idx.hpp>

namespace drover {
namespace {

constexpr unsigned char type_of_bytes = 8;

std::uint64_t big_endian(std::string_view four) {
    std::uint64_t number = 0;
    for (const char byte : four) number = number << 8U | static_cast<unsigned char>(byte);
    return number;
}

}  // namespace

bool is_idx(std::string_view text) {
    return text.size() >= 4 && text[0] == 0 && text[1] == 0 && static_cast<unsigned char>(text[2]) >= 8 &&
           static_cast<unsigned char>(text[2]) <= 14;
}

IdxArray parse_idx(std::string_view text, const std::string& name) {
    check_input(is_idx(text), [&] {
        return Problem{Fault::syntax, {.file = name}, "an IDX file", "other data"};
    });
    check_input(static_cast<unsigned char>(text[2]) == type_of_bytes, [&] {
        return Problem{
            Fault::syntax, {.file = name}, "an IDX file of unsigned bytes", "another type of numbers"};
    });
    const auto dimensions = static_cast<std::size_t>(static_cast<unsigned char>(text[3]));
    check_input(dimensions >= 1 && dimensions <= 8 && text.size() >= 4 + 4 * dimensions, [&] {
        return Problem{
            Fault::range, {.file = name}, "the sizes of 1 to 8 dimensions", "a truncated IDX file"};
    });
    IdxArray array;
    const std::uint64_t present = text.size() - 4 - 4 * dimensions;
    std::uint64_t expected = 1;
    for (std::size_t d = 0; d < dimensions; ++d) {
        const std::uint64_t size = big_endian(text.substr(4 + 4 * d, 4));
        array.sizes.push_back(static_cast<std::size_t>(size));
        // Sizes have 32 bits, so the product fits as long as it does not exceed the largest possible file.
        if (expected <= UINT32_MAX) expected *= size;
    }
    check_input(expected == present, [&] {
        return Problem{Fault::syntax,
                       {.file = name},
                       (expected <= UINT32_MAX ? std::to_string(expected) + " bytes" : "more bytes") +
                           " after the sizes",
                       std::to_string(present)};
    });
    array.bytes = text.substr(4 + 4 * dimensions);
    return array;
}

}  // namespace drover
