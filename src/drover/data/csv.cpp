#include <algorithm>
#include <unordered_set>

#include <drover/core/check.hpp>
#include <drover/data/csv.hpp>

namespace drover {
namespace {

// Length of the UTF-8 character at the front of `text`, or 0 if it is none.
std::size_t utf8_length(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned lead = byte(0);
    const std::size_t length = lead < 0x80   ? 1
                               : lead < 0xC2 ? 0
                               : lead < 0xE0 ? 2
                               : lead < 0xF0 ? 3
                               : lead < 0xF5 ? 4
                                             : 0;
    if (length > text.size()) return 0;
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xC0U) != 0x80U) return 0;
    }
    if (lead == 0xE0 && byte(1) < 0xA0) return 0;  // overlong
    if (lead == 0xED && byte(1) > 0x9F) return 0;  // surrogates
    if (lead == 0xF0 && byte(1) < 0x90) return 0;  // overlong
    if (lead == 0xF4 && byte(1) > 0x8F) return 0;  // past U+10FFFF
    return length;
}

class CsvParser {
  public:
    CsvParser(std::string_view text, const std::string& name) : text_{text}, name_{name} {
        if (text_.starts_with("\xEF\xBB\xBF")) text_.remove_prefix(3);
        check_text();
    }

    std::vector<CsvRecord> parse() {
        std::vector<CsvRecord> records;
        while (!text_.empty()) {
            if (take_line_end()) continue;
            records.push_back(take_record());
        }
        return records;
    }

  private:
    [[noreturn]] void fail(std::size_t line, const std::string& problem) const {
        throw InputError(name_ + ": line " + std::to_string(line) + ": " + problem);
    }

    void check_text() const {
        std::size_t line = 1;
        for (std::string_view rest = text_; !rest.empty();) {
            const std::size_t length = utf8_length(rest);
            if (length == 0) fail(line, "expected UTF-8 text, got a byte that is none");
            if (rest.front() == '\0') fail(line, "expected text, got a NUL byte");
            line += rest.front() == '\n' ? 1 : 0;
            rest.remove_prefix(length);
        }
    }

    bool take_line_end() {
        if (text_.empty()) return true;
        if (text_.starts_with("\r\n")) {
            text_.remove_prefix(2);
        } else if (text_.front() == '\n' || text_.front() == '\r') {
            text_.remove_prefix(1);
        } else {
            return false;
        }
        ++line_;
        return true;
    }

    CsvRecord take_record() {
        CsvRecord record{.fields = {}, .line = line_};
        while (true) {
            const bool is_quoted = !text_.empty() && text_.front() == '"';
            record.fields.push_back(is_quoted ? take_quoted() : take_plain());
            if (!text_.empty() && text_.front() == ',') {
                text_.remove_prefix(1);
                continue;
            }
            if (take_line_end()) return record;
            fail(line_, std::string{"expected a comma or the line's end after a quoted field, got \""} +
                            text_.front() + '"');
        }
    }

    std::string take_plain() {
        const std::size_t end = std::min(text_.find_first_of(",\r\n"), text_.size());
        std::string field{text_.substr(0, end)};
        if (field.find('"') != std::string::npos)
            fail(line_, "expected quotes around the whole field, got " + field);
        text_.remove_prefix(end);
        return field;
    }

    std::string take_quoted() {
        const std::size_t first_line = line_;
        std::string field;
        text_.remove_prefix(1);
        while (true) {
            if (text_.empty()) fail(first_line, "expected a closing quote, got the end of the file");
            const char c = text_.front();
            text_.remove_prefix(1);
            if (c == '"') {
                if (text_.empty() || text_.front() != '"') return field;
                text_.remove_prefix(1);
            }
            line_ += c == '\n' ? 1 : 0;
            field.push_back(c);
        }
    }

    std::string_view text_;
    const std::string& name_;
    std::size_t line_ = 1;
};

void check_header(const CsvTable& table) {
    std::unordered_set<std::string> seen;
    for (std::size_t i = 0; i < table.header.size(); ++i) {
        check_input(!table.header[i].empty(), [&] {
            return table.name + ": header: expected a name for column " + std::to_string(i + 1) +
                   ", got nothing";
        });
        check_input(seen.insert(table.header[i]).second, [&] {
            return table.name + ": header: expected each column once, got " + quoted(table.header[i]) +
                   " twice";
        });
    }
}

}  // namespace

std::vector<CsvRecord> parse_csv_records(std::string_view text, const std::string& name) {
    return CsvParser{text, name}.parse();
}

std::string CsvTable::place(std::size_t row, std::size_t column) const {
    return name + ": row " + std::to_string(row + 1) + ", column " + quoted(header[column]);
}

CsvTable parse_csv(std::string_view text, const std::string& name) {
    std::vector<CsvRecord> records = parse_csv_records(text, name);
    check_input(!records.empty(), [&] { return name + ": expected a header line, got an empty file"; });
    CsvTable table{.name = name, .header = std::move(records.front().fields), .rows = {}};
    records.erase(records.begin());
    check_header(table);
    for (std::size_t i = 0; i < records.size(); ++i) {
        check_input(records[i].fields.size() == table.header.size(), [&] {
            return name + ": row " + std::to_string(i + 1) + ": expected " +
                   std::to_string(table.header.size()) + " fields, got " +
                   std::to_string(records[i].fields.size());
        });
    }
    table.rows = std::move(records);
    return table;
}

std::string csv_field(const std::string& text) {
    if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
    std::string field = "\"";
    for (const char c : text) {
        if (c == '"') field.push_back('"');
        field.push_back(c);
    }
    return field + '"';
}

}  // namespace drover
