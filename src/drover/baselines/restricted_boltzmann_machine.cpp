#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <optional>
#include <string>

#include <drover/baselines/impl/rbm_curves.hpp>
#include <drover/baselines/restricted_boltzmann_machine.hpp>
#include <drover/core/check.hpp>
#include <drover/herd/impl/bit_field_kernels.hpp>
#include <drover/herd/impl/bit_fields.hpp>
#include <drover/number/philox.hpp>
#include <drover/number/random_row.hpp>

namespace drover::baselines {
namespace {

using impl::field_bits;
using impl::mean_bits;
using impl::mean_one;

constexpr std::size_t most_summed = 2000;  // cases whose averages a 2^26 holds
constexpr std::int64_t wide_limit = std::int64_t{1} << 26U;

std::size_t padded(std::size_t count) { return (count + 63) / 64 * 64; }

// Integer weights for one direction: one row per input, one column per output.
struct Layer {
    std::size_t inputs;
    std::size_t outputs;
    AlignedVector<std::int32_t> weights;  // padded to 8 rows and 64 columns
    AlignedVector<std::int32_t> biases;
    drover::impl::FieldRange range = drover::impl::FieldRange::wide;

    Layer(std::size_t input_count, std::size_t output_count)
        : inputs{input_count},
          outputs{output_count},
          weights((input_count + 7) / 8 * 8 * padded(output_count)),
          biases(padded(output_count)) {}
    std::size_t stride() const { return padded(outputs); }
    std::size_t groups() const { return (inputs + 7) / 8; }

    void choose_range() {
        std::vector<std::int64_t> sums(stride());
        for (std::size_t k = 0; k < stride(); ++k) sums[k] = std::abs(std::int64_t{biases[k]});
        for (std::size_t i = 0; i < inputs; ++i) {
            const std::int32_t* row = weights.data() + i * stride();
            for (std::size_t k = 0; k < stride(); ++k) sums[k] += std::abs(std::int64_t{row[k]});
        }
        const std::int64_t most = sums.empty() ? 0 : *std::max_element(sums.begin(), sums.end());
        range = most < wide_limit   ? drover::impl::FieldRange::wide
                : most <= INT32_MAX ? drover::impl::FieldRange::large
                                    : drover::impl::FieldRange::unlimited;
    }
    // Fields of cases of packed inputs, `stride` a case; adds their magnitudes to `sums` where there are any.
    void find(std::span<const std::uint8_t> bytes, std::size_t cases, std::vector<std::int32_t>& fields,
              drover::impl::FieldScratch& scratch, std::span<std::int64_t> sums = {}) const {
        fields.resize(cases * stride());
        if (cases == 1 && range != drover::impl::FieldRange::unlimited) return find_one(bytes, fields, sums);
        std::vector<std::int64_t> of_block(sums.size());
        for (std::size_t first = 0; first < outputs; first += drover::impl::unit_block) {
            drover::impl::find_fields({.weights = weights.data() + first,
                                       .weight_stride = stride(),
                                       .group_count = groups(),
                                       .inputs = bytes.data(),
                                       .case_count = cases,
                                       .signs = true,
                                       .biases = biases.data() + first,
                                       .sums = sums.empty() ? nullptr : of_block.data(),
                                       .fields = fields.data() + first,
                                       .field_stride = stride()},
                                      range, scratch);
            for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += of_block[i];
        }
    }
    // A single case, as of one chain, is not worth tables.
    void find_one(std::span<const std::uint8_t> bytes, std::vector<std::int32_t>& fields,
                  std::span<std::int64_t> sums) const {
        std::vector<std::int32_t> values(inputs);
        for (std::size_t i = 0; i < inputs; ++i) values[i] = (bytes[i / 8] >> (i % 8) & 1) != 0 ? 1 : -1;
        std::vector<std::int64_t> found(stride());
        drover::impl::find_column_fields({.weights = weights.data(),
                                          .row_count = inputs,
                                          .stride = stride(),
                                          .start = biases.data(),
                                          .values = values.data(),
                                          .out = found.data()});
        for (std::size_t k = 0; k < stride(); ++k) fields[k] = static_cast<std::int32_t>(found[k]);
        if (sums.empty()) return;
        for (const std::int64_t field : found) sums[0] += std::abs(field);
    }
};

std::int32_t to_field(double parameter) {
    const double scaled = std::clamp(parameter, -8192.0, 8192.0) * (1 << field_bits);
    return static_cast<std::int32_t>(scaled + (scaled < 0 ? -0.5 : 0.5));
}

// Sums over cases, in units of 2^-15.
struct Statistics {
    std::vector<std::int64_t> visible;
    std::vector<std::int64_t> hidden;
    std::vector<std::int64_t> pairs;
    double cases = 1;

