#include <charconv>
#include <cmath>
#include <cstring>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>

#include <drover/data/scratch_file.hpp>

#include "arrow.hpp"
#include "bindings.hpp"

namespace drover::python {
namespace {

// Whether row i, counted with the array's offset, has a value.
bool is_valid(const ArrowArray& array, std::int64_t i) {
    const auto* bits = static_cast<const std::uint8_t*>(array.n_buffers > 0 ? array.buffers[0] : nullptr);
    return bits == nullptr || ((bits[i / 8] >> (i % 8)) & 1U) != 0;
}

template <class Number>
Number number_at(const ArrowArray& array, std::int64_t i, std::size_t buffer = 1) {
    Number number;
    std::memcpy(&number, static_cast<const char*>(array.buffers[buffer]) + i * std::int64_t{sizeof(Number)},
                sizeof(Number));
    return number;
}

// The text of row i of a column of strings; nothing for formats that are none.
template <class Offset>
std::string_view string_at(const ArrowArray& array, std::int64_t i) {
    const auto begin = number_at<Offset>(array, i);
    const auto end = number_at<Offset>(array, i + 1);
    return {static_cast<const char*>(array.buffers[2]) + begin, static_cast<std::size_t>(end - begin)};
}

// 16 bytes a string: its length, then up to 12 bytes of it, or 4 of these, a buffer and where in it.
std::string_view view_at(const ArrowArray& array, std::int64_t i) {
    const char* view = static_cast<const char*>(array.buffers[1]) + i * 16;
    std::int32_t length = 0;
    std::memcpy(&length, view, 4);
    if (length <= 12) return {view + 4, static_cast<std::size_t>(length)};
    std::int32_t buffer = 0;
    std::int32_t offset = 0;
    std::memcpy(&buffer, view + 8, 4);
    std::memcpy(&offset, view + 12, 4);
    return {static_cast<const char*>(array.buffers[2 + buffer]) + offset, static_cast<std::size_t>(length)};
}

template <class Number>
std::string number_text(Number number) {
    std::array<char, 32> buffer{};
    const auto done = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number);
    return {buffer.data(), done.ptr};
}

// Whole floats are whole numbers; what is no number is missing.
template <class Number>
std::string float_text(Number number) {
    if (std::isnan(number)) return {};
    if (std::trunc(number) == number && std::abs(number) < Number{0x1p62})
        return number_text(static_cast<std::int64_t>(number));
    return number_text(number);
}

// A whole number by the letter of its format.
std::int64_t whole_at(const ArrowArray& array, char format, std::int64_t i) {
    switch (format) {
        case 'c':
            return number_at<std::int8_t>(array, i);
        case 'C':
            return number_at<std::uint8_t>(array, i);
        case 's':
            return number_at<std::int16_t>(array, i);
        case 'S':
            return number_at<std::uint16_t>(array, i);
        case 'i':
            return number_at<std::int32_t>(array, i);
        case 'I':
            return number_at<std::uint32_t>(array, i);
        default:
            return number_at<std::int64_t>(array, i);
    }
}

// "d:12,2" has numbers of 128 bits with two decimals; nothing for other widths and formats.
std::optional<int> decimals_of(const std::string& format) {
    const std::size_t comma = format.find(',');
    if (!format.starts_with("d:") || comma == std::string::npos) return {};
    const std::string rest = format.substr(comma + 1);
    int decimals = 0;
    const auto done = std::from_chars(rest.data(), rest.data() + rest.size(), decimals);
    const std::string_view width{done.ptr, rest.data() + rest.size()};
    if (done.ec != std::errc{} || decimals < 0 || (!width.empty() && width != ",128")) return {};
    return decimals;
}

// "-1.25" for -125 with two decimals.
std::string decimal_text(Int128 number, int decimals) {
    std::string text = to_string(Rational{number < 0 ? -number : number, 1});
    const auto places = static_cast<std::size_t>(decimals);
    if (text.size() <= places) text.insert(0, places + 1 - text.size(), '0');
    if (places > 0) text.insert(text.size() - places, 1, '.');
    return (number < 0 ? "-" : "") + text;
}

// Texts, each once, and their numbers in the order of their first appearance.
class Texts {
  public:
    std::uint32_t code(std::string_view text) {
        const auto found = codes_.find(text);
        if (found != codes_.end()) return found->second;
        const auto next = static_cast<std::uint32_t>(texts_.size());
        texts_.emplace_back(text);
        codes_.emplace(text, next);
        return next;
    }
    std::vector<std::string> take() { return std::move(texts_); }

