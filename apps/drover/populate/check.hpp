#pragma once

#include <memory>

#include "../cli/check_kind.hpp"

namespace drover::cli::populate {

/// Households for zones, of any origin, measured against controls; and certificates of drover populate.
std::unique_ptr<CheckKind> population_check_kind();

}  // namespace drover::cli::populate
