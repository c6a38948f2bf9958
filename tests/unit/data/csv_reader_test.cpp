#include <drover/data/csv_reader.hpp>
#include <drover/number/philox.hpp>

#include "expect.hpp"

namespace drover {
namespace {

using Fields = std::vector<std::string>;

// All records with the lines where they begin, and the message if reading stopped at an error.
struct Outcome {
    std::vector<std::pair<std::size_t, Fields>> records;
    std::string error;

    bool operator==(const Outcome&) const = default;
};

std::ostream& operator<<(std::ostream& out, const Outcome& outcome) {
    for (const auto& [line, fields] : outcome.records) {
        out << line << ":";
        for (const std::string& field : fields) out << " [" << field << "]";
        out << "\n";
    }
    return out << outcome.error;
}

Fields copy(const CsvReader& reader) { return {reader.fields().begin(), reader.fields().end()}; }

Outcome read(std::string_view text, CsvOptions options = {}) {
    Outcome outcome;
    try {
        CsvReader reader{text, "f.csv", options};
        while (reader.next()) outcome.records.emplace_back(reader.line(), copy(reader));
    } catch (const InputError& error) {
        outcome.error = error.what();
    }
    return outcome;
}

// The slow obvious reader: one character at a time. Its messages only support the comma.
class SlowReader {
  public:
    SlowReader(std::string text, char separator) : text_{std::move(text)}, separator_{separator} {}

    Outcome read() {
        Outcome outcome;
        try {
            while (at_ < text_.size()) {
                const std::size_t line = line_;
                if (is_line_end()) {
                    pass_line_end();
                } else {
                    const Fields fields = record();
                    outcome.records.emplace_back(line, fields);
                }
            }
        } catch (const InputError& error) {
            outcome.error = error.what();
        }
        return outcome;
    }

  private:
    bool is(char c) const { return at_ < text_.size() && text_[at_] == c; }
    bool is_line_end() const { return at_ == text_.size() || is('\n') || is('\r'); }

    void pass_line_end() {
        if (at_ == text_.size()) return;
        const bool two = is('\r') && at_ + 1 < text_.size() && text_[at_ + 1] == '\n';
        at_ += two ? 2 : 1;
        ++line_;
    }

    Fields record() {
        Fields fields{field()};
        while (is(separator_)) {
            ++at_;
            fields.push_back(field());
        }
        if (!is_line_end()) {
            fail(line_, std::string{"expected a comma or the line's end after a quoted field, got \""} +
                            text_[at_] + "\"");
        }
        pass_line_end();
        return fields;
    }

    std::string field() {
        if (is('"')) return quoted_field();
        std::string result;
        bool quote = false;
        for (; !is(separator_) && !is_line_end(); ++at_) {
            quote = quote || is('"');
            result += text_[at_];
        }
        if (quote) fail(line_, "expected quotes around the entire field, got " + result);
        return result;
    }

    std::string quoted_field() {
        const std::size_t first_line = line_;
        std::string result;
        for (++at_; at_ < text_.size(); ++at_) {
            if (is('"') && (at_ + 1 == text_.size() || text_[at_ + 1] != '"')) {
                ++at_;
                return result;
            }
            if (is('"')) ++at_;
            if (is('\n')) ++line_;
            result += text_[at_];
        }
        fail(first_line, "expected a closing quote, got the end of the file");
    }

    [[noreturn]] static void fail(std::size_t line, const std::string& problem) {
        throw InputError("f.csv: line " + std::to_string(line) + ": " + problem);
    }

