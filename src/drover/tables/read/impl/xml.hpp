#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace drover::read {

using XmlAttributes = std::vector<std::pair<std::string, std::string>>;

/// The value of an attribute, whatever its prefix; empty if it is absent.
std::string xml_attribute(const XmlAttributes& attributes, std::string_view name);

/// What is called for each part of a document. Names are without their prefixes.
struct XmlEvents {
    std::function<void(const std::string& name, const XmlAttributes& attributes)> start;
    std::function<void(const std::string& name)> end;
    std::function<void(std::string_view text)> text;
};

/// Reads a document in order. False if it is not well-formed, is nested deeper than 100 elements or defines
/// entities of its own, which can grow without bounds.
bool parse_xml(std::string_view document, const XmlEvents& events);

}  // namespace drover::read
