// A message on its way out, as the protocol keeps it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "banyan/net/message.hpp"
#include "banyan/net/regions.hpp"

namespace banyan::net::detail {

struct incoming;
struct operation;

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

}  // namespace banyan::net::detail