    std::string text_;
    char separator_;
    std::size_t at_ = 0;
    std::size_t line_ = 1;
};

// Pieces in a random order; most are valid fields, so that many texts are read to the end.
std::string random_text(const CounterRandom& random, const std::vector<std::string>& pieces) {
    std::string text;
    const std::uint64_t count = random.below(0, 40);
    for (std::uint64_t i = 1; i <= count; ++i) text += pieces[random.below(i, pieces.size())];
    return text;
}

void compare_with_slow_reader(const std::vector<std::string>& pieces, char separator) {
    std::size_t good = 0;
    for (std::uint64_t seed = 0; seed < 20'000; ++seed) {
        const std::string text = random_text(CounterRandom{seed, 5}, pieces);
        const Outcome expected = SlowReader{text, separator}.read();
        ASSERT_EQ(read(text, {.separator = separator}), expected) << text;
        good += expected.error.empty() && expected.records.size() > 1 ? 1 : 0;
    }
    EXPECT_GT(good, 1'000U);
}

TEST(CsvReader, ReadsWhatTheSlowReaderReads) {
    compare_with_slow_reader({",", ",", ",", "\n", "\r\n", "\r", "1", "-2.5", "a long word", "\xC3\xA9"},
                             ',');
    compare_with_slow_reader({",", ",", "\n", "\r\n", ",\"a\",", ",\"\"\n", ",\"a,\"\"b\"\"\r\n\"\n",
                              "\n\"\"\"\",", ",\"\n\"\r", "12345678", "x,"},
                             ',');
}

TEST(CsvReader, FailsWhereTheSlowReaderFails) {
    compare_with_slow_reader({",", ",", "\n", "\n", "\r\n", "\r", "7", "abc", "abcdefg", "\"", ",\"a\","},
                             ',');
}

TEST(CsvReader, TakesAnySeparator) {
    compare_with_slow_reader({";", ";", "\n", "\r\n", "1,5", "a", R"(;"a;""b";)"}, ';');
    compare_with_slow_reader({"\t", "\t", "\n", "\r\n", "1,5", " ", "\t\"\t\"\t"}, '\t');
    compare_with_slow_reader({" ", "x", "\n", "x\r\n", ",", "\x7F"}, 'x');
    compare_with_slow_reader({"\x01", "\x02", "\n", "\x01"}, '\x01');
}

TEST(CsvReader, RefusesWhatCannotSeparate) {
    const std::string expected =
        "f.csv: expected one ASCII character other than a quote or a line end as separator, got byte ";
    for (const int byte : {0, 10, 13, 34, 128, 255}) {
        const CsvOptions options{.separator = static_cast<char>(byte)};
        EXPECT_INPUT_ERROR(CsvReader("a", "f.csv", options), expected + std::to_string(byte));
    }
}

TEST(CsvReader, NamesTheSeparatorItMissed) {
    const auto message = [](const std::string& what, const std::string& got) {
        return "f.csv: line 3: expected " + what + " or the line's end after a quoted field, got \"" + got +
               '"';
    };
    const std::string text = "a\n\"b\nc\"\xE2\x82\xAC";
    EXPECT_EQ(read(text).error, message("a comma", "\xE2\x82\xAC"));
    EXPECT_EQ(read(text, {.separator = '\t'}).error, message("a tab", "\xE2\x82\xAC"));
    EXPECT_EQ(read("\n\n\"b\",", {.separator = ';'}).error, message("\";\"", ","));
}

TEST(CsvReader, ViewsStayValidUntilTheNextRecord) {
    std::string text;
    Fields expected;
    for (std::size_t i = 0; i < 200; ++i) {  // "" in each, longer and longer: buffers grow and multiply
        expected.push_back('"' + std::string(i, 'x'));
        text += (i == 0 ? R"(""")" : R"(,""")") + std::string(i, 'x') + '"';
    }
    const std::string twice = text + '\n' + text + "\nend";
    CsvReader reader{twice, "f.csv"};
    for (int i = 0; i < 2; ++i) {
        ASSERT_TRUE(reader.next());
        EXPECT_EQ(copy(reader), expected);
    }
    ASSERT_TRUE(reader.next());
    EXPECT_EQ(copy(reader), Fields{"end"});
    EXPECT_FALSE(reader.next());
    EXPECT_FALSE(reader.next());
}

TEST(CsvReader, FieldsAreViewsOfTheText) {
    const std::string text = "plain,\"quoted\",last";
    CsvReader reader{text, "f.csv"};
    ASSERT_TRUE(reader.next());
    EXPECT_EQ(reader.fields()[0].data(), text.data());
    EXPECT_EQ(reader.fields()[1].data(), text.data() + 7);
    EXPECT_EQ(reader.fields()[2].data(), text.data() + 15);
}

TEST(CsvReader, NothingIsInAnEmptyText) {
    for (const std::string text : {"", "\n\r\n\r", "\xEF\xBB\xBF", "\xEF\xBB\xBF\n"}) {
        EXPECT_EQ(read(text), Outcome{}) << text;
    }
}

TEST(CsvReader, FindsABadByteAtAnyPlaceInAWord) {
    for (std::size_t place = 0; place < 40; ++place) {
        for (std::size_t after = 0; after < 10; ++after) {
            const auto error_at = [&](std::string_view bytes) {
                return read("1\n2\r\n" + std::string(place, 'a') + std::string{bytes} +
                            std::string(after, 'a'))
                    .error;
            };
            const std::string none = "f.csv: line 3: expected UTF-8 text, got a byte that is not valid UTF-8";
            for (const char* const bad : {"\x80", "\xC1\x81", "\xE2\x82", "\xF4\x90\x80\x80", "\xFF"}) {
                EXPECT_EQ(error_at(bad), none) << place << " " << after;
            }
            EXPECT_EQ(error_at({"\0", 1}), "f.csv: line 3: expected text, got a NUL byte");
            for (const char* const good : {"\x7F", "\xC3\xA9", "\xE2\x82\xAC", "\xF0\x9F\x90\x91"}) {
                EXPECT_EQ(error_at(good), "") << place << " " << after;
            }
        }
    }
}

TEST(CsvReader, TheEncodingIsCheckedBeforeAnythingElse) {
    EXPECT_EQ(read("a\"b\n\xFF").error,
              "f.csv: line 2: expected UTF-8 text, got a byte that is not valid UTF-8");
}

}  // namespace
}  // namespace drover
