// What the regular arrangements send, computed without a partition: the closed forms of Crandall 1994, chapter 6 and
// Table 2, on a torus. exact_communication() (communication.hpp) counts a real partition; each closed form says whether
// it equals that count or only bounds it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "banyan/part/cost.hpp"
#include "banyan/part/measured_network.hpp"

namespace banyan::part {

/// Crandall's communication patterns (Figure 29): three for which only the number of processors matters, then the
/// directions of a stencil.
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

/// Whether all processors have the same speed.
enum class system_kind { homogeneous, heterogeneous };

/// A torus of rows x cols cells on `processors` processors. Real numbers, so that a curve can be drawn between the
/// sizes that divide evenly.
struct torus_problem {
    double rows;
    double cols;
    double processors;
};

/// Messages of one kind.
struct message_group {
    double messages;    ///< number of messages of all processors in one iteration
    double items_each;  ///< items in each message if `even`, else their mean
    double latencies;   ///< what the group adds to sum_k max_i C[i][k] (eq. 6.11)
    bool even = true;
};

struct closed_form {
    std::vector<message_group> groups;
    bool exact;  ///< true: equals the exact count under the assumptions below; false: an upper bound

    [[nodiscard]] double messages() const;
    [[nodiscard]] double items() const;
    [[nodiscard]] double latencies() const;
};

/// Equations 6.12 to 6.33, and the 3- and 9-point stencils, which the paper leaves out. Nothing for heterogeneous
/// blocks, whose items depend on the speeds; five_point_messages() bounds their messages.
///
/// `exact` assumes:
/// - block: p = q * q, and q divides both sides; for nine_point the blocks have at least two cells a side;
/// - contiguous_row: each processor has at least one row;
/// - contiguous_point: every cut lies inside a row of its own, and each cell range has at least one row (nine_point: at
///   least two; then there are 10p - 4 messages, and shorter ranges have two neighbours in a diagonal direction);
/// - interleaved_row, homogeneous: p divides the rows;
/// - random, homogeneous: p * p divides the cells.
/// Scatter and heterogeneous interleaving are the paper's worst cases. For scatter, every item leaves its processor,
/// and every processor sends to every other one. For interleaving, 2(p - 1) messages go in each direction: the rows are
/// assigned one at a time, and in each round the processors whose share is used up are left out.
///
/// Two corrections to the paper. Blocks send rows/q items east and cols/q items south; the paper's dn/sqrt p for both
/// holds for a square grid. With contiguous points on two processors, each of them sends one message east, not two,
/// so 6.16, 6.21 and 6.29 charge one lambda per direction too much for p = 2.
///
/// Throws error unless rows, cols and processors are finite and at least 1.
std::optional<closed_form> closed_form_of(communication_pattern pattern, arrangement parts, system_kind processors,
                                          const torus_problem& problem);

/// Seconds on one shared medium: lambda * latencies + tau * sum over messages of w(item_bytes * items). Messages of
/// uneven sizes are charged one frame more each. Throws error for medium::switched, because a closed form does not say
/// which processor is the busiest, and as communication_cost_s().
double closed_form_cost_s(const closed_form& form, const network& net, std::int64_t item_bytes);
/// The same on a measured shared medium. Messages of uneven sizes are charged at their mean size. Throws error as
/// above.
double closed_form_cost_s(const closed_form& form, const measured_network& net, std::int64_t item_bytes);

/// Table 2: an upper bound of the messages of the 5-point stencil. For heterogeneous blocks it is the bound of the
/// binary recursive methods, 6p - 4. 0 for p = 1. Throws error for p < 1.
double five_point_messages(arrangement parts, system_kind processors, int p);
/// An upper bound of the messages of general quadrilaterals: 8p - 4 (five_point), 2p - 1 (systolic, eq. 6.19). Throws
/// error for other patterns and for p < 1.
double general_quadrilateral_messages(communication_pattern pattern, int p);
/// An upper bound of the messages of the systolic pattern for binary recursive decomposition of p >= 4 processors
/// (eq. 6.18): 6 for four processors; each further processor i = 4 .. p-1 adds two if floor(log2 i) is odd, else one.
/// Throws error for p < 4.
double brbd_systolic_messages(int p);

}  // namespace banyan::part
