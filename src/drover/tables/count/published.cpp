#include <sstream>

#include <drover/core/check.hpp>
#include <drover/tables/count/published.hpp>

namespace drover {
namespace {

using TableList = std::vector<std::vector<std::size_t>>;

constexpr std::size_t max_table_cells = std::size_t{1} << 28U;
constexpr std::size_t batch_cells = std::size_t{1} << 24U;

// Tables have additional columns with reserved names.
void check_column_names(const std::string& file, const Schema& schema) {
    for (const char* name : {"count", "p", "se"}) {
        check_input(!schema.find(name), [&] {
            return Problem{Fault::conflict,
                           {.file = file, .key = "header"},
                           "no column named count, p or se, which tables use themselves",
                           quoted(name),
                           "{columns} can leave it out"};
        });
    }
}

std::size_t cell_count(const std::vector<std::size_t>& columns, const Schema& schema) {
    std::size_t cells = 1;
    for (const std::size_t column : columns) {
        const std::size_t values = schema.columns[column].values.size();
        if (cells > max_table_cells / values) return max_table_cells + 1;
        cells *= values;
    }
    return cells;
}

// Bytes per cell of a table that is counted, with or without weights, and written; measured.
constexpr double bytes_a_cell = 20;
constexpr double bytes_a_weighted_cell = 80;

void check_cell_counts(const std::string& file, const TableList& tables, const MeasurableRows& rows,
                       const std::vector<std::string>& names, const MemoryLimit& memory) {
    const Schema& schema = rows.schema();
    for (std::size_t t = 0; t < tables.size(); ++t) {
        check_input(cell_count(tables[t], schema) <= max_table_cells, [&] {
            return Problem{Fault::range,
                           {.file = file, .key = "table " + quoted(names[t])},
                           "at most 2^28 cells",
                           "more",
                           "{columns} can leave columns of many values out"};
        });
        memory.check(file + ": table " + quoted(names[t]), static_cast<double>(cell_count(tables[t], schema)),
                     rows.is_weighted() ? bytes_a_weighted_cell : bytes_a_cell);
    }
}

// How many tables from `begin` on are counted together: few enough cells to fit in memory.
std::size_t batch_end(const TableList& tables, const Schema& schema, std::size_t begin) {
    std::size_t cells = 0;
    std::size_t end = begin;
    while (end < tables.size() && (end == begin || cells + cell_count(tables[end], schema) <= batch_cells))
        cells += cell_count(tables[end++], schema);
    return end;
}

// Counts and writes tables in batches.
class Publisher {
  public:
    Publisher(const MeasurableRows& rows, const PublishOptions& options, const std::string& name)
        : rows_{rows}, options_{options} {
        check_column_names(name, rows.schema());
        tables_ = chosen_tables(options.choice, rows.schema());
        names_ = table_names(tables_, rows.schema());
        check_cell_counts(name, tables_, rows, names_, options.choice.memory);
    }

    const std::vector<std::string>& names() const { return names_; }

    bool publish(const std::function<void(const PublishedTable&)>& take) const {
        for (std::size_t begin = 0; begin < tables_.size() && !options_.control.stop_requested();) {
            const std::size_t end = batch_end(tables_, rows_.schema(), begin);
            publish_batch(begin, end, take);
            begin = end;
            options_.control.tell(static_cast<std::int64_t>(end));
        }
        return !options_.control.stop_requested();
    }

  private:
    void publish_batch(std::size_t begin, std::size_t end,
                       const std::function<void(const PublishedTable&)>& take) const {
        const auto at = [&](std::size_t t) { return tables_.begin() + static_cast<std::ptrdiff_t>(t); };
        const MarginalTables batch{value_counts(rows_.schema()), {at(begin), at(end)}};
        const auto part = [&](std::size_t t, const auto& counts) {
            const std::size_t first = batch.first_feature(t - begin);
            return std::span{counts}.subspan(first, batch.first_feature(t - begin + 1) - first);
        };
        if (!rows_.is_weighted()) {
            const Moments moments = rows_.measure(batch);
            for (std::size_t t = begin; t < end; ++t) take(published(t, part(t, moments.counts)));
            return;
        }
        const WeightedMoments weighted = rows_.measure_weighted(batch);
        for (std::size_t t = begin; t < end; ++t) {
            std::vector<Rational> counts;
            for (const Int128 count : part(t, weighted.moments.counts))
                counts.emplace_back(count, weighted.denominator);
            take(published(t, std::span<const Rational>{counts}));
        }
    }

    template <class Count>
    PublishedTable published(std::size_t t, std::span<const Count> counts) const {
        PublishedTable table{.name = names_[t], .columns = {}, .summary = {}, .csv = {}};
        for (const std::size_t column : tables_[t])
            table.columns.push_back(rows_.schema().columns[column].name);
        std::ostringstream text;
        if constexpr (std::is_same_v<Count, Rational>) {
            table.summary = write_table(text, rows_.schema(), tables_[t], counts, {}, options_.writer);
        } else {
            table.summary = write_table(text, rows_.schema(), tables_[t], counts, options_.writer);
        }
        table.csv = std::move(text).str();
        return table;
    }

    const MeasurableRows& rows_;
    const PublishOptions& options_;
    TableList tables_;
    std::vector<std::string> names_;
};

}  // namespace

std::vector<std::string> published_names(const MeasurableRows& rows, const PublishOptions& options,
                                         const std::string& name) {
    return Publisher{rows, options, name}.names();
}

bool tables(const MeasurableRows& rows, const PublishOptions& options, const std::string& name,
            const std::function<void(const PublishedTable&)>& take) {
    return Publisher{rows, options, name}.publish(take);
}

std::vector<PublishedTable> tables(const MeasurableRows& rows, const PublishOptions& options,
                                   const std::string& name) {
    std::vector<PublishedTable> all;
    tables(rows, options, name, [&](const PublishedTable& table) { all.push_back(table); });
    return all;
}

}  // namespace drover
