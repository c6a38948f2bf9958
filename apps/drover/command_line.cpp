#include "command_line.hpp"

#include <optional>

#include <CLI/CLI.hpp>

#include <drover/core/check.hpp>
#include <drover/core/rational.hpp>

namespace drover::cli {

namespace {

TextCheck text_check(const CLI::Validator& validator) {
    return [validator](std::string& text) { return validator(text); };
}

}  // namespace

TextCheck file_name() {
    return [](const std::string& name) {
        return std::string{name.empty() ? "expected a file name, got nothing" : ""};
    };
}

TextCheck whole_number() {
    return [](std::string& text) {
        try {
            const Rational value = parse_rational(text);
            if (value.denominator() == 1 && fits_int64(value.numerator())) {
                text = to_string(value);
                return std::string{};
            }
        } catch (const InputError&) {
        }
        return "expected a whole number, got " + quoted(text);
    };
}

TextCheck one_of(const std::vector<std::string>& names) { return text_check(CLI::IsMember(names)); }

TextCheck between(std::uint64_t lowest, std::uint64_t highest) {
    return text_check(CLI::Range(lowest, highest));
}

Option Option::check(const TextCheck& check) const {
    option_->check(CLI::Validator{check, ""});
    return *this;
}

Option Option::transform(const TextCheck& check) const {
    option_->transform(CLI::Validator{check, ""});
    return *this;
}

Option Option::type_name(const std::string& name) const {
    option_->type_name(name);
    return *this;
}

Option Option::description(const std::string& text) const {
    option_->description(text);
    return *this;
}

Option Option::default_str(const std::string& text) const {
    option_->default_str(text);
    return *this;
}

Option Option::capture_default_str() const {
    option_->capture_default_str();
    return *this;
}

Option Option::required() const {
    option_->required();
    return *this;
}

Option Option::needs(Option other) const {
    option_->needs(other.option_);
    return *this;
}

Option Option::excludes(Option other) const {
    option_->excludes(other.option_);
    return *this;
}

Option Option::once_each() const {
    option_->allow_extra_args(false);
    return *this;
}

Option Option::delimiter(char between) const {
    option_->delimiter(between);
    return *this;
}

template <class Value>
Option add_option(CLI::App& command, const std::string& names, Value& value, const std::string& description) {
    return Option{*command.add_option(names, value, description)};
}

template Option add_option(CLI::App&, const std::string&, std::string&, const std::string&);
template Option add_option(CLI::App&, const std::string&, std::vector<std::string>&, const std::string&);
template Option add_option(CLI::App&, const std::string&, std::int64_t&, const std::string&);
template Option add_option(CLI::App&, const std::string&, std::optional<std::int64_t>&, const std::string&);
template Option add_option(CLI::App&, const std::string&, std::uint64_t&, const std::string&);
template Option add_option(CLI::App&, const std::string&, double&, const std::string&);

Option add_count(CLI::App& command, const std::string& names, std::int64_t& count,
                 const std::string& description) {
    return add_option(command, names, count, description)
        .transform(whole_number())
        .capture_default_str()
        .type_name("N");
}

Option add_choice(CLI::App& command, const std::string& names, std::string& value,
                  const std::string& description, const std::vector<std::string>& choices) {
    std::string type;
    for (const std::string& choice : choices) type += (type.empty() ? "" : "|") + choice;
    return add_option(command, names, value, description)
        .capture_default_str()
        .check(one_of(choices))
        .type_name(type);
}

Option add_flag(CLI::App& command, const std::string& names, bool& value, const std::string& description) {
    return Option{*command.add_flag(names, value, description)};
}

Option option_of(CLI::App& command, const std::string& name) { return Option{*command.get_option(name)}; }

CLI::App& add_command(CLI::App& parent, const std::string& name, const std::string& description,
                      const std::string& footer) {
    CLI::App& command = *parent.add_subcommand(name, description);
    command.footer(footer);
    return command;
}

void require_choice(CLI::App& command, std::string& chosen) {
    command.require_subcommand(1);
    for (CLI::App* item : command.get_subcommands([](const CLI::App*) { return true; }))
        item->parse_complete_callback([item, &chosen] { chosen = item->get_name(); });
}

void check_arguments(CLI::App& command, const std::function<std::string()>& check) {
    command.parse_complete_callback([check] {
        const std::string missing = check();
        if (!missing.empty()) throw CLI::RequiredError(missing);
    });
}

}  // namespace drover::cli
