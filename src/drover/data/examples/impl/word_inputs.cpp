#include <algorithm>

#include <drover/core/check.hpp>
#include <drover/data/examples/impl/inputs.hpp>
#include <drover/data/impl/text_lines.hpp>

namespace drover {
namespace {

using impl::shown;

constexpr std::uint32_t largest_number =
    1U << 24U;  // largest number of a document or a word, because arrays are indexed by it

struct Triples {
    std::vector<std::uint64_t> pairs;  // document and word, by document, then word; each once
    std::vector<std::int64_t> counts;  // of each word, by its number
    std::uint32_t document_count = 0;  // the highest one
};

// Takes a number of at least 1; 0 if there is none.
std::uint32_t take_number(std::string_view& line) {
    return impl::parse_integer(impl::take_word(line)).value_or(0);
}

// Takes the triple of a line.
void take_triple(std::string_view line, const std::string& name, std::size_t number, Triples& triples) {
    std::string_view rest = line;
    const std::uint32_t document = take_number(rest);
    const std::uint32_t word = take_number(rest);
    const std::uint32_t count = take_number(rest);
    const auto place = [&] { return Place{.file = name, .line = static_cast<std::int64_t>(number)}; };
    check_input(document > 0 && word > 0 && count > 0 && impl::take_word(rest).empty(), [&] {
        return Problem{Fault::syntax, place(), "a document, a word and a count, integers of at least 1",
                       shown(line)};
    });
    check_input(std::max(document, word) <= largest_number, [&] {
        return Problem{Fault::range, place(), "documents and words up to " + std::to_string(largest_number),
                       shown(line)};
    });
    triples.pairs.push_back(std::uint64_t{document} << 32U | word);
    if (word >= triples.counts.size()) triples.counts.resize(word + 1);
    triples.counts[word] += count;
    triples.document_count = std::max(triples.document_count, document);
}

Triples read_triples(const NamedText& data, const RunControl& control) {
    Triples triples;
    impl::TextLines lines{data.text};
    StepWatch watch{control};
    while (lines.next()) {
        if (!watch.goes_on()) throw Stopped{};
        if (lines.line().find_first_not_of(" \t") == std::string_view::npos) continue;
        take_triple(lines.line(), data.name, lines.number(), triples);
    }
    std::vector<std::uint64_t>& pairs = triples.pairs;
    if (!std::is_sorted(pairs.begin(), pairs.end())) std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    return triples;
}

// For each document, its words that are in the vocabulary.
SparseRows word_rows(const WordCoding& coding, const Triples& triples, std::size_t document_count) {
    std::vector<std::uint32_t> columns(std::max<std::size_t>(triples.counts.size(), 1));  // from 1; 0: none
    for (std::size_t c = 0; c < coding.words.size() && coding.words[c] < columns.size(); ++c)
        columns[coding.words[c]] = static_cast<std::uint32_t>(c + 1);
    SparseRows rows{coding.words.size()};
    for (const std::uint64_t pair : triples.pairs) {
        while (rows.row_count() + 1 < pair >> 32U) rows.end_row();
        const std::uint32_t column = columns[pair & UINT32_MAX];
        if (column > 0) rows.add(column - 1, 1);
    }
    while (rows.row_count() < document_count) rows.end_row();
    return rows;
}

void note_empty_rows(impl::RawExamples& found) {
    std::size_t empty = 0;
    for (std::size_t i = 0; i < found.rows.row_count(); ++i) empty += found.rows[i].size() == 0 ? 1 : 0;
    if (empty > 0)
        found.notes.push_back(impl::counted(empty, "document") + " without any word of the vocabulary");
}

impl::RawExamples code_triples(const WordCoding& coding, const Triples& triples, const impl::NewData& from) {
    impl::RawExamples found;
    std::size_t document_count = triples.document_count;
    if (from.with_labels) {
        found.labels = impl::read_label_lines(from.labels);
        document_count = found.labels->codes.size();
        check_input(triples.document_count <= document_count, [&] {
            return Problem{Fault::range,
                           {.file = from.labels.name},
                           "a label for each of " + impl::counted(triples.document_count, "document"),
                           std::to_string(document_count)};
        });
    }
    found.rows = word_rows(coding, triples, document_count);
    note_empty_rows(found);
    return found;
}

// The most frequent words except the very first ones, in ascending order.
std::vector<std::uint32_t> choose_words(const Triples& triples, const WordInputs& options) {
    std::vector<std::uint32_t> words;
    for (std::uint32_t word = 1; word < triples.counts.size(); ++word) {
        if (triples.counts[word] > 0) words.push_back(word);
    }
    std::stable_sort(words.begin(), words.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return triples.counts[a] > triples.counts[b]; });
    if (words.size() > options.vocabulary) words.resize(options.vocabulary);
    words.erase(words.begin(),
                words.begin() + static_cast<std::ptrdiff_t>(std::min(options.skip_top, words.size())));
    std::sort(words.begin(), words.end());
    return words;
}

}  // namespace

impl::RawExamples impl::code(const WordCoding& coding, const NewData& from) {
    return code_triples(coding, read_triples(from.data, from.control), from);
}

LearnedInputs learn_words(const NamedText& triples, const NamedText& labels, const WordInputs& options,
                          const RunControl& control) {
    check_input(options.vocabulary > options.skip_top, [&] {
        return Problem{
            Fault::range,
            {.function = "learn_words"},
            "a vocabulary above the " + std::to_string(options.skip_top) + " words that are skipped",
            std::to_string(options.vocabulary)};
    });
    const Triples read = read_triples(triples, control);
    check_input(read.document_count > 0, [&] {
        return Problem{Fault::missing, {.file = triples.name}, "at least one document", "none"};
    });
    const WordCoding coding{choose_words(read, options)};
    check_input(!coding.words.empty(), [&] {
        return Problem{Fault::missing,
                       {.file = triples.name},
                       "words besides the " + std::to_string(options.skip_top) + " most frequent ones",
                       "none"};
    });
    return impl::learned(
        {.classes = {}, .inputs = coding},
        code_triples(coding, read,
                     {.data = triples, .with_labels = true, .labels = labels, .control = control}),
        labels.name);
}

}  // namespace drover
