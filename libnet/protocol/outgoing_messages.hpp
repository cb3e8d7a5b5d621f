// The records of the messages that are being sent. A message belongs to its operation until it becomes a buffered send,
// and its record ends when the message has left or has been dropped.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "libnet/base/object_pool.hpp"
#include "libnet/protocol/channel_table.hpp"
#include "libnet/protocol/completions.hpp"
#include "libnet/protocol/outgoing.hpp"
#include "libnet/protocol/send_buffer.hpp"

namespace banyan::net::detail {

class outgoing_messages {
  public:
    /// Borrows the completions and the channels. `send_buffer_bytes`: the limit of the buffered sends.
    outgoing_messages(completions& ends, channel_table& channels, std::size_t send_buffer_bytes)
        : completions_(ends), channels_(channels), buffer_(send_buffer_bytes) {}

    /// The message of a send. Its place in a queue or table, `operation::sending` and all other fields are set by the
    /// caller.
    outgoing& make(operation& send) {
        outgoing& message = records_.take();
        message.to = send.to;
        message.payload = send.payload;
        message.op = &send;
        return message;
    }

    /// Calls f(outgoing&) for each message. f must not end a message.
    template <class F>
    void for_each(F f) {
        records_.for_each(std::move(f));
    }

    // --- buffered sends
    [[nodiscard]] const send_buffer& buffer() const { return buffer_; }
    /// Makes a message a buffered send, as send_buffer::keep() does, and counts it as one in its channel.
    void keep(outgoing& message, std::vector<std::byte>&& memory = {});
    /// Like keep(), but returns false if there is no memory for the copy. Then nothing has changed.
    bool try_keep(outgoing& message);
    /// The operation of the message ends without a copy, and no byte of it may be moved any more. Allocates no memory.
    void abandon(outgoing& message) noexcept { buffer_.adopt(message); }

    // --- the end of a message. Nothing may refer to it any more, except its operation.
    /// The message has left, or its receiver wants no bytes of it.
    void complete(outgoing& message) {
        if (message.op) completions_.succeed(*message.op);
        forget(message);
    }
    /// The message cannot be sent.
    void drop(outgoing& message, const error& why) noexcept {
        if (message.op) completions_.fail(*message.op, why);
        forget(message);
    }
    /// Ends the record of the message. Its operation, if it has one, is not ended.
    void forget(outgoing& message) noexcept {
        if (!message.op) buffer_.release(message);
        records_.give_back(message);
    }

  private:
    void note_kept(outgoing& message);

    completions& completions_;
    channel_table& channels_;
    send_buffer buffer_;
    object_pool<outgoing> records_;
};

}  // namespace banyan::net::detail
