#include <set>
#include <vector>

#include <drover/report/impl/json_fault.hpp>
#include <drover/report/impl/json_text.hpp>

namespace drover::impl {
namespace {

// Accepts every text, and records what is wrong with it.
class FaultFinder : public nlohmann::json_sax<Json> {
  public:
    const JsonFault& fault() const { return fault_; }

    bool null() override { return true; }
    bool boolean(bool /*value*/) override { return true; }
    bool number_integer(std::int64_t /*value*/) override { return true; }
    bool number_unsigned(std::uint64_t /*value*/) override { return true; }
    bool number_float(double /*value*/, const std::string& /*text*/) override { return true; }
    bool string(std::string& value) override { return is_text(value); }
    bool binary(Json::binary_t& /*value*/) override { return true; }
    bool start_object(std::size_t /*count*/) override { return go_down(); }
    bool key(std::string& value) override {
        if (!is_text(value)) return false;
        if (keys_.back().insert(value).second) return true;
        return refuse({JsonFault::Kind::repeated_key, 0, value});
    }
    bool end_object() override { return go_up(); }
    bool start_array(std::size_t /*count*/) override { return go_down(); }
    bool end_array() override { return go_up(); }
    bool parse_error(std::size_t byte, const std::string& /*token*/, const Json::exception& error) override {
        const bool is_large = dynamic_cast<const Json::out_of_range*>(&error) != nullptr;
        return refuse({is_large ? JsonFault::Kind::large_number : JsonFault::Kind::grammar, byte});
    }

  private:
    bool refuse(JsonFault fault) {
        fault_ = std::move(fault);
        return false;
    }
    bool is_text(const std::string& value) {
        if (value.find('\0') == std::string::npos) return true;
        return refuse({JsonFault::Kind::zero_byte, 0, value});
    }
    bool go_down() {
        if (keys_.size() == max_json_depth) return refuse({JsonFault::Kind::depth});
        keys_.emplace_back();
        return true;
    }
    bool go_up() {
        keys_.pop_back();
        return true;
    }

    JsonFault fault_;
    std::vector<std::set<std::string>> keys_;  // of the enclosing objects; a list has none
};

}  // namespace

std::optional<JsonFault> json_fault(const std::string& text) {
    FaultFinder finder;
    if (Json::sax_parse(text, &finder)) return {};
    return finder.fault();
}

}  // namespace drover::impl
