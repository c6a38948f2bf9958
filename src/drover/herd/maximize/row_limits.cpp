#include <drover/herd/maximize/row_limits.hpp>

namespace drover {
namespace {

void check_size(const std::string& search, const char* what, std::size_t got, const char* of,
                std::size_t expected) {
    check_input(got == 0 || got == expected, [&] {
        return Problem{.fault = Fault::range,
                       .place = {.function = search},
                       .text = std::string{what} + " (" + std::to_string(got) + ") and " + of + " (" +
                               std::to_string(expected) + ") must have the same size"};
    });
}

}  // namespace

void check_row_limits(const char* search, const MarginalTables& f, const RowLimits& limits) {
    check_size(search, "forbidden", limits.forbidden.size(), "cells", f.feature_count());
    check_size(search, "fixed", limits.fixed.size(), "columns", f.column_count());
    for (std::size_t i = 0; i < limits.fixed.size(); ++i) {
        check_input(limits.is_free(i) || limits.fixed[i] < f.value_count(i), [&] {
            return Problem{
                Fault::range,
                {.function = search},
                "a fixed value of column " + std::to_string(i) + " below " + std::to_string(f.value_count(i)),
                std::to_string(limits.fixed[i])};
        });
    }
}

double row_count(const MarginalTables& f, const RowLimits& limits) {
    double count = 1;
    for (std::size_t i = 0; i < f.column_count(); ++i) {
        if (limits.is_free(i)) count *= static_cast<double>(f.value_count(i));
    }
    return count;
}

}  // namespace drover
