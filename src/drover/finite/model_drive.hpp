#pragma once

#include <variant>
#include <vector>

#include <drover/herd/fixed_moments.hpp>
#include <drover/number/quadratic.hpp>

namespace drover {

/// Start weights of an ExactModel: those of a drive, or irrational ones.
using ModelStart = std::variant<ZeroStart, MomentStart, std::vector<Rational>, std::vector<QuadraticNumber>>;

/// DriveOptions whose numbers may be irrational.
struct ModelDrive {
    QuadraticNumber eta = 1;
    std::vector<QuadraticNumber> rates = {};
    ModelStart start = ZeroStart{};
};

}  // namespace drover
