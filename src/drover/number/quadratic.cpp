#include <cmath>

#include <drover/core/check.hpp>
#include <drover/number/big_int.hpp>
#include <drover/number/quadratic.hpp>

namespace drover {
namespace {

// The sign of a^2 - b^2 d over (a's and b's denominators)^2, and that number itself.
BigInt norm_of(const Rational& a, const Rational& b, std::int64_t d) {
    const BigInt x = BigInt{a.numerator()} * BigInt{b.denominator()};
    const BigInt y = BigInt{b.numerator()} * BigInt{a.denominator()};
    return x * x - y * y * BigInt{d};
}

int sign_of(const Rational& value) { return value.numerator() < 0 ? -1 : (value.numerator() > 0 ? 1 : 0); }

// Recursive descent: sum = product (+|- product)*, product = factor (*|/ factor)*,
// factor = -factor | number | golden | sqrt(integer) | (sum).
class Parser {
  public:
    explicit Parser(std::string_view text) : text_{text} {}

    QuadraticNumber parse() {
        constexpr std::size_t longest = 200;
        if (text_.size() > longest) fail();
        const QuadraticNumber value = sum(0);
        if (at_ != text_.size()) fail();
        return value;
    }

  private:
    [[noreturn]] void fail() const {
        throw InputError(Problem{Fault::type, {}, "a number", quoted(std::string{text_})});
    }

    void skip_spaces() {
        while (at_ < text_.size() && text_[at_] == ' ') ++at_;
    }
    bool take(std::string_view wanted) {
        skip_spaces();
        if (!text_.substr(at_).starts_with(wanted)) return false;
        at_ += wanted.size();
        skip_spaces();
        return true;
    }

    QuadraticNumber sum(int depth) {
        QuadraticNumber value = product(depth);
        for (;;) {
            if (take("+")) {
                value = value + product(depth);
            } else if (take("-")) {
                value = value - product(depth);
            } else {
                return value;
            }
        }
    }
    QuadraticNumber product(int depth) {
        QuadraticNumber value = factor(depth);
        for (;;) {
            if (take("*")) {
                value = value * factor(depth);
            } else if (take("/")) {
                const QuadraticNumber divisor = factor(depth);
                if (divisor.sign() == 0) fail();
                value = value / divisor;
            } else {
                return value;
            }
        }
    }
    QuadraticNumber factor(int depth) {
        constexpr int deepest = 20;
        if (depth > deepest) fail();
        if (take("-")) return -factor(depth + 1);
        if (take("golden")) return {Rational{-1, 2}, Rational{1, 2}, 5};
        if (take("sqrt(")) return root();
        if (take("(")) {
            QuadraticNumber value = sum(depth + 1);
            if (!take(")")) fail();
            return value;
        }
        return number();
    }
    QuadraticNumber root() {
        const bool is_negative = take("-");
        const Rational size = number().rational_part();
        const Rational value = is_negative ? -size : size;
        if (!take(")")) fail();
        const bool is_natural = value.denominator() == 1 && !(value < Rational{0});
        check_input(is_natural && value.numerator() <= QuadraticNumber::most_radicand, [&] {
            return Problem{
                Fault::range, {}, "sqrt of an integer from 0 to 10^9", "sqrt(" + to_string(value) + ")"};
        });
        return {0, 1, static_cast<std::int64_t>(value.numerator())};
    }
    // Digits, a point, and an exponent with its sign.
    QuadraticNumber number() {
        skip_spaces();
        const std::size_t begin = at_;
        const auto digits = [&] {
            while (at_ < text_.size() && (text_[at_] == '.' || (text_[at_] >= '0' && text_[at_] <= '9')))
                ++at_;
        };
        digits();
        if (at_ > begin && at_ < text_.size() && (text_[at_] == 'e' || text_[at_] == 'E')) {
            ++at_;
            if (at_ < text_.size() && (text_[at_] == '+' || text_[at_] == '-')) ++at_;
            digits();
        }
        if (at_ == begin) fail();
        const Rational value = parse_rational(text_.substr(begin, at_ - begin));
        skip_spaces();
        return value;
    }

