#include <drover/core/sha256.hpp>
#include <drover/synth/checkpoint.hpp>

#include "expect.hpp"

namespace drover::synth {
namespace {

Checkpoint example() {
    Checkpoint checkpoint;
    checkpoint.inputs = {{"a.csv", "abc"}};
    checkpoint.options = {{"zeros", "auto"}, {"seed", "0"}};
    checkpoint.byte_count = 12;
    checkpoint.digest = "def";
    checkpoint.bin_uses = {1, 2};
    checkpoint.state.row_count = 3;
    checkpoint.state.hits = {4, 5};
    checkpoint.state.engine = TableState{{.t = 3, .starts = 7, .row = {0, 1}, .hits = {1, 2}}, 3, 1};
    return checkpoint;
}

TEST(Checkpoint, IsReadAsItWasWritten) {
    const std::string text = checkpoint_text(example());
    EXPECT_EQ(text,
              R"({"format":"drover.checkpoint/2","inputs":[{"file":"a.csv","sha256":"abc"}],)"
              R"("options":{"zeros":"auto","seed":"0"},"rows":3,"bytes":12,"sha256":"def","bin_uses":[1,2],)"
              R"("hits":[4,5],"run":{"t":3,"starts":7,"row":[0,1],"hits":[1,2],"steps":3,)"
              R"("positive_margins":1},)"
              R"("seal":"dcc36beb6365580c896bfd234cf0b94ea0068f3bc95bfa57344f807722db2669"})"
              "\n");
    EXPECT_EQ(checkpoint_text(parse_checkpoint(text, "c.json")), text);
}

TEST(Checkpoint, KeepsTheStateOfZones) {
    Checkpoint checkpoint = example();
    checkpoint.state.engine = ZoneState{.hits = {2, 1, 5}, .steps = 3, .positive_margins = 1};
    const std::string text = checkpoint_text(checkpoint);
    EXPECT_NE(text.find(R"("run":{"t":3,"starts":0,"row":[],"hits":[2,1,5],"steps":3,"positive_margins":1})"),
              std::string::npos);
    const Checkpoint read = parse_checkpoint(text, "c.json");
    EXPECT_EQ(std::get<ZoneState>(read.state.engine).hits, (std::vector<std::int64_t>{2, 1, 5}));
    EXPECT_EQ(checkpoint_text(read), text);
}

TEST(Checkpoint, OneChangedDigitBreaksTheSeal) {
    std::string text = checkpoint_text(example());
    text.replace(text.find("\"rows\":3"), 8, "\"rows\":4");
    constexpr const char* refused =
        "c.json: expected a checkpoint of drover synth (drover.checkpoint/2), got something else or a "
        "damaged one";
    EXPECT_INPUT_ERROR(parse_checkpoint(text, "c.json"), refused);
    EXPECT_INPUT_ERROR(parse_checkpoint("{}", "c.json"), refused);
    EXPECT_INPUT_ERROR(parse_checkpoint("", "c.json"), refused);
}

TEST(Checkpoint, ASealedTextOfOtherKindsIsRefused) {
    const std::string text = checkpoint_text(example());
    const auto resealed = [&](const std::string& what, const std::string& by) {
        std::string other = text.substr(0, text.find(",\"seal\"")) + '}';
        other.replace(other.find(what), what.size(), by);
        return other.substr(0, other.size() - 1) + ",\"seal\":\"" + sha256(other) + "\"}\n";
    };
    EXPECT_EQ(checkpoint_text(parse_checkpoint(resealed("rows", "rows"), "c.json")), text);
    for (const auto& [what, by] :
         std::vector<std::pair<std::string, std::string>>{{"\"rows\":3", "\"rows\":\"3\""},
                                                          {"\"rows\":3,", ""},
                                                          {"\"run\":{", "\"run\":{},\"other\":{"},
                                                          {"\"bin_uses\":[1,2]", "\"bin_uses\":[1,null]"},
                                                          {"\"options\":{", "\"options\":{\"x\":1,"},
                                                          {"\"file\":\"a.csv\"", "\"file\":[]"}}) {
        EXPECT_INPUT_ERROR(parse_checkpoint(resealed(what, by), "c.json"),
                           "c.json: expected a checkpoint of drover synth (drover.checkpoint/2), got "
                           "something else or a damaged one");
    }
}

TEST(Checkpoint, BelongsToItsInputsAndOptions) {
    check_same_run("c.json", example(), example());
    Checkpoint other = example();
    other.options[1].second = "1";
    EXPECT_INPUT_ERROR(check_same_run("c.json", example(), other),
                       "c.json: expected a checkpoint of the same run, got one with another --seed");
    other = example();
    other.inputs[0].sha256 = "abd";
    EXPECT_INPUT_ERROR(check_same_run("c.json", example(), other),
                       "a.csv: expected the contents it had at the checkpoint \"c.json\", got others");
    other.inputs.clear();
    EXPECT_INPUT_ERROR(check_same_run("c.json", example(), other),
                       "c.json: expected a checkpoint of 0 input files, got 1");
}

}  // namespace
}  // namespace drover::synth
