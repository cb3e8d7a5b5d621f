// The record of one send or receive of the program, and the two halves of a message inside the engine.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "banyan/net/error.hpp"
#include "banyan/net/message.hpp"
#include "banyan/net/regions.hpp"

namespace banyan::net::detail {

class channel;
struct outgoing;
struct incoming;

/// One send or receive. Owned by the caller (on its stack or in a request) and lent to the engine until `done` or until
/// the engine has withdrawn it.
struct operation {
    enum class kind : unsigned char { send, receive };

    kind what = kind::send;
    destination to;                                       // send
    const_regions payload{std::span<const std::byte>{}};  // send
    selector from;                                        // receive
    regions buffer{std::span<std::byte>{}};               // receive
    std::vector<std::byte>* owner = nullptr;  // receive of unknown length: sized by the engine, instead of buffer

    bool may_copy = false;  // send: may be done at once from a copy of its payload
    bool held = false;      // send: the program holds a request for it and may do anything before it waits for it

    bool done = false;
    std::uint64_t ended_as = 0;  // once done: operations that end later have a higher number
    message_info info;
    std::optional<error> failure;

    outgoing* sending = nullptr;   // engine's: the message this send became
    incoming* arriving = nullptr;  // engine's: the message this receive was matched with
    std::uint64_t order = 0;       // engine's: receives that were started later have a higher number

    /// The task at the other end; task_id{} for a receive from any.
    [[nodiscard]] task_id other_side() const { return what == kind::send ? to.task : from.source.value_or(task_id{}); }
};

/// A message on its way out.
struct outgoing {
    /// What refers to it.
    enum class stage : unsigned char {
        waiting,     // its channel's queue: for a link or credit
        rendezvous,  // its channel's table of rendezvous messages: for the receiver's clear to send
        leaving,     // a frame that is not written yet
        own          // the record of a message to oneself, `own`: for its receive
    };

    destination to;
    const_regions payload{std::span<const std::byte>{}};
    std::vector<std::byte> copy;  // what payload views once it is a buffered send
    operation* op = nullptr;      // nullptr once it is a buffered send
    incoming* own = nullptr;      // of a message to oneself: what its receive will find
    std::uint64_t token = 0;      // name of a rendezvous message
    stage where = stage::waiting;
    bool held = false;  // the program holds a request for it
};

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
