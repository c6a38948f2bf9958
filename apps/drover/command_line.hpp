#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace drover::cli {

/// What is wrong with an option's text, empty if nothing; the text may be rewritten on the way.
using TextCheck = std::function<std::string(std::string&)>;

/// For options: a file name may not be empty (an unset variable in a script); a whole number may be 1e6.
TextCheck file_name();
TextCheck whole_number();
TextCheck one_of(const std::vector<std::string>& names);
TextCheck between(std::uint64_t lowest, std::uint64_t highest);

/// One option of a command; a handle, the command owns it. The parser's templates are compiled in
/// command_line.cpp only: in every source of a command they would be most of the build.
class Option {
  public:
    explicit Option(CLI::Option& option) : option_{&option} {}

    Option check(const TextCheck& check) const;
    Option transform(const TextCheck& check) const;  ///< takes the text as the check rewrites it
    Option type_name(const std::string& name) const;
    Option description(const std::string& text) const;
    Option default_str(const std::string& text) const;
    Option capture_default_str() const;
    Option required() const;
    Option needs(Option other) const;
    Option excludes(Option other) const;
    Option once_each() const;  ///< a list, one value each time the option is given
    Option delimiter(char between) const;

  private:
    CLI::Option* option_;
};

/// Binds an option to a variable: std::string, a list of them, std::int64_t (or an optional one),
/// std::uint64_t, double.
template <class Value>
Option add_option(CLI::App& command, const std::string& names, Value& value, const std::string& description);
/// A whole number with a default.
Option add_count(CLI::App& command, const std::string& names, std::int64_t& count,
                 const std::string& description);
/// One of a few names, with a default.
Option add_choice(CLI::App& command, const std::string& names, std::string& value,
                  const std::string& description, const std::vector<std::string>& choices);
Option add_flag(CLI::App& command, const std::string& names, bool& value, const std::string& description);
Option option_of(CLI::App& command, const std::string& name);

/// A command within a command, with what follows its options in the help.
CLI::App& add_command(CLI::App& parent, const std::string& name, const std::string& description,
                      const std::string& footer);

/// One of the commands within is to be chosen; its name goes to `chosen`.
void require_choice(CLI::App& command, std::string& chosen);

/// Calls `check` once the command line is read; it returns the name of an argument that is missing, or "".
void check_arguments(CLI::App& command, const std::function<std::string()>& check);

}  // namespace drover::cli
