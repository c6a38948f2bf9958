#include <algorithm>
#include <array>
#include <cstdint>

#include <drover/tables/read/impl/bytes.hpp>
#include <drover/tables/read/impl/text.hpp>
#include <drover/tables/read/impl/zip.hpp>

namespace drover::read {
namespace {

unsigned byte_at(std::string_view text, std::size_t i) { return static_cast<unsigned char>(text[i]); }

void append_utf8(std::string& out, std::uint32_t code) {
    if (code < 0x80) {
        out += static_cast<char>(code);
    } else if (code < 0x800) {
        out += static_cast<char>(0xC0U | code >> 6U);
        out += static_cast<char>(0x80U | (code & 0x3FU));
    } else if (code < 0x10000) {
        out += static_cast<char>(0xE0U | code >> 12U);
        out += static_cast<char>(0x80U | (code >> 6U & 0x3FU));
        out += static_cast<char>(0x80U | (code & 0x3FU));
    } else {
        out += static_cast<char>(0xF0U | code >> 18U);
        out += static_cast<char>(0x80U | (code >> 12U & 0x3FU));
        out += static_cast<char>(0x80U | (code >> 6U & 0x3FU));
        out += static_cast<char>(0x80U | (code & 0x3FU));
    }
}

// 0x80 to 0x9F; the rest is the same as in Unicode.
constexpr std::array<std::uint16_t, 32> windows_1252{
    0x20AC, 0x81,   0x201A, 0x192,  0x201E, 0x2026, 0x2020, 0x2021, 0x2C6,  0x2030, 0x160,
    0x2039, 0x152,  0x8D,   0x17D,  0x8F,   0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x2DC,  0x2122, 0x161,  0x203A, 0x153,  0x9D,   0x17E,  0x178};

constexpr std::array<std::uint16_t, 128> mac_roman{
    0xC4,   0xC5,   0xC7,   0xC9,   0xD1,   0xD6,   0xDC,   0xE1,   0xE0,   0xE2,   0xE4, 0xE3,   0xE5,
    0xE7,   0xE9,   0xE8,   0xEA,   0xEB,   0xED,   0xEC,   0xEE,   0xEF,   0xF1,   0xF3, 0xF2,   0xF4,
    0xF6,   0xF5,   0xFA,   0xF9,   0xFB,   0xFC,   0x2020, 0xB0,   0xA2,   0xA3,   0xA7, 0x2022, 0xB6,
    0xDF,   0xAE,   0xA9,   0x2122, 0xB4,   0xA8,   0x2260, 0xC6,   0xD8,   0x221E, 0xB1, 0x2264, 0x2265,
    0xA5,   0xB5,   0x2202, 0x2211, 0x220F, 0x3C0,  0x222B, 0xAA,   0xBA,   0x3A9,  0xE6, 0xF8,   0xBF,
    0xA1,   0xAC,   0x221A, 0x192,  0x2248, 0x2206, 0xAB,   0xBB,   0x2026, 0xA0,   0xC0, 0xC3,   0xD5,
    0x152,  0x153,  0x2013, 0x2014, 0x201C, 0x201D, 0x2018, 0x2019, 0xF7,   0x25CA, 0xFF, 0x178,  0x2044,
    0x20AC, 0x2039, 0x203A, 0xFB01, 0xFB02, 0x2021, 0xB7,   0x201A, 0x201E, 0x2030, 0xC2, 0xCA,   0xC1,
    0xCB,   0xC8,   0xCD,   0xCE,   0xCF,   0xCC,   0xD3,   0xD4,   0xF8FF, 0xD2,   0xDA, 0xDB,   0xD9,
    0x131,  0x2C6,  0x2DC,  0xAF,   0x2D8,  0x2D9,  0x2DA,  0xB8,   0x2DD,  0x2DB,  0x2C7};

std::string from_single_bytes(std::string_view bytes, bool is_mac) {
    std::string out;
    out.reserve(bytes.size() + bytes.size() / 8);
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        const unsigned byte = byte_at(bytes, i);
        if (byte < 0x80)
            out += bytes[i];
        else if (is_mac)
            append_utf8(out, mac_roman[byte - 0x80]);
        else
            append_utf8(out, byte < 0xA0 ? windows_1252[byte - 0x80] : byte);
    }
    return out;
}

std::string from_utf16(std::string_view bytes, bool big) {
    const auto unit = [&](std::size_t i) {
        const unsigned a = byte_at(bytes, i);
        const unsigned b = byte_at(bytes, i + 1);
        return big ? a << 8U | b : b << 8U | a;
    };
    std::string out;
    for (std::size_t i = 0; i + 1 < bytes.size(); i += 2) {
        std::uint32_t code = unit(i);
        if (code >= 0xD800 && code < 0xDC00 && i + 3 < bytes.size() && (unit(i + 2) & 0xFC00U) == 0xDC00U) {
            code = 0x10000U + ((code & 0x3FFU) << 10U) + (unit(i + 2) & 0x3FFU);
            i += 2;
        } else if (code >= 0xD800 && code < 0xE000) {
            code = 0xFFFD;
        }
        append_utf8(out, code);
    }
    return out;
}

bool has_only_cr_line_ends(std::string_view bytes) { return contains(bytes, "\r") && !contains(bytes, "\n"); }

Format archive_format(std::string_view bytes) {
    const auto names = zip_names(bytes);
    const auto has = [&](std::string_view start) {
        return std::any_of(names.begin(), names.end(),
                           [&](const std::string& name) { return name.starts_with(start); });
    };
    if (has("xl/workbook.xml") || has("xl/worksheets/")) return Format::xlsx;
    if (has("content.xml") && has("mimetype")) return Format::ods;
    if (has("xl/workbook.bin")) return Format::xls;
    return Format::zip;
}

bool looks_like_px(std::string_view text) {
    const std::string_view start = strip(text.substr(0, std::min<std::size_t>(text.size(), 4000)));
    std::size_t end = 0;
    while (end < start.size() && ((start[end] >= 'A' && start[end] <= 'Z') || start[end] == '-')) ++end;
    if (end < 4 || end >= start.size() || (start[end] != '=' && start[end] != '[' && start[end] != '('))
        return false;
    return contains(text, "DATA=") && contains(text, "VALUES");
}

bool looks_like_yaml(std::string_view text) {
    std::size_t keys = 0;
    std::size_t others = 0;
    for (const std::string& line : split(text.substr(0, std::min<std::size_t>(text.size(), 4000)), "\n")) {
        const std::string_view bare = strip(line);
        if (bare.empty() || bare[0] == '#' || bare == "---") continue;
        const std::size_t colon = bare.find(':');
        const std::size_t start = bare.starts_with("- ") ? 2 : 0;
        const bool is_key =
            colon != std::string_view::npos && colon > start &&
            bare.substr(start, colon - start).find_first_of(",;\t\" ") == std::string_view::npos &&
            (colon + 1 == bare.size() || bare[colon + 1] == ' ');
        ++(is_key || bare.starts_with("- ") ? keys : others);
    }
    return keys >= 3 && keys > 4 * others;
}

Format text_format(std::string_view text) {
    std::string_view start = text.substr(0, std::min<std::size_t>(text.size(), 4000));
    if (start.starts_with("\xEF\xBB\xBF")) start.remove_prefix(3);
    start = strip(start);
    if (start.starts_with('{') || start.starts_with('[')) return Format::json;
    const std::string head = fold(start.substr(0, 200));
    if (head.starts_with("<!doctype html") || head.starts_with("<html") || head.starts_with("<table"))
        return Format::html;
    if (head.starts_with("<?xml") || (head.starts_with("<") && contains(head, "sdmx"))) return Format::xml;
    if (looks_like_px(text)) return Format::px;
    return looks_like_yaml(start) ? Format::yaml : Format::text;
}

}  // namespace

