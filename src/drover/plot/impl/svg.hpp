#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

#include <drover/plot/chart.hpp>
#include <drover/plot/colours.hpp>

namespace drover {

/// The characters of a UTF-8 text that XML allows: white space becomes a blank, control characters and
/// invalid bytes become U+FFFD.
std::vector<std::string> characters(std::string_view text);

/// Safe between tags and inside a quoted attribute.
std::string escaped(std::string_view text);

/// At most that many characters; a longer text ends in an ellipsis.
std::string shortened(std::string_view text, std::size_t max_characters);

/// Lines of at most that many characters, broken at blanks if there are any; at most three lines.
std::vector<std::string> wrapped(std::string_view text, std::size_t max_characters);

/// Without the markup of superscripts and subscripts: "T^{2}" as "T^2", "T_{1}" as "T_1".
std::string plain_text(std::string_view text);

/// CSS rules of the dark theme, with a counterpart for each colour of the pictures. `within` is put before
/// each selector.
std::string dark_style(std::string_view within);

/// An estimate, because the font is unknown: 0.56 em per character, 1 em for East Asian ones.
double text_width(std::string_view text, double font_size);

/// How many characters of average width fit.
std::size_t fitting(double width, double font_size);

/// Hundredths of a pixel, the grid on which everything is drawn.
std::int64_t hundredths(double value);

/// A coordinate with at most two decimals: 12.5, -0.25, 3.
std::string px(double value);

enum class Anchor { start, middle, end };

struct SvgText {
    double x = 0;
    double y = 0;
    std::string text = {};  // ^{...} is superscript, _{...} subscript
    Anchor anchor = Anchor::start;
    double size = 12;
    double turn = 0;  // degrees, clockwise
    std::string colour = "#333";
    double room = 0;    // shortened to this width, with the full text as a tooltip; 0 is unlimited
    bool halo = false;  // in the background colour, for text over data
};

struct SvgRect {
    double x = 0;
    double y = 0;
    double width = 0;
    double height = 0;
    std::string fill = {};
    std::string tooltip = {};
};

/// A picture in memory; nothing is written to the stream before it is complete.
class SvgPage {
  public:
    void add(std::string_view markup) { body_ += markup; }
    void add(const SvgText& text);
    void add(const SvgRect& rect);
    /// A path without filling; `style` is further attributes.
    void add_path(const std::string& data, const std::string& colour, double width,
                  const std::string& style = "");
    void write(std::ostream& out, const std::string& title, double width, double height, SvgForm form) const;

  private:
    std::string body_;
};

/// Throws InputError unless both are finite and between 100 and 10,000 pixels.
void check_size(const std::string& place, double width, double height);

/// The title from y = 0 downwards; the result is the lower end.
double draw_title(SvgPage& page, const std::string& title, double width);

}  // namespace drover
