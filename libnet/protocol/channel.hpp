// What the protocol knows of one peer: its byte stream, its credit, and the messages under way.
#pragma once

#include <deque>
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
        down,    // no connection; none asked for
        wanted,  // a connection has been asked for
        up,      // frames may travel
        lost     // gone for good
    };

    channel(task_id peer_task, frame_handler& frames_handler, std::uint64_t own_window_bytes)
        : peer(peer_task), stream(frames_handler, *this), credit(own_window_bytes) {}
    channel(const channel&) = delete;  // its stream refers to it
    channel& operator=(const channel&) = delete;

    const task_id peer;
    frame_stream stream;
    credit_account credit;
    state where = state::down;
    bool taking = true;      // false once the peer has said goodbye
    bool sending = true;     // false once the peer has sent or requested to send its last message, or is lost
    bool unwritten = false;  // on the protocol's list of channels with frames to write
    bool said_goodbye = false;
    bool said_last = false;

    // --- sending, in order: waiting -> frames (eager) or rendezvous -> frames (data)
    std::deque<outgoing*> waiting;
    std::unordered_map<std::uint64_t, outgoing*> rendezvous;  // by token; a rendezvous request has been sent
    std::unordered_set<std::uint64_t> retracted;  // tokens of rendezvous messages given up; the peer will answer
    std::size_t held_waiting = 0;                 // of `waiting`: messages that the program holds a request for
    std::size_t rendezvous_buffered = 0;          // of `rendezvous`: buffered sends
    bool stuck = false;                           // on the protocol's list of channels whose messages lack credit
    bool takes = false;  // the peer has cleared a message to send or returned credit since the protocol looked

    // --- receiving
    std::unordered_map<std::uint64_t, incoming*> coming;  // rendezvous messages whose data has not begun to arrive
    incoming* current = nullptr;  // the message whose payload the stream is in; nullptr when it is dropped

    // --- once lost, or not sending
    std::optional<error> why;
};

}  // namespace banyan::net::detail
