// The command line of the probes, which the verbs start on the virtual machine: banyan-probe, and applications that
// call serve_probe().
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "advisor/message_pattern.hpp"
#include "advisor/speed_probe.hpp"
#include "banyan/part/partition.hpp"

namespace banyan::advisor {

/// The first argument of a program that is started as a probe.
inline constexpr const char* probe_argument = "--banyan-probe";

struct probe_options {
    enum class mode { greet, ping_pong, exchange, speed, overlap, network, collectives, techniques, load };
    mode what = mode::ping_pong;
    std::vector<std::size_t> bytes{8};
    // ping-pong
    int repeat = 100;
    bool stream = false;     ///< also measure the bandwidth of bursts
    bool all_pairs = false;  ///< measure every pair of ranks, not only 0 and 1
    // exchange
    double budget_s = 2;
    // speed and overlap
    int flops = 10;
    std::vector<std::vector<shape>> shapes;  ///< [rank][shape]
    // overlap: the messages of all ranks, for each shape
    std::vector<message_pattern> patterns{};
    // overlap: the partitions of the whole grid, for each shape; empty if only sweeps and messages are to be measured
    std::vector<part::partition> partitions{};
    // speed, load (window_s only)
    int rounds = 7;
    double window_s = 0.05;
    // speed: speed_options::budget_s
    double speed_budget_s = 0;
    // collectives and techniques, also `bytes`, and `repeat` for the samples
    int first_sample = 0;  ///< collectives only: collective_probe_options::first_sample
    std::vector<std::string> collectives{};
    std::vector<std::string> algorithms{};
};

/// Parses "256x1024,128x128;512x512,0x0": ',' separates the shapes of one rank, ';' separates the ranks. Throws
/// std::invalid_argument, quoting what is wrong.
std::vector<std::vector<shape>> parse_shapes(const std::string& text);
std::string format_shapes(const std::vector<std::vector<shape>>& shapes);

/// Parses the command line of a probe after probe_argument, which is argv[0]. Throws CLI::ParseError, and
/// std::invalid_argument as parse_shapes() and parse_patterns().
probe_options parse_probe_options(int argc, char** argv);

/// The arguments, without probe_argument, from which parse_probe_options() makes `options` again, but without
/// partitions if one of them is longer than 1 MB as text. Each argument is shorter than 128 KiB, the limit of Linux for
/// one argument.
std::vector<std::string> to_arguments(const probe_options& options);

/// Linux limits the arguments and the environment of a program together, by default to 2 MiB (a quarter of ulimit -s).
/// The rest is for the other options and the environment.
inline constexpr std::size_t most_overlap_bytes = 1'500'000;

/// Divides an overlap measurement into several of consecutive methods, whose shapes, patterns and partitions have at
/// most `most_bytes` as arguments each; a single method may have more. All of them have partitions, or none. The shapes
/// of each rank are as many as the patterns.
std::vector<probe_options> divided_overlap(probe_options options, std::size_t most_bytes = most_overlap_bytes);

}  // namespace banyan::advisor
