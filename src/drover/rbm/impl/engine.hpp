#pragma once

#include <optional>
#include <vector>

#include <drover/rbm/herder.hpp>
#include <drover/rbm/impl/fields.hpp>

namespace drover::rbm {

namespace impl {

/// 32 units per word.
BitRow row_of(std::span<const std::uint32_t> words, std::size_t unit_count);

/// States of many cases, as bits: 32 units per word.
struct CaseBits {
    std::size_t words = 0;  ///< per case
    std::vector<std::uint32_t> bits = {};

    CaseBits() = default;
    CaseBits(std::size_t case_count, std::size_t unit_count)
        : words{(unit_count + 31) / 32}, bits(case_count * words) {}

    void put(std::size_t i, const BitRow& row);
    BitRow row(std::size_t i, std::size_t unit_count) const;
    /// 8 units per byte, of all cases or of the chosen ones.
    void to_bytes(std::size_t case_count, std::size_t unit_count, std::vector<std::uint8_t>& bytes) const;
    void to_bytes(std::span<const std::size_t> chosen, std::size_t unit_count,
                  std::vector<std::uint8_t>& bytes) const;
};

}  // namespace impl

/// The parts of a Herder.
class Herder::Engine {
  public:
    Engine(std::vector<ObservedRow> given, const Options& asked, const HerderState* from);

    void step();
    HerderState state() const;

    Machine model;
    std::vector<ObservedRow> cases;
    Options options;
    WeightUnit unit;
    impl::Fields fields;
    std::int64_t t = 0;
    State fantasy;
    Int128 margin = 0;
    std::size_t batch_size;
    impl::HiddenBatch batch;   // as imputed last
    impl::CaseBits fantasy_x;  // FantasyStart::every_case: where the searches ended
    impl::CaseBits fantasy_z;

    std::size_t visible() const { return model.visible_count(); }
    std::size_t hidden() const { return model.hidden_count(); }
    Imputed imputed(const Rows& rows, impl::Fields::Wanted wanted);
    impl::HiddenBatch& impute_rows(const Rows& rows, impl::Fields::Wanted wanted);
    std::vector<BitRow> hidden_of(const impl::HiddenBatch& seen) const;

  private:
    void begin(const HerderState* from);
    void start_weights();
    void take(const HerderState& from);
    void check_steps(std::int64_t steps) const;

    std::size_t number(std::size_t place) const;  // of the case at a place in the batch
    bool is_fixed() const { return batch_size == cases.size() && partial_.empty(); }
    void pack_batch();
    void impute(State& s, const BitRow& unknown);
    void put_hidden(impl::HiddenBatch& seen, std::size_t i, const BitRow& z) const;
    void settle_partial();
    void settle_partial_at(std::size_t place);
    std::int64_t find_fantasies();  // the sum of scores, one per case
    void begin_at_lowest_case();
    std::int64_t search();  // from the current fantasy
    std::int64_t search_from_every_case();
    void settle_visible_of(std::span<const std::size_t> chosen, std::vector<std::size_t>& changed);
    void settle_hidden_of(std::span<const std::size_t> chosen, std::vector<std::size_t>& changed);
    void transpose_weights();

    struct Columns {
        std::vector<std::uint64_t> x;  // by visible unit, and a last row that counts the hidden units
        std::vector<std::uint64_t> z;  // by word, then by hidden unit
        std::vector<std::int32_t> counts;
    };
    void find_x_columns(const impl::CaseBits& x, Columns& columns) const;
    void find_z_columns(std::span<const std::uint32_t> bits, Columns& columns) const;
    void count(Columns& columns) const;
    std::int64_t sum_of(std::int64_t ones) const;  // of the values of a unit that is on in `ones` cases
    void move();
    void move_biases();
    void move_pairs(std::size_t chunk);
    Int128 twice_growth_left_out() const;
    std::int64_t scaled(std::int64_t move) const { return move * unit.multiply / unit.divide; }
    // Twice the sum of a unit's values if it is on in half of the cases.
    std::int64_t twice_half_on() const {
        return options.coding == UnitCoding::signs ? 0 : static_cast<std::int64_t>(batch_size);
    }

    std::vector<BitRow> guesses_;          // x of cases with unknown units
    std::vector<std::size_t> partial_;     // their numbers
    std::vector<std::size_t> partial_at_;  // by case: the place in partial_, or no_place
    impl::CaseBits batch_x_;
    std::vector<std::uint8_t> inputs_;
    Columns data_;
    Columns dream_;
    std::vector<std::int32_t> taken_up_;  // what a row loses where x is on, and where it is off
    std::vector<std::int32_t> taken_down_;
    AlignedVector<std::int32_t> transposed_;  // weights by hidden unit
    std::vector<std::int64_t> fantasy_scores_;
    impl::HiddenBatch dream_batch_;
    impl::HiddenBatch other_batch_;  // of rows that are not cases
    std::vector<std::uint8_t> dream_inputs_;
    bool is_packed_ = false;
};

}  // namespace drover::rbm
