#include <algorithm>

#include <drover/core/check.hpp>
#include <drover/tables/count/grouped.hpp>
#include <drover/tables/count/sql.hpp>

namespace drover {
namespace {

constexpr std::size_t most_grouped = 31;  // columns that GROUPING takes in PostgreSQL

std::string enclosed(const std::string& text, char quote) {
    std::string all{quote};
    for (const char c : text) {
        if (c == quote) all += quote;
        all += c;
    }
    return all + quote;
}

std::string identifier(const std::string& name) { return enclosed(name, '"'); }
std::string literal(const std::string& text) { return enclosed(text, '\''); }

[[noreturn]] void fail_name(const std::string& table) {
    throw InputError(Problem{Fault::syntax,
                             {.option = "table"},
                             "the name of a table, optionally qualified with dots",
                             quoted(table)});
}

// census."My people" as "census"."My people".
std::string table_identifier(const std::string& table) {
    if (table.find('\0') != std::string::npos) fail_name(table);
    std::string all;
    for (std::size_t at = 0; at <= table.size();) {
        std::string part;
        const bool is_quoted = at < table.size() && table[at] == '"';
        if (is_quoted) {
            for (++at;; ++at) {
                if (at >= table.size()) fail_name(table);
                if (table[at] == '"' && (++at >= table.size() || table[at] != '"')) break;
                part += table[at];
            }
        } else {
            while (at < table.size() && table[at] != '.' && table[at] != '"') part += table[at++];
        }
        if (part.empty() || (at < table.size() && table[at] != '.')) fail_name(table);
        all += (all.empty() ? "" : ".") + identifier(part);
        if (at++ >= table.size()) break;
    }
    return all;
}

std::string joined(const std::vector<std::string>& texts, const char* between) {
    std::string all;
    for (const std::string& text : texts) all += (all.empty() ? "" : between) + text;
    return all;
}

// The parts that statements of all kinds have.
class Statement {
  public:
    Statement(const std::string& table, const SqlOptions& options)
        : options_{options}, from_{table_identifier(table)}, names_{options.choice.columns} {
        for (const std::vector<std::string>& also : options.choice.also) {
            for (const std::string& name : also)
                if (std::find(names_.begin(), names_.end(), name) == names_.end()) names_.push_back(name);
        }
        check_names();
        Schema schema;
        for (const std::string& name : names_)
            schema.columns.push_back({.name = name, .values = {}, .bins = {}});
        tables_ = chosen_tables(options.choice, schema);
    }

    std::string text() const {
        const bool in_one_pass = options_.dialect != SqlDialect::ansi && names_.size() <= most_grouped;
        const std::string body = in_one_pass ? grouping_sets() : union_of_tables();
        std::vector<std::string> order;
        for (std::size_t j = 1; j <= names_.size() + 1; ++j) order.push_back(std::to_string(j));
        return body + "ORDER BY " + joined(order, ", ") + ";\n";
    }

  private:
    void check_names() const {
        check_input(!names_.empty(), [] {
            return Problem{Fault::missing, {.option = "table"}, "{columns}", "none"};
        });
        const auto check = [&](const std::string& name) {
            check_input(!name.empty() && name.find('\0') == std::string::npos, [] {
                return Problem{Fault::missing, {.option = "table"}, "names of columns", "an empty one"};
            });
            for (const char* own : {"grouping", "count", "p", "se"}) {
                check_input(name != own, [&] {
                    return Problem{Fault::conflict,
                                   {.option = "table"},
                                   "no column named grouping, count, p or se, which the result uses itself",
                                   quoted(name)};
                });
            }
        };
        for (const std::string& name : names_) check(name);
        const std::string& weight = options_.choice.weight;
        check_input(std::find(names_.begin(), names_.end(), weight) == names_.end() || weight.empty(), [&] {
            return Problem{Fault::conflict, {.option = "weight"}, "none of the columns", quoted(weight)};
        });
    }

