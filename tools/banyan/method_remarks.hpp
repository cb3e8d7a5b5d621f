// Remarks on the methods of a ranking: equal partitions, and why `best` is not the first.
#pragma once

#include <string>
#include <vector>

#include "advisor/ranking.hpp"
#include "advisor/survey.hpp"

namespace banyan::tools {

/// One remark for each method, in the order of the ranking; most are empty. If the partition of a method equals that of
/// a method further up, its remark names that method. Other remarks say that shares are shifted, or that there was no
/// time to measure the method. If `best` is not the first and has another partition, its remark says for which costs it
/// chose.
std::vector<std::string> method_remarks(const advisor::problem& problem, const advisor::survey& found,
                                        const advisor::ranking& ranked);

/// Why `best` need not be the fastest method: it compares partitions by the costs that it is given, and the advisor has
/// measured other ones. The text has these costs.
std::string reason_of_best();

/// The other methods that made the partition of the first method, in the order of the ranking.
std::vector<std::string> same_as_first(const advisor::problem& problem, const advisor::survey& found,
                                       const advisor::ranking& ranked);

/// True if two methods of the problem made the same partition.
bool have_same_partition(const advisor::problem& problem, const advisor::survey& found, const std::string& one,
                         const std::string& other);

}  // namespace banyan::tools
