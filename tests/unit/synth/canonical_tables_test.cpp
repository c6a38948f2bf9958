#include <algorithm>

#include <drover/synth/impl/canonical_tables.hpp>
#include <drover/synth/synth.hpp>

#include "expect.hpp"
#include "synth_texts.hpp"

namespace drover::synth {
namespace {

std::vector<TableText> town_texts() {
    return {{"x/b.csv", "sex,work,count\nf,yes,3\nf,no,4\nm,yes,5\nm,no,3\n"},
            {"a.csv.gz", "age,sex,count\nold,f,2\nold,m,1\nyoung,f,5\nyoung,m,7\n"},
            {"a-c.csv", "town,age,count\nA,old,1\nA,young,6\nB,old,2\nB,young,6\n"}};
}

TEST(CanonicalTables, GoByTheBytesOfTheirNames) {
    const impl::CanonicalTables found = impl::canonical_tables(tables_of(town_texts()));
    ASSERT_TRUE(found.set.has_value());
    EXPECT_EQ(found.set->tables[0].name, "a-c");
    EXPECT_EQ(found.set->tables[1].name, "a");
    EXPECT_EQ(found.set->tables[2].name, "b");
    EXPECT_EQ(column_names(found.set->schema), (std::vector<std::string>{"town", "age", "sex", "work"}));
    EXPECT_EQ(found.columns, (std::vector<std::size_t>{2, 3, 1, 0}));  // sex, work, age, town
    EXPECT_FALSE(impl::canonical_tables(*found.set).set.has_value());
}

TEST(CanonicalTables, ASchemaKeepsItsOrder) {
    const TableSet made = tables_of(town_texts());
    TableSet set = made;
    set.ordered_by_schema = true;
    EXPECT_EQ(column_names(impl::canonical_tables(set).set->schema), column_names(made.schema));
}

// The people of a run, each as sorted "column=value" lines, in their order.
std::vector<std::vector<std::string>> people_of(const Result& made) {
    std::vector<std::vector<std::string>> people;
    for (std::size_t r = 0; r < made.row_count(); ++r) {
        std::vector<std::string>& person = people.emplace_back();
        for (std::size_t j = 0; j < made.schema.columns.size(); ++j) {
            const Column& column = made.schema.columns[j];
            person.push_back(column.name + '=' + column.values[made.row(r)[j]]);
        }
        std::sort(person.begin(), person.end());
    }
    return people;
}

TEST(CanonicalTables, AnyOrderOfTheTablesGivesTheSamePeople) {
    std::vector<TableText> texts = town_texts();
    const auto by_file = [](const TableText& a, const TableText& b) { return a.file < b.file; };
    std::sort(texts.begin(), texts.end(), by_file);
    const auto expected = people_of(synthesize(tables_of(texts), {.rows = 200}));
    do {
        const TableSet tables = tables_of(texts);
        const Result made = synthesize(tables, {.rows = 200});
        EXPECT_EQ(column_names(made.schema), column_names(tables.schema));
        EXPECT_EQ(people_of(made), expected);
    } while (std::next_permutation(texts.begin(), texts.end(), by_file));
}

TEST(CanonicalTables, BlanksAreFilledAlikeInAnyOrder) {
    std::vector<TableText> texts = town_texts();
    const TableText partial{"p.csv", "town,work\nA,\n,yes\nB,no\n"};
    const auto rest = [&] {
        Completion filled = complete(tables_of(texts), partial);
        return people_of(filled.rows);
    };
    const auto expected = rest();
    std::reverse(texts.begin(), texts.end());
    EXPECT_EQ(rest(), expected);
}

}  // namespace
}  // namespace drover::synth
