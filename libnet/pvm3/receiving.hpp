// How messages come from the network to the program: they arrive in order, are handled or queued, and receives take
// them.
#pragma once

#include <optional>

#include "banyan/net/message.hpp"
#include "libnet/pvm3/message_queue.hpp"
#include "libnet/pvm3/packed_message.hpp"
#include "libnet/pvm3/service_messages.pb.h"

namespace banyan::pvm3 {

/// Takes a message that has arrived: output of a child is printed, a message handler handles it, or it waits for a
/// receive. As all functions below, throws net::error closed if a message handler leaves PVM: then the task whose call
/// runs does not exist any more.
void deliver_to_program(packed_message message);

/// A message has been sent to the task `tid` or received from it, so there is a route. If it is new, and the program
/// wants to be told, the queue gets a notice.
void note_route(int tid);

/// To be called at the end of a call that has delivered messages: the descriptor of the program shows neither those in
/// the queue nor those that are held now.
void announce_rest();

/// Puts the messages that have arrived into the queue or calls their handlers; never blocks.
void take_arrived();

/// At the beginning of a call that sends: message handlers get the messages that have arrived. Does nothing if the
/// program has no handler, and in a handler. Never blocks. Throws net::error if the task is not enrolled and cannot be.
void handle_arrived();

/// Blocks until a message matches, at most until the deadline. Returns the id of its buffer, which is not active yet; 0
/// at the deadline, or the negative number of the program's match function. Enrols if necessary; throws net::error.
int receive_until(const message_pattern& pattern, net::deadline until);
/// The same without blocking. Messages behind the one that matches stay where they are, so that tasks that send without
/// a pause cannot keep the call from ending.
int receive_now(const message_pattern& pattern);
/// As receive_now(), but the message stays in the queue. In a message handler, only the queue is searched.
int probe_now(const message_pattern& pattern);
/// Blocks until a message matches and returns it, without a buffer. The program's match function is not used.
packed_message receive_message(const message_pattern& pattern);

/// Asks the service and blocks until it answers. First gives messages that have arrived to the program as in a receive,
/// except in a message handler: a task that sends a long message and leaves must end although its receiver only asks
/// for its status. Enrols if necessary. Throws net::error.
wire::Answer ask_service(wire::ToService request);

/// Asks the service and blocks until it answers. Messages that arrive meanwhile are given to the program as in a
/// receive, except in a message handler. For requests that wait for other tasks. Enrols if necessary. Throws
/// net::error, also if a message handler calls pvm_exit.
wire::Answer call_receiving(wire::ToService request);

}  // namespace banyan::pvm3
