// The command line of the probes, internal programs that the verbs start on the virtual machine.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "advisor/speed_probe.hpp"

namespace banyan::advisor {

struct probe_options {
    enum class mode { ping_pong, exchange, speed, overlap };
    mode what = mode::ping_pong;
    std::vector<std::size_t> bytes{8};
    // ping-pong
    int repeat = 100;
    bool stream = false;     ///< bandwidth of bursts as well
    bool all_pairs = false;  ///< every pair of ranks, not only 0 and 1
    // exchange
    double budget_s = 2;
    // speed and overlap
    int flops = 10;
    std::vector<std::vector<shape>> shapes;  ///< [rank][shape]
    // overlap: for each shape the messages of a process at once, their size being the entry of `bytes` at its place
    std::vector<int> messages{2};
    // speed
    int rounds = 7;
    double window_s = 0.05;
};

/// "256x1024,128x128;512x512,0x0": shapes of a rank apart by ',', ranks by ';'. Throws std::invalid_argument naming
/// what is wrong.
std::vector<std::vector<shape>> parse_shapes(const std::string& text);
std::string format_shapes(const std::vector<std::vector<shape>>& shapes);

/// Throws CLI::ParseError.
probe_options parse_probe_options(int argc, char** argv);

/// The arguments, without the program's name, that parse_probe_options turns back into `options`.
std::vector<std::string> to_arguments(const probe_options& options);

}  // namespace banyan::advisor