    std::string_view text_;
    std::size_t at_ = 0;
};

}  // namespace

std::int64_t common_radicand(std::int64_t a, std::int64_t b) {
    check_input(a == 0 || b == 0 || a == b, [&] {
        return Problem{Fault::type,
                       {},
                       "numbers with one square root",
                       "sqrt(" + std::to_string(a) + ") and sqrt(" + std::to_string(b) + ")"};
    });
    return a == 0 ? b : a;
}

QuadraticNumber::QuadraticNumber(const Rational& a, const Rational& b, std::int64_t d)
    : rational_{a}, root_{b}, radicand_{d} {
    check_input(d >= 0 && d <= most_radicand, [&] {
        return Problem{
            Fault::range, {}, "sqrt of an integer from 0 to 10^9", "sqrt(" + std::to_string(d) + ")"};
    });
    for (std::int64_t f = 2; f * f <= radicand_; ++f) {
        for (; radicand_ % (f * f) == 0; radicand_ /= f * f) root_ = root_ * Rational{f};
    }
    if (radicand_ == 1) rational_ += root_;
    if (radicand_ > 1 && root_.numerator() != 0) return;
    root_ = 0;
    radicand_ = 0;
}

int QuadraticNumber::sign() const {
    const int a = sign_of(rational_);
    const int b = sign_of(root_);
    if (a == b || b == 0) return a;
    if (a == 0) return b;
    return norm_of(rational_, root_, radicand_).sign() > 0 ? a
                                                           : b;  // never 0, because the root is irrational
}

double QuadraticNumber::to_double() const {
    const double a = rational_.to_double();
    const double b = root_.to_double() * std::sqrt(static_cast<double>(radicand_));
    if (sign_of(rational_) * sign_of(root_) >= 0) return a + b;
    const double denominator =
        static_cast<double>(rational_.denominator()) * static_cast<double>(root_.denominator());
    const BigInt norm = norm_of(rational_, root_, radicand_);
    return norm.scaled(0) / denominator / denominator / (a - b);
}

QuadraticNumber operator-(const QuadraticNumber& a) {
    QuadraticNumber negative = a;
    negative.rational_ = -a.rational_;
    negative.root_ = -a.root_;
    return negative;
}

// Results have the radicand of their terms, which is square-free already.
QuadraticNumber operator+(const QuadraticNumber& a, const QuadraticNumber& b) {
    QuadraticNumber sum{a.rational_ + b.rational_};
    sum.root_ = a.root_ + b.root_;
    const std::int64_t d = common_radicand(a.radicand_, b.radicand_);
    sum.radicand_ = sum.root_.numerator() == 0 ? 0 : d;
    return sum;
}

QuadraticNumber operator*(const QuadraticNumber& a, const QuadraticNumber& b) {
    const std::int64_t d = common_radicand(a.radicand_, b.radicand_);
    QuadraticNumber product{a.rational_ * b.rational_ + a.root_ * b.root_ * Rational{d}};
    product.root_ = a.rational_ * b.root_ + a.root_ * b.rational_;
    product.radicand_ = product.root_.numerator() == 0 ? 0 : d;
    return product;
}

QuadraticNumber operator/(const QuadraticNumber& a, const QuadraticNumber& b) {
    check_input(b.sign() != 0, [] { return Problem{Fault::range, {}, "a divisor other than 0"}; });
    if (b.is_rational()) return a * QuadraticNumber{Rational{1} / b.rational_};
    const Rational norm = b.rational_ * b.rational_ - b.root_ * b.root_ * Rational{b.radicand_};
    QuadraticNumber inverse = -b;
    inverse.rational_ = b.rational_ / norm;
    inverse.root_ = -b.root_ / norm;
    return a * inverse;
}

bool looks_quadratic(std::string_view text) {
    std::string rest{text};
    bool has_word = false;
    for (const std::string_view word : {"golden", "sqrt"}) {
        for (std::size_t at = rest.find(word); at != std::string::npos; at = rest.find(word)) {
            rest.erase(at, word.size());
            has_word = true;
        }
    }
    return rest.find_first_not_of("0123456789+-*/.eE() ") == std::string::npos &&
           (has_word || rest.find_first_of("0123456789") != std::string::npos);
}

QuadraticNumber parse_quadratic(std::string_view text) {
    if (text.find_first_of("gs(*") == std::string_view::npos) return parse_rational(text);
    return Parser{text}.parse();
}

std::string to_string(const QuadraticNumber& value) {
    if (value.is_rational()) return to_string(value.rational_part());
    const Rational& b = value.root_part();
    std::string text = value.rational_part() == Rational{0} ? "" : to_string(value.rational_part());
    if (b.numerator() > 0 && !text.empty()) text += '+';
    if (b == Rational{-1}) {
        text += '-';
    } else if (!(b == Rational{1})) {
        text += to_string(b) + '*';
    }
    return text + "sqrt(" + std::to_string(value.radicand()) + ")";
}

double RootFraction::comparable(std::int64_t radicand) const {
    constexpr double rounding = 0.999;
    return rounding * static_cast<double>(denominator) /
           std::sqrt(2 * std::sqrt(static_cast<double>(radicand)) + 1);
}

std::optional<RootFraction> root_fraction(std::int64_t radicand, double least_denominator) {
    constexpr Int128 limit = Int128{1} << 62;
    auto floor_root = static_cast<std::int64_t>(std::sqrt(static_cast<double>(radicand)));
    while (floor_root * floor_root > radicand) --floor_root;
    while ((floor_root + 1) * (floor_root + 1) <= radicand) ++floor_root;
    // The continued fraction: sqrt(d) = [a; ...] with remainders (sqrt(d) + m) / n.
    std::int64_t m = 0;
    std::int64_t n = 1;
    std::int64_t a = floor_root;
    Int128 u_before = 1;
    Int128 v_before = 0;
    Int128 u = a;
    Int128 v = 1;
    while (static_cast<double>(v) < least_denominator) {
        m = n * a - m;
        n = (radicand - m * m) / n;
        a = (floor_root + m) / n;
        const Int128 u_next = a * u + u_before;
        const Int128 v_next = a * v + v_before;
        u_before = u;
        v_before = v;
        u = u_next;
        v = v_next;
        if (u >= limit || v >= limit) return std::nullopt;
    }
    return RootFraction{static_cast<std::int64_t>(u), static_cast<std::int64_t>(v)};
}

}  // namespace drover
