#include <drover/core/sha256.hpp>
#include <drover/synth/certificate.hpp>

#include "expect.hpp"
#include "synth_texts.hpp"

namespace drover::synth {
namespace {

struct Case {
    Result made = synthesize(testing::region_tables(), {.rows = 30});
    std::vector<std::string> digests;
    Certificate certificate;

    Case() {
        std::vector<CertifiedFile> inputs;
        for (const TableText& text : testing::region_texts()) {
            digests.push_back(sha256(text.text));
            inputs.push_back({text.file, digests.back()});
        }
        certificate = certify(made, inputs, {{"zeros", "auto"}}, "rows.csv");
    }
};

TEST(Certificate, IsReadAsItWasWritten) {
    const Case c;
    EXPECT_EQ(parse_certificate(certificate_text(c.certificate), "c.json"), c.certificate);
    EXPECT_EQ(c.certificate.option("zeros"), "auto");
    EXPECT_FALSE(c.certificate.option("seed").has_value());
    EXPECT_EQ(c.certificate.unit, 100);
    EXPECT_EQ(c.certificate.margins->steps, 30);
}

TEST(Certificate, HoldsForTheRowsThatWereMade) {
    const Case c;
    const CheckResult found =
        check({"rows.csv", to_csv(c.made)}, testing::region_tables(), {.zeros = Zeros::automatic});
    EXPECT_EQ(differences(c.certificate, c.digests, found), std::vector<std::string>{});
}

TEST(Certificate, NamesEverythingThatDiffers) {
    const Case c;
    std::string csv = to_csv(c.made);
    csv.resize(csv.rfind('\n', csv.size() - 2) + 1);  // one row less
    const CheckResult found = check({"rows.csv", csv}, testing::region_tables(), {.zeros = Zeros::automatic});
    std::vector<std::string> digests = c.digests;
    digests[1] = "other";
    const std::vector<std::string> named = differences(c.certificate, digests, found);
    ASSERT_GE(named.size(), 4U);
    EXPECT_EQ(named[0], "rs.csv: sha256: expected " + c.digests[1] + ", got other");
    EXPECT_EQ(named[1], "rows.csv: sha256: expected " + c.made.digest + ", got " + found.digest);
    EXPECT_EQ(named[2], "rows: expected 30, got 29");
    EXPECT_EQ(named[3].rfind("table \"ra\": l1: expected ", 0), 0U) << named[3];
}

TEST(Certificate, AComparisonWantsOneDigestAnInput) {
    const Case c;
    const CheckResult found =
        check({"rows.csv", to_csv(c.made)}, testing::region_tables(), {.zeros = Zeros::automatic});
    const std::vector<std::string> one{c.digests[0]};
    EXPECT_INPUT_ERROR(differences(c.certificate, one, found),
                       "differences: expected 2 digests of inputs, got 1");
}

TEST(Certificate, RulesAreVerifiedInTheRowsThemselves) {
    Case c;
    c.certificate.options.emplace_back("forbid", "region=N,age=young");
    const auto named = [&](const CheckOptions& options) {
        return differences(c.certificate, c.digests,
                           check({"rows.csv", to_csv(c.made)}, testing::region_tables(), options));
    };
    using Lines = std::vector<std::string>;
    std::int64_t young_in_north = 0;
    for (std::size_t r = 0; r < c.made.row_count(); ++r) {
        const auto row = c.made.row(r);
        young_in_north += c.made.schema.columns[0].values[row[0]] == "N" &&
                                  c.made.schema.columns[1].values[row[1]] == "young"
                              ? 1
                              : 0;
    }
    EXPECT_EQ(named({.zeros = Zeros::automatic, .forbid = {{{"region", "N"}, {"age", "young"}}}}),
              Lines{"rows that --forbid rules out: expected 0, got " + std::to_string(young_in_north)});
    EXPECT_EQ(named({.zeros = Zeros::automatic}), Lines{"combinations of --forbid: expected 1, got 0"});
    EXPECT_EQ(named({.forbid = {{{"region", "N"}, {"age", "old"}}}}),
              Lines{"zeros_are_hard: expected true, got false"});
}

TEST(Certificate, RefusesWhatTwoReadersMightReadInTwoWays) {
    const std::string text = certificate_text(Case{}.certificate);
    const auto changed = [&](const std::string& what, const std::string& by) {
        std::string other = text;
        return other.replace(other.find(what), what.size(), by);
    };
    EXPECT_INPUT_ERROR(parse_certificate(changed("\"unit\": 100", "\"unit\": 100, \"unit\": 9"), "c.json"),
                       "c.json: expected each key once in an object, got \"unit\" twice");
    EXPECT_INPUT_ERROR(
        parse_certificate(changed("\"zeros\": \"auto\"", "\"zeros\": \"a\\u0000b\""), "c.json"),
        "c.json: expected texts without a zero byte, got \"a\" and more");
    EXPECT_INPUT_ERROR(
        parse_certificate(changed("\"margins\"", "\"margin\""), "c.json"),
        "c.json: expected only the keys format, version, inputs, options, row_count, rows, unit, "
        "exact, rounding, tables, zeros_are_hard, impossible_rows, margins, got \"margin\"");
    EXPECT_INPUT_ERROR(parse_certificate(std::string(200'000, '['), "c.json"),
                       "c.json: expected JSON nested at most 64 deep, got deeper");
}

TEST(Certificate, NamesTheKeyThatIsWrong) {
    EXPECT_INPUT_ERROR(parse_certificate("{", "c.json"),
                       "c.json: line 1, character 2: expected JSON, got something else");
    EXPECT_INPUT_ERROR(parse_certificate(R"({"rounding":1e999})", "c.json"),
                       "c.json: expected JSON with numbers that fit, got a larger one");
    EXPECT_INPUT_ERROR(parse_certificate("{}", "c.json"), "c.json: expected a key \"format\", got none");
    EXPECT_INPUT_ERROR(parse_certificate(R"({"format":"drover.synth/1"})", "c.json"),
                       "c.json: format: expected \"drover.certificate/1\", got \"drover.synth/1\"");
    std::string text = certificate_text(Case{}.certificate);
    text.replace(text.find("\"unit\": 100"), 11, "\"unit\": 0");
    EXPECT_INPUT_ERROR(parse_certificate(text, "c.json"), "c.json: unit: expected at least 1, got 0");
}

}  // namespace
}  // namespace drover::synth
