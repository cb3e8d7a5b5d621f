// How the ranks of thermal wait for each other.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "banyan/grid/self_synchronization.hpp"
#include "banyan/net/broadcast_collapse.hpp"
#include "banyan/net/group.hpp"

namespace thermal {

enum class synchronization {
    neighbours,          ///< a rank waits for its neighbours only
    global,              ///< and for all ranks in every R-th iteration, by an allreduce
    broadcast_collapse,  ///< the same, by broadcast-collapse
    two_trees,           ///< the same, by broadcast-collapse along two binary trees (net::epoch_tree::two_binary)
    self                 ///< self-synchronization, with broadcast-collapse in every R-th iteration
};

/// "neighbours", "global", "broadcast-collapse", "two-trees", "self"
std::string name_of(synchronization kind);
/// The names of all kinds.
std::vector<std::string> synchronization_names();
/// The kind of a name. Throws part::error.
synchronization synchronization_named(const std::string& name);

/// Global synchronization that finds the largest change of all ranks, which is the convergence test.
class convergence_test {
  public:
    /// Collective. `kind` is not `neighbours`.
    convergence_test(const banyan::net::group& world, synchronization kind);

    /// Blocks until all ranks have called it; returns the largest `change` of all.
    double largest(double change);

  private:
    banyan::net::group world_;
    std::unique_ptr<banyan::net::broadcast_collapse> epochs_;  // none: allreduce
};

}  // namespace thermal
