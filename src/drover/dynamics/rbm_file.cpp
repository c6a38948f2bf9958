#include <bit>

#include <drover/core/check.hpp>
#include <drover/core/sha256.hpp>
#include <drover/dynamics/rbm_model.hpp>

// The file of a model: a line that names the format, numbers of 8 bytes (the lowest first), then names,
// cases, guesses, fantasy and weights, and the SHA-256 of all that in hexadecimal digits.

namespace drover {
namespace {

constexpr std::string_view format_line = "drover.rbm/1\n";
constexpr std::size_t seal_size = 64;

class Writer {
  public:
    explicit Writer(std::string& out) : out_{out} {}
    void number(std::uint64_t value) {
        for (int byte = 0; byte < 8; ++byte) out_ += static_cast<char>(value >> (8 * byte) & 0xffU);
    }
    void text(const std::string& text) {
        number(text.size());
        out_ += text;
    }
    void row(const BitRow& row) {
        for (const std::uint64_t word : row.words()) number(word);
    }
    void weight(std::int32_t value) {
        const auto bits = static_cast<std::uint32_t>(value);
        for (int byte = 0; byte < 4; ++byte) out_ += static_cast<char>(bits >> (8 * byte) & 0xffU);
    }

  private:
    std::string& out_;
};

// Never reads past the end, and never makes room for more than there is.
class Reader {
  public:
    Reader(std::string_view bytes, const std::string& name) : left_{bytes}, name_{name} {}

    [[noreturn]] void fail(const std::string& problem) const { throw InputError(name_ + ": " + problem); }
    void expect(bool holds, const char* problem) const {
        if (!holds) fail(std::string{"no model of drover rbm: "} + problem);
    }
    std::uint64_t bits(std::size_t bytes) {
        expect(left_.size() >= bytes, "it ends too early");
        std::uint64_t value = 0;
        for (std::size_t i = bytes; i-- > 0;) value = value << 8U | static_cast<unsigned char>(left_[i]);
        left_.remove_prefix(bytes);
        return value;
    }
    std::uint64_t number() { return bits(8); }
    /// A count of things of at least so many bytes each.
    std::size_t count(std::size_t bytes_each) {
        const std::uint64_t value = number();
        expect(value <= left_.size() / bytes_each, "a count beyond its end");
        return static_cast<std::size_t>(value);
    }
    std::uint64_t up_to(std::uint64_t largest) {
        const std::uint64_t value = number();
        expect(value <= largest, "a number out of range");
        return value;
    }
    std::string text() {
        const std::size_t size = count(1);
        std::string value{left_.substr(0, size)};
        left_.remove_prefix(size);
        return value;
    }
    BitRow row(std::size_t size) {
        const std::size_t words = (size + 63) / 64;
        expect(words <= left_.size() / 8, "it ends too early");
        BitRow row(size);
        for (std::size_t w = 0; w < words; ++w) {
            const std::uint64_t word = number();
            for (std::size_t b = 0; b < 64; ++b) {
                const bool bit = (word >> b & 1U) != 0;
                expect(!bit || 64 * w + b < size, "a bit beyond the end of a row");
                if (bit) row.set(64 * w + b, true);
            }
        }
        return row;
    }
    std::size_t left() const { return left_.size(); }

