// The plot of Crandall 1994, Figure 43: predicted over observed ratios against the number of processors, error bars.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "advisor/validation.hpp"

namespace banyan::advisor {

/// A gnuplot program that draws one panel for each number of operations per cell into `picture` (PNG); the data stand
/// in the program, so that it can be run again anywhere.
std::string ratio_plot_program(const std::vector<std::string>& methods, std::span<const validation_result> results,
                               const std::string& picture);

/// Writes `folder`/figure43.gp and runs gnuplot on it, which makes `folder`/figure43.png; returns the picture's path.
/// Throws std::runtime_error when a file cannot be written, and with the way to repair it when gnuplot is not installed
/// or fails; the program file is there then.
std::filesystem::path draw_ratio_plot(const std::vector<std::string>& methods,
                                      std::span<const validation_result> results, const std::filesystem::path& folder);

}  // namespace banyan::advisor
