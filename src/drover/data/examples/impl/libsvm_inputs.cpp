#include <algorithm>
#include <cmath>
#include <unordered_map>

#include <drover/core/check.hpp>
#include <drover/data/examples/impl/inputs.hpp>
#include <drover/data/impl/text_lines.hpp>

namespace drover {
namespace {

using impl::shown;

struct Lines {
    impl::LabelTexts labels;
    std::vector<std::size_t> ends = {};  // of each example, in the entries
    std::vector<std::uint32_t> indices = {};
    std::vector<double> values = {};
};

// Without the comment after a # and without a + before a number: +1 and 1 are one class.
std::string_view without_comment(std::string_view line) { return line.substr(0, line.find('#')); }
std::string_view without_plus(std::string_view word) {
    return word.size() > 1 && word[0] == '+' && word[1] != '+' && word[1] != '-' ? word.substr(1) : word;
}

// The first line has separators, and no index:value.
bool looks_like_table(std::string_view text) {
    impl::TextLines lines{text};
    const bool has_line = lines.next();
    return has_line && lines.line().find_first_of(",;\t") != std::string_view::npos &&
           lines.line().find(':') == std::string_view::npos;
}

void check_looks(const NamedText& data) {
    check_input(!looks_like_table(data.text), [&] {
        return Problem{Fault::syntax,
                       {.file = data.name},
                       "lines of label and index:value (libsvm)",
                       "what looks like a CSV table"};
    });
}

class LibsvmReader {
  public:
    LibsvmReader(const NamedText& data, bool with_labels, const RunControl& control)
        : data_{data},
          name_{data.name},
          with_labels_{with_labels},
          watch_{control},
          lines_{data.text},
          found_{.labels = no_labels(data)} {}

    Lines read() {
        std::vector<std::size_t> numbers;
        while (lines_.next()) {
            if (!watch_.goes_on()) throw Stopped{};
            std::string_view rest = without_comment(lines_.line());
            if (rest.find_first_not_of(" \t") == std::string_view::npos) continue;
            take_label(rest);
            for (std::string_view word = impl::take_word(rest); !word.empty(); word = impl::take_word(rest))
                take_entry(word);
            found_.ends.push_back(found_.indices.size());
            numbers.push_back(lines_.number());
        }
        found_.labels.place = [name = name_, numbers = std::move(numbers)](std::size_t row) {
            return Place{.file = name, .line = static_cast<std::int64_t>(numbers[row])};
        };
        return std::move(found_);
    }

  private:
    static impl::LabelTexts no_labels(const NamedText& data) {
        return {.texts = impl::Dictionary{data.text}, .codes = {}, .place = {}};
    }

    Place place() const { return {.file = name_, .line = static_cast<std::int64_t>(lines_.number())}; }

    // A line may lack its label where no labels are needed.
    void take_label(std::string_view& rest) {
        std::string_view after = rest;
        const std::string_view word = impl::take_word(after);
        const bool is_label = word.find(':') == std::string_view::npos;
        check_input(is_label || !with_labels_, [&] {
            return Problem{Fault::syntax, place(), "a label", shown(word)};
        });
        if (is_label) rest = after;
        if (with_labels_) found_.labels.add(without_plus(word));
    }

    void take_entry(std::string_view word) {
        const std::size_t colon = std::min(word.find(':'), word.size());
        const std::optional<std::uint32_t> index = impl::parse_integer(word.substr(0, colon));
        const std::optional<double> value =
            index && colon < word.size()
                ? impl::input_number(without_plus(word.substr(colon + 1)), [&] { return place(); })
                : std::nullopt;
        if (!value) check_looks(data_);
        check_input(value.has_value(), [&] {
            return Problem{Fault::syntax, place(), "index:value, an integer and a number", shown(word)};
        });
        const std::size_t first = found_.ends.empty() ? 0 : found_.ends.back();
        const std::uint32_t last = found_.indices.size() == first ? 0 : found_.indices.back();
        check_input(*index > last, [&] {
            return Problem{Fault::range, place(), "an index above " + std::to_string(last), shown(word)};
        });
        found_.indices.push_back(*index);
        found_.values.push_back(*value);
    }

    const NamedText& data_;
    const std::string& name_;
    bool with_labels_;
    StepWatch watch_;
    impl::TextLines lines_;
    Lines found_;
};

// Indices with a value other than 0.
LibsvmCoding learn_scales(const Lines& lines) {
    std::unordered_map<std::uint32_t, double> largest;
    for (std::size_t e = 0; e < lines.indices.size(); ++e) {
        if (lines.values[e] == 0) continue;
        double& most = largest[lines.indices[e]];
        most = std::max(most, std::abs(lines.values[e]));
    }
    LibsvmCoding coding;
    for (const auto& entry : largest) coding.indices.push_back(entry.first);
    std::sort(coding.indices.begin(), coding.indices.end());
    for (const std::uint32_t index : coding.indices) coding.largest.push_back(largest[index]);
    return coding;
}

impl::RawExamples code_lines(const LibsvmCoding& coding, const Lines& lines) {
    const std::vector<std::uint32_t>& known = coding.indices;
    impl::RawExamples found{.rows = SparseRows{known.size()}};
    std::size_t e = 0;
    std::size_t unknown = 0;
    for (const std::size_t end : lines.ends) {
        auto at = known.begin();
        for (; e < end; ++e) {
            at = std::lower_bound(at, known.end(), lines.indices[e]);
            const bool is_known = at != known.end() && *at == lines.indices[e];
            if (!is_known) unknown += lines.values[e] != 0 ? 1 : 0;
            if (!is_known) continue;
            const auto column = static_cast<std::size_t>(at - known.begin());
            found.rows.add(column, impl::on_input_grid(lines.values[e] / coding.largest[column]));
        }
        found.rows.end_row();
    }
    if (unknown > 0)
        found.notes.push_back(impl::counted(unknown, "value") +
                              " of indices that no training example has: ignored");
    return found;
}

}  // namespace

impl::RawExamples impl::code(const LibsvmCoding& coding, const NewData& from) {
    Lines lines = LibsvmReader{from.data, from.with_labels, from.control}.read();
    RawExamples found = code_lines(coding, lines);
    if (from.with_labels) found.labels = std::move(lines.labels);
    return found;
}

LearnedInputs learn_libsvm(const NamedText& data, const RunControl& control) {
    Lines lines = LibsvmReader{data, true, control}.read();
    check_input(!lines.ends.empty(), [&] {
        return Problem{Fault::missing, {.file = data.name}, "at least one example", "none"};
    });
    const LibsvmCoding coding = learn_scales(lines);
    if (coding.indices.empty()) check_looks(data);
    check_input(!coding.indices.empty(), [&] {
        return Problem{Fault::missing, {.file = data.name}, "values other than 0", "none"};
    });
    impl::RawExamples raw = code_lines(coding, lines);
    raw.labels = std::move(lines.labels);
    return impl::learned({.classes = {}, .inputs = coding}, std::move(raw), data.name);
}

}  // namespace drover