  private:
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
    };
    std::unordered_map<std::string, std::uint32_t, Hash, std::equal_to<>> codes_;
    std::vector<std::string> texts_;
};

// One column of a stream, batch after batch.
class StreamColumn {
  public:
    explicit StreamColumn(const ArrowSchema& schema)
        : name_{schema.name == nullptr ? "" : schema.name},
          format_{schema.format},
          values_{schema.dictionary == nullptr ? "" : schema.dictionary->format} {
        check_format(schema.dictionary == nullptr ? format_ : values_);
    }

    // `first` is where the batch begins in its columns.
    void add(const ArrowArray& array, std::int64_t first, std::int64_t count) {
        if (array.dictionary == nullptr) {
            for (std::int64_t i = 0; i < count; ++i)
                codes.push_back(code_at(array, format_, array.offset + first + i));
            return;
        }
        // Dictionaries may differ between batches: each is looked at once a batch.
        std::vector<std::uint32_t> of_index;
        for (std::int64_t k = 0; k < array.dictionary->length; ++k)
            of_index.push_back(code_at(*array.dictionary, values_, array.dictionary->offset + k));
        for (std::int64_t i = 0; i < count; ++i) {
            const std::int64_t at = array.offset + first + i;
            codes.push_back(is_valid(array, at)
                                ? of_index.at(static_cast<std::size_t>(whole_at(array, format_[0], at)))
                                : texts.code({}));
        }
    }

    const std::string& name() const { return name_; }
    // The batches since the last call; the codes stay here until the next batch.
    CodedColumn coded() {
        whole_codes_.clear();
        return {name_, std::exchange(texts, {}).take(), codes};
    }
    Texts texts;
    std::vector<std::uint32_t> codes;

  private:
    void check_format(const std::string& format) const {
        check_input(format == "vu" || decimals_of(format) ||
                        (format.size() == 1 && std::strchr("uUcCsSiIlLfgbn", format[0]) != nullptr),
                    [&] {
                        return "column " + quoted(name_) +
                               ": expected texts, whole numbers, decimals, floats or truth values, got the "
                               "Arrow format " +
                               quoted(format);
                    });
    }

    std::uint32_t code_at(const ArrowArray& array, const std::string& format, std::int64_t i) {
        if (format == "n" || !is_valid(array, i)) return texts.code({});
        if (format == "vu") return texts.code(view_at(array, i));
        if (const std::optional<int> decimals = decimals_of(format))
            return texts.code(decimal_text(number_at<Int128>(array, i), *decimals));
        switch (format[0]) {
            case 'u':
                return texts.code(string_at<std::int32_t>(array, i));
            case 'U':
                return texts.code(string_at<std::int64_t>(array, i));
            case 'f':
                return texts.code(float_text(number_at<float>(array, i)));
            case 'g':
                return texts.code(float_text(number_at<double>(array, i)));
            case 'b':
                return texts.code(
                    (static_cast<const std::uint8_t*>(array.buffers[1])[i / 8] >> (i % 8) & 1U) != 0
                        ? "True"
                        : "False");
            case 'L':
                return texts.code(number_text(number_at<std::uint64_t>(array, i)));
            default:
                return whole_code(whole_at(array, format[0], i));
        }
    }

    // Whole numbers come often: their texts are written once.
    std::uint32_t whole_code(std::int64_t number) {
        const auto found = whole_codes_.find(number);
        if (found != whole_codes_.end()) return found->second;
        return whole_codes_[number] = texts.code(number_text(number));
    }