    Statistics(std::size_t v, std::size_t h) : visible(v), hidden(h), pairs(v * h) {}
};

// a, b and W, or their velocities, or the fast weights.
struct Parameters {
    std::vector<double> visible;
    std::vector<double> hidden;
    std::vector<double> pairs;

    Parameters(std::size_t v, std::size_t h) : visible(v), hidden(h), pairs(v * h) {}

    template <class Change>
    void change(const Statistics& plus, const Statistics& minus, Change&& one) {
        const auto part = [&](std::vector<double>& values, const std::vector<std::int64_t>& up,
                              const std::vector<std::int64_t>& down, std::size_t which) {
            for (std::size_t i = 0; i < values.size(); ++i) {
                const double gradient =
                    static_cast<double>(up[i]) / plus.cases - static_cast<double>(down[i]) / minus.cases;
                one(which, i, values[i], gradient / mean_one);
            }
        };
        part(visible, plus.visible, minus.visible, 0);
        part(hidden, plus.hidden, minus.hidden, 1);
        part(pairs, plus.pairs, minus.pairs, 2);
    }
    double& at(std::size_t which, std::size_t i) {
        return which == 0 ? visible[i] : which == 1 ? hidden[i] : pairs[i];
    }
};

}  // namespace

class RestrictedBoltzmannMachine::Engine {
  public:
    Engine(std::vector<BitRow> given, const RestrictedBoltzmannMachineOptions& asked)
        : cases{std::move(given)},
          options{asked},
          v{cases.empty() ? 0 : cases[0].size()},
          h{asked.hidden_count},
          theta{v, h},
          velocity{v, h},
          fast{v, h},
          up_{v, h},
          down_{h, v},
          plus_{v, h},
          minus_{v, h} {
        const CounterRandom random{options.seed, 1};
        for (std::size_t i = 0; i < v * h; ++i) theta.pairs[i] = options.start_spread * random.normal(i);
        batch_size_ = options.batch_size == 0 ? cases.size() : options.batch_size;
        const CounterRandom chosen{options.seed, 2};
        if (options.learning != RbmLearning::contrastive) {
            for (std::size_t p = 0; p < options.particles; ++p)
                chains_.push_back(cases[static_cast<std::size_t>(chosen.below(p, cases.size()))]);
        }
    }

    void step() {
        set_layers(false);
        pick_batch();
        find_means(batch_, plus_);
        const bool contrastive = options.learning == RbmLearning::contrastive;
        if (options.learning == RbmLearning::fast_weights) set_layers(true);
        std::vector<BitRow>& dream = contrastive ? batch_ : chains_;
        if (!contrastive) find_fields_of(dream);
        sweep(dream);
        find_means(dream, minus_);
        move();
        ++t;
    }

    std::vector<double> free_energies(std::span<const BitRow> rows);
    std::vector<double> hidden_means(std::span<const BitRow> rows);

    std::vector<BitRow> cases;
    RestrictedBoltzmannMachineOptions options;
    std::size_t v;
    std::size_t h;
    Parameters theta;
    Parameters velocity;
    Parameters fast;
    std::int64_t t = 0;

