#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace drover {

/// Both are safe for colour-blind readers: viridis, dark blue to yellow; or ColorBrewer's PuOr, orange over
/// white to purple with zero in the middle, for signed values.
enum class Colours { viridis, orange_purple };

struct Colour {
    std::uint8_t red = 0;
    std::uint8_t green = 0;
    std::uint8_t blue = 0;
    std::uint8_t alpha = 255;  ///< 0 is invisible

    friend bool operator==(const Colour&, const Colour&) = default;
};

/// From one end of the colours to the other, linear between nine anchors; `at` from 0 to 1.
Colour colour_at(Colours colours, double at);

/// "#0072b2"; without the alpha.
std::string hex(const Colour& colour);
/// Parses such a text. Throws InputError for any other.
Colour parse_colour(std::string_view hex);

/// The n-th of seven colours that colour-blind readers can tell apart on white (Okabe & Ito 2008).
std::string series_colour(std::size_t n);

/// The colours of series side by side: those given, and for an empty text the next of the seven that none of
/// them uses.
std::vector<std::string> series_colours(const std::vector<std::string>& asked);

/// The colour of a method, the same in every picture: "herding", "Swendsen-Wang", "PL", ... A name that
/// starts with one of these and a blank or a comma has the same colour. Empty for other names.
std::string method_colour(std::string_view name);

}  // namespace drover
