#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <optional>
#include <string>

#include <drover/core/check.hpp>
#include <drover/dynamics/box_count.hpp>
#include <drover/dynamics/impl/box_codes.hpp>
#include <drover/dynamics/impl/radix_sort.hpp>
#include <drover/number/int128.hpp>

namespace drover::dynamics {
namespace {

// Throws Stopped where the work is to end.
struct Look {
    const RunControl& control;
    void operator()() const {
        control.tell(0);
        if (control.stop_requested()) throw Stopped{};
    }
};

void check_sizes(std::size_t coordinates, Int128 scale, const BoxCountOptions& options) {
    check_input(options.levels >= 1 && options.levels <= 63, [&] {
        return Problem{
            Fault::range, {.function = "count_boxes"}, "1 to 63 levels", std::to_string(options.levels)};
    });
    check_input(scale > 0, [&] {
        return Problem{Fault::range, {.function = "count_boxes"}, "a scale above 0", to_string(scale)};
    });
    check_input(coordinates <= static_cast<std::size_t>(impl::box_code_limit), [&] {
        return Problem{Fault::range,
                       {.function = "count_boxes"},
                       "at most 128 coordinates",
                       std::to_string(coordinates)};
    });
}

// Takes codes in ascending order and counts by how many bits, from the last on, neighbours differ.
template <class Code>
class Neighbours {
  public:
    void add(Code code) {
        ++widths_[empty_ ? impl::box_code_limit + 1
                         : static_cast<std::size_t>(impl::bit_count(code ^ last_))];
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
            for (std::size_t width = std::min<std::size_t>(ignored, impl::box_code_limit) + 1;
                 width < widths_.size(); ++width) {
                box.count += widths_[width];
            }
            result.push_back(box);
        }
        return result;
    }

  private:
    std::array<std::int64_t, impl::box_code_limit + 2>
        widths_{};  // the last for the first code, which is always new
    Code last_{};
    bool empty_ = true;
};

// Different codes of a range that ends where memory does: the codes above come in a later pass.
template <class Code>
class CodeRange {
  public:
    CodeRange(Code first, std::size_t capacity, int code_bits, const Look& look)
        : first_{first}, capacity_{capacity}, code_bits_{code_bits}, look_{look} {
        codes_.reserve(capacity);
    }

    void add(Code code) {
        if (code < first_ || code > last_) return;
        if (codes_.size() == capacity_) make_room();
        if (code <= last_) codes_.push_back(code);
    }
    // In ascending order, each once.
    const std::vector<Code>& sorted() {
        impl::radix_sort(codes_, code_bits_, look_);
        codes_.erase(std::unique(codes_.begin(), codes_.end()), codes_.end());
        return codes_;
    }
    // The first code beyond the range, or nothing if there is none.
    std::optional<Code> next() const {
        return last_ == highest ? std::nullopt : std::optional<Code>{last_ + 1};
    }

  private:
    static constexpr Code highest = static_cast<Code>(~Code{0});

    void make_room() {
        if (sorted().size() <= capacity_ / 2) return;
        codes_.resize(codes_.size() / 2);
        last_ = codes_.back();
    }

    std::vector<Code> codes_;
    Code first_;
    Code last_ = highest;
    std::size_t capacity_;
    int code_bits_;
    const Look& look_;
};

template <class Value>
class BoxCounter {
  public:
    BoxCounter(const PointSource<Value>& source, const BoxCountOptions& options)
        : source_{source}, options_{options}, look_{options.control} {}

    // Only the number of points if there are none.
    BoxCounts count() const {
        BoxCounts counts;
        impl::ColumnRanges<Value> ranges;
        source_.replay([&](Points points) {
            look_();
            ranges.include(points);
            counts.point_count += static_cast<std::int64_t>(points.row_count());
        });
        look_();  // a source that is stopped ends early
        if (counts.point_count == 0) return counts;
        const impl::BoxFrame frame = impl::frame_of(ranges, source_.scale, options_.levels);
        impl::check_code_length(frame, options_.levels);
        counts.boxes = boxes_of(frame, static_cast<std::uint64_t>(counts.point_count));
        look_();
        return counts;
    }

  private:
    using Points = MatrixView<const Value>;