  private:
    std::string_view left_;
    std::string name_;
};

std::vector<ObservedRow> read_cases(Reader& in, std::size_t width) {
    const std::size_t row_bytes = (width + 63) / 64 * 8;
    const std::size_t case_count = in.count(row_bytes + 8);
    std::vector<ObservedRow> cases;
    for (std::size_t i = 0; i < case_count; ++i) {
        ObservedRow seen{in.row(width)};
        if (in.up_to(1) == 1) seen.unknown = in.row(width);
        cases.push_back(std::move(seen));
    }
    return cases;
}

void read_options(Reader& in, RbmHerderOptions& options) {
    options.hidden_count = in.count(1);
    options.coding = in.up_to(1) == 0 ? UnitCoding::signs : UnitCoding::bits;
    options.fantasy = static_cast<FantasyStart>(in.up_to(2));
    options.hidden_growth = in.up_to(1) == 1;
    options.batch_size = static_cast<std::size_t>(in.up_to(100'000'000));
    options.start_spread = std::bit_cast<double>(in.number());
    options.seed = in.number();
    options.max_steps = 0;
}

void read_state(Reader& in, RbmModel& model) {
    const std::size_t visible = model.visible_count();
    const std::size_t hidden = model.options.hidden_count;
    model.state.t = static_cast<std::int64_t>(in.up_to(std::uint64_t{1} << 50U));
    model.positive_margins = static_cast<std::int64_t>(in.up_to(static_cast<std::uint64_t>(model.state.t)));
    model.state.fantasy = {in.row(visible), in.row(hidden)};
    for (const ObservedRow& seen : model.cases) {
        if (!seen.is_whole()) model.state.guesses.push_back(in.row(visible));
    }
    in.expect(visible <= in.left() / 4 && hidden <= in.left() / 4 / (visible + 1), "it ends too early");
    const std::size_t weights = visible + hidden + visible * hidden;
    in.expect(in.left() == 4 * weights, "weights of another number");
    model.state.weights.reserve(weights);
    for (std::size_t a = 0; a < weights; ++a)
        model.state.weights.push_back(static_cast<std::int32_t>(static_cast<std::uint32_t>(in.bits(4))));
}

std::string_view unsealed(std::string_view bytes, const std::string& name) {
    check_input(bytes.substr(0, format_line.size()) == format_line, [&] {
        const bool is_other = bytes.substr(0, 11) == format_line.substr(0, 11);
        return name + ": expected a model of drover rbm (drover.rbm/1), got " +
               (is_other ? "another version" : "other data");
    });
    const bool is_long = bytes.size() >= format_line.size() + seal_size;
    const std::string_view body = bytes.substr(0, is_long ? bytes.size() - seal_size : 0);
    check_input(is_long && sha256(body) == bytes.substr(body.size()),
                [&] { return name + ": the checksum does not hold: the model was truncated or altered"; });
    return body.substr(format_line.size());
}

}  // namespace

std::string rbm_bytes(const RbmModel& model) {
    std::string bytes{format_line};
    Writer out{bytes};
    const RbmHerderOptions& options = model.options;
    out.number(model.names.size());
    for (const std::string& name : model.names) out.text(name);
    for (const std::uint64_t number :
         {std::uint64_t{options.hidden_count}, std::uint64_t{options.coding == UnitCoding::bits ? 1U : 0U},
          static_cast<std::uint64_t>(options.fantasy), std::uint64_t{options.hidden_growth ? 1U : 0U},
          std::uint64_t{options.batch_size}, std::bit_cast<std::uint64_t>(options.start_spread), options.seed,
          std::uint64_t{model.cases.size()}})
        out.number(number);
    for (const ObservedRow& seen : model.cases) {
        out.row(seen.values);
        out.number(seen.is_whole() ? 0 : 1);
        if (!seen.is_whole()) out.row(seen.unknown);
    }
    out.number(static_cast<std::uint64_t>(model.state.t));
    out.number(static_cast<std::uint64_t>(model.positive_margins));
    out.row(model.state.fantasy.x);
    out.row(model.state.fantasy.z);
    for (const BitRow& guess : model.state.guesses) out.row(guess);
    for (const std::int32_t weight : model.state.weights) out.weight(weight);
    return bytes + sha256(bytes);
}

RbmModel parse_rbm(std::string_view bytes, const std::string& name) {
    Reader in{unsealed(bytes, name), name};
    RbmModel model;
    const std::size_t visible = in.count(8);
    in.expect(visible > 0, "no columns");
    for (std::size_t j = 0; j < visible; ++j) model.names.push_back(in.text());
    read_options(in, model.options);
    model.cases = read_cases(in, visible);
    read_state(in, model);
    try {
        RbmHerderOptions options = model.options;
        options.max_steps = model.state.t;
        const RbmHerder herder{model.cases, options, model.state};  // checks the rest
    } catch (const InputError& error) {
        in.expect(false, error.what());
    }
    return model;
}

}  // namespace drover