  private:
    // Those of theta alone hold until theta moves.
    void set_layers(bool with_fast) {
        if (has_layers_ && !with_fast) return;
        has_layers_ = !with_fast;
        const auto pair = [&](std::size_t i) { return theta.pairs[i] + (with_fast ? fast.pairs[i] : 0); };
        for (std::size_t j = 0; j < v; ++j) {
            down_.biases[j] = to_field(theta.visible[j] + (with_fast ? fast.visible[j] : 0));
            for (std::size_t k = 0; k < h; ++k) {
                const std::int32_t weight = to_field(pair(j * h + k));
                up_.weights[j * up_.stride() + k] = weight;
                down_.weights[k * down_.stride() + j] = weight;
            }
        }
        for (std::size_t k = 0; k < h; ++k)
            up_.biases[k] = to_field(theta.hidden[k] + (with_fast ? fast.hidden[k] : 0));
        up_.choose_range();
        down_.choose_range();
    }
    void pick_batch() {
        const auto count = static_cast<std::uint64_t>(cases.size());
        const std::uint64_t first = static_cast<std::uint64_t>(t) % count * batch_size_ % count;
        batch_.resize(batch_size_);
        for (std::size_t i = 0; i < batch_size_; ++i)
            batch_[i] = cases[static_cast<std::size_t>((first + i) % count)];
    }
    void find_fields_of(std::span<const BitRow> rows) {
        bytes_ = drover::impl::packed_bytes(rows, v);
        up_.find(bytes_, rows.size(), fields_, scratch_);
    }

    // Draws z given the fields at hand, then x given z. Words of the same update and use never repeat.
    void sweep(std::vector<BitRow>& rows) {
        hidden_.resize(rows.size(), BitRow(h));
        sample(fields_, up_.stride(), hidden_, 0);
        const std::vector<std::uint8_t> hidden_bytes = drover::impl::packed_bytes(hidden_, h);
        down_.find(hidden_bytes, rows.size(), visible_fields_, scratch_);
        sample(visible_fields_, down_.stride(), rows, 1);
    }
    void sample(const std::vector<std::int32_t>& of, std::size_t stride, std::vector<BitRow>& rows,
                std::uint32_t use) const {
        std::vector<std::uint32_t> words(stride);
        const BitRow blank(rows.empty() ? 0 : rows[0].size());
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const auto row = static_cast<std::uint64_t>(t) * rows.size() + i;
            RandomRow{options.seed, row, 2 * static_cast<std::uint32_t>(options.learning) + use}.fill(0,
                                                                                                      words);
            rows[i] = blank;
            for (std::size_t first = 0; first < blank.size(); first += 64) {
                std::uint64_t on = impl::draw_units(of.data() + i * stride + first, words.data() + first);
                if (blank.size() - first < 64) on &= (std::uint64_t{1} << (blank.size() - first)) - 1;
                for (; on != 0; on &= on - 1)
                    rows[i].flip(first + static_cast<std::size_t>(std::countr_zero(on)));
            }
        }
    }
    // E(z | x) of the rows into the sums; leaves their fields.
    void find_means(std::span<const BitRow> rows, Statistics& sums);
    void add_means(std::span<const BitRow> rows, std::size_t first, Statistics& sums);
    void move();

    std::size_t batch_size_ = 0;
    Layer up_;
    Layer down_;
    Statistics plus_;
    Statistics minus_;
    std::vector<BitRow> batch_;
    std::vector<BitRow> chains_;
    std::vector<std::uint8_t> bytes_;
    std::vector<std::int32_t> fields_;
    std::vector<BitRow> hidden_;
    std::vector<std::int32_t> visible_fields_;
    std::optional<Layer> means_;  // of the cases, as inputs
    std::vector<std::uint8_t> columns_;
    std::vector<std::int32_t> products_;
    bool has_layers_ = false;
    drover::impl::FieldScratch scratch_;
};

