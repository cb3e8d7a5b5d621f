// What `banyan partition` is asked to compute: its options, and the problem that they describe.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "banyan/part/communication.hpp"
#include "banyan/part/cost.hpp"
#include "banyan/part/methods.hpp"
#include "banyan/part/multilevel.hpp"
#include "banyan/part/stencil.hpp"
#include "tools/banyan/problem_options.hpp"

namespace banyan::tools {

constexpr const char* default_site_method = "columns";
constexpr const char* default_stencil = "5";

/// Values of the options. Each has been checked by itself when it was parsed.
struct partition_request {
    std::int64_t planes = 0;  ///< of a grid of three dimensions (box_problem.hpp); 0: the grid has two
    std::int64_t rows = 0;
    std::int64_t cols = 0;
    std::vector<double> speeds;
    std::string host_file;  ///< gives the speeds if they are not listed
    std::vector<std::string> methods{"all"};
    std::vector<int> site_sizes;  ///< empty: no sites
    std::string site_method;      ///< empty: default_site_method
    std::string density;          ///< file; empty: all cells are equal
    std::string stencil;          ///< empty: default_stencil, or in three dimensions default_box_stencil
    std::vector<std::string> phases;
    part::network net;
    std::string network_kind = "shared";  ///< as --network names it
    std::int64_t item_bytes = 8;
    std::int64_t seed = 1;
    std::string svg;
    std::string out;
    axes_options axes;
    bool json = false;
};

/// How the grid is divided among sites.
struct site_plan {
    std::vector<int> sizes;
    const part::method_info* method = nullptr;
    std::vector<part::site> members;  ///< processors of each site; empty: no sites
};

/// A communication pattern in addition to the stencil.
struct asked_phase {
    double times;  ///< in one iteration
    std::string pattern;
    [[nodiscard]] part::communication sent(const part::partition& parts) const;
};

/// "shared" or "switched".
const char* name_of(part::medium kind);

struct partition_problem {
    part::grid domain;
    part::speeds processors;
    std::vector<std::string> hosts;  ///< of each processor; empty without a host file
    part::stencil pattern;
    std::vector<const part::method_info*> methods;
    std::vector<const part::method_info*> left_out;  ///< methods of `all` that cannot divide so large a grid
    site_plan sites;
    std::vector<asked_phase> phases;
    part::network net;
    std::int64_t item_bytes;
    part::partition_options settings;
    std::string svg;  ///< file; empty: no picture
    std::string out;  ///< file for the partition; empty: none
    bool json;

    [[nodiscard]] bool weighted() const { return settings.density.kind() != part::work_density::form::uniform; }
};

struct named_processors {
    part::speeds speeds;
    std::vector<std::string> hosts;  ///< of each processor; empty without a host file
};

/// "--speeds" or "--hostfile": the option that gives the speeds.
const char* speeds_option(const partition_request& options);
/// The processors of the option that gives the speeds; those of a host file are the ranks of a run that fills all
/// slots. Throws verb_error.
named_processors read_processors(const partition_request& options);
/// Throws verb_error (usage) if the grid has fewer cells than processors. `sides` are its options with their values.
void check_cells(const std::string& sides, std::int64_t cells, int processors, const partition_request& options);
/// The network that the options describe.
part::network read_network(const partition_request& options);

/// Checks the options against each other. Throws verb_error that names option, value and what is allowed.
partition_problem read_problem(const partition_request& options);

}  // namespace banyan::tools
