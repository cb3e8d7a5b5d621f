// The plot of Crandall 1994, Figure 43: the predicted ratio divided by the observed one, against the number of
// processors, with error bars.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "advisor/validation.hpp"

namespace banyan::advisor {

/// A gnuplot program that draws one panel per number of operations per cell into `picture` (PNG). It contains the data,
/// so that it can be run again anywhere.
std::string ratio_plot_program(const std::vector<std::string>& methods, std::span<const validation_result> results,
                               const std::string& picture);

/// Writes `folder`/figure43.gp and runs gnuplot on it, which makes `folder`/figure43.png; returns the path of the
/// picture. Throws std::runtime_error if a file cannot be written or gnuplot is not installed or fails; the text says
/// what to do. The program file then remains.
std::filesystem::path draw_ratio_plot(const std::vector<std::string>& methods,
                                      std::span<const validation_result> results, const std::filesystem::path& folder);

}  // namespace banyan::advisor
