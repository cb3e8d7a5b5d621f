// The plot of Crandall 1994, Figure 43: predicted over observed ratios against the number of tasks, with error bars.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "advisor/validation.hpp"

namespace banyan::tools {

/// A gnuplot program that draws one panel for each number of operations per cell into `picture` (PNG). It contains the
/// data, so it can be run again elsewhere.
std::string ratio_plot_program(const std::vector<std::string>& methods,
                               std::span<const advisor::validation_result> results, const std::string& picture);

/// Writes `folder`/figure43.gp and runs gnuplot on it, which makes `folder`/figure43.png. Returns the path of the
/// picture. Throws as draw_with_gnuplot does.
std::filesystem::path draw_ratio_plot(const std::vector<std::string>& methods,
                                      std::span<const advisor::validation_result> results,
                                      const std::filesystem::path& folder);

}  // namespace banyan::tools
