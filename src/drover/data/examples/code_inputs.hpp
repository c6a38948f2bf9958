#pragma once

#include <drover/core/run_control.hpp>
#include <drover/data/examples/input_coding.hpp>
#include <drover/data/named_text.hpp>
#include <drover/data/sparse_rows.hpp>

namespace drover {

/// New data in the form that a classifier takes.
struct CodedInputs {
    SparseRows rows;
    std::vector<std::string> notes = {};  ///< sentences about what was ignored
};

/// New data with their labels.
struct CodedExamples {
    Examples examples;
    std::vector<std::string> notes = {};
};

/// Codes data of the coding's format as the training data were. Labels are ignored and may be absent. For
/// triples, the number of documents is the highest document number. Throws InputError naming file, row and
/// column.
CodedInputs code_inputs(const InputCoding& coding, const NamedText& data);

/// The same with labels, which must be classes of the coding: from `data` for tables and libsvm, from the
/// text `labels` for images and words. Expects at least one row. The control is told the rows or lines read;
/// if it asks for a stop, Stopped is thrown.
CodedExamples code_examples(const InputCoding& coding, const NamedText& data, const NamedText& labels = {},
                            const RunControl& control = {});

}  // namespace drover