void RestrictedBoltzmannMachine::Engine::find_means(std::span<const BitRow> rows, Statistics& sums) {
    find_fields_of(rows);
    std::fill(sums.visible.begin(), sums.visible.end(), 0);
    std::fill(sums.hidden.begin(), sums.hidden.end(), 0);
    std::fill(sums.pairs.begin(), sums.pairs.end(), 0);
    sums.cases = static_cast<double>(rows.size());
    for (std::size_t first = 0; first < rows.size(); first += most_summed) add_means(rows, first, sums);
}

// sum_i x_ij m_ik is the field of output k for a "case" j whose inputs are the x_ij: the same tables serve.
void RestrictedBoltzmannMachine::Engine::add_means(std::span<const BitRow> rows, std::size_t first,
                                                   Statistics& sums) {
    const std::size_t count = std::min(most_summed, rows.size() - first);
    if (!means_ || means_->inputs != count) means_.emplace(count, h);
    for (std::size_t i = 0; i < count; ++i) {
        std::int32_t* own = means_->weights.data() + i * means_->stride();
        impl::find_means(fields_.data() + (first + i) * up_.stride(), h, own);
        for (std::size_t k = 0; k < h; ++k) sums.hidden[k] += own[k];
    }
    const std::size_t groups = means_->groups();
    columns_.resize(v * groups);
    std::vector<std::int64_t> ones(v);
    const auto word = [&](std::size_t i, std::size_t u) { return rows[first + i].words()[u]; };
    const auto put = [&](std::size_t u, std::size_t w, const std::array<std::uint64_t, 64>& block) {
        for (std::size_t j = 0; j < std::min<std::size_t>(64, v - 64 * u); ++j) {
            ones[64 * u + j] += std::popcount(block[j]);
            for (std::size_t b = 0; b < 8 && 8 * w + b < groups; ++b)
                columns_[(64 * u + j) * groups + 8 * w + b] = static_cast<std::uint8_t>(block[j] >> (8 * b));
        }
    };
    drover::impl::transpose_bits(count, (v + 63) / 64, word, put);
    means_->find(columns_, v, products_, scratch_);
    for (std::size_t j = 0; j < v; ++j) {
        sums.visible[j] += (2 * ones[j] - static_cast<std::int64_t>(count)) * mean_one;
        for (std::size_t k = 0; k < h; ++k) sums.pairs[j * h + k] += products_[j * means_->stride() + k];
    }
}

void RestrictedBoltzmannMachine::Engine::move() {
    double rate = options.rate;
    if (options.decay_steps > 0) {
        const auto left = static_cast<double>(std::max<std::int64_t>(options.decay_steps - t, 0));
        rate *= left / static_cast<double>(options.decay_steps);
    }
    const bool has_fast = options.learning == RbmLearning::fast_weights;
    has_layers_ = false;
    theta.change(plus_, minus_, [&](std::size_t which, std::size_t i, double& value, double gradient) {
        double& speed = velocity.at(which, i);
        speed = options.momentum * speed + gradient;
        value += rate * speed;
        if (has_fast) {
            double& extra = fast.at(which, i);
            extra = options.fast_decay * extra + options.fast_rate * gradient;
        }
    });
}

std::vector<double> RestrictedBoltzmannMachine::Engine::free_energies(std::span<const BitRow> rows) {
    set_layers(false);
    bytes_ = drover::impl::packed_bytes(rows, v);
    std::vector<std::int64_t> sums =
        drover::impl::weighted_sums(down_.biases, true, bytes_, rows.size(), up_.groups());
    up_.find(bytes_, rows.size(), fields_, scratch_, sums);
    std::vector<double> energies;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::int64_t soft = impl::sum_softness(fields_.data() + i * up_.stride(), h);
        energies.push_back(-std::ldexp(static_cast<double>(sums[i]), -field_bits) -
                           std::ldexp(static_cast<double>(soft), -impl::soft_bits));
    }
    return energies;
}