    std::string label(const std::vector<std::size_t>& table) const {
        std::vector<std::string> names;
        for (const std::size_t column : table) names.push_back(names_[column]);
        return literal(grouping_label(names));
    }
    std::string list(const std::vector<std::size_t>& table) const {
        std::vector<std::string> names;
        for (const std::size_t column : table) names.push_back(identifier(names_[column]));
        return joined(names, ", ");
    }
    std::string text_of(const std::string& name) const {
        const char* type = options_.dialect == SqlDialect::ansi ? "VARCHAR(1000)" : "VARCHAR";
        return "COALESCE(CAST(" + identifier(name) + " AS " + type + "), '')";
    }
    std::string count() const {
        if (options_.choice.weight.empty()) return "COUNT(*)";
        return "SUM(" + identifier(options_.choice.weight) + ")";
    }
    std::string published(const std::string& sum) const {
        std::string number = options_.choice.weight.empty() ? "CAST(" + sum + " AS BIGINT)" : sum;
        if (options_.suppress_below == 0) return number;
        return "CASE WHEN " + sum + " > 0 AND " + sum + " < " + std::to_string(options_.suppress_below) +
               " THEN NULL ELSE " + number + " END";
    }

    // Counted by the original values; only the few resulting cells are converted to texts.
    std::string grouping_sets() const {
        std::vector<std::string> all;
        for (const std::string& name : names_) all.push_back(identifier(name));
        std::string cases;
        std::vector<std::string> sets;
        for (const std::vector<std::size_t>& table : tables_) {
            std::uint64_t absent = (std::uint64_t{1} << names_.size()) - 1;
            for (const std::size_t column : table) absent -= std::uint64_t{1} << (names_.size() - 1 - column);
            cases += "           WHEN " + std::to_string(absent) + " THEN " + label(table) + "\n";
            sets.push_back("(" + list(table) + ")");
        }
        std::vector<std::string> texts;
        std::string columns;
        for (const std::string& name : names_) {
            texts.push_back(text_of(name));
            columns += "       " + text_of(name) + " AS " + identifier(name) + ",\n";
        }
        return "SELECT \"grouping\",\n" + columns + "       " + published("SUM(\"count\")") +
               " AS \"count\"\n" + "FROM (\n    SELECT CASE GROUPING(" + joined(all, ", ") + ")\n" + cases +
               "           END AS \"grouping\",\n           " + joined(all, ", ") + ", " + count() +
               " AS \"count\"\n    FROM " + from_ + "\n    GROUP BY GROUPING SETS (" + joined(sets, ", ") +
               ")\n) AS \"counted\"\nGROUP BY \"grouping\", " + joined(texts, ", ") + "\n";
    }

    std::string union_of_tables() const {
        std::string all;
        for (const std::vector<std::size_t>& table : tables_) {
            std::vector<std::string> groups;
            std::string columns;
            for (std::size_t j = 0; j < names_.size(); ++j) {
                const bool is_there = std::find(table.begin(), table.end(), j) != table.end();
                columns += (is_there ? text_of(names_[j]) : "''") + " AS " + identifier(names_[j]) + ", ";
                if (is_there) groups.push_back(text_of(names_[j]));
            }
            all += (all.empty() ? "" : "UNION ALL\n") + ("SELECT " + label(table)) + " AS \"grouping\", " +
                   columns + published(count()) + " AS \"count\"\nFROM " + from_ + "\nGROUP BY " +
                   joined(groups, ", ") + "\n";
        }
        return all;
    }

    const SqlOptions& options_;
    std::string from_;
    std::vector<std::string> names_;
    std::vector<std::vector<std::size_t>> tables_;
};

}  // namespace

std::string tables_sql(const std::string& table, const SqlOptions& options) {
    check_input(options.suppress_below >= 0, [&] {
        return Problem{
            Fault::range, {.option = "suppress_below"}, "at least 0", std::to_string(options.suppress_below)};
    });
    return Statement{table, options}.text();
}

}  // namespace drover
