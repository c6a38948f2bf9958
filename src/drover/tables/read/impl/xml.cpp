#include <expat.h>

#include <limits>
#include <memory>

#include <drover/tables/read/impl/xml.hpp>

namespace drover::read {
namespace {

constexpr int deepest = 100;

struct XmlState {
    const XmlEvents& events;
    XML_Parser parser;
    int depth = 0;
};

std::string local_name(const char* name) {
    const std::string text{name};
    const std::size_t colon = text.rfind(':');
    return colon == std::string::npos ? text : text.substr(colon + 1);
}

XmlState& state_of(void* data) { return *static_cast<XmlState*>(data); }

void on_start(void* data, const char* name, const char** pairs) {
    XmlState& state = state_of(data);
    if (++state.depth > deepest) {
        XML_StopParser(state.parser, XML_FALSE);
        return;
    }
    XmlAttributes attributes;
    for (; pairs[0] != nullptr; pairs += 2) attributes.emplace_back(local_name(pairs[0]), pairs[1]);
    if (state.events.start) state.events.start(local_name(name), attributes);
}

void on_end(void* data, const char* name) {
    XmlState& state = state_of(data);
    --state.depth;
    if (state.events.end) state.events.end(local_name(name));
}

void on_text(void* data, const char* text, int length) {
    if (state_of(data).events.text) state_of(data).events.text({text, static_cast<std::size_t>(length)});
}

void on_entity(void* data, const char*, int, const char*, int, const char*, const char*, const char*,
               const char*) {
    XML_StopParser(state_of(data).parser, XML_FALSE);
}

}  // namespace

std::string xml_attribute(const XmlAttributes& attributes, std::string_view name) {
    for (const auto& [key, value] : attributes)
        if (key == name) return value;
    return {};
}

bool parse_xml(std::string_view document, const XmlEvents& events) {
    const std::unique_ptr<XML_ParserStruct, decltype(&XML_ParserFree)> parser{XML_ParserCreate(nullptr),
                                                                              &XML_ParserFree};
    if (!parser) return false;
    XmlState state{events, parser.get()};
    XML_SetUserData(parser.get(), &state);
    XML_SetElementHandler(parser.get(), on_start, on_end);
    XML_SetCharacterDataHandler(parser.get(), on_text);
    XML_SetEntityDeclHandler(parser.get(), on_entity);
    constexpr std::size_t part = std::size_t{1} << 24U;
    while (document.size() > part) {
        if (XML_Parse(parser.get(), document.data(), static_cast<int>(part), XML_FALSE) != XML_STATUS_OK)
            return false;
        document.remove_prefix(part);
    }
    return XML_Parse(parser.get(), document.data(), static_cast<int>(document.size()), XML_TRUE) ==
           XML_STATUS_OK;
}

}  // namespace drover::read
