// What `banyan reproduce` can compute again from the papers; one function each, one row each in verb_reproduce.cpp.
#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace banyan::tools {

struct reproduce_settings {
    std::filesystem::path folder;  ///< for files; exists
    std::uint64_t seed;            ///< of random instances
    std::vector<int> tables;       ///< kaddoura: of 2 .. 8, ascending
    int instances;                 ///< kaddoura: sets of speeds per cell, at least 1
};

/// What one of them says: as text for people, and as the fields of its JSON object.
struct reproduced {
    std::string text;
    nlohmann::ordered_json fields;
};

/// Crandall 1994, Figures 34 to 38 as figureNN.png, .svg, .gp and .dat, and Table 2 as table2.csv. Throws verb_error
/// (failed) when a file cannot be written or gnuplot is missing; data and programs are there then.
reproduced reproduce_figures(const reproduce_settings& settings);

/// Tables 2 to 8 of Kaddoura, Ranka & Wang 1995 beside ours, with a summary of how well they agree. Shows its progress.
reproduced reproduce_kaddoura(const reproduce_settings& settings);

/// The counts of Crandall 1994, Figures 27 and 28, beside ours.
reproduced reproduce_crandall(const reproduce_settings& settings);

}  // namespace banyan::tools
