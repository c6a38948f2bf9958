#include <drover/core/sha256.hpp>
#include <drover/synth/certificate.hpp>

#include "expect.hpp"
#include "synth_texts.hpp"

namespace drover::synth {
namespace {

using Lines = std::vector<std::string>;

struct Case {
    Result made = synthesize(testing::region_tables(), {.rows = 30});
    std::vector<CertifiedFile> inputs;
    Certificate certificate;

    Case() {
        for (const TableText& text : testing::region_texts())
            inputs.push_back({text.file, sha256(text.text)});
        certificate = certify(made, inputs, {{"zeros", "auto"}}, "rows.csv");
    }

    CheckResult found(const CheckOptions& options = {.zeros = Zeros::automatic}) const {
        return check({"rows.csv", to_csv(made)}, testing::region_tables(), options);
    }
    Lines differences(const CheckResult& checked) const {
        return verify(sealed(certificate), inputs, checked, "rows.csv").differences;
    }
};

TEST(SynthCertificate, HasWhatWasMeasured) {
    const Case c;
    EXPECT_EQ(parse_certificate(to_text(c.certificate), "c.json"), c.certificate);
    EXPECT_EQ(c.certificate.product, "synth");
    EXPECT_EQ(c.certificate.outputs, (std::vector<CertifiedFile>{{"rows.csv", c.made.digest, "rows"}}));
    EXPECT_EQ(c.certificate.facts, (NamedTexts{{"rows", "30"},
                                               {"unit", "100"},
                                               {"exact", "true"},
                                               {"rounding", "0"},
                                               {"zeros_are_hard", "true"},
                                               {"impossible_rows", "0"}}));
    ASSERT_EQ(c.certificate.tables.size(), 1U);
    EXPECT_EQ(c.certificate.tables[0].columns, (Lines{"table", "columns", "l1_rows", "worst_cell_rows"}));
    EXPECT_EQ(c.certificate.tables[0].rows[0][0], "ra");
    EXPECT_EQ(c.certificate.tables[0].rows[0][1], "region,age");
    EXPECT_DOUBLE_EQ(parse_rational(c.certificate.tables[0].rows[0][2]).to_double(), c.made.fit.tables[0].l1);
}

TEST(SynthCertificate, HoldsForTheRowsThatWereMade) {
    const Case c;
    const Verdict verdict = verify(c.certificate, c.inputs, c.found(), "elsewhere.csv");
    EXPECT_EQ(verdict.differences, Lines{});
    EXPECT_EQ(verdict.accepted_files[0], (CertifiedFile{"elsewhere.csv", c.made.digest, "rows"}));
    EXPECT_EQ(verdict.accepted_options, (NamedTexts{{"zeros", "auto"}}));
}

TEST(SynthCertificate, NamesEverythingThatDiffers) {
    Case c;
    std::string csv = to_csv(c.made);
    csv.resize(csv.rfind('\n', csv.size() - 2) + 1);  // one row less
    const CheckResult found = check({"rows.csv", csv}, testing::region_tables(), {.zeros = Zeros::automatic});
    const std::string digest = std::exchange(c.inputs[1].sha256, "other");
    const Lines named = c.differences(found);
    ASSERT_GE(named.size(), 4U);
    EXPECT_EQ(named[0], "rows \"rows.csv\": sha256: recorded " + c.made.digest + ", found " + found.digest);
    EXPECT_EQ(named[1], "table \"rs.csv\": sha256: recorded " + digest + ", found other");
    EXPECT_EQ(named[2], "fact \"rows\": recorded 30, found 29");
    EXPECT_EQ(named[3].rfind("fit: table \"ra\": l1_rows: recorded ", 0), 0U) << named[3];
}

// Contents under each other's names, as files or by the order in which they are given.
TEST(SynthCertificate, TablesAreMatchedByNameAndNotByContents) {
    const Case c;
    std::vector<TableText> texts = testing::region_texts();
    std::swap(texts[0], texts[1]);
    const std::vector<TableText> ordered = in_certified_order(texts, c.certificate, "c.json");
    EXPECT_EQ(ordered[0].file, c.inputs[0].file);
    EXPECT_EQ(sha256(ordered[0].text), c.inputs[0].sha256);

    std::swap(texts[0].file, texts[1].file);
    const std::vector<TableText> exchanged = in_certified_order(texts, c.certificate, "c.json");
    EXPECT_EQ(exchanged[0].file, c.inputs[0].file);
    EXPECT_EQ(sha256(exchanged[0].text), c.inputs[1].sha256);

    texts[0].file = "other.csv";
    EXPECT_INPUT_ERROR(in_certified_order(texts, c.certificate, "c.json"),
                       "c.json: expected the table file \"" + c.inputs[0].file + "\", got none of that name");
    texts[0].file = name_by_content(texts[0].text);  // as a pipe
    texts[1].file = name_by_content(texts[1].text);
    EXPECT_EQ(in_certified_order(texts, c.certificate, "c.json")[0].file, c.inputs[0].file);
    texts.push_back({"more.csv", ""});
    EXPECT_INPUT_ERROR(in_certified_order(texts, c.certificate, "c.json"),
                       "c.json: expected only the table files it names, got \"more.csv\"");
}

TEST(SynthCertificate, RulesAreVerifiedInTheRowsThemselves) {
    Case c;
    c.certificate.options.emplace_back("forbid", "region=N,age=young");
    const auto named = [&](const CheckOptions& options) { return c.differences(c.found(options)); };
    std::int64_t young_in_north = 0;
    for (std::size_t r = 0; r < c.made.row_count(); ++r) {
        const auto row = c.made.row(r);
        young_in_north += c.made.schema.columns[0].values[row[0]] == "N" &&
                                  c.made.schema.columns[1].values[row[1]] == "young"
                              ? 1
                              : 0;
    }
    EXPECT_EQ(named({.zeros = Zeros::automatic, .forbid = {{{"region", "N"}, {"age", "young"}}}}),
              Lines{"rows with a forbidden combination: expected 0, got " + std::to_string(young_in_north)});
    EXPECT_EQ(named({.zeros = Zeros::automatic}), Lines{"forbidden combinations: recorded 1, found 0"});
    EXPECT_EQ(named({.forbid = {{{"region", "N"}, {"age", "old"}}}}),
              Lines{"fact \"zeros_are_hard\": recorded true, found false"});
}

TEST(SynthCertificate, IsOneOfRowsFromTables) {
    const Case c;
    check_certificate(c.certificate, "c");
    const auto changed = [&](auto&& change) {
        Certificate other = c.certificate;
        change(other);
        return other;
    };
    EXPECT_INPUT_ERROR(check_certificate(changed([](Certificate& o) { o.product = "populate"; }), "c"),
                       "c: product: expected \"synth\", got \"populate\"");
    EXPECT_INPUT_ERROR(check_certificate(changed([](Certificate& o) { o.outputs.clear(); }), "c"),
                       "c: outputs: expected one file with the role \"rows\", got 0");
    EXPECT_INPUT_ERROR(check_certificate(changed([](Certificate& o) { o.outputs[0].option = "like"; }), "c"),
                       "c: outputs: expected one file with the role \"rows\", got \"like\"");
    EXPECT_INPUT_ERROR(check_certificate(changed([](Certificate& o) { o.inputs.clear(); }), "c"),
                       "c: inputs: expected at least one table, got none");
    EXPECT_INPUT_ERROR(check_certificate(changed([](Certificate& o) {
                                             o.inputs.push_back({"s", "1", "schema"});
                                         }),
                                         "c"),
                       "c: inputs: expected no file for schema, as its options say, got \"s\"");
    EXPECT_INPUT_ERROR(check_certificate(changed([](Certificate& o) {
                                             o.inputs.push_back({"s", "1", "schema"});
                                             o.inputs.push_back({"s", "1", "schema"});
                                             o.options.emplace_back("schema", "s");
                                         }),
                                         "c"),
                       "c: inputs: expected \"s\" for schema, as its options say, got 2");
    EXPECT_INPUT_ERROR(check_certificate(changed([](Certificate& o) {
                                             o.inputs.push_back({"s", "1", "schema"});
                                             o.options.emplace_back("schema", "t");
                                         }),
                                         "c"),
                       "c: inputs: expected \"t\" for schema, as its options say, got \"s\"");
}

}  // namespace
}  // namespace drover::synth
