// Makes people from two published tables.
#include <iostream>

#include <drover/drover.hpp>

int main() {
    using namespace drover;
    const std::vector<TableText> texts{
        {"region_age.csv", "region,age,count\nNorth,0-29,40\nNorth,30+,60\nSouth,0-29,30\nSouth,30+,20\n"},
        {"age_work.csv", "age,work,count\n0-29,yes,45\n0-29,no,25\n30+,yes,80\n30+,no,0\n"}};
    const TableSet tables = tables_of(texts);
    std::cout << to_text(synth::explain(tables));
    const synth::Result people = synthesize(tables);
    std::cout << people.row_count() << " rows, mean total variation " << people.fit.mean_tv << '\n';
    for (const TableFit& table : people.fit.tables)
        std::cout << table.name << ": worst cell off by " << table.worst.off << " rows\n";
    std::cout << to_csv(people).substr(0, 73);
}
