#pragma once

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include <drover/plot/chart.hpp>

namespace drover {

template <class Picture>
std::string svg(const Picture& picture, SvgForm form = SvgForm::embedded) {
    std::ostringstream out;
    write_svg(out, picture, form);
    return out.str();
}

inline bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

inline std::size_t occurrences(const std::string& text, const std::string& part) {
    std::size_t count = 0;
    for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size())) ++count;
    return count;
}

/// Describes bad nesting of tags, bad quoting of attributes or a bare ampersand; empty if all is well.
inline std::string xml_problem(const std::string& text) {
    std::vector<std::string> open;
    for (std::size_t at = text.find('<'); at != std::string::npos; at = text.find('<', at)) {
        const std::size_t end = text.find('>', at);
        if (end == std::string::npos) return "tag without an end";
        const std::string tag = text.substr(at + 1, end - at - 1);
        at = end;
        if (contains(tag, "<")) return "tag within a tag: " + tag;
        if (occurrences(tag, "\"") % 2 != 0) return "open quote: " + tag;
        if (tag.front() == '?' || tag.back() == '/') continue;
        if (tag.front() != '/') {
            open.push_back(tag.substr(0, tag.find(' ')));
        } else if (open.empty() || open.back() != tag.substr(1)) {
            return "closes what is not open: " + tag;
        } else {
            open.pop_back();
        }
    }
    for (auto at = text.find('&'); at != std::string::npos; at = text.find('&', at + 1)) {
        const std::string entity = text.substr(at, text.find(';', at) - at);
        if (entity != "&amp" && entity != "&lt" && entity != "&gt" && entity != "&quot")
            return "bare " + entity;
    }
    return open.empty() ? "" : "never closed: " + open.back();
}

/// Well-formed and finite, without scripts or external resources.
inline void expect_sound(const std::string& text) {
    EXPECT_EQ(xml_problem(text), "");
    for (const char* bad : {"nan\"", "inf\"", "nan ", "<script", "href", "url(", " id="}) {
        EXPECT_FALSE(contains(text, bad)) << bad;
    }
    EXPECT_EQ(occurrences(text, "http"), 1U);
}

}  // namespace drover
