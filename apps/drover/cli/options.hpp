#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <drover/core/choice.hpp>
#include <drover/core/problem.hpp>
#include <drover/files/uses.hpp>
#include <drover/report/report.hpp>

namespace drover::cli {

/// What is wrong with an option's text, empty if nothing; the text may be rewritten on the way.
using TextCheck = std::function<std::string(std::string&)>;

TextCheck file_name();  ///< not empty, as an unset variable in a script would be
TextCheck integer();    ///< may be 1e6
/// One of the choices; the message suggests the one that a mistyped text may stand for.
TextCheck one_of(const std::vector<std::string>& choices);

/// "a, b or c"
std::string any_of(const std::vector<std::string>& names);
/// What to say of an unknown name: `did you mean "a"?`, or if none is close "expected a, b or c".
std::string any_of_or_similar(const std::vector<std::string>& names, const std::string& got);

/// The lowest and the highest number that an option takes.
struct Limits {
    std::int64_t low = 0;
    std::int64_t high = 0;
};
/// "0 to 10^9"
std::string limits_text(const Limits& limits);

/// A value of an enumeration, or any other, that has a name for each choice.
struct ChoiceField {
    std::function<std::string()> name;
    std::function<void(const std::string&)> take;  ///< one of the names
};

using Field = std::variant<bool*, std::string*, std::vector<std::string>*, std::int64_t*,
                           std::optional<std::int64_t>*, std::uint64_t*, ChoiceField>;

/// One option of a command, described once: how it is given, what the help, the man page and the completions
/// say of it, and how the JSON and the certificate name it.
struct Option {
    enum class Names { anything, file, folder };  ///< what its text names, for completions

    std::string names;        ///< "-o,--output"; without dashes an argument
    std::string hidden = {};  ///< another name, taken and not shown
    Field field;
    std::string help;
    std::string type = {};          ///< in the help: "N", "FILE"
    std::string default_text = {};  ///< in the help, unless it is empty
    std::vector<std::string> choices = {};
    std::vector<TextCheck> transforms = {};  ///< come before the checks
    std::vector<TextCheck> checks = {};
    std::optional<Limits> limits = {};  ///< of a number: in the help, and checked once all is read
    std::vector<std::string> needs = {};
    std::vector<std::string> excludes = {};
    Names named = Names::anything;
    bool is_output = false;                  ///< a file that is written; others are read
    std::string may_replace = {};            ///< of an output: the option of an input that it may overwrite
    std::vector<std::string> no_files = {};  ///< choices that name no file
    std::string usual_path = {};             ///< where nothing is given
    bool is_required = false;
    bool is_once_each = false;
    char delimiter = 0;

    std::string library_field = {};  ///< in the library's options, where it is not the name of the option

    std::string key = {};         ///< in the JSON; empty: not there
    std::string key_before = {};  ///< the key that comes next there; empty: as in the help
    std::string label = {};       ///< in the report as text; empty: not there
    std::string row_key = {};     ///< in certificate and checkpoint; empty: not there
    std::string row_before = {};

    bool is_argument() const { return names.front() != '-'; }
    /// What problems of the library call it: burn_in.
    std::string field_name() const;
    /// Its value as a text, lists by lines, and back; throws InputError naming `place`.
    std::string text() const;
    void take(const std::string& given, const std::string& place) const;
    ReportValue value() const;
    /// With the limits.
    std::string help_text() const;
    /// Throws InputError, opened by `place`, for a number outside of the limits.
    void check_limits(const std::string& place) const;

    // For descriptions: list.text("--eta", options.eta, "Learning rate").typed("R").with_default();
    Option& described(std::string text) { return set(help, std::move(text)); }
    Option& formerly(std::string name) { return set(hidden, std::move(name)); }
    Option& typed(std::string name) { return set(type, std::move(name)); }
    Option& with_default();
    Option& without_default() { return set(default_text, std::string{}); }
    Option& transformed(TextCheck transform);
    Option& checked(TextCheck check);
    Option& within(std::int64_t low, std::int64_t high) {
        return set(limits, std::optional{Limits{low, high}});
    }
    Option& naming(Names what) { return set(named, what); }
    Option& written() { return set(is_output, true); }  ///< the file, or the folder, that it names
    Option& or_one_of(std::vector<std::string> all) { return set(no_files, std::move(all)); }
    Option& usually(std::string path) { return set(usual_path, std::move(path)); }
    Option& replacing(std::string input) { return set(may_replace, std::move(input)); }
    Option& one_of(std::vector<std::string> all);  ///< of a list each
    Option& offering(std::vector<std::string> all) {
        return set(choices, std::move(all));
    }                                                    ///< to completions
    Option& alias(std::string old, std::string choice);  ///< an old name of it, taken and not shown
    Option& required() { return set(is_required, true); }
    Option& needing(std::string other);
    Option& excluding(std::string other);
    Option& for_field(std::string name) { return set(library_field, std::move(name)); }
    Option& once_each() { return set(is_once_each, true); }  ///< a list: one value each time it is given
    Option& separated(char between) { return set(delimiter, between); }
    Option& silent() { return keyed(""); }  ///< not in the JSON
    Option& keyed(std::string name) { return set(key, std::move(name)); }
    Option& labelled(std::string text) { return set(label, std::move(text)); }
    /// Where the order of the JSON is not that of the help.
    Option& echoed_before(std::string other) { return set(key_before, std::move(other)); }
    /// Rows depend on it. By another key, or in another order, where certificates have it so.
    Option& shaping_rows(std::string name = {}, std::string before = {});

