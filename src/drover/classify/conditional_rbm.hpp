#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <drover/core/bit_row.hpp>
#include <drover/data/sparse_rows.hpp>
#include <drover/herd/features/coding.hpp>
#include <drover/herd/features/feature_map.hpp>

namespace drover::classify {

/// Labels as vectors of -1 and +1: 1-of-K, or for two labels a single sign.
class LabelCode {
  public:
    /// +1 at the label, -1 elsewhere. Throws InputError below two labels.
    static LabelCode one_of(std::size_t label_count);
    /// Two labels: -1 and +1.
    static LabelCode sign() { return LabelCode{2, 1}; }

    std::size_t label_count() const { return label_count_; }
    std::size_t length() const { return length_; }
    std::int64_t at(std::size_t label, std::size_t l) const {
        assert(label < label_count_ && l < length_);
        return (length_ == 1 ? label == 1 : label == l) ? 1 : -1;
    }

    friend bool operator==(const LabelCode&, const LabelCode&) = default;

  private:
    LabelCode(std::size_t label_count, std::size_t length) : label_count_{label_count}, length_{length} {}

    std::size_t label_count_;
    std::size_t length_;
};

/// An input with a label and hidden units; the input is a view.
struct ConditionalState {
    SparseRow input;
    std::size_t label = 0;
    BitRow hidden;  ///< -1 and +1
};

/// How many inputs, hidden units and labels a conditional model has.
struct ConditionalShape {
    std::size_t input_count = 0;
    std::size_t hidden_count = 0;  ///< 0: inputs are connected to the label directly
    LabelCode code = LabelCode::sign();

    /// The columns of W: hidden units, or the entries of the label's code.
    std::size_t column_count() const { return hidden_count > 0 ? hidden_count : code.length(); }
};

/// x' W z + y' B z + theta.z + alpha.y for hidden units z of -1 and +1 and the code y of the label; without
/// hidden units x' W y + alpha.y, the multiclass perceptron. Given x, the best label and hidden units are
/// found exactly, by trying every label. Features: W row by row of the inputs, then B row by row of the code,
/// theta, alpha. Ties: the lowest label; a hidden unit is +1 only where that is better. Gelfand, Chen, van
/// der Maaten & Welling 2010.
class ConditionalRbm {
  public:
    using State = ConditionalState;
    using Input = SparseRow;
    static constexpr std::int64_t feature_step = 2;  ///< all differences of features are multiples of this

    explicit ConditionalRbm(ConditionalShape shape) : shape_{shape} {}

    const ConditionalShape& shape() const { return shape_; }
    std::size_t feature_count() const { return alpha_slot(shape_.code.length()); }
    std::size_t w_slot(std::size_t i, std::size_t column) const { return i * shape_.column_count() + column; }
    std::size_t b_slot(std::size_t l, std::size_t j) const {
        return w_slot(shape_.input_count, 0) + l * shape_.hidden_count + j;
    }
    std::size_t theta_slot(std::size_t j) const { return b_slot(shape_.code.length(), 0) + j; }
    std::size_t alpha_slot(std::size_t l) const { return theta_slot(shape_.hidden_count) + l; }
    State first_state() const { return {{}, 0, BitRow(shape_.hidden_count)}; }

    template <Weights W>
    typename W::Value score(const W& w, const State& s) const {
        return visited_score(*this, w, s);
    }
    template <class Sink>
    void visit(const State& s, Sink&& sink) const {
        const LabelCode& code = shape_.code;
        for (std::size_t column = 0; column < shape_.column_count(); ++column) {
            const std::int64_t sign =
                shape_.hidden_count > 0 ? sign_of(s.hidden[column]) : code.at(s.label, column);
            for (std::size_t e = 0; e < s.input.size(); ++e)
                sink(w_slot(s.input.columns[e], column), s.input.values[e] * sign);
        }
        for (std::size_t j = 0; j < shape_.hidden_count; ++j) {
            const std::int64_t sign = sign_of(s.hidden[j]);
            for (std::size_t l = 0; l < code.length(); ++l) sink(b_slot(l, j), sign * code.at(s.label, l));
            sink(theta_slot(j), sign);
        }
        for (std::size_t l = 0; l < code.length(); ++l) sink(alpha_slot(l), code.at(s.label, l));
    }

    /// The best hidden units for an input and its label.
    template <Weights W>
    State complete(const W& w, const Input& x, std::size_t label) const {
        State s{x, label, BitRow(shape_.hidden_count)};
        for (std::size_t j = 0; j < shape_.hidden_count; ++j)
            s.hidden.set(j, field(w, x, label, j) > typename W::Value{});
        return s;
    }
    /// The best label and hidden units for an input.
    template <Weights W>
    State predict(const W& w, const Input& x) const {
        State best = complete(w, x, 0);
        for (std::size_t label = 1; label < shape_.code.label_count(); ++label) {
            State other = complete(w, x, label);
            if (score(w, other) > score(w, best)) best = std::move(other);
        }
        return best;
    }

  private:
    template <Weights W>
    typename W::Value field(const W& w, const Input& x, std::size_t label, std::size_t j) const {
        typename W::Value sum = w[theta_slot(j)];
        for (std::size_t e = 0; e < x.size(); ++e) sum += x.values[e] * w[w_slot(x.columns[e], j)];
        for (std::size_t l = 0; l < shape_.code.length(); ++l)
            sum += shape_.code.at(label, l) * w[b_slot(l, j)];
        return sum;
    }

    ConditionalShape shape_;
};

}  // namespace drover::classify