    std::string name_;
    std::string format_;
    std::string values_;  // of the dictionary
    std::unordered_map<std::int64_t, std::uint32_t> whole_codes_;
};

// Releases what a producer handed over.
template <class Thing>
struct Released {
    Thing thing{};
    Released() = default;
    Released(const Released&) = delete;
    Released& operator=(const Released&) = delete;
    ~Released() {
        if (thing.release != nullptr) thing.release(&thing);
    }
};

void check_answer(ArrowArrayStream& stream, int answer) {
    if (answer == 0) return;
    const char* words = stream.get_last_error(&stream);
    throw IoError(std::string{"Arrow stream: "} + (words == nullptr ? "no reason given" : words));
}

std::vector<StreamColumn> read_header(ArrowArrayStream& stream) {
    Released<ArrowSchema> schema;
    check_answer(stream, stream.get_schema(&stream, &schema.thing));
    check_input(std::string_view{schema.thing.format} == "+s",
                [] { return std::string{"Arrow stream: expected a table, got a single array"}; });
    std::vector<StreamColumn> columns;
    for (std::int64_t j = 0; j < schema.thing.n_children; ++j)
        columns.emplace_back(*schema.thing.children[j]);
    return columns;
}

// Adds the next batch to the columns; false if there is none. Producers in Python need the lock; those in C++
// take it themselves.
bool read_batch(ArrowArrayStream& stream, std::vector<StreamColumn>& columns) {
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
    Released<ArrowArray> batch;
    check_answer(stream, stream.get_next(&stream, &batch.thing));
    if (batch.thing.release == nullptr) return false;
    for (std::size_t j = 0; j < columns.size(); ++j)
        columns[j].add(*batch.thing.children[j], batch.thing.offset, batch.thing.length);
    return true;
}

ArrowArrayStream& fresh_stream(const nb::capsule& capsule) {
    auto* stream = static_cast<ArrowArrayStream*>(capsule.data("arrow_array_stream"));
    check_input(stream->release != nullptr,
                [] { return std::string{"Arrow stream: expected one that was not read before"}; });
    return *stream;
}

nb::list read_arrow(const nb::capsule& capsule) {
    ArrowArrayStream& stream = fresh_stream(capsule);
    std::vector<StreamColumn> columns = read_header(stream);
    while (read_batch(stream, columns)) {
    }
    nb::list found;
    for (StreamColumn& column : columns)
        found.append(
            nb::make_tuple(column.name(), column.texts.take(), owned_array(std::move(column.codes))));
    return found;
}

// Counts the tables of a stream; of its rows there is never more than a batch.
CountedRows count_stream(ArrowArrayStream& stream, const std::string& name, const InputOptions& options) {
    TableStream tables{name, options.choice, options.schema, {}, scratch_file()};
    std::vector<StreamColumn> columns = read_header(stream);
    do {
        std::vector<CodedColumn> batch;
        for (StreamColumn& column : columns) batch.push_back(column.coded());
        tables.add(batch);
        for (StreamColumn& column : columns) column.codes.clear();
    } while (read_batch(stream, columns));
    return tables.finish();
}

}  // namespace

void bind_arrow_in(nb::module_& module) {
    module.def("read_arrow", read_arrow, nb::arg("stream"),
               "Name, texts and codes of each column of an Arrow stream, read batch by batch.");
    module.def(
        "published_tables_of_stream",
        [](const nb::capsule& stream, const std::string& name, const InputOptions& options,
           std::int64_t round, std::int64_t suppress_below, const nb::object& progress) {
            return publish(std::make_shared<CountedRows>(count_stream(fresh_stream(stream), name, options)),
                           name, options, {.round = round, .suppress_below = suppress_below}, progress);
        },
        nb::arg("stream"), nb::arg("name"), nb::arg("options"), nb::arg("round"), nb::arg("suppress_below"),
        nb::arg("progress").none(),
        "Schema, and name, columns and CSV of each table of an Arrow stream, counted batch by batch.");
}

}  // namespace drover::python
