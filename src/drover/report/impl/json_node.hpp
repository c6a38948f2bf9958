#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include <drover/core/check.hpp>
#include <drover/report/impl/json_text.hpp>
#include <drover/report/named_texts.hpp>

namespace drover::impl {

/// What the value of a key must be.
template <class T>
struct Kind;
template <>
struct Kind<std::string> {
    static constexpr const char* name = "a text";
    static bool fits(const Json& value) { return value.is_string(); }
};
template <>
struct Kind<std::vector<std::string>> {
    static constexpr const char* name = "a list of texts";
    static bool fits(const Json& value) {
        return value.is_array() &&
               std::all_of(value.begin(), value.end(), [](const Json& item) { return item.is_string(); });
    }
};

/// A part of a certificate, with its place for messages.
class JsonNode {
  public:
    JsonNode(const Json& json, Place place) : json_{json}, place_{std::move(place)} {}
    /// All of a file.
    JsonNode(const Json& json, std::string file) : JsonNode{json, Place{.file = std::move(file)}} {}

    void expect(bool holds, const char* expected) const {
        check_input(holds, [&] { return Problem{Fault::type, place_, expected, shown()}; });
    }
    /// An object with these keys and no others.
    void expect_keys(const std::vector<std::string>& keys) const {
        expect(json_.is_object(), "an object");
        impl::check_keys(json_, keys, place_);
    }
    JsonNode at(const char* key) const {
        expect(json_.is_object(), "an object");
        check_input(json_.contains(key), [&] {
            return Problem{Fault::missing, place_, "a key " + quoted(key), "none"};
        });
        return {json_[key], part(place_.key.empty() ? key : ": " + std::string{key})};
    }
    template <class T>
    T value() const {
        expect(Kind<T>::fits(json_), Kind<T>::name);
        return json_.get<T>();
    }
    template <class T>
    T value(const char* key) const {
        return at(key).value<T>();
    }
    template <class Take>
    void for_each(Take&& take) const {
        expect(json_.is_array(), "a list");
        for (std::size_t i = 0; i < json_.size(); ++i)
            take(JsonNode{json_[i], part(' ' + std::to_string(i + 1))});
    }
    const Json& json() const { return json_; }
    /// The key "format" has this value.
    void expect_format(const char* format) const {
        const auto given = value<std::string>("format");
        check_input(given == format, [&] {
            return Problem{Fault::syntax, at("format").place_, quoted(format), quoted(given)};
        });
    }

  private:
    Place part(const std::string& added) const { return {.file = place_.file, .key = place_.key + added}; }
    std::string shown() const {
        const std::string text = json_.dump(-1, ' ', false, Json::error_handler_t::replace);
        return text.size() <= 40 ? text : text.substr(0, 40) + "...";
    }

    const Json& json_;
    Place place_;
};

/// An object of texts by their names.
Json texts_json(const NamedTexts& texts);
NamedTexts parse_texts(const JsonNode& part);

template <class T, class Convert>
Json list_json(const std::vector<T>& items, Convert&& convert) {
    Json list = Json::array();
    for (const T& item : items) list.push_back(convert(item));
    return list;
}

/// As a file with one key per line.
std::string json_text(const Json& json);

}  // namespace drover::impl
