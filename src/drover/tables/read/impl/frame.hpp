#pragma once

#include <string>
#include <utility>
#include <vector>

namespace drover::read {

struct FrameColumn {
    std::string name = {};               ///< the lowest header line that says something
    std::vector<std::string> path = {};  ///< all header lines, filled from the left
    std::vector<std::string> cells = {};
    bool is_numeric = false;  ///< most cells are numbers or symbols in place of one
};

/// The data rows of a grid with named columns.
struct Frame {
    std::vector<FrameColumn> columns = {};
    std::size_t row_count = 0;
    std::size_t header_lines = 0;
    std::size_t block_count = 1;
    std::size_t title_lines = 0;
    std::size_t foot_lines = 0;
    std::size_t heading_lines = 0;     ///< lines without numbers between data
    std::string column_variable = {};  ///< what the header lists, if it says so
    std::vector<std::string> titles = {};
    std::vector<std::pair<std::string, std::string>> constants = {};  ///< from lines above the table
    std::vector<std::string> notes = {};

    bool is_plain() const {  ///< a header line and rows, nothing else
        return header_lines == 1 && block_count == 1 && title_lines == 0 && foot_lines == 0 &&
               heading_lines == 0;
    }
};

}  // namespace drover::read
