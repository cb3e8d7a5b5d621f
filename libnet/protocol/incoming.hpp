// A message on its way in, as the protocol keeps it.
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
        arriving,    // bytes come in, or have been cleared to send
        complete,    // all bytes are here
        lost,        // will never come, but later ones of its sender have: ends the receive that takes it
        retracted    // claimed, and its sender has given it up since: ends the receive of the claim
    };

    message_info info;
    context_id context;
    channel* from = nullptr;     // nullptr for a message to oneself
    outgoing* sender = nullptr;  // of a rendezvous message to oneself
    std::uint64_t sequence = 0;
    std::uint64_t token = 0;
    stage where = stage::arriving;
    std::vector<std::byte> stored;  // payload that no receive had asked for when it came
    bool in_place = false;          // payload goes straight into op's buffer
    operation* op = nullptr;        // the receive that takes this message, once there is one
    bool claimed = false;           // out of the queue, in the hands of a claimed_message
    std::size_t charged_bytes = 0;  // eager credit to give back once the message is taken
    std::size_t extra_bytes = 0;    // payload kept here that no credit stands for: pulled, or sent by oneself
};

}  // namespace banyan::net::detail
