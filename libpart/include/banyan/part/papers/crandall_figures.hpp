// The data of Crandall 1994, Figures 34 to 38 and Table 2, computed again.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace banyan::part {

struct curve {
    std::string name;
    std::vector<std::pair<double, double>> points;  ///< (x, y) by ascending x

    /// y at the largest x that is not above `x`. Throws error if there is none.
    [[nodiscard]] double at(double x) const;
};

struct figure {
    std::string name;  ///< such as "figure36"; usable as a file name
    std::string title;
    std::string x_label;
    std::string y_label;
    bool logarithmic;  ///< whether both axes are logarithmic
    std::vector<curve> curves;

    /// The curve with this name. Throws error if there is none.
    [[nodiscard]] const curve& operator[](const std::string& curve_name) const;
};

/// Figures 34 and 35: messages of the 5-point stencil against the number of processors, 2 to 32, for homogeneous and
/// for heterogeneous systems (the forms of Table 2).
figure messages_homogeneous();
figure messages_heterogeneous();

/// Figure 36: seconds of communication of one 5-point iteration against the side n = 8 .. 4096 of an n x n torus, on
/// eight equal processors, with 8 bytes per item, lambda 2.5 ms, tau 1.5 us/B, M 1460 and F 58. The curves are closed
/// forms. "block" has sqrt 8 blocks a side as in the paper; "block 2 x 4" is the exact count of blocks that eight
/// processors can have.
figure cost_homogeneous();

/// Figure 37: the smallest side at which blocks are faster than rows, against p = 5 .. 64, with lambda 1.5 ms, 8 bytes
/// per item, and tau 1 us/B (Ethernet) or 0.1 us/B (FDDI).
figure event_horizons();

/// Figure 38: as Figure 36, for processors of speeds 6,4,4,3,3,3,2,1, with exact counts of contiguous_point,
/// contiguous_row and four kinds of blocks: brbd, fbrd, phd and columns.
figure cost_heterogeneous();

/// All five figures in order.
std::vector<figure> crandall_figures();

/// One line of Table 2: the messages of the 5-point stencil by formula and by count.
struct message_count {
    std::string arrangement;
    bool homogeneous;
    int processors;
    double formula;
    double counted;  ///< exact count of a partition of 240 x 240
};

/// Table 2 for sixteen equal processors and for the eight of Figure 38, with the counts of real partitions.
std::vector<message_count> message_table();

}  // namespace banyan::part
