#pragma once

#include <drover/core/memory_limit.hpp>
#include <drover/tables/slice.hpp>
#include <drover/tables/targets.hpp>
#include <drover/zones/hub.hpp>
#include <drover/zones/hub_tables.hpp>

namespace drover::zones::impl {

/// How much a published cell counts beside an implied one.
inline constexpr std::int32_t published_trust = 10;

struct HubModelOptions {
    std::optional<Hub> hub = {};  ///< nothing: one zone
    bool hard_zeros = false;
    bool agree = false;  ///< integer counts that agree: cells can be filled exactly
    std::vector<Combination> forbid = {};
    MemoryLimit memory = {};
    RunControl control = {};  ///< polled after every table; Stopped is thrown where it asks for that
};

/// The published tables around the hub, with the trust and the totals of their targets. Throws InputError
/// if their cells over all units need more memory than the limit.
HubTables make_hub_tables(const TableSet& tables, const Targets& targets, const HubModelOptions& options);

/// Whether a free column is in two tables: then rows that fill one may leave none for another.
bool overlap(const HubTables& tables);

/// How many numbers a pass over all columns adds up. Slices of more lanes are for MarginalHerder, if there is
/// one zone.
std::size_t lane_count(const HubTables& tables);
inline constexpr std::size_t max_slice_lanes = 2048;

/// "zone by zone over 781 values of taz (tract follows): ", or nothing.
std::string hub_text(const Schema& schema, const HubTables& tables);

}  // namespace drover::zones::impl
