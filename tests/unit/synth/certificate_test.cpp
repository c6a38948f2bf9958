#include <drover/core/sha256.hpp>
#include <drover/synth/certificate.hpp>

#include "expect.hpp"
#include "synth_texts.hpp"

namespace drover {
namespace {

struct Case {
    Synthesis made = synthesize(testing::region_tables(), {.rows = 30});
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
    const CheckResult found = check({"rows.csv", to_csv(c.made)}, testing::region_tables());
    EXPECT_EQ(differences(c.certificate, c.digests, found), std::vector<std::string>{});
}

TEST(Certificate, NamesEverythingThatDiffers) {
    const Case c;
    std::string csv = to_csv(c.made);
    csv.resize(csv.rfind('\n', csv.size() - 2) + 1);  // one row less
    const CheckResult found = check({"rows.csv", csv}, testing::region_tables());
    std::vector<std::string> digests = c.digests;
    digests[1] = "other";
    const std::vector<std::string> named = differences(c.certificate, digests, found);
    ASSERT_GE(named.size(), 4U);
    EXPECT_EQ(named[0], "rs.csv: sha256: expected " + c.digests[1] + ", got other");
    EXPECT_EQ(named[1], "rows.csv: sha256: expected " + c.made.digest + ", got " + found.digest);
    EXPECT_EQ(named[2], "rows: expected 30, got 29");
    EXPECT_EQ(named[3].rfind("table \"ra\": l1: expected ", 0), 0U) << named[3];
}

TEST(Certificate, NamesTheKeyThatIsWrong) {
    EXPECT_INPUT_ERROR(parse_certificate("{", "c.json"),
                       "c.json: expected a certificate as JSON, got something else at byte 2");
    EXPECT_INPUT_ERROR(parse_certificate(R"({"rounding":1e999})", "c.json"),
                       "c.json: expected a certificate as JSON, got something else at byte 17");
    EXPECT_INPUT_ERROR(parse_certificate("{}", "c.json"), "c.json: expected a key \"format\", got none");
    EXPECT_INPUT_ERROR(parse_certificate(R"({"format":"drover.synth/1"})", "c.json"),
                       "c.json: format: expected \"drover.certificate/1\", got \"drover.synth/1\"");
    std::string text = certificate_text(Case{}.certificate);
    text.replace(text.find("\"unit\": 100"), 11, "\"unit\": 0");
    EXPECT_INPUT_ERROR(parse_certificate(text, "c.json"), "c.json: unit: expected at least 1, got 0");
}

}  // namespace
}  // namespace drover
