#pragma once

#include <string>
#include <string_view>

#include <drover/tables/read/options.hpp>
#include <drover/tables/read/result.hpp>

namespace drover::read {

/// Reads a published file from its bytes: delimited text, xlsx, PC-Axis, JSON-stat, SDMX-CSV or Eurostat's
/// TSV. `name` is used in messages and for the names of tables. Never throws for the contents of the file: a
/// file that no rule fits is a refusal.
Reading read_published(std::string_view bytes, const std::string& name, const ReadOptions& options = {});

}  // namespace drover::read
