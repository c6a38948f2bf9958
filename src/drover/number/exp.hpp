#pragma once

namespace drover {

/// e^x from additions and multiplications alone: the same bits on every IEEE platform, unlike the C
/// library's. Error below 1.1 units in the last place; 0 below -745.2, infinity above 709.79, nan for nan.
/// Results below 2^-1022 lose bits, as subnormal numbers do.
double portable_exp(double x);

}  // namespace drover
