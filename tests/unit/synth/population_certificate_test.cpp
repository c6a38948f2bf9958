#include <drover/synth/population_certificate.hpp>

#include "expect.hpp"

namespace drover {
namespace {

TEST(PopulationCertificate, HasFilesOptionsAndExactErrors) {
    const PopulationInput input =
        read_population({.households = {"id,n\n1,1\n2,2\n", "h.csv"},
                         .geography = {"zone\na\nb\n", "g.csv"},
                         .controls = {"target,geography,seed_table,expression\n"
                                      "all,zone,households,n>0\n"
                                      "single,zone,households,n=1\n",
                                      "c.csv"},
                         .totals = {{"zone", {"zone,all,single\na,3,1.5\nb,2,2\n", "z.csv"}}}},
                        {.id = "id"});
    const std::string text = population_certificate(
        input, populate(input), {{{"h.csv", "12ab"}}, {{"id", "id"}}, {{"out/households.csv", "34cd"}}});
    EXPECT_EQ(text.find(R"({"format":"drover.population/1","version":)"), 0U);
    EXPECT_NE(
        text.find(R"("inputs":[{"file":"h.csv","sha256":"12ab"}],"options":[{"option":"id","value":"id"}],)"
                  R"("files":[{"file":"out/households.csv","sha256":"34cd"}],"households":5,"persons":0)"),
        std::string::npos);
    EXPECT_NE(
        text.find(R"({"control":"single","level":"zone","asked":"3.5","got":"4","absolute_error":"0.5",)"
                  R"("worst":"0.5"})"),
        std::string::npos)
        << text;
}

}  // namespace
}  // namespace drover
