// The record of one send or receive of the program.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "banyan/net/error.hpp"
#include "banyan/net/message.hpp"
#include "banyan/net/regions.hpp"

namespace banyan::net::detail {

struct outgoing;
struct incoming;

/// One send or receive. Owned by the caller (on its stack or in a request) and borrowed by the protocol until `done` is
/// true or the protocol has withdrawn it.
struct operation {
    enum class kind : unsigned char { send, receive };

    kind what = kind::send;
    destination to;                                       // send
    const_regions payload{std::span<const std::byte>{}};  // send
    selector from;                                        // receive
    regions buffer{std::span<std::byte>{}};               // receive
    std::vector<std::byte>* owner =
        nullptr;  // receive of unknown length: the protocol sizes it and uses it instead of `buffer`
    const growing_buffer* growing = nullptr;  // the same for a container of the program

    bool may_copy = false;  // send: may be completed at once from a copy of its payload
    bool held = false;      // send: the program holds a request for it and may do other work before it waits for it

    bool done = false;
    std::uint64_t ended_as = 0;  // once done: an operation that ends later has a higher number
    message_info info;
    std::optional<error> failure;

    outgoing* sending = nullptr;   // set by the protocol: the message of this send
    incoming* arriving = nullptr;  // set by the protocol: the message that this receive has matched
    std::uint64_t order = 0;       // set by the protocol: a receive that starts later has a higher number
    std::int64_t traced_as = 0;    // with tracing: number of a send, time of a receive's start

    /// The task at the other end; task_id{} for a receive from any source.
    [[nodiscard]] task_id other_side() const { return what == kind::send ? to.task : from.source.value_or(task_id{}); }
};

}  // namespace banyan::net::detail
