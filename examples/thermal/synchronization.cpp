#include "examples/thermal/synchronization.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "banyan/net/operations.hpp"
#include "banyan/part/error.hpp"

namespace thermal {

namespace net = banyan::net;

namespace {

constexpr std::array<std::pair<const char*, synchronization>, 5> kinds{
    {{"neighbours", synchronization::neighbours},
     {"global", synchronization::global},
     {"broadcast-collapse", synchronization::broadcast_collapse},
     {"two-trees", synchronization::two_trees},
     {"self", synchronization::self}}};

}  // namespace

std::string name_of(synchronization kind) {
    return std::ranges::find(kinds, kind, [](const auto& entry) { return entry.second; })->first;
}

std::vector<std::string> synchronization_names() {
    std::vector<std::string> names;
    for (const auto& [name, kind] : kinds)
        names.emplace_back(name);
    return names;
}

synchronization synchronization_named(const std::string& name) {
    for (const auto& [known, kind] : kinds)
        if (name == known) return kind;
    std::string allowed;
    for (const std::string& one : synchronization_names())
        allowed += (allowed.empty() ? "" : ", ") + one;
    throw banyan::part::error("sync: '" + name + "', allowed: " + allowed);
}

convergence_test::convergence_test(const net::group& world, synchronization kind) : world_(world) {
    if (kind == synchronization::global) return;
    const auto over = kind == synchronization::two_trees ? net::epoch_tree::two_binary : net::epoch_tree::hypercube;
    epochs_ = std::make_unique<net::broadcast_collapse>(world, over);
    epochs_->begin();
}

double convergence_test::largest(double change) {
    if (!epochs_) return net::allreduce_value(world_, change, net::op::max());
    // The end of one epoch and the start of the next, which carries the result to all ranks.
    return epochs_->begin(epochs_->end(change, net::op::max()));
}

}  // namespace thermal
