// What a blocked call waits for, stated by the call itself, for wait reports.
#pragma once

#include <cstddef>

#include "libnet/messaging/wait_report.hpp"
#include "libnet/protocol/operation.hpp"

namespace banyan::net::detail {

/// Several operations, one of which a call waits for.
struct operation_list {
    const void* first;
    std::size_t count;
    const operation* (*nth)(const void* first, std::size_t index);  ///< nullptr: none at this index
};

/// Refers to an object on the caller's stack, which lives as long as the call is blocked. It fits into two registers,
/// so making one costs a message nothing.
struct wait_subject {
    blocked_call::kind what = blocked_call::kind::other;
    const void* object = nullptr;

    static wait_subject of(const operation& op) {
        return {op.what == operation::kind::send ? blocked_call::kind::send : blocked_call::kind::receive, &op};
    }
    static wait_subject of_collective(const operation& op) { return {blocked_call::kind::collective, &op}; }
    static wait_subject of_probe(const selector& from) { return {blocked_call::kind::probe, &from}; }
    static wait_subject of_any(const operation_list& list) { return {blocked_call::kind::wait_any, &list}; }
};

}  // namespace banyan::net::detail
