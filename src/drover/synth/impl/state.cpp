#include <drover/synth/impl/state.hpp>

namespace drover::synth::impl {
namespace {

void write_number(SealedWriter& out, std::int64_t number) { out.number(static_cast<std::uint64_t>(number)); }
std::int64_t read_number(SealedReader& in) { return static_cast<std::int64_t>(in.number()); }

void write_numbers(SealedWriter& out, const std::vector<std::int64_t>& numbers) {
    out.number(numbers.size());
    for (const std::int64_t number : numbers) write_number(out, number);
}

std::vector<std::int64_t> read_numbers(SealedReader& in) {
    std::vector<std::int64_t> numbers(in.count(8));
    for (std::int64_t& number : numbers) number = read_number(in);
    return numbers;
}

void write_engine(SealedWriter& out, const TableState& state) {
    write_number(out, state.herder.t);
    out.number(state.herder.starts);
    out.number(state.herder.row.size());
    for (const std::uint32_t value : state.herder.row) out.small_number(static_cast<std::int32_t>(value));
    write_numbers(out, state.herder.hits);
    write_number(out, state.steps);
    write_number(out, state.positive_margins);
}

void write_engine(SealedWriter& out, const ZoneState& state) {
    write_numbers(out, state.hits);
    write_number(out, state.steps);
    write_number(out, state.positive_margins);
}

TableState read_table_state(SealedReader& in) {
    TableState state;
    state.herder.t = read_number(in);
    state.herder.starts = in.number();
    state.herder.row.resize(in.count(4));
    for (std::uint32_t& value : state.herder.row) value = static_cast<std::uint32_t>(in.small_number());
    state.herder.hits = read_numbers(in);
    state.steps = read_number(in);
    state.positive_margins = read_number(in);
    return state;
}

ZoneState read_zone_state(SealedReader& in) {
    ZoneState state;
    state.hits = read_numbers(in);
    state.steps = read_number(in);
    state.positive_margins = read_number(in);
    return state;
}

}  // namespace

void write_state(SealedWriter& out, const State& state) {
    write_number(out, state.unit);
    write_number(out, state.row_count);
    write_numbers(out, state.hits);
    out.number(state.engine.index());
    std::visit([&](const auto& engine) { write_engine(out, engine); }, state.engine);
}

State read_state(SealedReader& in) {
    State state;
    state.unit = read_number(in);
    state.row_count = read_number(in);
    state.hits = read_numbers(in);
    if (in.up_to(std::variant_size_v<EngineState> - 1) == 0) {
        state.engine = read_table_state(in);
    } else {
        state.engine = read_zone_state(in);
    }
    return state;
}

}  // namespace drover::synth::impl
