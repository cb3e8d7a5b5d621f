// Binary recursive block decomposition (Crandall 5.2, Figure 20; Kaddoura's RecursiveBisection).
#include "libpart/methods/method.hpp"

namespace banyan::part {
namespace {

/// The faster half, rounded up, goes to the west or north; the next cuts turn.
cut_tree halved(cut direction, machine_list machines) {
    if (machines.size() == 1) return leaf(machines.front());
    const std::size_t faster = (machines.size() + 1) / 2;
    std::vector<cut_tree> parts;
    parts.push_back(halved(across(direction), machines.first(faster)));
    parts.push_back(halved(across(direction), machines.subspan(faster)));
    return joined(direction, std::move(parts));
}

}  // namespace

cut_tree brbd(const grid&, machine_list machines) {
    return halved(cut::vertical, machines);
}

}  // namespace banyan::part
