#pragma once

#include <drover/synth/like_sample.hpp>
#include <drover/zones/hub_tables.hpp>
#include <drover/zones/impl/implied.hpp>

namespace drover::synth::impl {

/// The rows of a sample over the free columns. Throws InputError naming file, row and column: fewer than two
/// of the columns, a value that the tables do not have, a weight that is not a number or below 0.
zones::impl::LikeRows read_like(const LikeSample& sample, const Schema& schema,
                                const zones::HubTables& tables, CsvOptions csv);

/// Values that the tables have rows for and the sample has not: "age=65+, size=5"; at most ten.
std::string missing_values(const zones::impl::LikeRows& rows, const Schema& schema,
                           const zones::HubTables& tables);

}  // namespace drover::synth::impl
