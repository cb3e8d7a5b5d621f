// Published results of Kaddoura, Ranka & Wang 1995 (tables 2 to 8) and Crandall 1994 (Figures 27 and 28), and the same
// values computed here. All lengths are those of exact shares, before rounding to cells, as in the papers.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "banyan/part/grid.hpp"
#include "banyan/part/speeds.hpp"

namespace banyan::part {

/// One cell of tables 2 to 7: by how many per cent the mean cost of a method is below that of rb2. The cost is Acost +
/// latency * E_i.
struct kaddoura_cell {
    int table;           ///< 2 .. 7
    std::string method;  ///< tile (tables 2 to 4) or xy2 (5 to 7)
    double latency;      ///< cost of an internal edge in cell sides: 0, 100 or 1000
    grid domain;         ///< 1000 x 1000 to 1000 x 20000, open
    double ratio;        ///< relative speeds are uniform in [1, ratio]
    int processors;
    double published;  ///< per cent, printed without decimals
};

/// The 1080 cells in the order of the paper.
std::span<const kaddoura_cell> kaddoura_cells();

/// A cell computed again.
struct regenerated {
    double improvement;     ///< per cent
    double standard_error;  ///< of the improvement, in per cent, from the spread of the instances; 0 for one instance
};

/// Draws `instances` >= 1 new sets of speeds and compares the mean costs. The same arguments give the same result.
/// Throws error for instances < 1 and as layout_cost().
regenerated regenerate(const kaddoura_cell& cell, std::uint64_t seed, int instances);

/// Speeds as the paper draws them: `processors` >= 1 of them, uniform in [1, ratio]. They depend on `seed` only.
speeds uniform_speeds(int processors, double ratio, std::uint64_t seed);

/// Acost + latency * E_i of the layout that rb1, rb2, rb3, xy, xy2, tile or columns finds. xy2 and tile search for the
/// least of this cost, the others for the least length. Throws error for another method, and for a latency that is
/// negative or not finite.
double layout_cost(std::string_view method, const grid& domain, const speeds& processors, double latency);

/// One cell of table 8: the mean time of one decomposition.
struct kaddoura_time {
    int processors;
    std::string method;  ///< tile, xy2, rb2 or rb3
    bool with_latency;
    double published_s;
};
std::vector<kaddoura_time> kaddoura_times();

/// How far the regenerated cells are from the published ones. A point is one per cent.
struct agreement {
    int cells = 0;
    double mean_difference = 0;           ///< ours minus published, in points
    double mean_absolute_difference = 0;  ///< in points
    int within[3] = {0, 0, 0};            ///< cells that differ by at most 1, 2, 3 points
    int within_noise = 0;   ///< cells that differ by at most a point plus two standard errors of both means
    int same_sign = 0;      ///< cells of the same sign; ours is rounded as in the paper
    int opposite_sign = 0;  ///< cells of which one is above 0 and the other below
};

/// Compares cells[i] with ours[i]. The paper's values are means of 20 instances, ours of `instances`.
agreement compare(std::span<const kaddoura_cell> cells, std::span<const regenerated> ours, int instances);

/// A method in Figure 27 or 28: the 5-point stencil on an n x n torus.
struct crandall_count {
    int figure;
    speeds processors;
    std::string method;         ///< name in methods()
    int published_messages;     ///< 0 if the paper gives none
    double published_items;     ///< in units of n
    std::int64_t messages = 0;  ///< ours
    double items = 0;           ///< ours, in units of n
};

/// The six published counts with ours, and our counts of `columns`.
std::vector<crandall_count> crandall_counts();

/// A lower bound of the items, in units of n, that rectangles with these shares send: the perimeters of squares.
double least_torus_items(const speeds& processors);

}  // namespace banyan::part
