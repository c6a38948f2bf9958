#include <nlohmann/json.hpp>

#include <drover/core/check.hpp>
#include <drover/core/sha256.hpp>
#include <drover/synth/checkpoint.hpp>

namespace drover {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* format_name = "drover.checkpoint/1";

Json json_of(const RunState& run) {
    return {{"t", run.herder.t},     {"starts", run.herder.starts},
            {"row", run.herder.row}, {"hits", run.herder.hits},
            {"steps", run.steps},    {"positive_margins", run.positive_margins}};
}

RunState run_of(const Json& json) {
    RunState run;
    run.herder.t = json.at("t").get<std::int64_t>();
    run.herder.starts = json.at("starts").get<std::uint64_t>();
    run.herder.row = json.at("row").get<CategoryRow>();
    run.herder.hits = json.at("hits").get<std::vector<std::int64_t>>();
    run.steps = json.at("steps").get<std::int64_t>();
    run.positive_margins = json.at("positive_margins").get<std::int64_t>();
    return run;
}

Json json_of(const Checkpoint& checkpoint) {
    Json json{{"format", format_name}, {"inputs", Json::array()}, {"options", Json::object()}};
    for (const CertifiedFile& input : checkpoint.inputs)
        json["inputs"].push_back({{"file", input.file}, {"sha256", input.sha256}});
    for (const auto& [option, value] : checkpoint.options) json["options"][option] = value;
    json["rows"] = checkpoint.state.row_count;
    json["bytes"] = checkpoint.byte_count;
    json["sha256"] = checkpoint.digest;
    json["bin_uses"] = checkpoint.bin_uses;
    json["hits"] = checkpoint.state.hits;
    json["runs"] = Json::array();
    for (const RunState& run : checkpoint.state.runs) json["runs"].push_back(json_of(run));
    return json;
}

Checkpoint checkpoint_of(const Json& json) {
    Checkpoint checkpoint;
    for (const Json& input : json.at("inputs"))
        checkpoint.inputs.push_back(
            {input.at("file").get<std::string>(), input.at("sha256").get<std::string>()});
    for (const auto& [option, value] : json.at("options").items())
        checkpoint.options.emplace_back(option, value.get<std::string>());
    checkpoint.state.row_count = json.at("rows").get<std::int64_t>();
    checkpoint.byte_count = json.at("bytes").get<std::int64_t>();
    checkpoint.digest = json.at("sha256").get<std::string>();
    checkpoint.bin_uses = json.at("bin_uses").get<std::vector<std::int64_t>>();
    checkpoint.state.hits = json.at("hits").get<std::vector<std::int64_t>>();
    for (const Json& run : json.at("runs")) checkpoint.state.runs.push_back(run_of(run));
    return checkpoint;
}

}  // namespace

std::string checkpoint_text(const Checkpoint& checkpoint) {
    Json json = json_of(checkpoint);
    json["seal"] = sha256(json.dump());
    return json.dump() + '\n';
}

Checkpoint parse_checkpoint(const std::string& text, const std::string& name) {
    try {
        Json json = Json::parse(text);
        const auto seal = json.at("seal").get<std::string>();
        json.erase("seal");
        if (json.at("format") == format_name && seal == sha256(json.dump())) return checkpoint_of(json);
    } catch (const Json::exception&) {  // said below
    }
    throw InputError(name + ": expected a checkpoint of drover synth (" + format_name +
                     "), got something else or a damaged one");
}

void check_same_run(const std::string& name, const Checkpoint& checkpoint, const Checkpoint& now) {
    for (std::size_t k = 0; k < std::max(checkpoint.options.size(), now.options.size()); ++k) {
        const bool both = k < checkpoint.options.size() && k < now.options.size();
        check_input(both && checkpoint.options[k] == now.options[k], [&] {
            const auto& option = k < now.options.size() ? now.options[k] : checkpoint.options[k];
            return name + ": expected a checkpoint of the same run, got one with another --" + option.first;
        });
    }
    check_input(checkpoint.inputs.size() == now.inputs.size(), [&] {
        return name + ": expected a checkpoint of " + std::to_string(now.inputs.size()) +
               " input files, got " + std::to_string(checkpoint.inputs.size());
    });
    for (std::size_t k = 0; k < now.inputs.size(); ++k) {
        check_input(checkpoint.inputs[k].sha256 == now.inputs[k].sha256, [&] {
            return now.inputs[k].file + ": expected the contents it had at the checkpoint " + quoted(name) +
                   ", got others";
        });
    }
}

}  // namespace drover
