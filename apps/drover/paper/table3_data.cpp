#include "table3_data.hpp"

#include <algorithm>
#include <filesystem>
#include <numeric>

#include <drover/data/examples/code_inputs.hpp>
#include <drover/data/examples/learn_inputs.hpp>
#include <drover/data/split.hpp>
#include <drover/files/file.hpp>
#include <drover/number/philox.hpp>

#include "table3_settings.hpp"
#include "table3_substitutes.hpp"

namespace drover::cli::paper {
namespace {

constexpr std::uint64_t fold_stream = 2000;
constexpr std::uint64_t held_out_stream = 2001;
constexpr std::size_t tenths = 10;

// A file of the folder and its name for messages.
struct File {
    std::string path;
    std::string text;

    File(const std::string& folder, const char* name)
        : path{(std::filesystem::path{folder} / name).string()}, text{read_file(path)} {}
    NamedText named() const { return {text, path}; }
};

Table3Set read_mnist(const std::string& folder) {
    const File images{folder, "mnist/train-images-idx3-ubyte.gz"};
    const File labels{folder, "mnist/train-labels-idx1-ubyte.gz"};
    const File test_images{folder, "mnist/t10k-images-idx3-ubyte.gz"};
    const File test_labels{folder, "mnist/t10k-labels-idx1-ubyte.gz"};
    LearnedInputs learned = learn_images(images.named(), labels.named());
    return {.train = std::move(learned.examples),
            .test = code_examples(learned.coding, test_images.named(), test_labels.named()).examples,
            .note = "grey values in [0, 1]"};
}

Table3Set read_usps(const std::string& folder) {
    const File images{folder, "usps/usps_all-images-idx3-ubyte.gz"};
    const File labels{folder, "usps/usps_all-labels-idx1-ubyte.gz"};
    return {.train = learn_images(images.named(), labels.named()).examples,
            .test = {},
            .fold_count = tenths,
            .note = "grey values in [0, 1], a random tenth tested on at a time"};
}

// Without blanks, and with the header that the file lacks.
std::string pendigits_table(const File& file) {
    std::string text;
    for (int k = 1; k <= 8; ++k) text += "x" + std::to_string(k) + ",y" + std::to_string(k) + ",";
    text += "digit\n";
    std::copy_if(file.text.begin(), file.text.end(), std::back_inserter(text),
                 [](char c) { return c != ' '; });
    return text;
}

Table3Set read_pendigits(const std::string& folder) {
    const File train{folder, "pendigits/pendigits.tra"};
    const File test{folder, "pendigits/pendigits.tes"};
    const std::string table = pendigits_table(train);
    const std::string test_table = pendigits_table(test);
    LearnedInputs learned = learn_table({table, train.path}, {.label = "digit"});
    return {.train = std::move(learned.examples),
            .test = code_examples(learned.coding, {test_table, test.path}).examples,
            .note = "columns brought to mean 0 and deviation 1"};
}

Table3Set read_newsgroups(const std::string& folder) {
    const File words{folder, "20news/train.data.gz"};
    const File labels{folder, "20news/train.label"};
    const File test_words{folder, "20news/test.data.gz"};
    const File test_labels{folder, "20news/test.label"};
    LearnedInputs learned = learn_words(words.named(), labels.named());
    return {.train = std::move(learned.examples),
            .test = code_examples(learned.coding, test_words.named(), test_labels.named()).examples,
            .note = "presence of the 5,000 most frequent words without the first 100"};
}

const char* name_of(const std::string& row) {
    if (row == "mnist") return "MNIST";
    if (row == "usps") return "USPS";
    return row == "pendigits" ? "Pendigits" : "20 Newsgroups";
}

Table3Set read_set(const std::string& row, const std::string& folder) {
    if (row == "mnist") return read_mnist(folder);
    if (row == "usps") return read_usps(folder);
    return row == "pendigits" ? read_pendigits(folder) : read_newsgroups(folder);
}

Table3Set make_set(const std::string& row, std::uint64_t seed) {
    Examples all = make_examples(row, seed);
    const bool has_folds = row == "usps";
    const Split split = random_split(all.rows.row_count(), 2 * all.rows.row_count() / 3,
                                     CounterRandom{seed, held_out_stream});
    return {.train = has_folds ? all : examples_at(all, split.train),
            .test = has_folds ? Examples{} : examples_at(all, split.test),
            .fold_count = has_folds ? tenths : std::size_t{1},
            .substitute = true,
            .note = substitute_note(row)};
}

// Random ones: files are sorted by class.
Examples at_most(const Examples& examples, std::size_t count, const CounterRandom& random) {
    if (examples.rows.row_count() <= count) return examples;
    return examples_at(examples, random_split(examples.rows.row_count(), count, random).train);
}

void make_quick(Table3Set& set, std::uint64_t seed) {
    const Table3Limits limits = table3_quick_limits(set.row);
    const CounterRandom random{seed, fold_stream + 2};
    if (set.fold_count > 1) {
        set.train = at_most(set.train, limits.train + limits.test, random);
        const std::size_t count = set.train.rows.row_count();
        const Split split = random_split(count, count - count / tenths, CounterRandom{seed, fold_stream});
        set.test = examples_at(set.train, split.test);
        set.train = examples_at(set.train, split.train);
        set.fold_count = 1;
        return;
    }
    set.train = at_most(set.train, limits.train, random);
    set.test = at_most(set.test, limits.test, random);
}

}  // namespace

Table3Set table3_set(const std::string& row, const std::string& folder, std::uint64_t seed, bool quick) {
    Table3Set set = folder.empty() ? make_set(row, seed) : read_set(row, folder);
    set.row = row;
    set.name = std::string{name_of(row)} + (set.substitute ? " (substitute)" : "");
    if (quick) make_quick(set, seed);
    return set;
}

Table3Fold table3_fold(const Table3Set& set, std::size_t fold, std::uint64_t seed) {
    if (set.fold_count == 1) return {set.train, set.test};
    const std::size_t count = set.train.rows.row_count();
    const std::vector<std::size_t> order = random_split(count, count, CounterRandom{seed, fold_stream}).train;
    const std::size_t first = fold * count / set.fold_count;
    const std::size_t last = (fold + 1) * count / set.fold_count;
    std::vector<std::size_t> kept;
    for (std::size_t i = 0; i < count; ++i) {
        if (i < first || i >= last) kept.push_back(order[i]);
    }
    return {examples_at(set.train, kept),
            examples_at(set.train, std::span{order}.subspan(first, last - first))};
}

Examples in_random_order(const Examples& examples, std::uint64_t seed) {
    const std::size_t count = examples.rows.row_count();
    return examples_at(examples, random_split(count, count, CounterRandom{seed, held_out_stream}).train);
}

Table3Fold hold_out_tenth(const Examples& train, std::uint64_t seed) {
    const std::size_t count = train.rows.row_count();
    const Split split = random_split(count, count - count / tenths, CounterRandom{seed, held_out_stream});
    return {examples_at(train, split.train), examples_at(train, split.test)};
}

}  // namespace drover::cli::paper
