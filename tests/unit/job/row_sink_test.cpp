#include <filesystem>
#include <fstream>
#include <sstream>

#include <drover/files/file.hpp>
#include <drover/job/kept_rows.hpp>
#include <drover/job/row_file.hpp>

#include "expect.hpp"

namespace drover {
namespace {

namespace fs = std::filesystem;

constexpr SealedFormat sink_format{"sink/1", "position of a sink"};

// A bin, so that later rows depend on those before them.
Schema numbers_and_letters() {
    return {{{.name = "n", .values = {"0-99"}, .bins = {{0, 99}}},
             {.name = "a", .values = {"x", "y"}, .bins = {}}}};
}

std::vector<std::uint32_t> cells_of(std::size_t row_count) {
    std::vector<std::uint32_t> cells;
    for (std::size_t r = 0; r < row_count; ++r) {
        cells.push_back(0);
        cells.push_back(r % 3 == 0 ? 1 : 0);
    }
    return cells;
}

std::string expected_rows(std::size_t row_count) {
    KeptRows rows{{}, KeptRows::Keep::cells_and_bytes};
    rows.begin(numbers_and_letters());
    rows.write(cells_of(row_count));
    rows.end();
    return rows.bytes();
}

std::string saved(const RowSink& sink) {
    SealedWriter out{sink_format};
    sink.save(out);
    return std::move(out).sealed();
}

std::string restore(RowSink& sink, const std::string& bytes, std::int64_t row_count) {
    SealedReader in{bytes, "c.job", sink_format};
    std::string read;
    sink.restore(in, row_count, [&](std::string_view block) { read += block; });
    EXPECT_EQ(in.left(), 0U);
    return read;
}

class RowSinkTest : public ::testing::Test {
  protected:
    void SetUp() override {
        const auto* info = ::testing::UnitTest::GetInstance()->current_test_info();
        folder_ = fs::path{::testing::TempDir()} / (std::string{"drover_sink_"} + info->name());
        fs::remove_all(folder_);
        fs::create_directories(folder_);
        path_ = (folder_ / "rows.csv").string();
        part_ = path_ + ".part";
    }
    void TearDown() override { fs::remove_all(folder_); }

    // Writes so many rows, saves, and leaves the part with more behind it, as a killed run does.
    std::string saved_after(std::size_t row_count) const {
        RowFile rows{path_, OutputKind::resumable};
        rows.begin(numbers_and_letters());
        rows.write(cells_of(row_count));
        std::string bytes = saved(rows);
        rows.settle();
        rows.keep();
        rows.write(cells_of(5));
        return bytes;
    }

