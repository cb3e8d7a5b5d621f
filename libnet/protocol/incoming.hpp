// A message that is being received, as the protocol stores it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "banyan/net/message.hpp"

namespace banyan::net::detail {

class channel;
struct operation;
struct outgoing;

/// A message that arrives or has arrived.
struct incoming {
    enum class stage : unsigned char {
        rendezvous,  // waits at its sender for a clear to send
        arriving,    // bytes arrive or have been cleared to send
        complete,    // all bytes have arrived
        lost,        // will not arrive, but a later message of its sender has arrived: the receive that takes it fails
        retracted    // claimed, and withdrawn by its sender afterwards: its receive fails
    };

    message_info info;
    context_id context;
    channel* from = nullptr;     // nullptr for a message to this task itself
    outgoing* sender = nullptr;  // of a rendezvous message to this task itself
    std::uint64_t sequence = 0;
    std::uint64_t token = 0;
    std::uint64_t claim_order = 0;  // of a claimed message: the `order` of a receive that started when it was claimed
    stage where = stage::arriving;
    std::vector<std::byte> stored;  // payload that arrived before a receive for it
    bool in_place = false;          // the payload goes directly into the buffer of `op`
    operation* op = nullptr;        // the receive that takes this message; nullptr if there is none yet
    bool claimed = false;           // out of the queue and held by a claimed_message
    std::size_t charged_bytes = 0;  // eager credit to return when the message has been received
    std::size_t extra_bytes = 0;    // stored without credit: requested by pull(), or sent by this task to itself
};

}  // namespace banyan::net::detail
