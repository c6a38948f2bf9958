#pragma once

#include <drover/data/examples/input_coding.hpp>
#include <drover/data/named_text.hpp>
#include <drover/data/sparse_rows.hpp>

namespace drover {

/// New data as a classifier takes them.
struct CodedInputs {
    SparseRows rows;
    std::vector<std::string> notes = {};  ///< sentences about what was passed over
};

/// New data with their labels.
struct CodedExamples {
    Examples examples;
    std::vector<std::string> notes = {};
};

/// Codes data of the coding's format as the training data were. Labels are not looked at and need not be
/// there. Of triples, there are as many documents as the highest one. Throws InputError naming file, row and
/// column.
CodedInputs code_inputs(const InputCoding& coding, const NamedText& data);

/// The same with labels, which must be classes of the coding: from `data` for tables and libsvm, from the
/// text `labels` for images and words. Wants at least one row.
CodedExamples code_examples(const InputCoding& coding, const NamedText& data, const NamedText& labels = {});

}  // namespace drover
