// What `banyan reproduce` can compute again from the papers; one function each, one row each in verb_reproduce.cpp.
#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

namespace banyan::tools {

struct reproduce_settings {
    std::filesystem::path folder;  ///< for files; exists
    std::uint64_t seed;            ///< of random instances
};

/// What one of them says: as text for people, and as the fields of its JSON object.
struct reproduced {
    std::string text;
    nlohmann::ordered_json fields;
};

/// Crandall 1994, Figures 34 to 38 as figureNN.png, .svg, .gp and .dat, and Table 2 as table2.csv. Throws verb_error
/// (failed) when a file cannot be written or gnuplot is missing; data and programs are there then.
reproduced reproduce_figures(const reproduce_settings& settings);

}  // namespace banyan::tools
