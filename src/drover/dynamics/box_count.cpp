#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <string>

#include <drover/core/check.hpp>
#include <drover/core/int128.hpp>
#include <drover/dynamics/box_count.hpp>
#include <drover/dynamics/radix_sort_detail.hpp>

namespace drover {
namespace {

using Points = MatrixView<const std::int64_t>;

constexpr int code_limit = 128;
constexpr std::size_t between_looks = std::size_t{1} << 16U;

struct Stopped {};

// Throws Stopped where the work is to end.
struct Look {
    const RunControl& control;
    void operator()() const {
        control.tell(0);
        if (control.stop_requested()) throw Stopped{};
    }
};

// Where the cells of a cloud lie. Each column is moved by a whole number, which moves the boxes of every
// level onto one another, so that its least value is in [0, 1).
struct Frame {
    std::vector<Int128> origins;  // in units of 1/scale, a column each
    Int128 widest = 0;            // the largest value - origin
    std::int64_t scale = 1;
    unsigned shift = 0;  // the finest cells are 2^-shift wide
    int cell_bits = 0;   // of the largest cell number
};

Int128 floor_quotient(Int128 a, Int128 b) { return a / b - (a % b < 0 ? 1 : 0); }

int bit_count(std::uint64_t value) { return 64 - std::countl_zero(value); }
int bit_count(UInt128 value) {
    const auto high = static_cast<std::uint64_t>(value >> 64U);
    return high != 0 ? 64 + bit_count(high) : bit_count(static_cast<std::uint64_t>(value));
}

Frame frame_of(Points points, std::int64_t scale, int levels) {
    std::vector<std::int64_t> lowest(points.column_count(), INT64_MAX);
    std::vector<std::int64_t> highest(points.column_count(), INT64_MIN);
    for (std::size_t i = 0; i < points.row_count(); ++i) {
        const auto row = points.row(i);
        for (std::size_t a = 0; a < row.size(); ++a) {
            lowest[a] = std::min(lowest[a], row[a]);
            highest[a] = std::max(highest[a], row[a]);
        }
    }
    Frame frame{.origins = {}, .scale = scale, .shift = static_cast<unsigned>(levels - 1)};
    for (std::size_t a = 0; a < lowest.size(); ++a) {
        frame.origins.push_back(floor_quotient(lowest[a], scale) * scale);
        frame.widest = std::max(frame.widest, highest[a] - frame.origins[a]);
    }
    // Below 2^65 * 2^62: a value and its origin are less than 2^65 apart.
    frame.cell_bits =
        bit_count((static_cast<UInt128>(frame.widest) << frame.shift) / static_cast<UInt128>(scale));
    return frame;
}

void check_sizes(Points points, std::int64_t scale, const BoxCountOptions& options) {
    check_input(options.levels >= 1 && options.levels <= 63, [&] {
        return "count_boxes: expected 1 to 63 levels, got " + std::to_string(options.levels);
    });
    check_input(scale > 0,
                [&] { return "count_boxes: expected a scale above 0, got " + std::to_string(scale); });
    check_input(points.column_count() <= code_limit, [&] {
        return "count_boxes: expected at most 128 coordinates, got " + std::to_string(points.column_count());
    });
}

void check_code_length(const Frame& frame, int levels) {
    const int coordinates = static_cast<int>(frame.origins.size());
    check_input(frame.cell_bits <= 64 && coordinates * frame.cell_bits <= code_limit, [&] {
        return "count_boxes: " + std::to_string(levels) + " levels of so wide a cloud need " +
               std::to_string(coordinates) + " x " + std::to_string(frame.cell_bits) +
               " bits a point, more than 1 x 64 or 128 together; ask for fewer levels";
    });
}

// Exact quotients of 64-bit numbers by one divisor, with a product in place of the division: the reciprocal
// floor((2^64 - 1) / divisor) makes the quotient at most 1 too small.
class Divider {
  public:
    explicit Divider(std::int64_t divisor)
        : divisor_{static_cast<std::uint64_t>(divisor)}, reciprocal_{~std::uint64_t{0} / divisor_} {}
    std::uint64_t operator()(std::uint64_t x) const {
        const auto quotient = static_cast<std::uint64_t>((UInt128{x} * reciprocal_) >> 64U);
        return quotient + (x - quotient * divisor_ >= divisor_ ? 1 : 0);
    }

