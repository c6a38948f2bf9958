#include <cmath>

#include "arrow.hpp"
#include "bindings.hpp"

namespace drover::python {
namespace {

// A column in Arrow's layout; its numbers are those of a Python array.
struct OutColumn {
    std::string name;
    const char* format = "l";
    const void* data = nullptr;
    std::vector<std::uint8_t> validity;  // one bit per row; empty: all have a value
    std::int64_t null_count = 0;
    bool is_coded = false;
    std::vector<std::int32_t> offsets;  // of the texts of the dictionary
    std::string texts;
};

struct OutTable {
    std::vector<OutColumn> columns;
    std::int64_t length = 0;
    nb::object arrays;

    OutTable() = default;
    OutTable(const OutTable&) = delete;
    OutTable& operator=(const OutTable&) = delete;
    ~OutTable() {
        const nb::gil_scoped_acquire locked;  // consumers release on their own threads
        arrays.reset();
    }
};
using SharedTable = std::shared_ptr<const OutTable>;

// What an exported schema or array owns: its parts, and a shared pointer to the table.
template <class Thing>
struct Owner {
    SharedTable table;
    std::vector<Thing> parts;  // never moved once pointers are taken
    std::vector<Thing*> pointers;
    std::vector<const void*> buffers;
};

template <class Thing>
void release(Thing* thing) {
    auto* owner = static_cast<Owner<Thing>*>(thing->private_data);
    for (Thing& part : owner->parts)
        if (part.release != nullptr) part.release(&part);
    thing->release = nullptr;
    delete owner;
}

ArrowSchema schema_of(const SharedTable& table, const char* format, const char* name, std::int64_t flags,
                      std::vector<ArrowSchema> children, bool is_dictionary) {
    auto* owner = new Owner<ArrowSchema>{table, std::move(children), {}, {}};
    for (ArrowSchema& part : owner->parts) owner->pointers.push_back(&part);
    ArrowSchema schema{};
    schema.format = format;
    schema.name = name;
    schema.flags = flags;
    schema.n_children = is_dictionary ? 0 : static_cast<std::int64_t>(owner->parts.size());
    schema.children = is_dictionary ? nullptr : owner->pointers.data();
    schema.dictionary = is_dictionary ? owner->parts.data() : nullptr;
    schema.release = release<ArrowSchema>;
    schema.private_data = owner;
    return schema;
}

ArrowSchema schema_of(const SharedTable& table) {
    constexpr std::int64_t nullable = 2;
    std::vector<ArrowSchema> children;
    for (const OutColumn& column : table->columns) {
        std::vector<ArrowSchema> dictionary;
        if (column.is_coded) dictionary.push_back(schema_of(table, "u", "", nullable, {}, false));
        children.push_back(schema_of(table, column.format, column.name.c_str(), nullable,
                                     std::move(dictionary), column.is_coded));
    }
    return schema_of(table, "+s", "", 0, std::move(children), false);
}

ArrowArray array_of(const SharedTable& table, std::int64_t length, std::int64_t null_count,
                    std::vector<const void*> buffers, std::vector<ArrowArray> children, bool is_dictionary) {
    auto* owner = new Owner<ArrowArray>{table, std::move(children), {}, std::move(buffers)};
    for (ArrowArray& part : owner->parts) owner->pointers.push_back(&part);
    ArrowArray array{};
    array.length = length;
    array.null_count = null_count;
    array.n_buffers = static_cast<std::int64_t>(owner->buffers.size());
    array.buffers = owner->buffers.data();
    array.n_children = is_dictionary ? 0 : static_cast<std::int64_t>(owner->parts.size());
    array.children = is_dictionary ? nullptr : owner->pointers.data();
    array.dictionary = is_dictionary ? owner->parts.data() : nullptr;
    array.release = release<ArrowArray>;
    array.private_data = owner;
    return array;
}

ArrowArray array_of(const SharedTable& table) {
    std::vector<ArrowArray> children;
    for (const OutColumn& column : table->columns) {
        std::vector<ArrowArray> dictionary;
        if (column.is_coded) {
            const auto count = static_cast<std::int64_t>(column.offsets.size()) - 1;
            dictionary.push_back(
                array_of(table, count, 0, {nullptr, column.offsets.data(), column.texts.data()}, {}, false));
        }
        const void* validity = column.validity.empty() ? nullptr : column.validity.data();
        children.push_back(array_of(table, table->length, column.null_count, {validity, column.data},
                                    std::move(dictionary), column.is_coded));
    }
    return array_of(table, table->length, 0, {nullptr}, std::move(children), false);
}

struct OutStream {
    SharedTable table;
    bool is_done = false;
};

int get_schema(ArrowArrayStream* stream, ArrowSchema* out) {
    *out = schema_of(static_cast<OutStream*>(stream->private_data)->table);
    return 0;
}

// The entire table is one batch.
int get_next(ArrowArrayStream* stream, ArrowArray* out) {
    auto* state = static_cast<OutStream*>(stream->private_data);
    *out = state->is_done ? ArrowArray{} : array_of(state->table);
    state->is_done = true;
    return 0;
}

const char* get_last_error(ArrowArrayStream* /*stream*/) { return nullptr; }

void release_stream(ArrowArrayStream* stream) {
    delete static_cast<OutStream*>(stream->private_data);
    stream->release = nullptr;
}

template <class Number>
void mark_missing(OutColumn& column, std::span<const Number> numbers) {
    const auto is_missing = [](Number number) {
        if constexpr (std::is_floating_point_v<Number>)
            return std::isnan(number);
        else
            return number < 0;
    };
    std::vector<std::uint8_t> validity((numbers.size() + 7) / 8, 0xFF);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (!is_missing(numbers[i])) continue;
        validity[i / 8] = static_cast<std::uint8_t>(validity[i / 8] & ~(1U << (i % 8)));
        ++column.null_count;
    }
    if (column.null_count > 0) column.validity = std::move(validity);
}

using AnyArray = nb::ndarray<nb::ro, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class Number>
bool take(OutColumn& column, const AnyArray& array, const char* format) {
    if (array.dtype() != nb::dtype<Number>()) return false;
    column.format = format;
    column.data = array.data();
    if (column.is_coded || std::is_floating_point_v<Number>)
        mark_missing(column, std::span{static_cast<const Number*>(array.data()), array.size()});
    return true;
}

OutColumn out_column(const std::string& name, const AnyArray& array,
                     const std::optional<std::vector<std::string>>& texts) {
    OutColumn column{.name = name, .is_coded = texts.has_value()};
    const bool is_known = take<std::int8_t>(column, array, "c") || take<std::int16_t>(column, array, "s") ||
                          take<std::int32_t>(column, array, "i") || take<std::int64_t>(column, array, "l") ||
                          take<double>(column, array, "g");
    check_input(is_known, [&] { return "column " + quoted(name) + ": expected an array of numbers"; });
    if (!texts) return column;
    column.offsets.push_back(0);
    for (const std::string& text : *texts) {
        column.texts += text;
        column.offsets.push_back(static_cast<std::int32_t>(column.texts.size()));
    }
    return column;
}

using PyOutColumn = std::tuple<std::string, AnyArray, std::optional<std::vector<std::string>>>;

nb::capsule arrow_stream(const std::vector<PyOutColumn>& columns) {
    auto table = std::make_shared<OutTable>();
    nb::list arrays;
    for (const auto& [name, array, texts] : columns) {
        table->columns.push_back(out_column(name, array, texts));
        table->length = static_cast<std::int64_t>(array.size());
        arrays.append(nb::cast(array));
    }
    table->arrays = arrays;
    auto* stream = new ArrowArrayStream{get_schema, get_next, get_last_error, release_stream,
                                        new OutStream{std::move(table)}};
    return nb::capsule{stream, "arrow_array_stream", [](void* p) noexcept {
                           auto* unused = static_cast<ArrowArrayStream*>(p);
                           if (unused->release != nullptr) unused->release(unused);
                           delete unused;
                       }};
}

}  // namespace

void bind_arrow_out(nb::module_& module) {
    module.def(
        "arrow_stream", arrow_stream, nb::arg("columns"),
        "Name, array and texts (of codes, -1 is missing) of each column as an Arrow stream of one batch.");
}

}  // namespace drover::python
