#pragma once

#include <string>
#include <vector>

#include "options.hpp"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace drover::cli {

// For commands without a describe() yet.

void bind(CLI::App& command, const OptionList& list);

/// One option of a command; a handle, the command owns it. The parser's templates are compiled in
/// command_line.cpp only: in every source of a command they would be most of the build.
class BoundOption {
  public:
    explicit BoundOption(CLI::Option& option) : option_{&option} {}

    BoundOption check(const TextCheck& check) const;
    BoundOption transform(const TextCheck& check) const;  ///< takes the text as the check rewrites it
    BoundOption type_name(const std::string& name) const;
    BoundOption description(const std::string& text) const;
    BoundOption default_str(const std::string& text) const;
    BoundOption capture_default_str() const;
    BoundOption required() const;
    BoundOption needs(BoundOption other) const;
    BoundOption excludes(BoundOption other) const;
    BoundOption once_each() const;  ///< a list, one value each time the option is given
    BoundOption delimiter(char between) const;

  private:
    CLI::Option* option_;
};

/// Binds an option to a variable: std::string, a list of them, std::int64_t (or an optional one),
/// std::uint64_t, double.
template <class Value>
BoundOption add_option(CLI::App& command, const std::string& names, Value& value,
                       const std::string& description);
/// A whole number with a default.
BoundOption add_count(CLI::App& command, const std::string& names, std::int64_t& count,
                      const std::string& description);
/// One of a few names, with a default.
BoundOption add_choice(CLI::App& command, const std::string& names, std::string& value,
                       const std::string& description, const std::vector<std::string>& choices);
BoundOption add_flag(CLI::App& command, const std::string& names, bool& value,
                     const std::string& description);
BoundOption option_of(CLI::App& command, const std::string& name);

/// A command within a command, with what follows its options in the help.
CLI::App& add_command(CLI::App& parent, const std::string& name, const std::string& description,
                      const std::string& footer);

/// Calls `check` once the command line is read; it returns the name of an argument that is missing, or "".
void check_arguments(CLI::App& command, const std::function<std::string()>& check);

}  // namespace drover::cli
