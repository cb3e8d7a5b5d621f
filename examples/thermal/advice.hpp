// The advice of `banyan advise --out FILE`: a partition for the tasks of a run, and what it was made for.
#pragma once

#include <string>
#include <vector>

#include "banyan/net/group.hpp"
#include "banyan/part/partition.hpp"
#include "examples/thermal/halo_depth_choice.hpp"

namespace thermal {

struct advice {
    std::string method;
    int flops = 10;
    banyan::part::partition parts;           ///< of a torus, one processor per rank
    std::vector<double> speeds{};            ///< for which the partition was made, by rank; empty if the file has none
    std::optional<network_times> network{};  ///< as the advisor has measured it; nothing if the file has none
    std::vector<std::string> hosts{};        ///< for which the partition was made, by rank; empty if the file has none
};

/// The advice in the text of such a file. Throws part::error for other text, and for advice about another application
/// or another problem than thermal computes.
advice advice_in(const std::string& text);

/// Rank 0 reads the file, and all ranks get the advice. Collective. Throws part::error on all ranks if the file cannot
/// be read, as advice_in(), and if the advice is for another number of tasks.
advice read_advice(const banyan::net::group& world, const std::string& file);

/// What differs between the hosts of the run and those of the advice, in one line; "" if nothing differs or the file
/// has no hosts.
std::string host_difference(const advice& found, const banyan::net::group& world);

}  // namespace thermal
