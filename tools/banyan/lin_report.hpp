// The tables of `banyan reproduce lin` as text and JSON. Pure.
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "tools/banyan/lin_contour.hpp"
#include "tools/banyan/lin_fft.hpp"
#include "tools/banyan/lin_scalability.hpp"

namespace banyan::tools {

std::string fft_text(const std::vector<fft_crossover_row>& rows, const grid::fft_network& network, double point_bytes);
nlohmann::ordered_json fft_json(const std::vector<fft_crossover_row>& rows, const grid::fft_network& network,
                                double point_bytes);

std::string contour_text(std::span<const contour_case> cases);
nlohmann::ordered_json contour_json(std::span<const contour_case> cases);

std::string scalability_text(const std::vector<scalability_row>& table, double efficiency);
nlohmann::ordered_json scalability_json(const std::vector<scalability_row>& table, double efficiency);

}  // namespace banyan::tools
