// What a collective has: a root, an operation, blocks. Pure.
#pragma once

#include "banyan/net/collective_kind.hpp"

namespace banyan::net {

/// True if the call names a root.
constexpr bool has_root(collective_kind kind) {
    switch (kind) {
        case collective_kind::broadcast:
        case collective_kind::reduce:
        case collective_kind::gather:
        case collective_kind::scatter:
        case collective_kind::gather_varying:
        case collective_kind::scatter_varying:
            return true;
        default:
            return false;
    }
}

/// True if the call has an operation, which combines items.
constexpr bool is_reduction(collective_kind kind) {
    switch (kind) {
        case collective_kind::reduce:
        case collective_kind::allreduce:
        case collective_kind::scan:
        case collective_kind::exclusive_scan:
        case collective_kind::reduce_scatter:
            return true;
        default:
            return false;
    }
}

/// True if the input consists of one block for each rank; of a scatter, that of the root.
constexpr bool has_blocks_as_input(collective_kind kind) {
    switch (kind) {
        case collective_kind::scatter:
        case collective_kind::scatter_varying:
        case collective_kind::reduce_scatter:
        case collective_kind::alltoall:
        case collective_kind::alltoall_varying:
            return true;
        default:
            return false;
    }
}

/// True if the output consists of one block of each rank; of a gather, that of the root.
constexpr bool has_blocks_as_output(collective_kind kind) {
    switch (kind) {
        case collective_kind::gather:
        case collective_kind::gather_varying:
        case collective_kind::allgather:
        case collective_kind::allgather_varying:
        case collective_kind::alltoall:
        case collective_kind::alltoall_varying:
            return true;
        default:
            return false;
    }
}

}  // namespace banyan::net
