#include <drover/number/quadratic.hpp>

#include <cmath>

#include "expect.hpp"
#include "random_models.hpp"

namespace drover {
namespace {

QuadraticNumber number(const std::string& text) { return parse_quadratic(text); }

TEST(ParseQuadratic, ReadsFractionsRootsAndWhatIsMadeOfThem) {
    EXPECT_EQ(number("3/7"), (QuadraticNumber{Rational{3, 7}}));
    EXPECT_EQ(number("-0.25"), (QuadraticNumber{Rational{-1, 4}}));
    EXPECT_EQ(number("golden"), (QuadraticNumber{Rational{-1, 2}, Rational{1, 2}, 5}));
    EXPECT_EQ(number("(sqrt(5)-1)/2"), number("golden"));
    EXPECT_EQ(number("2*golden - 1"), (QuadraticNumber{-2, 1, 5}));
    EXPECT_EQ(number("1/3+2.5*sqrt(2)"), (QuadraticNumber{Rational{1, 3}, Rational{5, 2}, 2}));
    EXPECT_EQ(number("1/(1+golden)"), number("golden"));
    EXPECT_EQ(number("-(-sqrt(7))*1e-1"), (QuadraticNumber{0, Rational{1, 10}, 7}));
    EXPECT_EQ(number("sqrt(2)*sqrt(2)"), QuadraticNumber{2});
}

TEST(ParseQuadratic, TakesSquaresOutOfRoots) {
    EXPECT_EQ(number("sqrt(8)"), number("2*sqrt(2)"));
    EXPECT_EQ(number("sqrt(49)"), QuadraticNumber{7});
    EXPECT_EQ(number("sqrt(0)"), QuadraticNumber{});
    EXPECT_EQ(number("sqrt(2)+sqrt(8)"), number("3*sqrt(2)"));
    EXPECT_EQ(number("sqrt(1000000000)"), (QuadraticNumber{0, 10'000, 10}));
}

TEST(ParseQuadratic, RefusesEverythingElse) {
    for (const char* text :
         {"", "gold", "goldeneye", "sqrt", "sqrt(", "sqrt()", "sqrt(2", "(1", "1)", "2**3", "1+", "*2",
          "sqrt(x)", "1/(2-2)", "sqrt(2)sqrt(2)", "2golden", "sqrt(-)", "sqrt(--2)"}) {
        EXPECT_INPUT_ERROR(number(text), std::string{"expected a number, got \""} + text + "\"");
    }
    EXPECT_INPUT_ERROR(number("sqrt(0.5)"), "expected sqrt of an integer from 0 to 10^9, got sqrt(1/2)");
    EXPECT_INPUT_ERROR(number("(1+sqrt(-2))/3"), "expected sqrt of an integer from 0 to 10^9, got sqrt(-2)");
    EXPECT_INPUT_ERROR(number("sqrt(1000000001)"),
                       "expected sqrt of an integer from 0 to 10^9, got sqrt(1000000001)");
    EXPECT_INPUT_ERROR(number("sqrt(2)+sqrt(3)"),
                       "expected numbers with one square root, got sqrt(2) and sqrt(3)");
    EXPECT_THROW(number(std::string(1'000, '(') + "sqrt(2)"), InputError);
    EXPECT_THROW(number(std::string(150, '-') + "sqrt(2)"), InputError);
}

TEST(QuadraticNumber, TextReadsBack) {
    for (const char* text : {"0", "3/7", "sqrt(2)", "-sqrt(2)", "-1/2+1/2*sqrt(5)", "1-3/4*sqrt(7)"}) {
        EXPECT_EQ(to_string(number(text)), text);
    }
}

TEST(QuadraticNumber, SignIsExactHoweverCloseToZero) {
    EXPECT_EQ(number("sqrt(2)-1414213562373/1000000000000").sign(), 1);
    EXPECT_EQ(number("sqrt(2)-1414213562374/1000000000000").sign(), -1);
    // Convergents of sqrt(2) lie on both sides of it in turn.
    Int128 u = 1;
    Int128 v = 1;
    for (int k = 0; k < 60; ++k) {
        EXPECT_EQ((QuadraticNumber{Rational{-u, 1}, Rational{v, 1}, 2}.sign()), k % 2 == 0 ? 1 : -1);
        const Int128 next = u + 2 * v;
        v += u;
        u = next;
    }
    EXPECT_EQ(number("golden-golden").sign(), 0);
}

TEST(QuadraticNumber, ToDoubleSurvivesCancellation) {
    EXPECT_DOUBLE_EQ(number("golden").to_double(), 0.61803398874989484820);
    // u / v a convergent of sqrt(2): u - v sqrt(2) = +-1 / (u + v sqrt(2))
    const double near = number("318281039-225058681*sqrt(2)").to_double();
    EXPECT_NEAR(near * (318281039 + 225058681 * std::sqrt(2.0)), -1, 1e-12);
}

TEST(RootFraction, KeepsTheSignsOfAllNumbersItIsSaidTo) {
    for (const std::int64_t d : {2, 3, 5, 7, 13, 94, 999'999'937}) {
        for (const double least : {1.0, 10.0, 500.0, 3'000.0}) {
            const auto root = root_fraction(d, least);
            ASSERT_TRUE(root);
            EXPECT_GE(static_cast<double>(root->denominator), least);
            const auto most = static_cast<std::int64_t>(root->comparable(d));
            for (std::int64_t q = 0; q <= std::min<std::int64_t>(most, 3'000); ++q) {
                const auto near = static_cast<std::int64_t>(static_cast<double>(q) * std::sqrt(d));
                for (std::int64_t p = -near - 2; p <= -near + 2; ++p) {
                    const int exact = QuadraticNumber{p, q, d}.sign();
                    const Int128 value = Int128{p} * root->denominator + Int128{q} * root->numerator;
                    ASSERT_EQ(value < 0 ? -1 : (value > 0 ? 1 : 0), exact)
                        << p << " + " << q << " sqrt " << d;
                }
            }
        }
    }
    EXPECT_FALSE(root_fraction(2, 0x1p63));
}

}  // namespace
}  // namespace drover
