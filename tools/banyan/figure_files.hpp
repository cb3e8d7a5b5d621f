// The figures of `banyan reproduce` as files: data, gnuplot programs and pictures.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "banyan/part/papers/crandall_figures.hpp"

namespace banyan::tools {

/// Writes NAME.dat and NAME.gp of each figure, then draws NAME.png and NAME.svg. Throws verb_error (failed) if a file
/// cannot be written or gnuplot is not installed; in the second case data and programs are written.
void write_figures(const std::vector<part::figure>& figures, const std::filesystem::path& folder);

/// One line for each figure, with its title and its picture.
std::string figures_text(const std::vector<part::figure>& figures, const std::filesystem::path& folder);
/// name, title and picture of each figure.
nlohmann::ordered_json figures_json(const std::vector<part::figure>& figures, const std::filesystem::path& folder);

}  // namespace banyan::tools
