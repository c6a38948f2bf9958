#pragma once

#include <drover/core/run_control.hpp>
#include <drover/data/csv_reader.hpp>
#include <drover/data/examples/input_coding.hpp>
#include <drover/data/named_text.hpp>
#include <drover/data/sparse_rows.hpp>

namespace drover {

/// Training data in the form that a classifier takes, and how they were coded.
struct LearnedInputs {
    Examples examples;
    InputCoding coding;
    std::vector<std::string> notes = {};  ///< sentences about what was ignored
};

struct TableInputs {
    std::string label;  ///< the column of the classes
    CsvOptions csv = {};
    std::vector<std::string> ignore = {};       ///< columns that are not inputs
    std::vector<std::string> categorical = {};  ///< columns whose numbers are names of categories
};

struct WordInputs {
    std::size_t vocabulary = 5'000;  ///< the most frequent words
    std::size_t skip_top = 100;      ///< without this many of the most frequent
};

/// A CSV table with a header. Numbers are scaled to mean 0 and standard deviation 1, other columns get one
/// input per category; a field that is blank or ? is missing. All of these functions throw InputError naming
/// file, row or line, and expect at least one row and two classes. Their control is told the rows or lines
/// read; if it asks for a stop, they throw Stopped.
LearnedInputs learn_table(const NamedText& data, const TableInputs& options, const RunControl& control = {});

/// IDX images, and the IDX array of their labels.
LearnedInputs learn_images(const NamedText& images, const NamedText& labels, const RunControl& control = {});

/// Lines 'label index:value ...', indices ascending from 1.
LearnedInputs learn_libsvm(const NamedText& data, const RunControl& control = {});

/// Lines 'document word count', numbers counted from 1, in any order, and for each document one line with its
/// label. The frequency of a word is the sum of its counts, ties go to the lower word.
LearnedInputs learn_words(const NamedText& triples, const NamedText& labels, const WordInputs& options = {},
                          const RunControl& control = {});

}  // namespace drover
