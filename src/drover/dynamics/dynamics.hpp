#pragma once

// Herding as a dynamical system: the main calls on one page, namespace drover::dynamics. A model is made
// once, from a table in memory (finite/exact_model.hpp) or from files (files/read.hpp). Its weights are
// integers: every step is exact.
//     const ExactModel model{read_feature_csv("six.csv"), UniformTarget{}, {.max_steps = 3'000'000}};
//     const std::optional<dynamics::Period> period = dynamics::find_period(model);
//
// An ExactModel, at temperature 0:
//     trace_orbit            the first steps of the orbit and the cones that it passes through
//     find_period            after how many steps the weights come back, or nothing
//     count_words            how many different words of each length the states of the orbit form
//     find_partition         the cells of the plane of weights in which herding takes the same states
//     find_section           times and places of the returns to one state
//     follow_torus           the torus that the weights rotate on, where there is one, and the orbit on it
//     find_attractor         box counts of the weights after a burn-in, and their dimension
//     find_tipi              the Tipi function around the attractor
//     find_split_times       how long two orbits that start close together take the same states
//     find_autocorrelation   the autocorrelation of the states
// A TemperedMap (finite/tempered.hpp), at a temperature above 0, in double:
//     bifurcation            the attractors as the temperature falls, and the thresholds between them
//     find_parameter_map     period, rotation or Lyapunov exponent over two parameters
//     classify_attractor     cycle, torus or chaos
//     find_cycle             the stable cycle that an orbit goes to
//     lyapunov_spectrum      growth rates of small differences
// Random models:
//     study_autocorrelation  the autocorrelation over many random models
//     survey_tables          routes, attractors and growth of words over random tables of several sizes
// Pictures: orbit_figure, attractor_figure, tipi_figure, torus_figure, bifurcation_figure, map_figure,
// orbit_animation.
//
// Calls take a struct of options and return a struct of results. Long work takes a RunControl, which can stop
// it and is told how far it has come; threads come only from a ThreadPool that is passed in, and the result
// is the same for any number.

#include <drover/dynamics/animation.hpp>
#include <drover/dynamics/attractor.hpp>
#include <drover/dynamics/attractor_kind.hpp>
#include <drover/dynamics/autocorrelation.hpp>
#include <drover/dynamics/bifurcation.hpp>
#include <drover/dynamics/bifurcation_figure.hpp>
#include <drover/dynamics/cycles.hpp>
#include <drover/dynamics/lyapunov.hpp>
#include <drover/dynamics/map_figure.hpp>
#include <drover/dynamics/orbit_trace.hpp>
#include <drover/dynamics/parameter_map.hpp>
#include <drover/dynamics/partition.hpp>
#include <drover/dynamics/period.hpp>
#include <drover/dynamics/plane_figures.hpp>
#include <drover/dynamics/section.hpp>
#include <drover/dynamics/split_times.hpp>
#include <drover/dynamics/survey.hpp>
#include <drover/dynamics/tipi_figure.hpp>
#include <drover/dynamics/tipi_grid.hpp>
#include <drover/dynamics/torus.hpp>
#include <drover/dynamics/torus_figure.hpp>
#include <drover/dynamics/words.hpp>
