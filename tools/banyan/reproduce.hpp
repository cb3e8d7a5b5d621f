// What `banyan reproduce` can compute. Each is one function here and one row of the table in verb_reproduce.cpp.
#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace banyan::tools {

/// Of `lin` alone. The defaults of the network are those of the paper's SP-2; it does not give Tc.
struct lin_settings {
    std::vector<std::string> parts;  ///< some of fft, contour, floyd
    std::vector<int> sides;          ///< contour: some of contour_sides, ascending
    double start_us = 40;            ///< fft: T0, positive
    double byte_ns = 1e3 / 35.54;    ///< fft: Td, positive
    double copy_byte_ns = 0;         ///< fft: Tc, 0 or more
    double point_bytes = 1;          ///< fft: positive
    double efficiency = 0.5;         ///< floyd: between 0 and 1
};

struct reproduce_settings {
    std::filesystem::path folder;  ///< for files; it exists
    std::uint64_t seed;            ///< of the random instances
    std::vector<int> tables;       ///< kaddoura: some of 2 .. 8, ascending
    int instances;                 ///< kaddoura: sets of random speeds per cell, at least 1
    int tasks;                     ///< marinescu: at least 1; lin: the most tasks of contour tracing, 4 .. 64
    int iterations;                ///< marinescu: at least 1
    lin_settings lin;
};

/// A result as text for people and as fields of the JSON object.
struct reproduced {
    std::string text;
    nlohmann::ordered_json fields;
};

/// Crandall 1994, Figures 34 to 38 as figureNN.png, .svg, .gp and .dat, and Table 2 as table2.csv. Throws verb_error
/// (failed) if a file cannot be written or gnuplot is not installed; in the second case data and programs are written.
reproduced reproduce_figures(const reproduce_settings& settings);

/// Tables 2 to 8 of Kaddoura, Ranka & Wang 1995, published and computed, with a summary of the differences.
reproduced reproduce_kaddoura(const reproduce_settings& settings);

/// The counts of Crandall 1994, Figures 27 and 28, published and computed.
reproduced reproduce_crandall(const reproduce_settings& settings);

/// Marinescu & Rice 1991, section 4: a traced run of Jacobi iterations and its histograms, as marinescu.json (the
/// trace), .png, .svg and .gp. Uses a virtual machine as the other verbs do. Blocks until the run has ended. Throws
/// net::error if it cannot be started, and verb_error (failed) if it fails, if a file cannot be written or if gnuplot
/// is not installed; in the last case the trace is written.
reproduced reproduce_marinescu(const reproduce_settings& settings);

/// Lin 1995: the cross-over of FFT layouts as lin_fft, the times of contour tracing as lin_5_11 to lin_5_14 (each .png,
/// .svg, .gp and .dat), and the scalability of all shortest paths. Contour tracing runs the program `contour`, with
/// ranks that are threads; blocks until it has ended. Throws verb_error (usage) for a wrong number of tasks, net::error
/// if the program cannot be started, and verb_error (failed) as reproduce_figures().
reproduced reproduce_lin(const reproduce_settings& settings);

/// The examples of chapter 1 of the nCUBE 2 Programmer's Guide, published and computed, and Figure 1-39 as ncube_1_39
/// (.png, .svg, .gp and .dat). Throws verb_error as reproduce_figures().
reproduced reproduce_ncube(const reproduce_settings& settings);

}  // namespace banyan::tools
