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

/// One send or receive. Owned by the caller (on its stack or in a request) and lent to the protocol until `done` or
/// until the protocol has withdrawn it.
struct operation {
    enum class kind : unsigned char { send, receive };

    kind what = kind::send;
    destination to;                                       // send
    const_regions payload{std::span<const std::byte>{}};  // send
    selector from;                                        // receive
    regions buffer{std::span<std::byte>{}};               // receive
    std::vector<std::byte>* owner = nullptr;  // receive of unknown length: sized by the protocol, instead of buffer

    bool may_copy = false;  // send: may be done at once from a copy of its payload
    bool held = false;      // send: the program holds a request for it and may do anything before it waits for it

    bool done = false;
    std::uint64_t ended_as = 0;  // once done: operations that end later have a higher number
    message_info info;
    std::optional<error> failure;

    outgoing* sending = nullptr;   // protocol's: the message this send became
    incoming* arriving = nullptr;  // protocol's: the message this receive was matched with
    std::uint64_t order = 0;       // protocol's: receives that were started later have a higher number

    /// The task at the other end; task_id{} for a receive from any.
    [[nodiscard]] task_id other_side() const { return what == kind::send ? to.task : from.source.value_or(task_id{}); }
};

}  // namespace banyan::net::detail
