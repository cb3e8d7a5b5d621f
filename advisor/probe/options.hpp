// The command line of the probes. The verbs start these internal programs on the virtual machine.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "advisor/message_pattern.hpp"
#include "advisor/speed_probe.hpp"

namespace banyan::advisor {

struct probe_options {
    enum class mode { ping_pong, exchange, speed, overlap, network, collectives, techniques, load };
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
    // speed, load (window_s only)
    int rounds = 7;
    double window_s = 0.05;
    // collectives and techniques, also `bytes`, and `repeat` for the samples
    std::vector<std::string> collectives{};
    std::vector<std::string> algorithms{};
};

/// Parses "256x1024,128x128;512x512,0x0": ',' separates the shapes of one rank, ';' separates the ranks. Throws
/// std::invalid_argument, quoting what is wrong.
std::vector<std::vector<shape>> parse_shapes(const std::string& text);
std::string format_shapes(const std::vector<std::vector<shape>>& shapes);

/// Parses the command line of a probe. Throws CLI::ParseError, and std::invalid_argument as parse_shapes() and
/// parse_patterns().
probe_options parse_probe_options(int argc, char** argv);

/// The arguments, without the name of the program, from which parse_probe_options() makes `options` again.
std::vector<std::string> to_arguments(const probe_options& options);

}  // namespace banyan::advisor
