#pragma once

#include <cstddef>
#include <iosfwd>
#include <string>

namespace drover {

/// The columns that texts and tables on this stream are laid out for; 0, as at first: as many as they need.
/// It belongs to the format of a stream, as its precision does: copyfmt() copies it.
std::size_t text_width(std::ostream& out);
void set_text_width(std::ostream& out, std::size_t columns);

/// The characters of a UTF-8 text, which is what columns are counted in.
std::size_t character_count(const std::string& text);

/// The text with lines of more than `columns` characters broken at spaces. The rest of a line is indented by
/// `indent` more than the line itself. Words are never broken; 0 columns leave everything as it is.
std::string folded(const std::string& text, std::size_t columns, std::size_t indent = 0);

}  // namespace drover
