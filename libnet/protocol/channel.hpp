// The state of one peer in the protocol: its byte stream, its credit, and its messages under way.
#pragma once

#include <deque>
#include <memory_resource>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "banyan/net/error.hpp"
#include "libnet/protocol/credit_account.hpp"
#include "libnet/protocol/frame_stream.hpp"
#include "libnet/protocol/incoming.hpp"

namespace banyan::net::detail {

class channel {
  public:
    enum class state : unsigned char {
        down,    // no connection, and none requested
        wanted,  // a connection has been requested
        up,      // connected
        lost     // lost for good
    };

    /// `memory` provides the memory of the queues. `retracted` does not use it: only withdrawn messages need that
    /// container.
    channel(task_id peer_task, frame_handler& frames_handler, std::uint64_t own_window_bytes,
            std::pmr::memory_resource& memory)
        : peer(peer_task),
          stream(frames_handler, *this),
          credit(own_window_bytes),
          waiting(&memory),
          rendezvous(&memory),
          coming(&memory) {}
    channel(const channel&) = delete;  // its stream refers to it
    channel& operator=(const channel&) = delete;

    const task_id peer;
    frame_stream stream;
    credit_account credit;
    state where = state::down;
    bool taking = true;      // false once the peer has sent a goodbye
    bool takes_any = true;   // false once a send may fail at its start: after a goodbye, or if any group is revoked
    bool sending = true;     // false once the peer has sent `last_sent` or is lost
    bool unwritten = false;  // in the list of channels with frames to write
    bool sent_goodbye = false;
    bool sent_last_sent = false;

    // --- sending, in order: waiting -> frames (eager) or rendezvous -> frames (data)
    std::pmr::deque<outgoing*> waiting;
    std::pmr::unordered_map<std::uint64_t, outgoing*> rendezvous;  // by token; the rendezvous request has been sent
    std::unordered_set<std::uint64_t>
        retracted;                        // tokens of withdrawn rendezvous messages that the peer has not answered yet
    std::size_t held_waiting = 0;         // messages in `waiting` that the program holds a request for
    std::size_t rendezvous_buffered = 0;  // buffered sends in `rendezvous`
    bool lacks_credit = false;            // in the list of channels whose messages lack credit
    bool is_receiving = false;            // the peer has returned credit or a clear to send since the last check

    // --- receiving
    std::pmr::unordered_map<std::uint64_t, incoming*>
        coming;                   // rendezvous messages whose data have not begun to arrive
    incoming* current = nullptr;  // the message whose payload is being read; nullptr if it is discarded

    // --- when lost or not sending
    std::optional<error> why;
};

}  // namespace banyan::net::detail
