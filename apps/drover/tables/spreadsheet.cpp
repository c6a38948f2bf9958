#include <algorithm>
#include <set>

#include <drover/core/check.hpp>
#include <drover/number/rational.hpp>

#include "spreadsheet.hpp"

namespace drover::cli {
namespace {

bool is_number(const std::string& text) {
    try {
        parse_rational(text);
        return true;
    } catch (const InputError&) {
        return false;
    }
}

}  // namespace

std::string marked_formula(const std::string& text) {
    return text.find_first_of("=+-@") == 0 && !is_number(text) ? "'" + text : text;
}

void mark_formulas(Schema& schema) {
    for (Column& column : schema.columns) {
        std::set<std::string> seen;
        for (std::string& value : column.values) {
            value = marked_formula(value);
            check_input(seen.insert(value).second, [&] {
                return "--safe-spreadsheet: column " + quoted(column.name) + ": expected " + quoted(value) +
                       " once, got it twice, with and without a leading quote";
            });
        }
        column.name = marked_formula(column.name);
    }
}

NamedValues marked_formulas(NamedValues values) {
    for (auto& [column, value] : values) {
        column = marked_formula(column);
        value = marked_formula(value);
    }
    return values;
}

}  // namespace drover::cli
