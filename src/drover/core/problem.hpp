#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace drover {

/// What kind of thing is wrong. Code branches on it, never on a text.
enum class Fault : std::uint8_t {
    other,       ///< none of these; the text says more
    syntax,      ///< it does not follow the rules of its format
    missing,     ///< something that is needed was not given, or a file does not exist
    unknown,     ///< a name that nothing has
    repeated,    ///< given twice
    type,        ///< another kind of value: a text instead of a number
    range,       ///< of the right kind, but too small, too large or too many
    conflict,    ///< two things that cannot both hold
    changed,     ///< not what it was when it was recorded
    impossible,  ///< no result meets what is asked for
    memory,      ///< it needs more memory than there may be
    file,        ///< a file that exists cannot be read or written
    usage,       ///< the command line is not understood
};

/// "type", as in JSON and Python.
std::string_view name_of(Fault fault);

/// Where something is wrong, as far as it is known.
struct Place {
    std::string file = {};      ///< as the caller calls it; of data in memory the name of the argument
    std::int64_t row = 0;       ///< of a table, from 1, without the header; 0: none
    std::int64_t line = 0;      ///< of a text that has no rows, from 1; 0: none
    std::string column = {};    ///< its name
    std::string key = {};       ///< any other part: header, table "age", group 2
    std::string option = {};    ///< a field of the options: burn_in
    std::string function = {};  ///< the function or class of the library that was called: fit_line

    friend bool operator==(const Place&, const Place&) = default;
};

/// An error as data. Its text is made by to_text(), once for each face.
/// `{burn_in}` outside of quotes names an option, `{imply=off}` an option and its value.
struct Problem {
    Fault fault = Fault::other;
    Place place = {};
    std::string expected = {};
    std::string got = {};   ///< data are quoted
    std::string hint = {};  ///< what may help
    std::string text = {};  ///< instead of `expected` and `got`, where these do not fit

    friend bool operator==(const Problem&, const Problem&) = default;
};

/// How a face writes an option, and an option with a value; `value` may be empty.
using OptionName = std::function<std::string(std::string_view field, std::string_view value)>;

/// burn_in, imply=off: how C++ writes options.
std::string field_name(std::string_view field, std::string_view value);

/// The text with its options, `{burn_in}`, as the face writes them; what is quoted stays as it is.
std::string with_options(std::string_view text, const OptionName& name = &field_name);

/// file: option: row 14, key, column "age"
std::string to_text(const Place& place, const OptionName& name = &field_name);
/// PLACE: expected X, got Y; hint
std::string to_text(const Problem& problem, const OptionName& name = &field_name);

/// The problem with all that only `place` says of where it is.
Problem completed(Problem problem, const Place& place);

}  // namespace drover
