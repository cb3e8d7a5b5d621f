// Remarks beside the methods of a ranking: equal partitions, and why `best` is not the first.
#pragma once

#include <string>
#include <vector>

#include "advisor/ranking.hpp"
#include "advisor/survey.hpp"

namespace banyan::tools {

/// One remark for each method, in the order of the ranking; most are empty. A method whose partition equals that of a
/// method further up names this one. `best` says for which costs it chose if its partition is not that of the first.
std::vector<std::string> method_remarks(const advisor::problem& problem, const advisor::survey& found,
                                        const advisor::ranking& ranked);

/// The other methods that made the partition of the first method, in the order of the ranking.
std::vector<std::string> same_as_first(const advisor::problem& problem, const advisor::survey& found,
                                       const advisor::ranking& ranked);

/// The partition of a method of the problem, with the speeds for which it was made.
const advisor::balanced_partition& partition_of(const advisor::problem& problem, const advisor::survey& found,
                                                const std::string& method);

}  // namespace banyan::tools
