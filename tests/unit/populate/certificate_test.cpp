#include <drover/populate/certificate.hpp>

#include <sstream>

#include <drover/core/sha256.hpp>
#include <drover/populate/csv.hpp>

#include "expect.hpp"

namespace drover::populate {
namespace {

// Two zones, four households, and the files of a result.
struct Hamlet {
    Input input = read_input(
        {.households = {"id,w,n\n1,1,1\n2,2,2\n3,1,3\n4,1,1\n", "h.csv"},
         .persons = NamedText{"id,sex\n1,F\n2,F\n2,M\n3,M\n3,M\n3,F\n4,M\n", "p.csv"},
         .geography = {"Z,R\na,r\nb,r\n", "g.csv"},
         .controls = {"target,geography,seed_table,expression\nall,Z,households,w>0\nwomen,R,persons,sex=F\n",
                      "c.csv"},
         .totals = {{"Z", {"Z,all\na,3\nb,5\n", "t.csv"}}, {"R", {"R,women\nr,6.5\n", "r.csv"}}}},
        {.id = "id", .weight = "w"});
    Result made = populate(input);
    std::vector<std::string> names{"households.csv", "persons.csv", "weights.csv", "controls_summary.csv"};
    std::vector<std::string> texts;
    Certificate certificate;

    Hamlet() {
        std::vector<CertifiedFile> files;
        for (const std::string& name : names) {
            std::ostringstream out;
            if (name == "households.csv") write_households(out, input, made);
            if (name == "persons.csv") write_persons(out, input, made);
            if (name == "weights.csv") write_weights(out, input, made);
            if (name == "controls_summary.csv") write_controls_summary(out, input, made.fit);
            texts.push_back(out.str());
            files.push_back({name, sha256(texts.back())});
        }
        certificate = certify(input, made.fit, {{"h.csv", "digest", "households"}}, {{"id", "id"}}, files);
    }

    // With a seal that was computed again.
    std::vector<std::string> differences(const CertifiedFile& household = {"x/h.csv", "digest",
                                                                           "households"}) const {
        std::vector<NamedText> named;
        for (std::size_t k = 0; k < names.size(); ++k) named.push_back({texts[k], names[k]});
        return verify(sealed(certificate), input, {household}, named).verdict.differences;
    }
};

TEST(PopulateCertificate, HasWhatWasMeasured) {
    const Hamlet hamlet;
    const Certificate& certificate = hamlet.certificate;
    EXPECT_EQ(parse_certificate(to_text(certificate), "c.json"), certificate);
    EXPECT_EQ(certificate.product, "populate");
    EXPECT_EQ(certificate.facts[0], (std::pair<std::string, std::string>{"households", "8"}));
    EXPECT_EQ(certificate.outputs[0].option, "result");
    const CertifiedTable& fit = certificate.tables.at(0);
    EXPECT_EQ(fit.columns,
              (std::vector<std::string>{"control", "level", "asked", "got", "absolute_error", "worst"}));
    EXPECT_EQ(fit.rows[0], (std::vector<std::string>{"all", "Z", "8", "8", "0", "0"}));
    EXPECT_EQ(fit.rows[1][4], "0.5");
}

TEST(PopulateCertificate, HoldsForWhatWasMade) {
    EXPECT_EQ(Hamlet{}.differences(), std::vector<std::string>{});
}

TEST(PopulateCertificate, AVerdictWantsOneTextPerFile) {
    const Hamlet hamlet;
    const std::vector<NamedText> rows{{hamlet.texts[0], hamlet.names[0]}};
    EXPECT_INPUT_ERROR(verify(hamlet.certificate, hamlet.input, {}, rows),
                       "verify: expected 4 texts of files, got 1");
}

TEST(PopulateCertificate, NamesInputsFilesLinesAndNumbersThatDiffer) {
    using Lines = std::vector<std::string>;
    Hamlet hamlet;
    EXPECT_EQ(hamlet.differences({"h.csv", "other", "households"}),
              Lines{"households \"h.csv\": sha256: recorded digest, found other"});
    EXPECT_EQ(hamlet.differences({"i.csv", "digest", "households"}),
              (Lines{"households \"h.csv\": recorded digest, found none of that name",
                     "households \"i.csv\": recorded none, found digest"}));
    // A household of another number, and a certificate that was made to go with it.
    hamlet.texts[2].replace(hamlet.texts[2].rfind('\n', hamlet.texts[2].size() - 2), std::string::npos, "\n");
    hamlet.certificate.outputs[2].sha256 = sha256(hamlet.texts[2]);
    ASSERT_EQ(hamlet.differences().size(), 1U);
    EXPECT_EQ(hamlet.differences()[0].rfind("weights.csv: line ", 0), 0U);
    EXPECT_NE(hamlet.differences()[0].find(", got the end"), std::string::npos);
    Hamlet counts;
    counts.certificate.facts[1].second = "1";
    counts.certificate.tables[0].rows[0][5] = "7";
    EXPECT_EQ(counts.differences().size(), 2U);
    EXPECT_EQ(counts.differences()[1], "fit: control \"all\": worst: recorded 7, found 0");
}

TEST(PopulateCertificate, AnEditedOptionIsFound) {
    Hamlet hamlet;
    hamlet.certificate.options[0].second = "hh";
    std::vector<NamedText> named;
    for (std::size_t k = 0; k < hamlet.names.size(); ++k) named.push_back({hamlet.texts[k], hamlet.names[k]});
    const std::vector<std::string> lines =
        verify(hamlet.certificate, hamlet.input, hamlet.certificate.inputs, named).verdict.differences;
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_EQ(lines[0].rfind("sha256 of the certificate, which was edited: recorded ", 0), 0U);
}

TEST(PopulateCertificate, FilesAreThoseOfPopulateAndEachComesOnce) {
    const Hamlet hamlet;
    const auto check_with = [&](std::vector<CertifiedFile> files) {
        Certificate changed = hamlet.certificate;
        changed.outputs = std::move(files);
        for (CertifiedFile& file : changed.outputs) file.option = "result";
        check_certificate(changed, "c");
    };
    const CertifiedFile weights{"weights.csv", "1"};
    const CertifiedFile summary{"controls_summary.csv", "2"};
    check_with({weights, summary});
    EXPECT_INPUT_ERROR(check_with({weights}), "c: outputs: expected \"controls_summary.csv\", got none");
    EXPECT_INPUT_ERROR(check_with({weights, weights, summary}),
                       "c: outputs: expected each once, got \"weights.csv\" twice");
    EXPECT_INPUT_ERROR(check_with({weights, summary, {"../x.csv", "3"}}),
                       "c: outputs: expected files of drover populate with the role \"result\", "
                       "got result \"../x.csv\"");
    EXPECT_INPUT_ERROR(check_with({weights, summary, {"persons.csv", "3"}}),
                       "c: outputs: expected \"households.csv\" beside \"persons.csv\", got none");
    Certificate other = hamlet.certificate;
    other.product = "synth";
    EXPECT_INPUT_ERROR(check_certificate(other, "c"), "c: product: expected \"populate\", got \"synth\"");
}

}  // namespace
}  // namespace drover::populate
