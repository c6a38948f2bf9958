#pragma once

#include <span>
#include <vector>

#include <drover/core/run_control.hpp>
#include <drover/zones/hub_tables.hpp>

namespace drover::zones::impl {

/// The joint distribution of some free columns in every zone, by iterative proportional fitting to the tables
/// of all levels: of those that meet the tables, the one of largest entropy, or the nearest to a start. Sums
/// run in index order: the same bits everywhere.
class ProportionalFit {
  public:
    /// `columns` in ascending order; the last one is fastest. `start` is what the fit begins with in every
    /// zone, or empty for the uniform one. fit() throws Stopped where the control asks for that.
    ProportionalFit(const HubTables& tables, std::vector<std::size_t> columns, std::vector<double> start = {},
                    const RunControl& control = {});

    std::size_t size() const { return size_; }
    /// Zones that tables tie together, to be fitted together; a part too large for memory is split into
    /// zones, each of which is then assumed to be like its larger units.
    const std::vector<std::vector<std::uint32_t>>& parts() const { return parts_; }
    /// Rows in each cell of the joint, zone after zone of the part; valid until the next call.
    std::span<const double> fit(std::span<const std::uint32_t> part);
    /// Where a cell of the joint falls in the table over some of the columns.
    std::vector<std::uint32_t> projection(std::span<const std::size_t> columns) const;

  private:
    // A table as the columns see it.
    struct Margin {
        const HubTable* table = nullptr;
        std::vector<std::size_t> columns;
        std::size_t size = 0;
        std::vector<std::uint32_t> of_cell;   // of the table's slice
        std::vector<std::uint32_t> of_joint;  // of a cell of the joint
    };
    void add_margin(const HubTable& table);
    void forbid(const HubTable& table);
    void drop_covered();
    void find_parts();
    void start(std::span<const std::uint32_t> part);
    double scale(const Margin& margin, std::span<const std::uint32_t> part);
    double scale_unit(const Margin& margin, std::size_t unit, std::span<const std::size_t> places);

    const HubTables& tables_;
    std::vector<std::size_t> columns_;
    std::size_t size_ = 1;
    std::vector<Margin> margins_;  // coarse levels first
    std::vector<double> start_;
    RunControl control_;
    std::vector<std::vector<std::uint32_t>> parts_;
    std::vector<Margin> bans_;  // tables that only forbid
    std::vector<double> joint_;
    std::vector<double> wanted_;
    std::vector<double> sums_;
    std::vector<bool> known_;
};

/// Where each cell of a table over `from` falls in the table over `to`, a part of it.
std::vector<std::uint32_t> cell_projection(const std::vector<std::size_t>& value_counts,
                                           std::span<const std::size_t> from,
                                           std::span<const std::size_t> to);

}  // namespace drover::zones::impl
