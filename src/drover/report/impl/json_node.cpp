#include <drover/report/impl/json_node.hpp>

namespace drover::impl {

Json file_json(const CertifiedFile& file) {
    Json json{{"file", file.file}, {"sha256", file.sha256}};
    if (!file.option.empty()) json["option"] = file.option;
    return json;
}

CertifiedFile parse_file(const JsonNode& part) {
    part.expect_keys({"file", "sha256", "option"});
    CertifiedFile file{part.value<std::string>("file"), part.value<std::string>("sha256")};
    if (part.has("option")) file.option = part.value<std::string>("option");
    return file;
}

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

void check_one_each(const char* call, const char* what, std::size_t expected, std::size_t got) {
    check_input(got == expected, [&] {
        return std::string{call} + ": expected " + std::to_string(expected) + " " + what + ", got " +
               std::to_string(got);
    });
}

}  // namespace drover::impl
