#include <drover/plot/contour.hpp>

#include <array>
#include <map>
#include <optional>

#include <drover/core/check.hpp>

namespace drover {
namespace {

// An edge of a grid: twice the number of the node at its left or lower end, plus 1 if it is vertical.
using Edge = std::size_t;

class Tracer {
  public:
    Tracer(const PlaneGrid& grid, std::span<const double> values, double level)
        : grid_{grid}, values_{values}, level_{level} {}

    Series trace() {
        for (std::size_t row = 0; row + 1 < grid_.rows; ++row) {
            for (std::size_t column = 0; column + 1 < grid_.columns; ++column)
                cross(row * grid_.columns + column);
        }
        // Lines that end at the border first, then closed ones.
        std::vector<Edge> ends;
        for (const auto& [edge, links] : links_) {
            if (!links[1]) ends.push_back(edge);
        }
        for (const Edge end : ends) {
            if (links_.contains(end)) follow(end);
        }
        while (!links_.empty()) follow(links_.begin()->first);
        return std::move(line_);
    }

  private:
    using Links = std::array<std::optional<Edge>, 2>;

    bool above(std::size_t node) const { return values_[node] > level_; }

    void link(Edge a, Edge b) {
        for (const auto& [from, to] : {std::pair{a, b}, std::pair{b, a}}) {
            Links& links = links_[from];
            links.at(links[0] ? 1 : 0) = to;
        }
    }

    // The edges of a cell, counter-clockwise from below, each after its corner.
    void cross(std::size_t node) {
        const std::size_t up = node + grid_.columns;
        const std::array<std::size_t, 4> corners{node, node + 1, up + 1, up};
        const std::array<Edge, 4> edges{2 * node, 2 * (node + 1) + 1, 2 * up, 2 * node + 1};
        std::vector<Edge> crossed;
        double mean = 0;
        for (std::size_t k = 0; k < 4; ++k) {
            if (above(corners.at(k)) != above(corners.at((k + 1) % 4))) crossed.push_back(edges.at(k));
            mean += values_[corners.at(k)] / 4;
        }
        if (crossed.size() == 2) link(crossed[0], crossed[1]);
        if (crossed.size() != 4) return;
        const bool first_is_cut_off = above(node) != (mean > level_);
        link(crossed[0], crossed[first_is_cut_off ? 3 : 1]);
        link(crossed[2], crossed[first_is_cut_off ? 1 : 3]);
    }

    void add_point(Edge edge) {
        const std::size_t node = edge / 2;
        const bool goes_up = edge % 2 == 1;
        const double here = values_[node];
        const double there = values_[node + (goes_up ? grid_.columns : 1)];
        const double share = grid_.step * (level_ - here) / (there - here);
        line_.x.push_back(grid_.x(node) + (goes_up ? 0 : share));
        line_.y.push_back(grid_.y(node) + (goes_up ? share : 0));
    }

    void follow(Edge first) {
        const bool closes = links_[first][1].has_value();
        line_.starts.push_back(line_.x.size());
        for (std::optional<Edge> here = first; here;) {
            add_point(*here);
            here = take(*here);
        }
        if (closes) add_point(first);
    }

    // The next edge of the line, if any is left.
    std::optional<Edge> take(Edge edge) {
        const Links links = links_[edge];
        links_.erase(edge);
        for (const std::optional<Edge>& next : links) {
            if (next && links_.contains(*next)) return next;
        }
        return std::nullopt;
    }

    const PlaneGrid& grid_;
    std::span<const double> values_;
    double level_;
    std::map<Edge, Links> links_;
    Series line_;
};

}  // namespace

Series contour(const PlaneGrid& grid, std::span<const double> values, double level) {
    check_input(values.size() == grid.size(), [&] {
        return Problem{.fault = Fault::other,
                       .place = {.key = "contour"},
                       .text = "values (" + std::to_string(values.size()) + ") and nodes (" +
                               std::to_string(grid.size()) + ") must have the same number"};
    });
    return Tracer{grid, values, level}.trace();
}

}  // namespace drover
