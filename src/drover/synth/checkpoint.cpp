#include <algorithm>
#include <limits>

#include <drover/core/check.hpp>
#include <drover/core/sha256.hpp>
#include <drover/report/impl/json_fault.hpp>
#include <drover/report/impl/json_node.hpp>
#include <drover/synth/checkpoint.hpp>

namespace drover::synth {
namespace {

using drover::impl::Json;

constexpr const char* format_name = "drover.checkpoint/2";

Json json_of(const TableState& state) {
    return {{"t", state.herder.t},     {"starts", state.herder.starts},
            {"row", state.herder.row}, {"hits", state.herder.hits},
            {"steps", state.steps},    {"positive_margins", state.positive_margins}};
}

// With the same keys: there is no last row.
Json json_of(const ZoneState& state) {
    return json_of(TableState{.herder = {.t = state.steps, .hits = state.hits},
                              .steps = state.steps,
                              .positive_margins = state.positive_margins});
}

template <class Value>
bool holds(const Json& json) {
    if constexpr (std::is_unsigned_v<Value>) {
        return json.is_number_unsigned() && json.get<std::uint64_t>() <= std::numeric_limits<Value>::max();
    } else {
        return std::is_integral_v<Value> ? drover::impl::is_int64(json) : json.is_string();
    }
}

// False if the key is not there, or something else under it.
template <class Value>
bool read(const Json& json, const char* key, Value& value) {
    const auto found = json.find(key);
    if (found == json.end() || !holds<Value>(*found)) return false;
    value = found->template get<Value>();
    return true;
}

template <class Value>
bool read(const Json& json, const char* key, std::vector<Value>& values) {
    const auto found = json.find(key);
    if (found == json.end() || !found->is_array()) return false;
    if (!std::all_of(found->begin(), found->end(), holds<Value>)) return false;
    values = found->template get<std::vector<Value>>();
    return true;
}

// Each entry of the list under the key.
template <class Value, class ReadOne>
bool read_each(const Json& json, const char* key, std::vector<Value>& values, ReadOne read_one) {
    const auto found = json.find(key);
    if (found == json.end() || !found->is_array()) return false;
    values.resize(found->size());
    for (std::size_t k = 0; k < values.size(); ++k) {
        if (!read_one((*found)[k], values[k])) return false;
    }
    return true;
}

bool read_engine(const Json& json, EngineState& state) {
    TableState run;
    if (!(read(json, "t", run.herder.t) && read(json, "starts", run.herder.starts) &&
          read(json, "row", run.herder.row) && read(json, "hits", run.herder.hits) &&
          read(json, "steps", run.steps) && read(json, "positive_margins", run.positive_margins)))
        return false;
    if (!run.herder.row.empty()) {
        state = std::move(run);
        return true;
    }
    state = ZoneState{
        .hits = std::move(run.herder.hits), .steps = run.steps, .positive_margins = run.positive_margins};
    return run.herder.t == run.steps;
}

bool read_input(const Json& json, CertifiedFile& input) {
    return read(json, "file", input.file) && read(json, "sha256", input.sha256) &&
           (!json.contains("option") || read(json, "option", input.option));
}

bool read_options(const Json& json, Checkpoint& checkpoint) {
    const auto found = json.find("options");
    if (found == json.end() || !found->is_object()) return false;
    for (const auto& entry : found->items()) {
        if (!entry.value().is_string()) return false;
        checkpoint.options.emplace_back(entry.key(), entry.value().get<std::string>());
    }
    return true;
}

Json json_of(const Checkpoint& checkpoint) {
    Json json{{"format", format_name},
              {"inputs", drover::impl::list_json(checkpoint.inputs, drover::impl::file_json)},
              {"options", drover::impl::texts_json(checkpoint.options)}};
    json["rows"] = checkpoint.state.row_count;
    json["bytes"] = checkpoint.byte_count;
    json["sha256"] = checkpoint.digest;
    json["bin_uses"] = checkpoint.bin_uses;
    json["hits"] = checkpoint.state.hits;
    json["run"] = std::visit([](const auto& engine) { return json_of(engine); }, checkpoint.state.engine);
    return json;
}

bool read_checkpoint(const Json& json, Checkpoint& checkpoint) {
    return read_each(json, "inputs", checkpoint.inputs, read_input) && read_options(json, checkpoint) &&
           read(json, "rows", checkpoint.state.row_count) && read(json, "bytes", checkpoint.byte_count) &&
           checkpoint.state.row_count >= 0 && checkpoint.byte_count >= 0 &&
           read(json, "sha256", checkpoint.digest) && read(json, "bin_uses", checkpoint.bin_uses) &&
           read(json, "hits", checkpoint.state.hits) && json.contains("run") &&
           read_engine(json["run"], checkpoint.state.engine);
}

// Takes the seal off. True if it was right.
bool unseal(Json& json) {
    std::string format;
    std::string seal;
    if (!read(json, "format", format) || format != format_name || !read(json, "seal", seal)) return false;
    json.erase("seal");
    return seal == sha256(json.dump());
}

}  // namespace

std::string checkpoint_text(const Checkpoint& checkpoint) {
    Json json = json_of(checkpoint);
    json["seal"] = sha256(json.dump());
    return json.dump() + '\n';
}

Checkpoint parse_checkpoint(const std::string& text, const std::string& name) {
    const bool is_json = !drover::impl::json_fault(text);
    Json json = is_json ? Json::parse(text) : Json{};
    Checkpoint checkpoint;
    check_input(is_json && unseal(json) && read_checkpoint(json, checkpoint), [&] {
        return name + ": expected a checkpoint of drover synth (" + format_name +
               "), got something else or a damaged one";
    });
    return checkpoint;
}

}  // namespace drover::synth
