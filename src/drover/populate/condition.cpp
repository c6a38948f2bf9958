#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include <drover/core/check.hpp>
#include <drover/number/decimal.hpp>
#include <drover/populate/condition.hpp>

namespace drover::populate {
namespace {

constexpr int deepest = 100;  // nested parentheses and inverses

bool is_name_start(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_name_part(char c) { return is_name_start(c) || std::isdigit(static_cast<unsigned char>(c)) != 0; }

std::optional<Rational> number_in(std::string_view field) {
    if (!parse_decimal(field)) return std::nullopt;
    try {
        return parse_rational(trimmed(field));
    } catch (const InputError&) {  // too long to be exact: treated as a text
        return std::nullopt;
    }
}

bool is_equal(std::string_view field, const std::optional<Rational>& number, const ConditionValue& value) {
    if (value.infinite != 0) return false;
    return value.number ? number && *number == *value.number : field == value.text;
}

// -1, 0 or 1: where the number is, seen from the value.
int order(const Rational& number, const ConditionValue& value) {
    if (value.infinite != 0) return -value.infinite;
    if (number == *value.number) return 0;
    return number < *value.number ? -1 : 1;
}

bool in_order(Comparison::Test test, const Rational& number, const std::vector<ConditionValue>& values) {
    const int first = order(number, values.front());
    switch (test) {
        case Comparison::Test::below:
            return first < 0;
        case Comparison::Test::at_most:
            return first <= 0;
        case Comparison::Test::above:
            return first > 0;
        case Comparison::Test::at_least:
            return first >= 0;
        default:
            return first >= 0 && order(number, values.back()) <= 0;
    }
}

}  // namespace

bool Comparison::holds(std::string_view field) const {
    field = trimmed(field);
    if (field.empty()) return test == Test::unequal;
    const std::optional<Rational> number = number_in(field);
    const auto equals = [&](const ConditionValue& value) { return is_equal(field, number, value); };
    if (test == Test::equal || test == Test::one_of) return std::any_of(values.begin(), values.end(), equals);
    if (test == Test::unequal) return !equals(values.front());
    check_input(number.has_value(), [&] {
        return Problem{Fault::type, {}, "a number", quoted(std::string{field})};
    });
    return in_order(test, *number, values);
}

bool Condition::holds(std::span<const std::uint8_t> truths) const {
    std::vector<bool> stack;
    for (const Step& step : steps_) {
        if (step.join == Join::leaf) {
            stack.push_back(truths[step.leaf] != 0);
        } else if (step.join == Join::inverse) {
            stack.back() = !stack.back();
        } else {
            const bool last = stack.back();
            stack.pop_back();
            stack.back() = step.join == Join::both ? stack.back() && last : stack.back() || last;
        }
    }
    return stack.back();
}

std::vector<std::string> Condition::columns() const {
    std::vector<std::string> names;
    for (const Comparison& comparison : comparisons_)
        if (std::find(names.begin(), names.end(), comparison.column) == names.end())
            names.push_back(comparison.column);
    return names;
}

// Descends from "or" over "and" and "not" to comparisons.
class ConditionParser {
  public:
    ConditionParser(std::string_view text, const Place& place, const std::string& table)
        : text_{text}, place_{place}, table_{table} {}

    Condition parse() {
        skip_blanks();
        if (at_ == text_.size()) fail("a condition");
        either();
        if (at_ != text_.size()) fail(is_bare_dotted_ ? "the end" : "& or | or the end");
        return std::move(result_);
    }

  private:
    using Test = Comparison::Test;

    [[noreturn]] void fail(const std::string& expected) const { fail_at(at_, expected); }
    [[noreturn]] void fail_at(std::size_t at, const std::string& expected) const {
        std::string got = at < text_.size() ? quoted(std::string{text_.substr(at, 20)}) : "the end";
        Place place = place_;
        place.key += (place.key.empty() ? "at character " : ": at character ") + std::to_string(at + 1);
        throw InputError(Problem{Fault::syntax, std::move(place), expected, std::move(got)});
    }

    void skip_blanks() {
        while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
    }
    bool takes(std::string_view word) {
        if (text_.substr(at_, word.size()) != word) return false;
        at_ += word.size();
        skip_blanks();
        return true;
    }
    // Only as a whole word.
    bool takes_word(std::string_view word) {
        const std::size_t end = at_ + word.size();
        if (end < text_.size() && is_name_part(text_[end])) return false;
        return takes(word);
    }
    void expect(std::string_view word) {
        if (!takes(word)) fail(quoted(std::string{word}));
    }

    void add(Condition::Join join, std::size_t leaf = 0) { result_.steps_.push_back({join, leaf}); }

    // Beside & or |, Python would read a dotted comparison without parentheses differently.
    void check_closed(std::size_t from) const {
        if (is_bare_dotted_) fail_at(from, "parentheses around a comparison beside & or |");
    }

    void either() {
        std::size_t from = at_;
        both();
        while (at_ < text_.size() && text_[at_] == '|') {
            check_closed(from);
            expect("|");
            from = at_;
            both();
            check_closed(from);
            add(Condition::Join::either);
        }
    }

    void both() {
        std::size_t from = at_;
        inverse();
        while (at_ < text_.size() && text_[at_] == '&') {
            check_closed(from);
            expect("&");
            from = at_;
            inverse();
            check_closed(from);
            add(Condition::Join::both);
        }
    }

    void inverse() {
        if (++depth_ > deepest)
            fail("at most " + std::to_string(deepest) + " parentheses inside one another");
        const std::size_t from = at_;
        if (takes("~")) {
            const std::size_t inside = at_;
            inverse();
            if (is_bare_dotted_) fail_at(inside, "parentheses around a comparison after ~");
            add(Condition::Join::inverse);
        } else if (takes("(")) {
            either();
            expect(")");
            is_bare_dotted_ = false;
        } else {
            comparison(from);
        }
        --depth_;
    }