  private:
    std::uint64_t divisor_;
    std::uint64_t reciprocal_;
};

// Spreads the bits of a number out to every K-th place, a byte at a time.
template <class Code>
class Spreader {
  public:
    explicit Spreader(std::size_t stride) : byte_stride_{static_cast<unsigned>(8 * stride)} {
        for (std::size_t byte = 0; byte < table_.size(); ++byte) {
            for (std::size_t bit = 0; bit < 8 && bit * stride < 8 * sizeof(Code); ++bit) {
                if ((byte >> bit & 1U) != 0) table_[byte] |= Code{1} << (bit * stride);
            }
        }
    }
    Code operator()(std::uint64_t cell) const {
        Code code = table_[cell & 255U];
        for (unsigned shift = byte_stride_; (cell >>= 8U) != 0; shift += byte_stride_) {
            code |= table_[cell & 255U] << shift;
        }
        return code;
    }

  private:
    std::array<Code, 256> table_{};
    unsigned byte_stride_;
};

// Shows the code of every point.
template <class Code, class CellOf, class Use>
void for_each_code(Points points, const Frame& frame, const Look& look, CellOf&& cell_of, Use&& use) {
    const Spreader<Code> spread{points.column_count()};
    for (std::size_t i = 0; i < points.row_count(); ++i) {
        if (i % between_looks == 0) look();
        const auto row = points.row(i);
        Code code{};
        for (std::size_t a = 0; a < row.size(); ++a) code |= spread(cell_of(row[a], frame.origins[a])) << a;
        use(code);
    }
}

template <class Code, class Use>
void for_each_code(Points points, const Frame& frame, const Look& look, Use&& use) {
    const unsigned shift = frame.shift;
    if (bit_count(static_cast<UInt128>(frame.widest)) + static_cast<int>(shift) <= 64) {
        const Divider divide{frame.scale};
        const auto cell_of = [&](std::int64_t value, Int128 origin) {
            return divide((static_cast<std::uint64_t>(value) - static_cast<std::uint64_t>(origin)) << shift);
        };
        for_each_code<Code>(points, frame, look, cell_of, use);
    } else {
        const auto cell_of = [&](std::int64_t value, Int128 origin) {
            const auto distance = static_cast<UInt128>(value - origin) << shift;
            return static_cast<std::uint64_t>(distance / static_cast<UInt128>(frame.scale));
        };
        for_each_code<Code>(points, frame, look, cell_of, use);
    }
}

// Takes codes in ascending order and counts by how many bits, from the last on, neighbours differ.
template <class Code>
class Neighbours {
  public:
    void add(Code code) {
        ++widths_[empty_ ? code_limit + 1 : static_cast<std::size_t>(bit_count(code ^ last_))];
        last_ = code;
        empty_ = false;
    }
    // Cells of level k are codes without their last (levels - 1 - k) * K bits: a new one begins wherever
    // neighbours differ in more bits than that.
    std::vector<BoxLevel> boxes(int levels, std::size_t coordinates) const {
        std::vector<BoxLevel> result;
        for (int level = 0; level < levels; ++level) {
            const std::size_t ignored = static_cast<std::size_t>(levels - 1 - level) * coordinates;
            BoxLevel box{.level = level};
            for (std::size_t width = std::min<std::size_t>(ignored, code_limit) + 1; width < widths_.size();
                 ++width) {
                box.count += widths_[width];
            }
            result.push_back(box);
        }
        return result;
    }

