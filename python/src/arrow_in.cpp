#include <algorithm>

#include <drover/files/scratch.hpp>

#include "arrow_column.hpp"
#include "bindings.hpp"
#include "frame_csv.hpp"
#include "job.hpp"

namespace drover::python {
namespace {

constexpr std::int64_t rows_at_once = std::int64_t{1} << 16U;

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

// A stream whose columns are known and whose batches are still to be read.
class OpenStream {
  public:
    explicit OpenStream(const nb::capsule& capsule)
        : capsule_{capsule}, stream_{static_cast<ArrowArrayStream*>(capsule.data("arrow_array_stream"))} {
        check_input(stream_->release != nullptr,
                    [] { return std::string{"Arrow stream: expected one that has not been read"}; });
        Released<ArrowSchema> schema;
        check_answer(stream_->get_schema(stream_, &schema.thing));
        check_input(std::string_view{schema.thing.format} == "+s",
                    [] { return std::string{"Arrow stream: expected a table, got a single array"}; });
        for (std::int64_t j = 0; j < schema.thing.n_children; ++j)
            columns_.emplace_back(*schema.thing.children[j]);
    }

    /// Of what follows.
    void set_deadline(Deadline deadline) { deadline_ = deadline; }

    std::vector<std::string> names() const {
        std::vector<std::string> names;
        for (const StreamColumn& column : columns_) names.push_back(column.name());
        return names;
    }

    // All rows: name, texts and codes of each column.
    nb::list columns() {
        while (next_batch([&](const ArrowArray& batch) { add(batch, 0, batch.length); })) {
        }
        nb::list found;
        for (StreamColumn& column : columns_) {
            CodedColumn coded = column.coded();
            found.append(
                nb::make_tuple(column.name(), std::move(coded.texts), owned_array(column.take_codes())));
        }
        return found;
    }

    // Counts tables, with at most one batch of rows in memory. The digest, if wanted, is that of the rows as
    // CSV.
    CountedRows counted(const std::string& name, const InputOptions& options, FrameDigest* digest = nullptr) {
        TableStream tables{name, options.choice, options.schema, {}, scratch_file()};
        count(tables, digest);  // from the header alone
        while (next_batch([&](const ArrowArray& batch) {
            for (std::int64_t row = 0; row < batch.length; row += rows_at_once) {
                add(batch, row, std::min(rows_at_once, batch.length - row));
                count(tables, digest);
            }
        })) {
        }
        const nb::gil_scoped_release unlocked;
        return tables.finish();
    }

  private:
    void check_answer(int answer) {
        if (answer == 0) return;
        const char* message = stream_->get_last_error(stream_);
        throw IoError(std::string{"Arrow stream: "} + (message == nullptr ? "no reason given" : message));
    }

    // False if there is none. Producers in Python need the GIL, those in C++ acquire it themselves; using the
    // batch does not need it.
    template <class Use>
    bool next_batch(Use use) {
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
        throw_if_stopped({.deadline = deadline_});
        Released<ArrowArray> batch;
        check_answer(stream_->get_next(stream_, &batch.thing));
        if (batch.thing.release == nullptr) return false;
        const nb::gil_scoped_release unlocked;
        use(batch.thing);
        return true;
    }

    void add(const ArrowArray& batch, std::int64_t first, std::int64_t count) {
        for (std::size_t j = 0; j < columns_.size(); ++j)
            columns_[j].add(*batch.children[j], batch.offset + first, count);
    }

    void count(TableStream& tables, FrameDigest* digest) {
        std::vector<CodedColumn> part;
        for (StreamColumn& column : columns_) part.push_back(column.coded());
        tables.add(part);
        if (digest != nullptr) digest->add(part);
        for (StreamColumn& column : columns_) column.forget();
    }

    nb::capsule capsule_;
    ArrowArrayStream* stream_;
    std::vector<StreamColumn> columns_;
    Deadline deadline_;
};

std::pair<SharedTables, std::string> tables_of_stream(OpenStream& stream, const std::string& name,
                                                      const InputOptions& options, const LongRun* run) {
    FrameDigest digest;
    stream.set_deadline(reading_by(run).deadline);
    const auto rows = std::make_shared<CountedRows>(stream.counted(name, options, &digest));
    auto tables = followed(reading_by(run), [rows, name, choice = options.choice](Course& course) mutable {
        choice.control = course.control().without_progress();
        return SharedTables{std::make_shared<TableSet>(tables_of(*rows, choice, name))};
    });
    return {std::move(tables), digest.hex()};
}

}  // namespace

void bind_arrow_in(nb::module_& module) {
    nb::class_<OpenStream>(module, "ArrowStream", "An Arrow stream, which can be read once, batch by batch.")
        .def(nb::init<const nb::capsule&>(), nb::arg("capsule"))
        .def_prop_ro("names", &OpenStream::names)
        .def("columns", &OpenStream::columns, "Name, texts and codes of each column.")
        .def(
            "published_tables",
            [](OpenStream& stream, const std::string& name, const InputOptions& options, std::int64_t round,
               std::int64_t suppress_below, const nb::object& progress) {
                return publish(std::make_shared<CountedRows>(stream.counted(name, options)), name, options,
                               {.round = round, .suppress_below = suppress_below}, progress);
            },
            nb::arg("name"), nb::arg("options"), nb::arg("round"), nb::arg("suppress_below"),
            nb::arg("progress").none(),
            "Schema, and name, columns and CSV of each table, counted batch by batch.")
        .def("tables", tables_of_stream, nb::arg("name"), nb::arg("options"), nb::arg("run") = nb::none(),
             "The tables of microdata, counted batch by batch, and the SHA-256 of the rows as CSV.");
}

}  // namespace drover::python
