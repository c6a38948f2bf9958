#include <sstream>

#include <drover/tables/schema_file.hpp>

#include "expect.hpp"

namespace drover {
namespace {

SchemaFile parse(const std::string& columns) {
    return parse_schema(R"({"format":"drover.schema/1","columns":[)" + columns + "]}", "s.json");
}

TEST(SchemaFile, IsReadAsItWasWritten) {
    const SchemaFile file =
        parse(R"({"name":"sex","values":["F","M"]},{"name":"age","bins":[[0,15],[16,99]],"decimals":0})");
    std::ostringstream text;
    write_schema(text, file.schema);
    std::ostringstream again;
    write_schema(again, parse_schema(text.str(), "s.json").schema);
    EXPECT_EQ(text.str(), again.str());
    EXPECT_EQ(file.schema.columns[1].values, (std::vector<std::string>{"0-15", "16-99"}));
}

TEST(SchemaFile, EdgesMakeBins) {
    const SchemaFile file = parse(R"({"name":"age","edges":[0,18,65]})");
    EXPECT_EQ(file.edges.at("age").size(), 3U);
    EXPECT_EQ(file.schema.columns[0].bins.size(), 2U);
}

TEST(SchemaFile, NamesWhatIsWrong) {
    EXPECT_INPUT_ERROR(parse_schema("", "s.json"), "s.json: expected a JSON object, got an empty file");
    EXPECT_INPUT_ERROR(parse_schema("{\n  x", "s.json"),
                       "s.json: line 2, character 3: expected JSON, got something else");
    EXPECT_INPUT_ERROR(parse(R"({"name":"a"})"),
                       "s.json: column 1 \"a\": expected values, bins or edges, got none");
    EXPECT_INPUT_ERROR(parse(R"({"name":"a","values":["x","x"]})"),
                       "s.json: column 1 \"a\", values: expected each once, got \"x\" twice");
    EXPECT_INPUT_ERROR(parse(R"({"name":"a","edges":[2,1]})"),
                       "s.json: column 1 \"a\", edges: expected rising numbers below 2^62, got 1");
    EXPECT_INPUT_ERROR(parse(R"({"name":"a","values":["x"]},{"name":"a","values":["x"]})"),
                       "s.json: column 2: expected each column once, got \"a\" twice");
}

}  // namespace
}  // namespace drover