  private:
    template <class Part>
    Option& set(Part& part, Part value) {
        part = std::move(value);
        return *this;
    }
};

/// That of an option, "--burn-in", in problems of its command.
Place option_place(const std::string& name);

/// Options by names without dashes, and their texts.
using OptionTexts = std::vector<std::pair<std::string, std::string>>;

/// The options of a command, in the order of the help. A struct of options comes with one function
///     void describe(OptionList& list, Options& options);
/// from which all else is made. Parts that commands share have one too, and are described by calling it.
class OptionList {
  public:
    Option& flag(std::string names, bool& value, std::string help);
    Option& text(std::string names, std::string& value, std::string help);
    Option& file(std::string names, std::string& value, std::string help);
    Option& folder(std::string names, std::string& value, std::string help);
    Option& texts(std::string names, std::vector<std::string>& values, std::string help);
    Option& files(std::string names, std::vector<std::string>& values, std::string help);
    /// A whole number; the default is shown.
    Option& count(std::string names, std::int64_t& value, std::string help);
    Option& count(std::string names, std::optional<std::int64_t>& value, std::string help);
    Option& number(std::string names, std::uint64_t& value, std::string help);
    /// One of a few choices; the default is shown.
    Option& choice(std::string names, std::string& value, std::string help, std::vector<std::string> choices);

    /// The same of a table of choices (core/choice.hpp), which must be a constant.
    template <class Value, class Table>
    Option& choice(std::string names, Value& value, std::string help, const Table& table);

    /// Of the options so far, by its long name.
    Option& at(const std::string& name);

    /// Calls `check` once the command line is read: the name of an argument that is missing, or "".
    void require(std::function<std::string()> check) { missing_ = std::move(check); }
    std::string missing() const { return missing_ ? missing_() : std::string{}; }

    const std::vector<Option>& options() const { return options_; }

    /// A paragraph on some of them, for the end of the help.
    void note(std::string paragraph) { notes_.push_back(std::move(paragraph)); }
    const std::vector<std::string>& notes() const { return notes_; }

    /// Throws InputError naming an option whose number is outside of its limits.
    void check_limits() const;
    /// Throws IoError for a file that cannot be written, but for those in folders that are written.
    void check_outputs() const;
    /// Those that the report does not have yet.
    void echo(Report& report) const;
    OptionTexts row_texts() const;
    /// The files that they name, but for those in folders that are written.
    FileUses file_uses() const;
    /// Throws InputError, opened by `place`, for other options and for texts that are none of theirs.
    void take_row_texts(const OptionTexts& texts, const std::string& place) const;

  private:
    Option& add(std::string names, Field field, std::string help);

    std::vector<Option> options_;
    std::vector<std::string> notes_;
    std::function<std::string()> missing_;
};

/// Adds the options to the JSON as they were given, so that a run can be repeated from it; those that the
/// report has already are passed over.
template <class Options>
void echo(Report& report, Options options) {
    OptionList list;
    describe(list, options);
    list.echo(report);
}

/// The files that the options name.
template <class Options>
FileUses file_uses(Options options) {
    OptionList list;
    describe(list, options);
    return list.file_uses();
}

/// The options that rows depend on, for certificate and checkpoint, and back.
template <class Options>
OptionTexts row_texts(Options options) {
    OptionList list;
    describe(list, options);
    return list.row_texts();
}
template <class Options>
void take_row_texts(Options& options, const OptionTexts& texts, const std::string& place) {
    OptionList list;
    describe(list, options);
    list.take_row_texts(texts, place);
}

template <class Value, class Table>
Option& OptionList::choice(std::string names, Value& value, std::string help, const Table& table) {
    const ChoiceField field{[&value, &table] { return name_of(table, value); },
                            [&value, &table](const std::string& text) {
                                for (const auto& row : table)
                                    if (row.name == text) value = row.value;
                            }};
    return add(std::move(names), field, std::move(help)).one_of(names_of(table)).with_default();
}

}  // namespace drover::cli
