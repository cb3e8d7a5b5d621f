// Binary recursive block decomposition (Crandall 5.2, Figure 20; Kaddoura's RecursiveBisection).
#include "libpart/methods/method.hpp"

namespace banyan::part {
namespace {

/// The faster half, rounded up, goes to the west or north. The next cuts have the other direction.
cut_tree halved(cut direction, processor_list processors) {
    if (processors.size() == 1) return leaf(processors.front());
    const std::size_t faster = (processors.size() + 1) / 2;
    std::vector<cut_tree> parts;
    parts.push_back(halved(across(direction), processors.first(faster)));
    parts.push_back(halved(across(direction), processors.subspan(faster)));
    return joined(direction, std::move(parts));
}

}  // namespace

cut_tree brbd(const grid&, processor_list processors) {
    return halved(cut::vertical, processors);
}

}  // namespace banyan::part
