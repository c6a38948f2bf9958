#include <benchmark/benchmark.h>

#include <sstream>

#include <drover/data/csv_reader.hpp>
#include <drover/number/philox.hpp>

// Both readers must find the same fields before either is timed.

namespace drover {
namespace {

constexpr std::uint64_t column_count = 20;

// Integers, decimals and signs, 1 to 9 characters each.
std::string numeric_csv(std::size_t size) {
    const CounterRandom random{3, 1};
    std::string text;
    for (std::uint64_t draw = 0; text.size() < size; ++draw) {
        const std::uint64_t bits = random.bits(draw);
        if (bits % 4 == 0) text += '-';
        text += std::to_string((bits >> 8U) % 1'000);
        if (bits % 3 != 0) text += '.' + std::to_string((bits >> 32U) % 10'000);
        text += draw % column_count == column_count - 1 ? '\n' : ',';
    }
    text.back() = '\n';
    return text;
}

void split(const std::string& line, std::vector<std::string>& fields) {
    fields.clear();
    std::size_t begin = 0;
    for (std::size_t end = line.find(','); end != std::string::npos; end = line.find(',', begin)) {
        fields.push_back(line.substr(begin, end - begin));
        begin = end + 1;
    }
    fields.push_back(line.substr(begin));
}

template <class Use>
void read_with_getline(std::istream& stream, Use&& use) {
    std::string line;
    std::vector<std::string> fields;
    while (std::getline(stream, line)) {
        split(line, fields);
        for (const std::string& field : fields) use(field);
    }
}

template <class Use>
void read_with_reader(const std::string& text, Use&& use) {
    CsvReader reader{text, "bench"};
    while (reader.next()) {
        for (const std::string_view field : reader.fields()) use(field);
    }
}

// Depends on every byte of every field, and on where the fields end.
class Checksum {
  public:
    void operator()(std::string_view field) {
        ++field_count_;
        for (const char c : field) mix(static_cast<unsigned char>(c));
        mix(256);
    }
    bool operator==(const Checksum&) const = default;

  private:
    void mix(std::uint64_t value) { sum_ = (sum_ ^ value) * 0x100000001B3ULL; }

    std::uint64_t field_count_ = 0;
    std::uint64_t sum_ = 0;
};

bool readers_agree(const std::string& text) {
    Checksum expected;
    Checksum found;
    std::istringstream stream{text};
    read_with_getline(stream, expected);
    read_with_reader(text, found);
    return found == expected;
}

void csv_getline(benchmark::State& state) {
    const std::string text = numeric_csv(static_cast<std::size_t>(state.range(0)));
    if (!readers_agree(text)) return state.SkipWithError("the readers disagree");
    std::istringstream stream{text};
    while (state.KeepRunning()) {
        std::size_t size = 0;
        stream.clear();
        stream.seekg(0);
        read_with_getline(stream, [&](std::string_view field) { size += field.size(); });
        benchmark::DoNotOptimize(size);
    }
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}
BENCHMARK(csv_getline)->ArgName("bytes")->Arg(1 << 25);

void csv_reader(benchmark::State& state) {
    const std::string text = numeric_csv(static_cast<std::size_t>(state.range(0)));
    if (!readers_agree(text)) return state.SkipWithError("the readers disagree");
    while (state.KeepRunning()) {
        std::size_t size = 0;
        read_with_reader(text, [&](std::string_view field) { size += field.size(); });
        benchmark::DoNotOptimize(size);
    }
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}
BENCHMARK(csv_reader)->ArgName("bytes")->Arg(1 << 25);

}  // namespace
}  // namespace drover
