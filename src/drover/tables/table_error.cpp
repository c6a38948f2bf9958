#include <drover/tables/table_error.hpp>

namespace drover {
namespace {

bool is_known(const Targets& targets, std::size_t cell) {
    return targets.trust.empty() || targets.trust[cell] != 0;
}

TableError table_error(const Targets& targets, std::span<const std::int64_t> hits, std::int64_t row_count,
                       std::size_t table) {
    const Int128 total = targets.moments.total;
    TableError error{.worst = -1, .worst_cell = targets.features.first_feature(table)};
    Int128 left = total * row_count;  // of the target, for the unknown cells together
    std::int64_t outside = row_count;
    bool any_unknown = false;
    for (std::size_t a = targets.features.first_feature(table); a < targets.features.first_feature(table + 1);
         ++a) {
        outside -= hits[a];
        if (!is_known(targets, a)) {
            any_unknown = true;
            error.unknown_rows += hits[a];
            continue;
        }
        const Int128 target = static_cast<Int128>(row_count) * targets.moments.counts[a];
        const Int128 off = absolute(total * hits[a] - target);
        left -= target;
        error.l1 += off;
        if (off > error.worst) {
            error.worst = off;
            error.worst_cell = a;
        }
    }
    error.l1 += total * outside;
    if (any_unknown) error.l1 += absolute(total * error.unknown_rows - left);
    if (error.worst < 0) error.worst = 0;
    return error;
}

}  // namespace

std::vector<TableError> table_errors(const Targets& targets, std::span<const std::int64_t> hits,
                                     std::int64_t row_count) {
    std::vector<TableError> errors;
    errors.reserve(targets.features.table_count());
    for (std::size_t table = 0; table < targets.features.table_count(); ++table)
        errors.push_back(table_error(targets, hits, row_count, table));
    return errors;
}

double in_rows(Int128 error, const Targets& targets) {
    return static_cast<double>(error) / static_cast<double>(targets.moments.total);
}

double total_variation(const TableError& error, const Targets& targets, std::int64_t row_count) {
    return row_count == 0 ? 0 : in_rows(error.l1, targets) / (2 * static_cast<double>(row_count));
}

}  // namespace drover
