// A message that is being sent, as the protocol stores it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "banyan/net/message.hpp"
#include "banyan/net/regions.hpp"

namespace banyan::net::detail {

struct incoming;
struct operation;

struct outgoing {
    /// What refers to the message.
    enum class stage : unsigned char {
        waiting,     // the queue of its channel; it needs a link or credit
        rendezvous,  // the channel's table of rendezvous messages; it needs a clear to send
        leaving,     // a frame that is not completely written
        own          // the record `own` of a message to this task itself; it needs a receive
    };

    destination to;
    const_regions payload{std::span<const std::byte>{}};
    std::vector<std::byte> copy;  // the memory of `payload` once it is a buffered send
    operation* op = nullptr;      // nullptr once it is a buffered send
    incoming* own = nullptr;      // for a message to this task itself: the record that its receive finds
    std::uint64_t token = 0;      // the number that identifies a rendezvous message
    stage where = stage::waiting;
    bool held = false;  // the program holds a request for it
};

}  // namespace banyan::net::detail
