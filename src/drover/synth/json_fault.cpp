#include <nlohmann/json.hpp>

#include <drover/synth/json_fault_detail.hpp>

namespace drover::detail {
namespace {

using Json = nlohmann::ordered_json;

// Takes every text, and keeps where it is wrong.
class FaultFinder : public nlohmann::json_sax<Json> {
  public:
    const JsonFault& fault() const { return fault_; }

    bool null() override { return true; }
    bool boolean(bool /*value*/) override { return true; }
    bool number_integer(std::int64_t /*value*/) override { return true; }
    bool number_unsigned(std::uint64_t /*value*/) override { return true; }
    bool number_float(double /*value*/, const std::string& /*text*/) override { return true; }
    bool string(std::string& /*value*/) override { return true; }
    bool binary(Json::binary_t& /*value*/) override { return true; }
    bool start_object(std::size_t /*count*/) override { return true; }
    bool key(std::string& /*value*/) override { return true; }
    bool end_object() override { return true; }
    bool start_array(std::size_t /*count*/) override { return true; }
    bool end_array() override { return true; }
    bool parse_error(std::size_t byte, const std::string& /*token*/,
                     const nlohmann::detail::exception& error) override {
        fault_ = {byte, dynamic_cast<const Json::out_of_range*>(&error) != nullptr};
        return false;
    }

  private:
    JsonFault fault_;
};

}  // namespace

std::optional<JsonFault> json_fault(const std::string& text) {
    FaultFinder finder;
    if (Json::sax_parse(text, &finder)) return {};
    return finder.fault();
}

}  // namespace drover::detail
