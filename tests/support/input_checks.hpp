#pragma once

#include <utility>

#include <drover/data/examples/code_inputs.hpp>
#include <drover/data/examples/learn_inputs.hpp>

#include "expect.hpp"

namespace drover::testing {

using DenseRows = std::vector<std::vector<std::int32_t>>;
using Texts = std::vector<std::string>;
using Labels = std::vector<std::uint32_t>;

/// With the zeros.
inline DenseRows dense(const SparseRows& rows) {
    DenseRows found;
    for (std::size_t i = 0; i < rows.row_count(); ++i) {
        found.emplace_back(rows.column_count());
        for (std::size_t e = 0; e < rows[i].size(); ++e) found[i][rows[i].columns[e]] = rows[i].values[e];
    }
    return found;
}

/// The coding survives writing and reading, and codes the training data as learning did.
inline void expect_same_again(const LearnedInputs& learned, const NamedText& data,
                              const NamedText& labels = {}) {
    const InputCoding coding = parse_coding(coding_bytes(learned.coding), "m");
    EXPECT_EQ(coding, learned.coding);
    EXPECT_EQ(code_inputs(coding, data).rows, learned.examples.rows);
    const Examples again = code_examples(coding, data, labels).examples;
    EXPECT_EQ(again.rows, learned.examples.rows);
    EXPECT_EQ(again.labels, learned.examples.labels);
    EXPECT_EQ(again.classes, learned.examples.classes);
    EXPECT_EQ(again.unit, learned.examples.unit);
    EXPECT_EQ(coding.input_count(), learned.examples.rows.column_count());
}

}  // namespace drover::testing