    std::string name() {
        const std::size_t from = at_;
        if (at_ < text_.size() && is_name_start(text_[at_])) {
            while (at_ < text_.size() && is_name_part(text_[at_])) ++at_;
        }
        if (at_ == from) fail("a column");
        return std::string{text_.substr(from, at_ - from)};
    }

    // Skips "households."; whether it was there.
    bool takes_table() {
        const std::size_t from = at_;
        const std::string first = name();
        if (at_ < text_.size() && text_[at_] == '.') {
            if (first != table_) fail_at(from, table_ + " before the point");
            ++at_;
            return true;
        }
        at_ = from;
        return false;
    }

    void comparison(std::size_t from) {
        const bool is_dotted = takes_table();
        Comparison found{.column = name(), .test = Test::equal, .values = {}};
        is_bare_dotted_ = false;
        if (is_dotted && takes(".isin")) {
            list(found);
        } else {
            skip_blanks();
            if (!is_dotted && takes_word("in")) {
                found.test = Test::one_of;
                do found.values.push_back(value(false));
                while (takes(","));
            } else {
                compared(found, is_dotted);
                is_bare_dotted_ = is_dotted;
            }
        }
        check_not_chained(from);
        add(Condition::Join::leaf, result_.comparisons_.size());
        result_.comparisons_.push_back(std::move(found));
    }

    void list(Comparison& found) {
        found.test = Test::one_of;
        expect("(");
        expect("[");
        do found.values.push_back(value(true));
        while (takes(","));
        expect("]");
        expect(")");
    }

    void compared(Comparison& found, bool is_dotted) {
        static constexpr std::array<std::pair<std::string_view, Test>, 6> tests{{{"==", Test::equal},
                                                                                 {"!=", Test::unequal},
                                                                                 {"<=", Test::at_most},
                                                                                 {">=", Test::at_least},
                                                                                 {"<", Test::below},
                                                                                 {">", Test::above}}};
        const auto* const test = std::find_if(tests.begin(), tests.end(), [&](const auto& entry) {
            return text_.substr(at_, entry.first.size()) == entry.first;
        });
        const bool is_short = test == tests.end() && !is_dotted && takes("=");
        if (test == tests.end() && !is_short) {
            fail(is_dotted ? "one of == != < <= > >= or .isin([...])" : "one of = == != < <= > >= or in");
        }
        if (!is_short) {
            expect(test->first);
            found.test = test->second;
        }
        const std::size_t from = at_;
        found.values.push_back(value(is_dotted));
        if (is_short && takes("..")) {
            found.test = Test::between;
            found.values.push_back(value(false));
        }
        const bool is_order = found.test != Test::equal && found.test != Test::unequal;
        for (const ConditionValue& v : found.values)
            if (is_order && !v.number && v.infinite == 0) fail_at(from, "a number");
    }

    void check_not_chained(std::size_t from) const {
        static constexpr std::string_view tests = "=!<>";
        if (at_ < text_.size() && tests.find(text_[at_]) != std::string_view::npos)
            fail_at(from, "one comparison at a time");
    }

    ConditionValue value(bool is_dotted) {
        const std::size_t from = at_;
        if (at_ < text_.size() && (text_[at_] == '\'' || text_[at_] == '"')) return quoted_text();
        const int sign = at_ < text_.size() && text_[at_] == '-' ? -1 : 1;
        if (sign < 0) ++at_;
        if (takes_word("np.inf") || (!is_dotted && takes_word("inf"))) return {.infinite = sign};
        if (at_ < text_.size() &&
            (std::isdigit(static_cast<unsigned char>(text_[at_])) != 0 || text_[at_] == '.'))
            return number(from);
        if (sign < 0 || is_dotted) fail_at(from, "a number or a text in quotes");
        ConditionValue word{.text = name()};
        skip_blanks();
        return word;
    }

    ConditionValue quoted_text() {
        const char quote = text_[at_];
        const std::size_t end = text_.find(quote, at_ + 1);
        if (end == std::string_view::npos) fail("a closing quote");
        const std::string_view inside = text_.substr(at_ + 1, end - at_ - 1);
        if (inside.find('\\') != std::string_view::npos) fail("a text without \\");
        at_ = end + 1;
        skip_blanks();
        return {.text = std::string{inside}};
    }

    // Digits with at most one point, and an exponent; ".." ends them.
    ConditionValue number(std::size_t from) {
        while (at_ < text_.size()) {
            const char c = text_[at_];
            const bool is_range = text_.substr(at_, 2) == "..";
            const bool is_exponent_sign =
                (c == '+' || c == '-') && (text_[at_ - 1] == 'e' || text_[at_ - 1] == 'E');
            if (is_range || !(is_name_part(c) || c == '.' || is_exponent_sign)) break;
            ++at_;
        }
        const std::string_view digits = text_.substr(from, at_ - from);
        const std::optional<Rational> read = number_in(digits);
        if (!read) fail_at(from, "a number");
        skip_blanks();
        return {.text = std::string{digits}, .number = read};
    }

    std::string_view text_;
    const Place& place_;
    const std::string& table_;
    std::size_t at_ = 0;
    int depth_ = 0;
    bool is_bare_dotted_ = false;  // the last thing read: a comparison of the first form without parentheses
    Condition result_;
};

Condition parse_condition(std::string_view text, const Place& place, const std::string& table) {
    return ConditionParser{text, place, table}.parse();
}

}  // namespace drover::populate
