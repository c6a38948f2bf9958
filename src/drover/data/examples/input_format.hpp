#pragma once

#include <string_view>

namespace drover {

/// What a classifier reads: a CSV table with a header, images of the IDX format, lines of libsvm, or triples
/// 'document word count'.
enum class InputFormat { table, images, libsvm, words };
struct InputFormatChoice {
    std::string_view name;
    InputFormat value;
    std::string_view text;  ///< in messages
};
inline constexpr InputFormatChoice input_formats[]{{"csv", InputFormat::table, "a CSV table"},
                                                   {"idx", InputFormat::images, "IDX images"},
                                                   {"libsvm", InputFormat::libsvm, "libsvm lines"},
                                                   {"words", InputFormat::words, "triples of words"}};

/// By the first bytes, or by the first line that is neither blank nor a comment: 'label index:value ...' is
/// libsvm. Everything else is a table: triples are never guessed.
InputFormat detect_format(std::string_view text);

}  // namespace drover