    fs::path folder_;
    std::string path_;
    std::string part_;
};

TEST(RowSink, CountsAndDigestsItsBytes) {
    std::string all;
    std::vector<std::uint32_t> cells;
    RowCallback rows{[&](const RowBlock& block) {
        all += block.bytes;
        cells.insert(cells.end(), block.cells.begin(), block.cells.end());
    }};
    rows.begin(numbers_and_letters());
    EXPECT_EQ(rows.byte_count(), 0);
    rows.write(cells_of(2));
    rows.end();
    EXPECT_EQ(all, "n,a\n50,y\n91,x\n");
    EXPECT_EQ(cells, cells_of(2));
    EXPECT_EQ(rows.byte_count(), 14);
    EXPECT_EQ(rows.digest(), sha256(all));
}

TEST(RowSink, AHeaderComesWithoutRowsToo) {
    KeptRows rows{{}, KeptRows::Keep::cells_and_bytes};
    rows.begin(numbers_and_letters());
    rows.end();
    EXPECT_EQ(rows.bytes(), "n,a\n");
}

TEST(RowSink, RowsMayComeWithTheirBytes) {
    KeptRows rows{{}, KeptRows::Keep::cells_and_bytes};
    const std::vector<std::uint32_t> cells{1, 2};
    rows.write(RowBlock{cells, "id,a\n7,x\n"});
    EXPECT_EQ(rows.bytes(), "id,a\n7,x\n");
    EXPECT_EQ(rows.cells(), cells);
    KeptRows second{{}, KeptRows::Keep::cells_and_bytes};
    EXPECT_EQ(restore(second, saved(rows), 1), rows.bytes());
    EXPECT_EQ(second.cells(), cells);
}

TEST(KeptRows, GoOnAfterAnyRowAsIfTheyHadNeverStopped) {
    const std::vector<std::uint32_t> all = cells_of(40);
    for (const auto keep : {KeptRows::Keep::cells, KeptRows::Keep::cells_and_bytes}) {
        for (std::size_t at = 0; at <= 40; ++at) {
            KeptRows first{{}, keep};
            first.begin(numbers_and_letters());
            if (at > 0) first.write(std::span{all}.first(2 * at));
            KeptRows second{{}, keep};
            second.begin(numbers_and_letters());
            EXPECT_EQ(restore(second, saved(first), static_cast<std::int64_t>(at)).empty(), at == 0);
            second.write(std::span{all}.subspan(2 * at));
            second.end();
            EXPECT_EQ(second.digest(), sha256(expected_rows(40)));
            EXPECT_EQ(second.cells(), all);
        }
    }
}

TEST(KeptRows, RefuseWhatTheyCannotHaveSaved) {
    const auto forged = [](const std::vector<std::uint32_t>& cells, std::uint64_t uses) {
        SealedWriter out{sink_format};
        out.number(14);
        out.text(sha256("n,a\n50,y\n91,x\n"));
        out.number(1);
        out.number(uses);
        out.number(cells.size());
        for (const std::uint32_t cell : cells) out.small_number(static_cast<std::int32_t>(cell));
        return std::move(out).sealed();
    };
    const auto restored = [&](const std::string& bytes) {
        KeptRows rows;
        rows.begin(numbers_and_letters());
        restore(rows, bytes, 2);
        return rows.digest();
    };
    EXPECT_EQ(restored(forged({0, 1, 0, 0}, 2)), sha256("n,a\n50,y\n91,x\n"));
    EXPECT_INPUT_ERROR(restored(forged({0, 1, 0}, 2)),
                       "c.job: not a valid position of a sink: a row without its end");
    EXPECT_INPUT_ERROR(restored(forged({0, 1, 0, 2}, 2)),
                       "c.job: not a valid position of a sink: a value out of range");
    EXPECT_INPUT_ERROR(restored(forged({0, 1, 0, 1}, 2)),
                       "rows: expected the rows of the checkpoint, got others");
    EXPECT_INPUT_ERROR(restored(forged({0, 1, 0, 0}, 3)), "c.job: expected uses of bins from 0 to 2, got 3");
}

TEST(RowSink, AFunctionCannotGiveRowsBack) {
    RowCallback rows{[](const RowBlock&) {}};
    rows.begin(numbers_and_letters());
    rows.write(cells_of(1));
    RowCallback second{[](const RowBlock&) {}};
    second.begin(numbers_and_letters());
    EXPECT_INPUT_ERROR(restore(second, saved(rows), 1),
                       "rows: expected a file or memory that has those before the checkpoint, got a function "
                       "that takes them");
}

TEST(RowStream, WritesAsTheRowsCome) {
    std::ostringstream out;
    RowStream rows{out, "standard output"};
    rows.begin(numbers_and_letters());
    rows.write(cells_of(2));
    EXPECT_EQ(out.str(), "n,a\n50,y\n91,x\n");
    out.setstate(std::ios::badbit);
    EXPECT_ERROR(IoError, rows.write(cells_of(1)), "standard output: cannot write: Input/output error");
}

TEST_F(RowSinkTest, AFileAppearsWhenItIsComplete) {
    {
        RowFile rows{path_, OutputKind::plain};
        rows.begin(numbers_and_letters());
        rows.write(cells_of(2));
    }
    EXPECT_TRUE(fs::is_empty(folder_));
    RowFile rows{path_, OutputKind::plain};
    rows.begin(numbers_and_letters());
    rows.write(cells_of(2));
    rows.end();
    rows.settle();
    rows.commit();
    EXPECT_EQ(read_file(path_), "n,a\n50,y\n91,x\n");
}

TEST_F(RowSinkTest, APartIsContinuedAfterTheBytesOfTheCheckpoint) {
    const std::string bytes = saved_after(10);
    EXPECT_TRUE(fs::exists(part_));
    RowFile rows{path_, OutputKind::resumable};
    rows.begin(numbers_and_letters());
    EXPECT_EQ(restore(rows, bytes, 10), expected_rows(10));
    EXPECT_FALSE(rows.was_complete());
    const std::vector<std::uint32_t> all = cells_of(40);
    rows.write(std::span{all}.subspan(20));
    rows.commit();
    EXPECT_EQ(read_file(path_), expected_rows(40));
    EXPECT_FALSE(fs::exists(part_));
}

TEST_F(RowSinkTest, RowsThatHaveTheirNameAreContinuedToo) {
    const std::string bytes = saved_after(10);
    fs::rename(part_, path_);
    RowFile rows{path_, OutputKind::resumable};
    rows.begin(numbers_and_letters());
    EXPECT_EQ(restore(rows, bytes, 10), expected_rows(10));
    EXPECT_TRUE(rows.was_complete());
    rows.commit();
    EXPECT_EQ(read_file(path_), expected_rows(10));
}

TEST_F(RowSinkTest, OtherRowsAreRefusedAndStay) {
    const std::string bytes = saved_after(10);
    const std::string before = read_file(part_);
    const auto refused = [&](const std::string& text, const std::string& message) {
        std::ofstream{part_, std::ios::binary} << text;
        RowFile rows{path_, OutputKind::resumable};
        rows.begin(numbers_and_letters());
        EXPECT_INPUT_ERROR(restore(rows, bytes, 10), part_ + message);
    };
    refused(before.substr(0, 20), ": expected the 54 bytes of the checkpoint, got 20");
    EXPECT_EQ(read_file(part_).size(), 20U);
    std::string other = before;
    other[8] ^= 1;
    refused(other, ": expected the rows of the checkpoint, got others");
    EXPECT_EQ(read_file(part_), other);
    fs::remove(part_);
    RowFile rows{path_, OutputKind::resumable};
    rows.begin(numbers_and_letters());
    EXPECT_INPUT_ERROR(restore(rows, bytes, 10),
                       part_ +
                           ": expected the rows of the checkpoint, got no such file, "
                           "nor \"" +
                           path_ + "\"");
}

}  // namespace
}  // namespace drover
