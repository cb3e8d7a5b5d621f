#include "banyan/net/collective_kind.hpp"

namespace banyan::net {

std::string_view name_of(collective_kind kind) {
    switch (kind) {
        case collective_kind::barrier:
            return "barrier";
        case collective_kind::broadcast:
            return "broadcast";
        case collective_kind::reduce:
            return "reduce";
        case collective_kind::allreduce:
            return "allreduce";
        case collective_kind::gather:
            return "gather";
        case collective_kind::scatter:
            return "scatter";
        case collective_kind::gather_varying:
            return "gather_varying";
        case collective_kind::scatter_varying:
            return "scatter_varying";
        case collective_kind::split:
            return "split or duplicate";
        case collective_kind::scan:
            return "scan";
        case collective_kind::exclusive_scan:
            return "exclusive_scan";
        case collective_kind::allgather:
            return "allgather";
        case collective_kind::allgather_varying:
            return "allgather_varying";
        case collective_kind::reduce_scatter:
            return "reduce_scatter";
        case collective_kind::alltoall:
            return "alltoall";
        case collective_kind::alltoall_varying:
            return "alltoall_varying";
        case collective_kind::neighbour_exchange:
            return "neighbour_exchange";
        case collective_kind::shrink:
            return "shrink";
        case collective_kind::subgroup:
            return "subgroup";
        case collective_kind::measure:
            return "a measurement of the network";
        case collective_kind::neighbour_allgather:
            return "neighbour_allgather";
        case collective_kind::check:
        case collective_kind::waiting:
        case collective_kind::abort:
            break;
    }
    return "an unknown collective";
}

}  // namespace banyan::net
