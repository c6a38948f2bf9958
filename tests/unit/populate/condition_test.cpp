#include <drover/populate/condition.hpp>

#include "expect.hpp"

namespace drover::populate::condition_test {
namespace {

Condition parse(std::string_view text, const std::string& table = "households") {
    return parse_condition(text, {.file = "c.csv", .key = "row 1"}, table);
}

// Whether it holds where every column has this value.
bool holds(std::string_view text, std::string_view value, const std::string& table = "households") {
    const Condition condition = parse(text, table);
    std::vector<std::uint8_t> truths;
    for (const Comparison& comparison : condition.comparisons())
        truths.push_back(comparison.holds(value) ? 1 : 0);
    return condition.holds(truths);
}

TEST(Condition, ReadsPopulationSimsComparisons) {
    EXPECT_TRUE(holds("households.NP == 1", "1"));
    EXPECT_FALSE(holds("households.NP == 1", "2"));
    EXPECT_TRUE(holds("(households.AGEHOH > 24) & (households.AGEHOH <= 54)", "54"));
    EXPECT_FALSE(holds("(households.AGEHOH > 24) & (households.AGEHOH <= 54)", "24"));
    EXPECT_TRUE(holds("(households.WGTP > 0) & (households.WGTP < np.inf)", "1e30"));
    EXPECT_TRUE(holds("(households.HHINCADJ > -999999999) & (households.HHINCADJ <= 21297)", "-20.5"));
    EXPECT_TRUE(holds("persons.OCCP.isin([1, 2])", "2", "persons"));
    EXPECT_FALSE(holds("~persons.OCCP.isin([1, 2])", "2", "persons"));
    EXPECT_TRUE(holds("(households.X > -np.inf) | (households.X == 'a')", "0"));
    EXPECT_TRUE(holds("households.X != \"b\"", "a"));
}

TEST(Condition, ReadsTheShorterForm) {
    EXPECT_TRUE(holds("NP>=4", "4"));
    EXPECT_TRUE(holds("AGEP=25..54", "25"));
    EXPECT_TRUE(holds("AGEP=25..54", "54"));
    EXPECT_FALSE(holds("AGEP=25..54", "54.5"));
    EXPECT_TRUE(holds("AGEP = -1.5 .. inf", "-1.5"));
    EXPECT_TRUE(holds("OCCP in 1,2,3", "3"));
    EXPECT_FALSE(holds("OCCP in 1, 2, 3", "4"));
    EXPECT_TRUE(holds("SEX=F", "F"));
    EXPECT_TRUE(holds("SEX=F | SEX=M & X in M", "M"));
    EXPECT_TRUE(holds("~(SEX=F)", "M"));
}

TEST(Condition, AndBindsBeforeOr) {
    const Condition condition = parse("A=1 | B=1 & C=1");
    const auto value = [&](std::vector<std::uint8_t> truths) { return condition.holds(truths); };
    EXPECT_TRUE(value({1, 0, 0}));
    EXPECT_FALSE(value({0, 1, 0}));
    EXPECT_TRUE(value({0, 1, 1}));
    EXPECT_EQ(condition.columns(), (std::vector<std::string>{"A", "B", "C"}));
}

TEST(Condition, NumbersAreComparedExactlyAndBlanksWithNothing) {
    EXPECT_TRUE(holds("X=1", "1.0"));
    EXPECT_TRUE(holds("X=1", " 1 "));
    EXPECT_TRUE(holds("X<0.30000000000000001", "0.3"));
    EXPECT_FALSE(holds("X=1", ""));
    EXPECT_FALSE(holds("X<1", ""));
    EXPECT_FALSE(holds("X>=1", ""));
    EXPECT_TRUE(holds("X!=1", ""));
    EXPECT_FALSE(holds("X=1", "one"));
    EXPECT_FALSE(holds("X=1", "01"));
    EXPECT_INPUT_ERROR(holds("X<1", "one"), "expected a number, got \"one\"");
}

TEST(Condition, NamesThePlaceOfAnythingElse) {
    const auto fails = [](std::string_view text, const std::string& rest) {
        EXPECT_INPUT_ERROR(parse(text), "c.csv: row 1: at character " + rest);
    };
    fails("", "1: expected a condition, got the end");
    fails("   ", "4: expected a condition, got the end");
    fails("households.NP", "14: expected one of == != < <= > >= or .isin([...]), got the end");
    fails("NP", "3: expected one of = == != < <= > >= or in, got the end");
    fails("households.NP = 1", "15: expected one of == != < <= > >= or .isin([...]), got \"= 1\"");
    fails("persons.NP == 1", "1: expected households before the point, got \"persons.NP == 1\"");
    fails("households.A > 1 & households.B < 2",
          "1: expected parentheses around a comparison beside & or |, got \"households.A > 1 & h\"");
    fails("~households.A > 1",
          "2: expected parentheses around a comparison after ~, got \"households.A > 1\"");
    fails("1 < NP", "1: expected a column, got \"1 < NP\"");
    fails("0 < NP < 5", "1: expected a column, got \"0 < NP < 5\"");
    fails("NP > 0 < 5", "1: expected one comparison at a time, got \"NP > 0 < 5\"");
    fails("households.NP > households.X", "17: expected a number or a text in quotes, got \"households.X\"");
    fails("NP > F", "6: expected a number, got \"F\"");
    fails("(NP > 1", "8: expected \")\", got the end");
    fails("NP > 1)", "7: expected & or | or the end, got \")\"");
    fails("NP in ", "7: expected a column, got the end");
    fails("households.X.isin(range(9))", "19: expected \"[\", got \"range(9))\"");
    fails("households.X.isin([])", "20: expected a number or a text in quotes, got \"])\"");
    fails("NP = 1e", "6: expected a number, got \"1e\"");
    fails("X = 'a", "5: expected a closing quote, got \"'a\"");
    fails("households.X == 'a\\'b'", "17: expected a text without \\, got \"'a\\'b'\"");
    fails("A=1 and B=2", "5: expected & or | or the end, got \"and B=2\"");
}

// What Python would run is only text here.
TEST(Condition, NeverEvaluatesCode) {
    for (const char* text :
         {"__import__('os').system('rm -rf /')", "households.NP.apply(lambda x: x)", "households['NP'] == 1",
          "(lambda: 1)()", "households.NP == open('x').read()", "exec('1')", "households.NP == [1][0]",
          "households.NP @ 1", "eval(households.NP)", "households.NP == 1; import os"})
        EXPECT_THROW((void)parse(text), InputError) << text;
}

TEST(Condition, DeepNestingIsAnErrorAndNoCrash) {
    const std::string deep(100'000, '(');
    EXPECT_THROW((void)parse(deep + "A=1"), InputError);
    EXPECT_THROW((void)parse(std::string(100'000, '~') + "A=1"), InputError);
    EXPECT_TRUE(holds(std::string(90, '(') + "A=1" + std::string(90, ')'), "1"));
}

TEST(Condition, SurvivesEveryPrefixAndEveryChangedCharacter) {
    const std::string text =
        "(households.A > -1e3) & ~households.B.isin([1, 'x']) | (households.C <= np.inf)";
    for (std::size_t k = 0; k < text.size(); ++k) {
        for (const std::string& changed :
             {text.substr(0, k), text.substr(0, k) + '\0' + text.substr(k),
              text.substr(0, k) + "(" + text.substr(k), text.substr(0, k) + text.substr(k + 1),
              text.substr(0, k) + "\xff" + text.substr(k + 1)}) {
            try {
                (void)parse(changed);
            } catch (const InputError& error) {
                EXPECT_EQ(std::string{error.what()}.rfind("c.csv: row 1: at character ", 0), 0U);
            }
        }
    }
}

}  // namespace
}  // namespace drover::populate::condition_test