  private:
    std::array<std::int64_t, code_limit + 2> widths_{};  // the last for the first code, which is always new
    Code last_{};
    bool empty_ = true;
};

// A bit for each code that came.
std::vector<BoxLevel> count_in_map(Points points, const Frame& frame, int code_bits, int levels,
                                   const Look& look) {
    std::vector<std::uint64_t> map((std::size_t{1} << static_cast<unsigned>(code_bits)) / 64 + 1);
    for_each_code<std::uint64_t>(points, frame, look, [&](std::uint64_t code) {
        map[static_cast<std::size_t>(code / 64)] |= std::uint64_t{1} << code % 64;
    });
    Neighbours<std::uint64_t> neighbours;
    for (std::size_t i = 0; i < map.size(); ++i) {
        if (i % between_looks == 0) look();
        for (std::uint64_t word = map[i]; word != 0; word &= word - 1) {
            neighbours.add(64 * i + static_cast<std::uint64_t>(std::countr_zero(word)));
        }
    }
    return neighbours.boxes(levels, points.column_count());
}

template <class Code>
std::vector<BoxLevel> count_sorted(Points points, const Frame& frame, int code_bits, int levels,
                                   const Look& look) {
    std::vector<Code> codes;
    codes.reserve(points.row_count());
    for_each_code<Code>(points, frame, look, [&](Code code) { codes.push_back(code); });
    detail::radix_sort(codes, code_bits, look);
    Neighbours<Code> neighbours;
    for (const Code code : codes) neighbours.add(code);
    return neighbours.boxes(levels, points.column_count());
}

std::vector<BoxLevel> boxes_of(Points points, const Frame& frame, int levels, const Look& look) {
    const int code_bits = static_cast<int>(frame.origins.size()) * frame.cell_bits;
    if (code_bits < 48 &&
        (std::uint64_t{1} << static_cast<unsigned>(code_bits)) <= std::uint64_t{16} * points.row_count()) {
        return count_in_map(points, frame, code_bits, levels, look);
    }
    return code_bits <= 64 ? count_sorted<std::uint64_t>(points, frame, code_bits, levels, look)
                           : count_sorted<UInt128>(points, frame, code_bits, levels, look);
}

std::vector<double> slopes_of(const std::vector<BoxLevel>& boxes) {
    std::vector<double> slopes;
    for (std::size_t k = 1; k < boxes.size(); ++k) {
        slopes.push_back(std::log2(static_cast<double>(boxes[k].count)) -
                         std::log2(static_cast<double>(boxes[k - 1].count)));
    }
    return slopes;
}

bool is_full(const BoxCounts& counts, const BoxLevel& box, const BoxCountOptions& options) {
    return static_cast<double>(counts.point_count) >= options.points_a_box * static_cast<double>(box.count);
}

std::optional<BoxDimension> dimension_of(const BoxCounts& counts, const BoxCountOptions& options) {
    std::vector<double> levels;
    std::vector<double> logs;
    for (const BoxLevel& box : counts.boxes) {
        if (box.level < options.first_fitted || !is_full(counts, box, options)) continue;
        levels.push_back(box.level);
        logs.push_back(std::log2(static_cast<double>(box.count)));
    }
    if (levels.size() < 3) return std::nullopt;
    return BoxDimension{.fit = fit_line(levels, logs),
                        .first = static_cast<int>(levels.front()),
                        .last = static_cast<int>(levels.back())};
}

}  // namespace

BoxCounts count_boxes(MatrixView<const std::int64_t> points, std::int64_t scale,
                      const BoxCountOptions& options) {
    check_sizes(points, scale, options);
    BoxCounts counts;
    counts.point_count = static_cast<std::int64_t>(points.row_count());
    if (counts.point_count == 0) {
        for (int level = 0; level < options.levels; ++level) counts.boxes.push_back({.level = level});
        return counts;
    }
    const Frame frame = frame_of(points, scale, options.levels);
    check_code_length(frame, options.levels);
    try {
        counts.boxes = boxes_of(points, frame, options.levels, Look{options.control});
    } catch (const Stopped&) {
        counts.stopped = true;
        return counts;
    }
    counts.local_slopes = slopes_of(counts.boxes);
    counts.dimension = dimension_of(counts, options);
    while (counts.slope_count < counts.local_slopes.size() &&
           is_full(counts, counts.boxes[counts.slope_count + 1], options))
        ++counts.slope_count;
    counts.plateau = find_plateau(std::span{counts.local_slopes}.first(counts.slope_count));
    return counts;
}

}  // namespace drover
