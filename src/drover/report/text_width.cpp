#include <algorithm>
#include <ostream>

#include <drover/report/text_width.hpp>

namespace drover {
namespace {

int width_index() {
    static const int index = std::ios_base::xalloc();
    return index;
}

// Appends one line, without its end, broken where it is too long.
void fold_line(std::string& result, const std::string& line, std::size_t columns, std::size_t indent) {
    const std::size_t start = std::min(line.find_first_not_of(' '), line.size());
    const std::string margin(start + indent, ' ');
    std::size_t column = 0;
    for (std::size_t at = 0; at < line.size();) {
        // A word with the spaces before it.
        const std::size_t begin = std::min(line.find_first_not_of(' ', at), line.size());
        const std::size_t end = std::min(line.find(' ', begin), line.size());
        const std::size_t size = character_count(line.substr(at, end - at));
        if (column > margin.size() && column + size > columns) {
            result += '\n' + margin + line.substr(begin, end - begin);
            column = margin.size() + character_count(line.substr(begin, end - begin));
        } else {
            result += line.substr(at, end - at);
            column += size;
        }
        at = end;
    }
}

}  // namespace

std::size_t text_width(std::ostream& out) { return static_cast<std::size_t>(out.iword(width_index())); }

void set_text_width(std::ostream& out, std::size_t columns) {
    out.iword(width_index()) = static_cast<long>(columns);
}

std::size_t character_count(const std::string& text) {
    return static_cast<std::size_t>(std::count_if(
        text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::string folded(const std::string& text, std::size_t columns, std::size_t indent) {
    if (columns == 0) return text;
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string line = text.substr(at, end - at);
        if (character_count(line) <= columns) {
            result += line;
        } else {
            fold_line(result, line, columns, indent);
        }
        if (end < text.size()) result += '\n';
        at = end + 1;
    }
    return result;
}

}  // namespace drover