bool is_utf8(std::string_view text) {
    for (std::size_t i = 0; i < text.size();) {
        const unsigned byte = byte_at(text, i);
        const std::size_t length = byte < 0x80   ? 1
                                   : byte < 0xC2 ? 0
                                   : byte < 0xE0 ? 2
                                   : byte < 0xF0 ? 3
                                   : byte < 0xF5 ? 4
                                                 : 0;
        if (length == 0 || i + length > text.size()) return false;
        for (std::size_t k = 1; k < length; ++k)
            if ((byte_at(text, i + k) & 0xC0U) != 0x80U) return false;
        i += length;
    }
    return true;
}

Format format_of(std::string_view bytes) {
    using namespace std::string_view_literals;
    if (bytes.starts_with("PK\x03\x04"sv) || bytes.starts_with("PK\x05\x06"sv)) return archive_format(bytes);
    if (bytes.starts_with("\xD0\xCF\x11\xE0"sv)) return Format::xls;
    if (bytes.starts_with("PAR1"sv)) return Format::parquet;
    if (bytes.starts_with("$FL2"sv) || bytes.starts_with("$FL3"sv)) return Format::spss;
    if (bytes.starts_with("<stata_dta>"sv)) return Format::stata;
    if (bytes.size() > 4 && byte_at(bytes, 0) >= 0x69 && byte_at(bytes, 0) <= 0x73 &&
        (bytes[1] == 1 || bytes[1] == 2) && bytes[2] == 1 && bytes[3] == 0)
        return Format::stata;
    if (bytes.size() > 100 && contains(bytes.substr(0, 200), "SAS FILE")) return Format::sas;
    if (bytes.starts_with("%PDF"sv)) return Format::pdf;
    if (bytes.starts_with("\x1F\x8B"sv)) return Format::gzip;
    if (bytes.starts_with("\xFF\xFE"sv) || bytes.starts_with("\xFE\xFF"sv))
        return text_format(decode(bytes).text);
    if (contains(bytes.substr(0, std::min<std::size_t>(bytes.size(), 4000)), std::string_view{"\0", 1}))
        return Format::binary;
    return text_format(bytes);
}

