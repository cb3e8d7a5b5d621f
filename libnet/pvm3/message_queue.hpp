// The messages that have arrived and that no receive has taken yet, in the order of arrival.
#pragma once

#include <list>
#include <optional>

#include "libnet/pvm3/buffer_table.hpp"

namespace banyan::pvm3 {

/// Contexts from this number on belong to messages that programs do not get. Those of programs have a host number in
/// front.
inline constexpr int first_own_context = 0x7ffffff0;

/// Which messages a receive takes.
struct message_pattern {
    int source = -1;  // tid; -1 = of any task
    int tag = -1;     // -1 = any
    int context = 0;  // -1 = any of a program, as in PVM 3.4

    [[nodiscard]] bool sees_context_of(const packed_message& message) const {
        return message.context == context || (context == -1 && message.context < first_own_context);
    }
    [[nodiscard]] bool matches(const packed_message& message) const {
        return sees_context_of(message) && (source == -1 || message.source == source) &&
               (tag == -1 || message.tag == tag);
    }
};

/// The function that pvm_recvf sets: match(buffer id, tid, tag), with tid and tag of the receive. It returns:
/// - 0: the receive does not take this message;
/// - 1: the receive takes this message at once;
/// - a larger number: a candidate. The candidate with the largest number is taken, the oldest one of equal numbers;
/// - a negative number: the receive ends with this error.
using match_function = int (*)(int, int, int);

/// All searches start at the oldest message. Functions that return a buffer id return 0 if no message matches. Used by
/// one thread at a time; the match function must not receive.
class message_queue {
  public:
    explicit message_queue(buffer_table& buffers) : buffers_(buffers) {}

    void push(packed_message message);
    [[nodiscard]] std::size_t size() const { return messages_.size(); }

    /// Removes the message from the queue and returns the id of a buffer with it. The buffer is not active yet.
    /// `match` = nullptr means pattern.matches(). The result is negative when match() returned it.
    int receive(const message_pattern& pattern, match_function match = nullptr);
    /// Like receive(), but the message stays in the queue. Only its header may be read.
    int probe(const message_pattern& pattern, match_function match = nullptr);
    /// Removes the message without making a buffer, for pvm_precv.
    std::optional<packed_message> take(const message_pattern& pattern);
    /// Frees all messages, also those whose buffers a probe has shown.
    void clear();

  private:
    // The body of a message that a probe or a match function has seen is in a buffer; its header is in both places.
    struct waiting_message {
        packed_message message;
        int buffer_id = 0;
    };
    using position = std::list<waiting_message>::iterator;

    position first_match(const message_pattern& pattern);
    // Sets `found`, and returns a negative number or 0.
    int best_match(const message_pattern& pattern, match_function match, position& found);
    int search(const message_pattern& pattern, match_function match, position& found);
    int buffer_of(waiting_message& waiting);
    void remove(position found);

    buffer_table& buffers_;
    std::list<waiting_message> messages_;
    std::list<waiting_message> spare_;  // elements for the next messages, so that push() seldom allocates
};

}  // namespace banyan::pvm3
