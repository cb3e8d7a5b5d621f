// What the regular arrangements send, without making a partition: the closed forms of Crandall 1994, chapter 6 and his
// Table 2, on a torus. The exact count over the real partition (communication.hpp) is the truth; a closed form says by
// itself whether it equals that count or only bounds it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "banyan/part/cost.hpp"
#include "banyan/part/measured_network.hpp"

namespace banyan::part {

/// Crandall's communication patterns (Figure 29): three that concern processors only, then the directions of a stencil.
enum class communication_pattern {
    broadcast,
    reduction,
    random,
    systolic,
    wavefront,
    three_point,
    five_point,
    nine_point
};

enum class arrangement { scatter, interleaved_row, contiguous_point, contiguous_row, block };

/// Whether all processors are equally fast.
enum class system_kind { homogeneous, heterogeneous };

/// rows x cols torus over `processors`; real numbers, so that a curve can be drawn between the sizes that divide
/// evenly.
struct torus_problem {
    double rows;
    double cols;
    double processors;
};

/// Messages of one kind.
struct message_group {
    double messages;    ///< of all processors in one iteration
    double items_each;  ///< `even`: in each of them; else the mean
    double latencies;   ///< what the group adds to sum_k max_i C[i][k]
    bool even = true;
};

struct closed_form {
    std::vector<message_group> groups;
    bool exact;  ///< equal to the exact count where the assumptions below hold; else nothing sends more

    [[nodiscard]] double messages() const;
    [[nodiscard]] double items() const;
    [[nodiscard]] double latencies() const;
};

/// Equations 6.12 to 6.33, and the 3- and 9-point stencils that the paper leaves out. None for heterogeneous blocks,
/// whose items depend on the speeds (only their messages are bounded, see five_point_messages).
///
/// `exact` assumes: block - p = q * q and q divides both sides, for nine_point into blocks of two cells a side or more;
/// contiguous_row - a row or more each; contiguous_point - every cut inside a row of its own, runs of a row or more,
/// for nine_point of two rows or more (then 10p - 4 messages; shorter runs reach two processors in a diagonal
/// direction); interleaved_row, homogeneous - p divides the rows; random, homogeneous - p * p divides the cells.
/// Scatter and heterogeneous interleaving are the paper's worst cases: every item leaves, every processor meets every
/// other (scatter) or 2(p - 1) messages go each way (dealt row by row, the slow left out of ever more rounds).
///
/// Two corrections to the paper: blocks send rows/q items east and cols/q south (the paper's dn/sqrt p for both is the
/// square grid); of two processors with contiguous points neither sends two messages east, so that 6.16, 6.21 and 6.29
/// charge one lambda too many per direction for p = 2.
/// Throws error unless rows, cols, processors are finite and at least 1.
std::optional<closed_form> closed_form_of(communication_pattern pattern, arrangement parts, system_kind processors,
                                          const torus_problem& problem);

/// Seconds on one shared medium: lambda * latencies + tau * sum over messages of w(item_bytes * items). Messages of
/// uneven sizes are charged one frame more each. Throws error for medium::switched (a closed form does not say who is
/// busiest) and where communication_cost_s does.
double closed_form_cost_s(const closed_form& form, const network& net, std::int64_t item_bytes);
/// The twin on a measured shared medium; messages of uneven sizes are taken at their mean.
double closed_form_cost_s(const closed_form& form, const measured_network& net, std::int64_t item_bytes);

/// Table 2: most messages of the 5-point stencil; for heterogeneous blocks the bound of the binary recursive methods,
/// 6p - 4. 0 for p = 1.
double five_point_messages(arrangement parts, system_kind processors, int p);
/// Most messages of general quadrilaterals: 8p - 4 (5-point), 2p - 1 (systolic, eq. 6.19).
double general_quadrilateral_messages(communication_pattern pattern, int p);
/// Most messages of the systolic pattern for binary recursive decomposition of p >= 4 processors (eq. 6.18): 6 for
/// four, and for each further processor i = 4 .. p-1 two where floor(log2 i) is odd, else one. Throws error for p < 4.
double brbd_systolic_messages(int p);

}  // namespace banyan::part