DecodedText decode(std::string_view bytes, const std::string& encoding) {
    using namespace std::string_view_literals;
    const std::string asked = fold(encoding);
    if (bytes.starts_with("\xFF\xFE"sv)) return {from_utf16(bytes.substr(2), false), "UTF-16"};
    if (bytes.starts_with("\xFE\xFF"sv)) return {from_utf16(bytes.substr(2), true), "UTF-16"};
    if (asked == "utf-16" || asked == "utf-16le") return {from_utf16(bytes, false), "UTF-16"};
    if (asked == "utf-16be") return {from_utf16(bytes, true), "UTF-16"};
    if (asked == "macroman" || asked == "mac roman") return {from_single_bytes(bytes, true), "Mac Roman"};
    if (asked == "windows-1252" || asked == "latin-1" || asked == "iso-8859-1" || asked == "iso-8859-15")
        return {from_single_bytes(bytes, false), "Windows-1252"};
    if (bytes.starts_with("\xEF\xBB\xBF"sv)) bytes.remove_prefix(3);
    if (is_utf8(bytes)) return {std::string{bytes}, "UTF-8"};
    if (has_only_cr_line_ends(bytes)) return {from_single_bytes(bytes, true), "Mac Roman"};
    return {from_single_bytes(bytes, false), "Windows-1252"};
}

ForeignFormat foreign_format(Format format) {
    switch (format) {
        case Format::xls:
            return {"an Excel workbook in the old or binary form (xls, xlsb)", "save it as .xlsx or CSV"};
        case Format::ods:
            return {"an OpenDocument spreadsheet (ods)", "save it as .xlsx or CSV"};
        case Format::xml:
            return {"an XML file, perhaps SDMX-ML", "ask the office for SDMX-CSV or CSV"};
        case Format::parquet:
            return {"a Parquet file",
                    "read it with Python (pandas or Polars) and pass the frame, or save it as CSV"};
        case Format::spss:
            return {"an SPSS file (sav)", "export it as CSV"};
        case Format::stata:
            return {"a Stata file (dta)", "export it as CSV"};
        case Format::sas:
            return {"a SAS file", "export it as CSV"};
        case Format::pdf:
            return {"a PDF document", "look for the table as CSV or .xlsx at the same office"};
        case Format::html:
            return {"a web page (HTML)", "download the table as CSV or .xlsx"};
        case Format::yaml:
            return {"a YAML file of settings", "give the files of data that it names"};
        case Format::gzip:
            return {"a gzip file inside another", "unpack it first"};
        case Format::json:
            return {"a JSON file, neither JSON-stat nor SDMX-JSON", "save the table as CSV or JSON-stat"};
        default:
            return {"a binary file of an unknown format", "save the table as CSV or .xlsx"};
    }
}

}  // namespace drover::read
