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

    std::vector<std::string> differences(const std::string& digest = "digest") const {
        std::vector<NamedText> named;
        for (std::size_t k = 0; k < names.size(); ++k) named.push_back({texts[k], names[k]});
        return verify(certificate, input, std::vector<std::string>{digest}, named).differences;
    }
};

TEST(PopulateCertificate, IsReadAsItWasWritten) {
    const Hamlet hamlet;
    const std::string text = certificate_text(hamlet.certificate);
    EXPECT_TRUE(is_certificate(text, "c.json"));
    EXPECT_EQ(parse_certificate(text, "c.json"), hamlet.certificate);
    EXPECT_EQ(hamlet.certificate.controls[0], (CertifiedControl{"all", "Z", "8", "8", "0", "0"}));
    EXPECT_EQ(hamlet.certificate.controls[1].absolute_error, "0.5");
}

TEST(PopulateCertificate, HoldsForWhatWasMade) {
    EXPECT_EQ(Hamlet{}.differences(), std::vector<std::string>{});
}

TEST(PopulateCertificate, AVerdictWantsOneDigestAnInputAndOneTextAFile) {
    const Hamlet hamlet;
    const std::vector<NamedText> rows{{hamlet.texts[0], hamlet.names[0]}};
    EXPECT_INPUT_ERROR(verify(hamlet.certificate, hamlet.input, std::vector<std::string>{"digest"}, rows),
                       "verify: expected 4 texts of files, got 1");
    EXPECT_INPUT_ERROR(verify(hamlet.certificate, hamlet.input, {}, {}),
                       "verify: expected 1 digests of inputs, got 0");
}

TEST(PopulateCertificate, NamesInputsFilesLinesAndNumbersThatDiffer) {
    Hamlet hamlet;
    EXPECT_EQ(hamlet.differences("other"),
              std::vector<std::string>{"h.csv: sha256: expected digest, got other"});
    // A household of another number, and a certificate that was made to go with it.
    hamlet.texts[2].replace(hamlet.texts[2].rfind('\n', hamlet.texts[2].size() - 2), std::string::npos, "\n");
    hamlet.certificate.files[2].sha256 = sha256(hamlet.texts[2]);
    ASSERT_EQ(hamlet.differences().size(), 1U);
    EXPECT_EQ(hamlet.differences()[0].rfind("weights.csv: line ", 0), 0U);
    EXPECT_NE(hamlet.differences()[0].find(", got the end"), std::string::npos);
    Hamlet counts;
    counts.certificate.persons += 1;
    counts.certificate.controls[0].worst = "7";
    EXPECT_EQ(counts.differences().size(), 2U);
    EXPECT_EQ(counts.differences()[1], "control \"all\": worst: expected 7, got 0");
}

TEST(PopulateCertificate, FilesAreThoseOfPopulateAndEachComesOnce) {
    const Hamlet hamlet;
    const auto text_with = [&](std::vector<CertifiedFile> files) {
        Certificate changed = hamlet.certificate;
        changed.files = std::move(files);
        return certificate_text(changed);
    };
    const CertifiedFile weights{"weights.csv", "1"};
    const CertifiedFile summary{"controls_summary.csv", "2"};
    EXPECT_EQ(parse_certificate(text_with({weights, summary}), "c").files.size(), 2U);
    EXPECT_INPUT_ERROR(parse_certificate(text_with({weights}), "c"),
                       "c: files: expected \"controls_summary.csv\", got none");
    EXPECT_INPUT_ERROR(parse_certificate(text_with({weights, weights, summary}), "c"),
                       "c: files: expected each once, got \"weights.csv\" twice");
    EXPECT_INPUT_ERROR(parse_certificate(text_with({weights, summary, {"../x.csv", "3"}}), "c"),
                       "c: files: expected names of files of drover populate, got \"../x.csv\"");
    EXPECT_INPUT_ERROR(parse_certificate(text_with({weights, summary, {"persons.csv", "3"}}), "c"),
                       "c: files: expected \"households.csv\" beside \"persons.csv\", got none");
}

}  // namespace
}  // namespace drover::populate
