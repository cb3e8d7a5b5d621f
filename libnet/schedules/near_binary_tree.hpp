// The near-binary tree: a double-rooted complete binary tree inside the hypercube, for any number of nodes.
#pragma once

#include "libnet/schedules/tree.hpp"

namespace banyan::net {

/// The parent of `node` > 0 in the tree T(d) of the 2^d nodes of the d-cube, 1 <= d <= 30. T(d) is a complete binary
/// tree of 2^d - 1 nodes whose root has been replaced by two neighbours: u = 0, the root of T(d), and v = 2^(d-1), its
/// child. u and v have one more child each, a = 2^(d-2) and b, the roots of complete binary trees of 2^(d-1) - 1 nodes.
/// So a node has two children at most, and the depth is d. Every edge is an edge of the cube.
///
/// T(d+1) is made from two copies of T(d). The second copy has bit d set in all its nodes, and bits d-1 and d-2 of the
/// nodes exchanged; the latter maps u to u, a to v, and v to a. Names with ' are nodes of the second copy:
///
///     T(d)     a - u - v - b        The edge u - a is replaced by a - v', the edge u' - a' by a' - v.
///     copy     a'- u'- v'- b'       The edge u - u' is added.
///
/// The roots of T(d+1) are u and u'. Node v has the children b and a', node v' the children b' and a. The new edges
/// differ in bit d only: v' = a + 2^d and a' = v + 2^d by the exchange of the bits.
int near_binary_parent(int node, int dimension);

/// For p nodes, not a power of two, let q be the largest power of two below p. The nodes below q form T(log2 q), and
/// node N >= q is a leaf below N - q. So a node has three children at most, every edge is an edge of the cube, and the
/// depth is ceil(log2 p) at most. A place takes time of the order of its subtree.
extern const tree near_binary_tree;

}  // namespace banyan::net