std::vector<double> RestrictedBoltzmannMachine::Engine::hidden_means(std::span<const BitRow> rows) {
    set_layers(false);
    find_fields_of(rows);
    std::vector<double> means;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        for (std::size_t k = 0; k < h; ++k) {
            const std::int32_t mean = impl::RbmCurves::get().mean(fields_[i * up_.stride() + k]);
            means.push_back(std::ldexp(static_cast<double>(mean), -mean_bits));
        }
    }
    return means;
}

namespace {

constexpr const char* restricted_boltzmann_machine_name = "RestrictedBoltzmannMachine";

void check_rows(std::span<const BitRow> rows, std::size_t width) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
        check_input(rows[i].size() == width, [&] {
            return Problem{
                Fault::range,
                {.row = static_cast<std::int64_t>(i + 1), .function = restricted_boltzmann_machine_name},
                std::to_string(width) + " units",
                std::to_string(rows[i].size())};
        });
    }
}

std::vector<BitRow> checked(std::vector<BitRow> cases, const RestrictedBoltzmannMachineOptions& options) {
    check_input(!cases.empty() && cases[0].size() > 0, [] {
        return Problem{Fault::missing,
                       {.function = restricted_boltzmann_machine_name},
                       "at least one row of at least one unit",
                       "none"};
    });
    check_rows(cases, cases[0].size());
    check_input(options.batch_size <= cases.size(), [&] {
        return Problem{Fault::range,
                       {.function = restricted_boltzmann_machine_name},
                       "a batch_size of at most the " + std::to_string(cases.size()) + " rows",
                       std::to_string(options.batch_size)};
    });
    check_input(options.rate > 0 && options.momentum >= 0 && options.momentum < 1 && options.fast_rate >= 0 &&
                    options.fast_decay >= 0 && options.fast_decay <= 1 && options.start_spread >= 0,
                [] {
                    return Problem{Fault::range,
                                   {.function = restricted_boltzmann_machine_name},
                                   "a rate above 0, and others from 0 on"};
                });
    check_input(options.learning == RbmLearning::contrastive || options.particles > 0, [] {
        return Problem{
            Fault::range, {.function = restricted_boltzmann_machine_name}, "at least one chain", "0"};
    });
    return cases;
}

}  // namespace

RestrictedBoltzmannMachineOptions persistent_settings(std::size_t hidden_count, std::uint64_t seed) {
    return {.hidden_count = hidden_count,
            .learning = RbmLearning::persistent,
            .momentum = 0,
            .particles = 1,
            .seed = seed};
}

RestrictedBoltzmannMachineOptions fast_settings(std::size_t hidden_count, std::int64_t steps,
                                                std::uint64_t seed) {
    return {.hidden_count = hidden_count,
            .learning = RbmLearning::fast_weights,
            .momentum = 0,
            .batch_size = 100,
            .particles = 100,
            .fast_rate = 0.36787944117144233,  // 1/e
            .fast_decay = 0.95,
            .decay_steps = steps,
            .seed = seed};
}

RestrictedBoltzmannMachine::RestrictedBoltzmannMachine(std::vector<BitRow> cases,
                                                       const RestrictedBoltzmannMachineOptions& options)
    : engine_{Engine{checked(std::move(cases), options), options}} {}

void RestrictedBoltzmannMachine::step() { engine_->step(); }
std::int64_t RestrictedBoltzmannMachine::steps_taken() const { return engine_->t; }
std::vector<double> RestrictedBoltzmannMachine::free_energies(std::span<const BitRow> rows) {
    check_rows(rows, engine_->v);
    return engine_->free_energies(rows);
}
std::vector<double> RestrictedBoltzmannMachine::hidden_means(std::span<const BitRow> rows) {
    check_rows(rows, engine_->v);
    return engine_->hidden_means(rows);
}
std::span<const double> RestrictedBoltzmannMachine::visible_biases() const { return engine_->theta.visible; }
std::span<const double> RestrictedBoltzmannMachine::hidden_biases() const { return engine_->theta.hidden; }
std::span<const double> RestrictedBoltzmannMachine::weights() const { return engine_->theta.pairs; }

}  // namespace drover::baselines
