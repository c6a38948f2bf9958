#pragma once

#include <string>
#include <string_view>

namespace drover::read {

enum class Format {
    text,
    xlsx,
    zip,
    px,
    json,
    xls,
    ods,
    xml,
    parquet,
    spss,
    stata,
    sas,
    pdf,
    html,
    yaml,
    gzip,
    binary
};

/// By the first bytes and, for archives, the names inside.
Format format_of(std::string_view bytes);

/// A text in UTF-8 without a byte order mark, and what it was.
struct DecodedText {
    std::string text;
    std::string encoding;  ///< "UTF-8", "UTF-16", "Windows-1252", "Mac Roman"
};

/// `encoding` empty: byte order marks, then UTF-8, then Windows-1252, or Mac Roman where lines end in CR
/// alone.
DecodedText decode(std::string_view bytes, const std::string& encoding = {});

bool is_utf8(std::string_view text);

/// What a format that is not read is called, and the way out.
struct ForeignFormat {
    std::string name;
    std::string way_out;
};
ForeignFormat foreign_format(Format format);

}  // namespace drover::read
