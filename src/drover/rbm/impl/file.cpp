#include <bit>
#include <utility>

#include <drover/rbm/impl/file.hpp>

// The sealed model file: names, options, cases, guesses, fantasy and weights.

namespace drover::rbm {
namespace {

constexpr SealedFormat format{.line = "drover.rbm/2", .what = "model of drover rbm"};

std::vector<ObservedRow> read_cases(SealedReader& in, std::size_t width) {
    const std::size_t row_bytes = (width + 63) / 64 * 8;
    const std::size_t case_count = in.count(row_bytes + 8);
    std::vector<ObservedRow> cases;
    for (std::size_t i = 0; i < case_count; ++i) {
        ObservedRow seen{in.row(width)};
        if (in.up_to(1) == 1) {
            seen.unknown = in.row(width);
            in.expect(!seen.is_complete(), "a case with unknown values, none of which is unknown");
        }
        cases.push_back(std::move(seen));
    }
    return cases;
}

void read_options(SealedReader& in, Options& options) {
    options.hidden_count = in.count(1);
    options.coding = in.up_to(1) == 0 ? UnitCoding::signs : UnitCoding::bits;
    options.fantasy = static_cast<FantasyStart>(in.up_to(3));
    options.hidden_growth = in.up_to(1) == 1;
    options.batch_size = static_cast<std::size_t>(in.up_to(100'000'000));
    options.start_spread = in.real();
    options.seed = in.number();
    options.max_steps = 0;
}

}  // namespace

void impl::write_state(SealedWriter& out, const HerderState& state, std::int64_t positive_margins) {
    out.number(static_cast<std::uint64_t>(state.t));
    out.number(static_cast<std::uint64_t>(positive_margins));
    out.row(state.fantasy.x);
    out.row(state.fantasy.z);
    for (const BitRow& guess : state.guesses) out.row(guess);
    for (const std::int32_t weight : state.weights) out.small_number(weight);
}

void impl::read_state(SealedReader& in, Model& model) {
    const std::size_t visible = model.visible_count();
    const std::size_t hidden = model.options.hidden_count;
    model.state.t = static_cast<std::int64_t>(in.up_to(std::uint64_t{1} << 50U));
    model.positive_margins = static_cast<std::int64_t>(in.up_to(static_cast<std::uint64_t>(model.state.t)));
    model.state.fantasy = {in.row(visible), in.row(hidden)};
    model.state.guesses.clear();
    for (const ObservedRow& seen : model.cases) {
        if (!seen.is_complete()) model.state.guesses.push_back(in.row(visible));
    }
    in.expect(visible <= in.left() / 4 && hidden <= in.left() / 4 / (visible + 1), "it ends too early");
    const std::size_t weights = visible + hidden + visible * hidden;
    model.state.weights.clear();
    model.state.weights.reserve(weights);
    for (std::size_t a = 0; a < weights; ++a) model.state.weights.push_back(in.small_number());
}

std::string to_bytes(const Model& model) {
    SealedWriter out{format};
    const Options& options = model.options;
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
        out.number(seen.is_complete() ? 0 : 1);
        if (!seen.is_complete()) out.row(seen.unknown);
    }
    impl::write_state(out, model.state, model.positive_margins);
    return std::move(out).sealed();
}

Model parse_model(std::string_view bytes, const std::string& name) {
    SealedReader in{bytes, name, format};
    Model model;
    const std::size_t visible = in.count(8);
    in.expect(visible > 0, "no columns");
    for (std::size_t j = 0; j < visible; ++j) model.names.push_back(in.text());
    read_options(in, model.options);
    model.cases = read_cases(in, visible);
    impl::read_state(in, model);
    in.expect(in.left() == 0, "weights of another number");
    try {
        Options options = model.options;
        options.max_steps = model.state.t;
        const Herder herder{model.cases, options, model.state};  // checks the rest
    } catch (const InputError& error) {
        in.expect(false, error.what());
    }
    return model;
}

}  // namespace drover::rbm
