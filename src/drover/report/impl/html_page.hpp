#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <drover/plot/heat_map.hpp>
#include <drover/plot/impl/svg.hpp>

namespace drover {

/// 48842 as "48,842".
std::string grouped(std::int64_t number);

/// A column of numbers, all with the same number of decimals: three digits of the largest, at most six
/// decimals.
std::vector<std::string> column_texts(const std::vector<double>& values);

/// A table of texts, the columns named in `right` aligned to the right. Everything is escaped.
struct HtmlTable {
    std::vector<std::string> header;
    std::vector<bool> right;
    std::vector<std::vector<std::string>> rows;
};

/// A page in memory; nothing is written to the stream before it is complete.
class HtmlPage {
  public:
    explicit HtmlPage(const std::string& title);

    void heading(std::string_view text);
    void paragraph(std::string_view text);
    void table(const HtmlTable& table);
    /// The most important numbers, each with its name below.
    void figures(const std::vector<std::pair<std::string, std::string>>& named);
    /// Names and long texts, such as digests.
    void list(const std::vector<std::pair<std::string, std::string>>& named);
    void picture(const HeatMap& map);
    void picture(const Chart& chart);
    void picture(const BarChart& chart);
    void write(std::ostream& out, std::string_view footer);

  private:
    std::string text_;
};

}  // namespace drover
