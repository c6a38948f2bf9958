#include <algorithm>
#include <cassert>
#include <cctype>
#include <filesystem>

#include <drover/core/check.hpp>
#include <drover/core/closest_name.hpp>
#include <drover/files/writable.hpp>
#include <drover/number/rational.hpp>

#include "options.hpp"

namespace drover::cli {
namespace {

template <class... Cases>
struct Overloaded : Cases... {
    using Cases::operator()...;
};
template <class... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>;

std::string joined(const std::vector<std::string>& texts, const std::string& between) {
    std::string all;
    for (const std::string& text : texts) all += (all.empty() ? "" : between) + text;
    return all;
}

std::vector<std::string> split_lines(const std::string& text) {
    std::vector<std::string> parts;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        parts.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    return parts;
}

std::int64_t whole(std::string text, const std::string& place) {
    const std::string wrong = integer()(text);
    check_input(wrong.empty(), [&] { return place + ": " + wrong; });
    return std::stoll(text);
}

// "-o,--output" is "output", "FEATURES" is "features".
std::string key_of(const std::string& names) {
    std::string key = names.substr(names.find_last_of(',') + 1);
    key.erase(0, std::min(key.find_first_not_of('-'), key.size()));
    for (char& c : key) c = c == '-' ? '_' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return key;
}

// Those with such a key, in their order, but one that names another just before that.
std::vector<const Option*> ordered(const std::vector<Option>& options, std::string Option::*key,
                                   std::string Option::*before) {
    std::vector<const Option*> result;
    for (const Option& option : options)
        if (!(option.*key).empty()) result.push_back(&option);
    for (const Option& option : options) {
        if ((option.*key).empty() || (option.*before).empty()) continue;
        std::erase(result, &option);
        result.insert(std::find_if(result.begin(), result.end(),
                                   [&](const Option* other) { return other->*key == option.*before; }),
                      &option);
    }
    return result;
}

// What an option that names files was given, or what it stands for without.
std::vector<std::string> paths_of(const Option& option) {
    std::vector<std::string> paths;
    if (const auto* path = std::get_if<std::string*>(&option.field)) paths = {**path};
    if (const auto* list = std::get_if<std::vector<std::string>*>(&option.field)) paths = **list;
    std::erase_if(paths, [&](const std::string& path) {
        return path.empty() ||
               std::find(option.no_files.begin(), option.no_files.end(), path) != option.no_files.end();
    });
    if (paths.empty() && !option.usual_path.empty()) paths = {option.usual_path};
    return paths;
}

// By their names: the folder need not exist yet.
bool lies_in(const std::string& folder, const std::string& path) {
    const std::filesystem::path rest = std::filesystem::path{path}.lexically_normal().lexically_relative(
        std::filesystem::path{folder}.lexically_normal());
    return !rest.empty() && *rest.begin() != "..";
}

}  // namespace

TextCheck file_name() {
    return [](const std::string& name) {
        return std::string{name.empty() ? "expected a file name, got nothing" : ""};
    };
}

TextCheck integer() {
    return [](std::string& text) {
        try {
            const Rational value = parse_rational(text);
            if (value.denominator() == 1 && fits_int64(value.numerator())) {
                text = to_string(value);
                return std::string{};
            }
        } catch (const InputError&) {  // said below
        }
        return "expected an integer, got " + quoted(text);
    };
}

std::string any_of(const std::vector<std::string>& names) {
    std::string text;
    for (std::size_t k = 0; k < names.size(); ++k)
        text += (k == 0 ? "" : (k + 1 < names.size() ? ", " : " or ")) + names[k];
    return text;
}

std::string any_of_or_similar(const std::vector<std::string>& names, const std::string& got) {
    const std::string hint = did_you_mean(got, names);
    return hint.empty() ? "expected " + any_of(names) : hint;
}

TextCheck one_of(const std::vector<std::string>& choices) {
    return [choices](const std::string& text) {
        if (std::find(choices.begin(), choices.end(), text) != choices.end()) return std::string{};
        const std::string hint = did_you_mean(text, choices);
        return "expected " + any_of(choices) + ", got " + quoted(text) + (hint.empty() ? "" : "; " + hint);
    };
}

std::string limits_text(const Limits& limits) {
    const auto text = [](std::int64_t number) {
        if (number == INT64_MAX) return std::string{"2^63-1"};
        int zeros = 0;
        std::int64_t rest = number;
        for (; rest >= 10 && rest % 10 == 0; rest /= 10) ++zeros;
        constexpr int fewest_zeros = 6;
        if (zeros < fewest_zeros) return std::to_string(number);
        return (rest == 1 ? "" : std::to_string(rest) + "*") + "10^" + std::to_string(zeros);
    };
    return text(limits.low) + " to " + text(limits.high);
}

std::string Option::help_text() const {
    if (!limits) return help;
    const std::size_t end = std::min(help.find(" [default"), help.size());
    return help.substr(0, end) + " (" + limits_text(*limits) + ")" + help.substr(end);
}

void Option::check_limits(const std::string& place) const {
    if (!limits) return;
    std::optional<std::int64_t> given;
    if (const auto* const number = std::get_if<std::int64_t*>(&field)) given = **number;
    if (const auto* const number = std::get_if<std::optional<std::int64_t>*>(&field)) given = **number;
    if (const auto* const number = std::get_if<std::uint64_t*>(&field))
        given = static_cast<std::int64_t>(**number);
    check_input(!given || (*given >= limits->low && *given <= limits->high), [&] {
        return place + ": expected " + limits_text(*limits) + ", got " + std::to_string(*given);
    });
}

Place option_place(const std::string& name) { return {.option = key_of(name)}; }

std::string Option::field_name() const { return library_field.empty() ? key_of(names) : library_field; }

std::string Option::text() const {
    return std::visit(Overloaded{[](const bool* value) { return std::string{*value ? "true" : "false"}; },
                                 [](const std::string* value) { return *value; },
                                 [](const std::vector<std::string>* values) { return joined(*values, "\n"); },
                                 [](const std::optional<std::int64_t>* value) {
                                     return *value ? std::to_string(**value) : std::string{};
                                 },
                                 [](const ChoiceField& value) { return value.name(); },
                                 [](const auto* value) { return std::to_string(*value); }},
                      field);
}

ReportValue Option::value() const {
    return std::visit(
        Overloaded{[](const std::optional<std::int64_t>* value) {
                       return *value ? ReportValue{**value} : ReportValue{};
                   },
                   [](const std::uint64_t* value) { return ReportValue{static_cast<std::int64_t>(*value)}; },
                   [](const ChoiceField& value) { return ReportValue{value.name()}; },
                   [](const auto* value) { return ReportValue{*value}; }},
        field);
}

void Option::take(const std::string& given, const std::string& place) const {
    std::string text = given;
    for (const TextCheck& transform : transforms) {
        const std::string wrong = transform(text);
        check_input(wrong.empty(), [&] { return std::string{place}.append(": ").append(wrong); });
    }
    const std::vector<std::string> allowed =
        std::holds_alternative<bool*>(field) ? std::vector<std::string>{"true", "false"} : choices;
    const std::string mistaken = allowed.empty() ? "" : cli::one_of(allowed)(text);
    check_input(mistaken.empty(), [&] { return std::string{place}.append(": ").append(mistaken); });
    std::visit(
        Overloaded{[&](bool* value) { *value = text == "true"; }, [&](std::string* value) { *value = text; },
                   [&](std::vector<std::string>* values) { *values = split_lines(text); },
                   [&](std::uint64_t* value) { *value = static_cast<std::uint64_t>(whole(text, place)); },
                   [&](const ChoiceField& value) { value.take(text); },
                   [&](auto* value) { *value = whole(text, place); }},
        field);
    check_limits(place);
}

Option& Option::with_default() {
    const auto* list = std::get_if<std::vector<std::string>*>(&field);
    default_text = list != nullptr ? joined(**list, std::string{delimiter}) : text();
    return *this;
}

Option& Option::transformed(TextCheck transform) {
    transforms.push_back(std::move(transform));
    return *this;
}

Option& Option::checked(TextCheck check) {
    checks.push_back(std::move(check));
    return *this;
}

Option& Option::one_of(std::vector<std::string> all) {
    choices = std::move(all);
    if (type.empty()) type = joined(choices, "|");
    return checked(cli::one_of(choices));
}

Option& Option::alias(std::string old, std::string choice) {
    return transformed([old = std::move(old), choice = std::move(choice)](std::string& text) {
        if (text == old) text = choice;
        return std::string{};
    });
}

Option& Option::needing(std::string other) {
    needs.push_back(std::move(other));
    return *this;
}

Option& Option::excluding(std::string other) {
    excludes.push_back(std::move(other));
    return *this;
}

Option& Option::shaping_rows(std::string name, std::string before) {
    row_key = name.empty() ? key : std::move(name);
    row_before = std::move(before);
    return *this;
}

Option& OptionList::add(std::string names, Field field, std::string help) {
    std::string key = key_of(names);
    options_.push_back({.names = std::move(names), .field = std::move(field), .help = std::move(help)});
    return options_.back().keyed(std::move(key));
}

Option& OptionList::flag(std::string names, bool& value, std::string help) {
    return add(std::move(names), &value, std::move(help));
}

Option& OptionList::text(std::string names, std::string& value, std::string help) {
    return add(std::move(names), &value, std::move(help));
}

Option& OptionList::file(std::string names, std::string& value, std::string help) {
    Option& option = add(std::move(names), &value, std::move(help));
    if (!option.is_argument()) option.typed("FILE");
    return option.checked(file_name()).naming(Option::Names::file);
}

Option& OptionList::folder(std::string names, std::string& value, std::string help) {
    return file(std::move(names), value, std::move(help)).typed("DIR").naming(Option::Names::folder);
}

Option& OptionList::texts(std::string names, std::vector<std::string>& values, std::string help) {
    return add(std::move(names), &values, std::move(help));
}

Option& OptionList::files(std::string names, std::vector<std::string>& values, std::string help) {
    return add(std::move(names), &values, std::move(help)).checked(file_name()).naming(Option::Names::file);
}

Option& OptionList::count(std::string names, std::int64_t& value, std::string help) {
    return add(std::move(names), &value, std::move(help)).transformed(integer()).typed("N").with_default();
}

Option& OptionList::count(std::string names, std::optional<std::int64_t>& value, std::string help) {
    return add(std::move(names), &value, std::move(help)).transformed(integer()).typed("N").with_default();
}

Option& OptionList::number(std::string names, std::uint64_t& value, std::string help) {
    return add(std::move(names), &value, std::move(help)).transformed(integer()).typed("N").with_default();
}

Option& OptionList::choice(std::string names, std::string& value, std::string help,
                           std::vector<std::string> choices) {
    return add(std::move(names), &value, std::move(help)).one_of(std::move(choices)).with_default();
}

Option& OptionList::at(const std::string& name) {
    const auto found = std::find_if(options_.begin(), options_.end(), [&](const Option& option) {
        return option.names.substr(option.names.find_last_of(',') + 1) == name;
    });
    assert(found != options_.end());
    return *found;
}

void OptionList::check_limits() const {
    for (const Option& option : options_) option.check_limits(option.names.substr(0, option.names.find(',')));
}

void OptionList::check_outputs() const {
    std::vector<std::string> folders;
    for (const Option& option : options_) {
        if (!option.is_output || option.named != Option::Names::folder) continue;
        for (const std::string& path : paths_of(option)) folders.push_back(path);
    }
    for (const FileUse& output : file_uses().outputs) {
        const bool is_inside = std::any_of(folders.begin(), folders.end(), [&](const std::string& folder) {
            return lies_in(folder, output.path);
        });
        if (!is_inside) check_writable(output.path);
    }
}

void OptionList::echo(Report& report) const {
    for (const Option* option : ordered(options_, &Option::key, &Option::key_before)) {
        const bool is_there = std::any_of(report.entries.begin(), report.entries.end(),
                                          [&](const ReportEntry& entry) { return entry.key == option->key; });
        if (!is_there) report.add(option->key, option->label, option->value());
    }
}

FileUses OptionList::file_uses() const {
    FileUses uses;
    for (const Option& option : options_) {
        if (option.named == Option::Names::anything) continue;
        const std::string name = option.names.substr(0, option.names.find(','));
        const bool is_folder = option.named == Option::Names::folder;
        for (const std::string& path : paths_of(option)) {
            if (is_folder && !option.is_output) uses.input_folders.push_back({name, path});
            if (!is_folder)
                (option.is_output ? uses.outputs : uses.inputs).push_back({name, path, option.may_replace});
        }
    }
    return uses;
}

OptionTexts OptionList::row_texts() const {
    OptionTexts texts;
    for (const Option* option : ordered(options_, &Option::row_key, &Option::row_before))
        texts.emplace_back(option->row_key, option->text());
    return texts;
}

void OptionList::take_row_texts(const OptionTexts& texts, const std::string& place) const {
    for (const auto& [name, text] : texts) {
        const std::string& wanted = name;
        const auto option = std::find_if(options_.begin(), options_.end(),
                                         [&](const Option& each) { return each.row_key == wanted; });
        check_input(!wanted.empty() && option != options_.end(),
                    [&] { return place + ": options: expected those of the run, got " + quoted(wanted); });
        option->take(text, std::string{place}.append(": options: ").append(wanted));
    }
}

}  // namespace drover::cli
