#include <drover/report/impl/json_node.hpp>

namespace drover::impl {

Json texts_json(const NamedTexts& texts) {
    Json json = Json::object();
    for (const auto& [name, text] : texts) json[name] = text;
    return json;
}

NamedTexts parse_texts(const JsonNode& part) {
    part.expect(part.json().is_object(), "an object");
    NamedTexts texts;
    for (const auto& [key, value] : part.json().items())
        texts.emplace_back(key, part.value<std::string>(key.c_str()));
    return texts;
}

std::string json_text(const Json& json) {
    return json.dump(1, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace drover::impl
