#include <drover/tables/read_files.hpp>

#include "expect.hpp"
#include "file_with.hpp"

namespace drover {
namespace {

using testing::FileWith;

TEST(ReadTables, GivesWhatTheTextsGive) {
    const FileWith one{"x,count\na,3\nb,4\n"};
    const FileWith two{"x,y,count\na,u,3\nb,v,4\n"};
    const TableSet read = read_tables({one.path(), two.path()});
    const std::vector<TableText> texts{read_table_text(one.path()), read_table_text(two.path())};
    const TableSet parsed = parse_tables(texts);
    ASSERT_EQ(read.tables.size(), 2U);
    EXPECT_EQ(read.tables[1].columns, parsed.tables[1].columns);
    EXPECT_EQ(read.tables[1].counts, parsed.tables[1].counts);
    EXPECT_EQ(read.tables[1].name, parsed.tables[1].name);
}

TEST(ReadTables, NamesAFileThatIsNotThere) {
    EXPECT_ERROR(IoError, read_tables({"no/such.csv"}),
                 "no/such.csv: cannot read: No such file or directory");
}

}  // namespace
}  // namespace drover
