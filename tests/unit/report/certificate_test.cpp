#include <drover/report/certificate.hpp>

#include "expect.hpp"

namespace drover {
namespace {

using Lines = std::vector<std::string>;

Certificate small() {
    return sealed({.product = "synth",
                   .version = "1.2.3",
                   .inputs = {{"tables/a.csv", "12ab"}, {"b.csv", "34cd"}, {"s.json", "56ef", "schema"}},
                   .outputs = {{"rows.csv", "78aa", "rows"}},
                   .options = {{"order", "2"}, {"seed", "0"}},
                   .facts = {{"rows", "100"}, {"unit", "9"}},
                   .tables = {{"fit", {"table", "l1_rows"}, {{"a", "0"}, {"b", "14/3"}}}},
                   .sha256 = {}});
}

// What differs from a changed certificate, whose seal was computed again.
template <class Change>
Lines differences_after(Change&& change) {
    Certificate changed = small();
    change(changed);
    return differences(sealed(changed), small());
}

TEST(Certificate, IsReadAsItWasWritten) {
    const Certificate certificate = small();
    EXPECT_EQ(parse_certificate(to_text(certificate), "c.json"), certificate);
    EXPECT_EQ(certificate.option("order"), "2");
    EXPECT_FALSE(certificate.option("zeros").has_value());
    EXPECT_EQ(differences(certificate, certificate), Lines{});
}

// So that others can compute it: the text without spaces and without its last key.
TEST(Certificate, IsSealedByTheDigestOfItsTextWithoutSpaces) {
    EXPECT_EQ(sealed({.product = "p",
                      .version = "1",
                      .inputs = {{"a.csv", "12"}},
                      .outputs = {},
                      .options = {{"seed", "0"}},
                      .facts = {},
                      .tables = {},
                      .sha256 = {}})
                  .sha256,
              "d9d4173f0d56b57f3894746930ec0ed0f262de1e85b49243d10406803517444b");
}

TEST(Certificate, ShowsAnEditOfWhatCannotBeMeasured) {
    Certificate edited = small();
    edited.options[1].second = "7";
    Certificate found = small();
    found.options = edited.options;
    EXPECT_EQ(differences(edited, found), Lines{"sha256 of the certificate, which was edited: recorded " +
                                                edited.sha256 + ", found " + sealed(edited).sha256});
    edited.sha256.clear();
    EXPECT_EQ(differences(edited, found).size(), 1U);
}

TEST(Certificate, FilesAreKnownByRoleAndNameWithoutFolder) {
    EXPECT_TRUE(is_same_file({"x/a.csv", "1"}, {"a.csv", "2"}));
    EXPECT_FALSE(is_same_file({"a.csv", "1"}, {"b.csv", "1"}));
    EXPECT_FALSE(is_same_file({"a.csv", "1"}, {"a.csv", "1", "like"}));
    // Pipes, and files that take their place.
    const std::string digest(64, 'e');
    EXPECT_TRUE(is_same_file({"a.csv", digest}, {"age_x_sex-eeeeeeee", digest}));
    EXPECT_TRUE(is_same_file({"/dev/fd/63", digest}, {"a.csv", digest}));
    EXPECT_FALSE(is_same_file({"/dev/fd/63", digest}, {"a.csv", "1"}));
    EXPECT_FALSE(is_same_file({"a.csv", ""}, {"b-", ""}));
}

TEST(Certificate, TwoTablesThatWereExchangedAreFound) {
    EXPECT_EQ(differences_after([](Certificate& c) { std::swap(c.inputs[0].sha256, c.inputs[1].sha256); }),
              (Lines{"table \"a.csv\": sha256: recorded 34cd, found 12ab",
                     "table \"b.csv\": sha256: recorded 12ab, found 34cd"}));
    EXPECT_EQ(differences_after([](Certificate& c) { std::swap(c.inputs[0], c.inputs[1]); }), Lines{});
}

TEST(Certificate, NamesFilesThatAreMissingOrNew) {
    EXPECT_EQ(differences_after([](Certificate& c) { c.inputs[1].file = "other.csv"; }),
              (Lines{"table \"other.csv\": recorded 34cd, found none of that name",
                     "table \"b.csv\": recorded none, found 34cd"}));
    EXPECT_EQ(differences_after([](Certificate& c) { c.inputs[2].option = "groups"; }),
              (Lines{"groups \"s.json\": recorded 56ef, found none of that name",
                     "schema \"s.json\": recorded none, found 56ef"}));
    EXPECT_EQ(differences_after([](Certificate& c) { c.outputs.push_back(c.outputs[0]); }),
              Lines{"rows \"rows.csv\": recorded 78aa, found none of that name"});
}

TEST(Certificate, NamesOptionsAndFactsThatDiffer) {
    EXPECT_EQ(differences_after([](Certificate& c) { c.options[0].second = "3 or 4"; }),
              Lines{"option \"order\": recorded \"3 or 4\", found 2"});
    EXPECT_EQ(differences_after([](Certificate& c) { c.facts.erase(c.facts.begin()); }),
              Lines{"fact \"rows\": recorded none, found 100"});
    EXPECT_EQ(differences_after([](Certificate& c) { c.facts.emplace_back("more", ""); }),
              Lines{"fact \"more\": recorded \"\", found none"});
    EXPECT_EQ(differences_after([](Certificate& c) { std::swap(c.facts[0], c.facts[1]); }),
              Lines{"fact \"rows\": recorded after \"unit\", found before it"});
    EXPECT_EQ(differences_after([](Certificate& c) { c.product = "populate"; }),
              Lines{"product: recorded populate, found synth"});
    EXPECT_EQ(differences_after([](Certificate& c) { c.version = "9"; }), Lines{});
}

TEST(Certificate, NamesTheTableTheRowAndTheColumnAndShowsFractionsAsDecimals) {
    EXPECT_EQ(differences_after([](Certificate& c) { c.tables[0].rows[1][1] = "5"; }),
              Lines{"fit: table \"b\": l1_rows: recorded 5, found 4.667 (exactly 14/3)"});
    EXPECT_EQ(differences_after([](Certificate& c) { c.tables[0].rows[1][1] = "1/0"; }),
              Lines{"fit: table \"b\": l1_rows: recorded \"1/0\", found 4.667 (exactly 14/3)"});
    EXPECT_EQ(differences_after([](Certificate& c) { c.tables[0].columns[1] = "l1"; }),
              Lines{"fit: columns: recorded table, l1, found table, l1_rows"});
    EXPECT_EQ(differences_after([](Certificate& c) { c.tables.clear(); }),
              Lines{"tables: recorded 0, found 1"});
    EXPECT_EQ(differences_after([](Certificate& c) { c.tables[0].name = "fits"; }),
              Lines{"table 1: recorded fits, found fit"});
}

TEST(Certificate, RowsMayNotBeDroppedDoubledOrReordered) {
    EXPECT_EQ(differences_after([](Certificate& c) { c.tables[0].rows.pop_back(); }),
              Lines{"fit: table \"b\": recorded none, found 4.667 (exactly 14/3)"});
    EXPECT_EQ(differences_after([](Certificate& c) { c.tables[0].rows.push_back(c.tables[0].rows[0]); }),
              Lines{"fit: table \"a\": recorded 0, found none"});
    EXPECT_EQ(differences_after([](Certificate& c) { std::swap(c.tables[0].rows[0], c.tables[0].rows[1]); }),
              Lines{"fit: table \"a\": recorded after \"b\", found before it"});
}

std::string text_with(const std::string& what, const std::string& by) {
    std::string text = to_text(small());
    return text.replace(text.find(what), what.size(), by);
}

TEST(Certificate, RefusesWhatTwoReadersMightReadInTwoWays) {
    EXPECT_INPUT_ERROR(
        parse_certificate(text_with("\"seed\": \"0\"", R"("seed": "0", "seed": "1")"), "c.json"),
        "c.json: expected each key once in an object, got \"seed\" twice");
    EXPECT_INPUT_ERROR(parse_certificate(text_with("\"seed\": \"0\"", R"("seed": "a\u0000b")"), "c.json"),
                       "c.json: expected texts without a zero byte, got \"a\" and more");
    EXPECT_INPUT_ERROR(parse_certificate(text_with("\"facts\"", "\"fact\""), "c.json"),
                       "c.json: expected only the keys format, product, version, inputs, outputs, options, "
                       "facts, tables, sha256, got \"fact\"; did you mean \"facts\"?");
    EXPECT_INPUT_ERROR(parse_certificate(std::string(200'000, '['), "c.json"),
                       "c.json: expected JSON nested at most 64 deep, got deeper");
}

TEST(Certificate, NamesTheKeyThatIsWrong) {
    EXPECT_INPUT_ERROR(parse_certificate("{", "c.json"),
                       "c.json: line 1, character 2: expected JSON, got something else");
    EXPECT_INPUT_ERROR(parse_certificate(R"({"facts":1e999})", "c.json"),
                       "c.json: expected JSON with numbers that fit, got a larger one");
    EXPECT_INPUT_ERROR(parse_certificate("{}", "c.json"), "c.json: expected a key \"format\", got none");
    EXPECT_INPUT_ERROR(parse_certificate(R"({"format":"drover.certificate/1"})", "c.json"),
                       "c.json: format: expected \"drover.certificate/2\", got \"drover.certificate/1\"");
    EXPECT_INPUT_ERROR(parse_certificate(text_with("\"unit\": \"9\"", "\"unit\": 9"), "c.json"),
                       "c.json: facts: unit: expected a text, got 9");
    EXPECT_INPUT_ERROR(parse_certificate(text_with("\"14/3\"", "\"14/3\", \"1\""), "c.json"),
                       R"(c.json: tables 1: rows 2: expected one text per column, got ["b","14/3","1"])");
    EXPECT_INPUT_ERROR(check_product(small(), "populate", "c.json"),
                       "c.json: product: expected \"populate\", got \"synth\"");
}

}  // namespace
}  // namespace drover