    std::vector<BoxLevel> boxes_of(const impl::BoxFrame& frame, std::uint64_t points) const {
        const int code_bits = static_cast<int>(frame.origins.size()) * frame.cell_bits;
        if (code_bits < 48) {
            const std::uint64_t codes = std::uint64_t{1} << static_cast<unsigned>(code_bits);
            if (codes <= 16 * points && (options_.memory == 0 || codes / 8 <= options_.memory))
                return count_in_map(frame, codes);
        }
        return code_bits <= 64 ? count_sorted<std::uint64_t>(frame, code_bits, points)
                               : count_sorted<UInt128>(frame, code_bits, points);
    }

    // One bit for each code that occurs.
    std::vector<BoxLevel> count_in_map(const impl::BoxFrame& frame, std::uint64_t codes) const {
        std::vector<std::uint64_t> map(static_cast<std::size_t>(codes / 64 + 1));
        const impl::BoxCoder<std::uint64_t> coder{frame};
        source_.replay([&](Points points) {
            coder.for_each(points, look_, [&](std::uint64_t code) {
                map[static_cast<std::size_t>(code / 64)] |= std::uint64_t{1} << code % 64;
            });
        });
        constexpr std::size_t between_looks = std::size_t{1} << 16U;
        Neighbours<std::uint64_t> neighbours;
        for (std::size_t i = 0; i < map.size(); ++i) {
            if (i % between_looks == 0) look_();
            for (std::uint64_t word = map[i]; word != 0; word &= word - 1) {
                neighbours.add(std::uint64_t{64} * i + static_cast<std::uint64_t>(std::countr_zero(word)));
            }
        }
        return neighbours.boxes(options_.levels, frame.origins.size());
    }

    // A pass over the points for each range of codes.
    template <class Code>
    std::vector<BoxLevel> count_sorted(const impl::BoxFrame& frame, int code_bits,
                                       std::uint64_t points) const {
        constexpr std::uint64_t least = 64;
        const std::uint64_t allowed =
            options_.memory == 0 ? points : std::max(least, options_.memory / (2 * sizeof(Code)));
        const auto capacity = static_cast<std::size_t>(std::min(points, allowed));
        const impl::BoxCoder<Code> coder{frame};
        Neighbours<Code> neighbours;
        std::optional<Code> first{Code{0}};
        while (first) {
            CodeRange<Code> range{*first, capacity, code_bits, look_};
            source_.replay(
                [&](Points batch) { coder.for_each(batch, look_, [&](Code code) { range.add(code); }); });
            for (const Code code : range.sorted()) neighbours.add(code);
            first = range.next();
        }
        return neighbours.boxes(options_.levels, frame.origins.size());
    }

    const PointSource<Value>& source_;
    const BoxCountOptions& options_;
    Look look_;
};

std::vector<double> slopes_of(const std::vector<BoxLevel>& boxes) {
    std::vector<double> slopes;
    for (std::size_t k = 1; k < boxes.size(); ++k) {
        slopes.push_back(std::log2(static_cast<double>(boxes[k].count)) -
                         std::log2(static_cast<double>(boxes[k - 1].count)));
    }
    return slopes;
}

bool is_full(const BoxCounts& counts, const BoxLevel& box, const BoxCountOptions& options) {
    return static_cast<double>(counts.point_count) >= options.points_per_box * static_cast<double>(box.count);
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

template <class Value>
BoxCounts count_boxes(const PointSource<Value>& source, const BoxCountOptions& options) {
    check_sizes(source.coordinate_count, source.scale, options);
    BoxCounts counts;
    try {
        counts = BoxCounter<Value>{source, options}.count();
    } catch (const Stopped&) {
        counts.stopped = true;
        return counts;
    }
    if (counts.point_count == 0) {
        for (int level = 0; level < options.levels; ++level) counts.boxes.push_back({.level = level});
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

template BoxCounts count_boxes(const PointSource<std::int64_t>& source, const BoxCountOptions& options);
template BoxCounts count_boxes(const PointSource<Int128>& source, const BoxCountOptions& options);

BoxCounts count_boxes(MatrixView<const std::int64_t> points, std::int64_t scale,
                      const BoxCountOptions& options) {
    const PointSource<std::int64_t> source{.coordinate_count = points.column_count(),
                                           .scale = scale,
                                           .replay = [&](const auto& use) { use(points); }};
    return count_boxes(source, options);
}

}  // namespace drover::dynamics
