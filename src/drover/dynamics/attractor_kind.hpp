#pragma once

#include <optional>
#include <string>

#include <drover/dynamics/cycles.hpp>
#include <drover/dynamics/lyapunov.hpp>

namespace drover::dynamics {

enum class AttractorKind {
    cycle,     ///< found, and stable
    torus,     ///< no exponent above zero, and averages over the orbit that converge as on a torus
    chaos,     ///< the largest exponent is above zero, by more than three standard errors
    undecided  ///< none of these: too slow, too long a period, or too few steps
};
std::string name(AttractorKind kind);  ///< cycle, torus, chaos, undecided

/// Closed curves that the orbit visits in turn.
struct TorusRotation {
    std::int64_t curve_count = 1;
    double number = 0;  ///< turns of F^curve_count along a curve, from 0 to 1/2
    double error = 0;   ///< how far two halves of the orbit differ in it
};

struct AttractorClass {
    AttractorKind kind = AttractorKind::undecided;
    std::optional<Cycle> cycle = std::nullopt;
    LyapunovSpectrum spectrum = {};  ///< of a cycle from its multipliers, without error
    /// Of a torus; nothing where no curve is found, as on a torus of higher dimension.
    std::optional<TorusRotation> rotation = std::nullopt;
};

struct AttractorClassOptions {
    CycleOptions cycles = {};
    std::int64_t exponent_steps = 1'000'000;
    std::int64_t max_curve_count = 64;  ///< of a torus
    RunControl control = {};            ///< once it asks for a stop, the result is undecided
};

/// The exponents of a cycle: ln |multiplier| / period.
LyapunovSpectrum cycle_spectrum(const Cycle& cycle);

/// What the orbit goes to: a cycle where one is found; else by the Lyapunov spectrum and by weighted averages
/// of the weights over two halves of an orbit, which on a torus agree to many digits, and in chaos like those
/// of random samples (Das, Saiki, Sander & Yorke 2017, "Quantitative quasiperiodicity"). The features must be
/// independent, as for polish_cycle.
AttractorClass classify_attractor(const TemperedHerder& orbit, const AttractorClassOptions& options = {});
/// The same for an orbit known to have no cycle.
AttractorClass classify_aperiodic(const TemperedHerder& orbit, const AttractorClassOptions& options = {});

}  // namespace drover::dynamics
