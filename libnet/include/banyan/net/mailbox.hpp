// The mailbox of a task: point-to-point messages by (context, source or any, tag or any).
//
// Thread rule: a mailbox may be used by any number of threads at once; a request by one thread at a time. Of the
// threads that block, one makes progress for all of them. Two threads of the library, which block all signals, do what
// cannot wait for the next call. One, of TCP and Unix-domain transports, makes and accepts connections, writes to
// a new one what waits for it, and hears of losses. The other completes buffered sends. Of a stream of short sends the
// last ones may wait for more to leave with them; sends whose receiver did not come in time are kept as copies until
// there is a link, credit, or a receive for them. If no call comes that moves them, this thread does: the first after a
// tenth of a millisecond, the others some milliseconds after what they wait for. It makes progress on all that is under
// way. A mailbox is moved and destroyed when no call on it is under way; it is destroyed after its requests and claimed
// messages.
//
// A child that a task forks has no part in the mailbox: there the destructor of the mailbox and of its session do
// nothing, and everything else is forbidden. Its links are closed when the child executes another program.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>

#include "banyan/net/error.hpp"
#include "banyan/net/message.hpp"
#include "banyan/net/regions.hpp"

namespace banyan::net {

namespace detail {
class mailbox_impl;  // protocol, links and the threads that wait
struct pending_set;  // requests that are waited for together
struct group_state;  // a group's way to the mailbox
struct operation;    // the protocol's record of one send or receive
struct incoming;     // the protocol's record of a message that arrives
}  // namespace detail

/// An operation under way. Move-only; the buffer given to it must live until it is done.
/// Destroying a request that is not done withdraws the operation. A receive is taken back. A send that its receiver has
/// heard of goes on from a copy if the send buffer has room for it (mailbox_options::send_buffer_bytes), or if a part
/// of it has been written; else it is taken back from the receiver, and sends that wait behind it go on at once.
class request {
  public:
    request() noexcept;
    request(request&&) noexcept;
    request& operator=(request&&) noexcept;
    ~request();

    /// Blocks until done. Returns what was received (or sent). Throws the operation's error, or errc::timeout; after a
    /// timeout the operation is still under way and may be waited for again.
    message_info wait(deadline until = {});
    /// Makes progress without blocking; true when done (with or without an error; wait() then tells which at once).
    bool test();
    /// Withdraws an operation that is not done; never blocks. True if nothing of it will happen any more: wait() then
    /// throws errc::cancelled, and a message that was on its way to a receive is left to other receives, in its place
    /// in order. False if it was done, or is a send that its receiver has heard of and that goes on from a copy: it is
    /// done now. When the send buffer has no room for the copy and nothing of the payload has been written, such a send
    /// is taken back instead, and the result is true; a receive whose buffer is too short for it may have failed with
    /// errc::truncated by then.
    bool cancel();
    /// True for a request that holds an operation (done or not).
    [[nodiscard]] bool valid() const { return op_ != nullptr; }

  private:
    friend class mailbox;
    friend struct detail::pending_set;
    friend std::size_t wait_any(std::span<request> requests, deadline until);
    request(detail::mailbox_impl& box, std::unique_ptr<detail::operation> op);
    void withdraw();
    detail::mailbox_impl* box_ = nullptr;
    std::unique_ptr<detail::operation> op_;
};

/// Blocks until one of the valid requests is done and returns its index; call wait() on it for the result. Fair: of
/// those that are done, the one that was done first; and a peer whose messages are always here does not keep the
/// mailbox from looking for those of others. Throws errc::invalid_argument if none is valid or they are of several
/// mailboxes, errc::timeout.
std::size_t wait_any(std::span<request> requests, deadline until = {});

/// Blocks until all valid requests are done. Throws errc::timeout at the deadline. Once one has failed, the others get
/// 0.2 s to complete; then the error of the request that failed first is thrown, so that a failure is reported even if
/// another request never completes. After a throw each request is done or still under way: it stays valid, and its
/// buffer must live until it is done, cancelled or destroyed. Requests of several mailboxes are waited for one mailbox
/// after the other.
void wait_all(std::span<request> requests, deadline until = {});

/// A message that waits for nobody but the holder of this handle: no other receive or probe meets it. So one thread may
/// learn the size of a message, make room, and receive that very message while other threads do the same. Move-only; a
/// handle that is dropped without a receive puts the message back in its place in order. Used by one thread at a time.
/// recv() throws errc::cancelled if the sender has given the message up meanwhile (a timeout, a request that was
/// cancelled or dropped).
/// A claimed message counts as taken: once all its possible senders have ended, a receive that only it would match
/// fails.
class claimed_message {
  public:
    claimed_message(claimed_message&& other) noexcept;
    claimed_message& operator=(claimed_message&& other) noexcept;
    ~claimed_message();

    [[nodiscard]] const message_info& info() const { return info_; }
    /// False once the message has been received.
    [[nodiscard]] bool valid() const { return message_ != nullptr; }

    /// Blocks until the message is in `buffer`; as mailbox::recv. After errc::timeout it is still claimed.
    message_info recv(std::span<std::byte> buffer, deadline until = {}) { return recv(regions(buffer), until); }
    message_info recv(const regions& buffer, deadline until = {});
    message recv(deadline until = {});

  private:
    friend class mailbox;
    claimed_message(detail::mailbox_impl& box, detail::incoming& message);
    void put_back();
    message_info receive(detail::operation& op, deadline until);

    detail::mailbox_impl* box_;
    detail::incoming* message_;
    message_info info_;
};

/// A task's end of the message system. Made by a session or a thread world, never directly.
///
/// Guarantees per ordered pair of tasks and per context: messages arrive once, whole, in order. Messages up to the
/// eager limit travel at once, within the credit window of the receiver; longer ones, and those that lack credit,
/// are sent by rendezvous: they travel when a receive takes them, straight into its buffer. So a message that is not
/// received keeps no other from being received: another tag, context or collective. A send that finds no receiver is
/// completed from a copy as long as the send buffer has room (mailbox_options), so two tasks may send to each other
/// before either receives; one whose receiver has cleared it to send is not copied: it returns when its bytes are
/// written.
class mailbox {
  public:
    explicit mailbox(std::unique_ptr<detail::mailbox_impl> box);
    mailbox(mailbox&&) noexcept;
    mailbox& operator=(mailbox&&) noexcept;
    /// Delivers what has been sent so far (bounded by mailbox_options::linger), then closes all connections. No message
    /// is taken meanwhile: sends that wait for this task fail with peer_lost. When the last message to a peer has left
    /// or its rendezvous request has, the peer's receives that no message of this task matches fail with peer_lost.
    ~mailbox();

    [[nodiscard]] task_id self() const;

    /// Sends `payload` (any length, also 0) and blocks until its memory may be reused. Throws peer_lost, host_lost,
    /// connect_failed, unknown_task, resource_limit, timeout. A send that times out may still be delivered, from a
    /// copy; it is not kept when the send buffer has no room for it. To this task itself: waits for a receive or for
    /// room in the send buffer.
    void send(destination to, std::span<const std::byte> payload, deadline until = {}) {
        send(to, const_regions(payload), until);
    }
    /// Sends if that needs no waiting; never blocks. True: the message is the mailbox's, and its memory may be reused.
    /// False: nothing of it was taken, as the receiver has given no credit for it now and the send buffer has no room
    /// (to oneself: no receive is posted and the unexpected data are at their cap); try again when the receiver or this
    /// task has taken messages. A message of any length has room in a send buffer that is empty. Throws as send does.
    [[nodiscard]] bool try_send(destination to, std::span<const std::byte> payload) {
        return try_send(to, const_regions(payload));
    }
    /// Starts a send; `payload` must stay unchanged until the request is done. To this task itself: done when the
    /// message is stored within the cap for unexpected data, else when a receive takes it.
    [[nodiscard]] request async_send(destination to, std::span<const std::byte> payload) {
        return async_send(to, const_regions(payload));
    }

    /// Blocks until a matching message is in `buffer`. The message may be shorter than the buffer; a longer one throws
    /// errc::truncated and is consumed. Throws peer_lost or host_lost when nothing can come any more: the named source
    /// has died or ended, or, with any source, all others that could send have: the other members of the group whose
    /// context it is (if there are any), or all other tasks in a context of no group. Throws connect_failed or
    /// resource_limit when the connection to the source could not be made or kept.
    message_info recv(selector from, std::span<std::byte> buffer, deadline until = {}) {
        return recv(from, regions(buffer), until);
    }
    /// Like recv, for a message of unknown length: the result owns its payload.
    message recv(selector from, deadline until = {});
    /// Takes a matching message if one has arrived whole; never blocks. Throws as recv does.
    std::optional<message_info> try_recv(selector from, std::span<std::byte> buffer) {
        return try_recv(from, regions(buffer));
    }
    /// Starts a receive into `buffer`, which must live until the request is done.
    [[nodiscard]] request async_recv(selector from, std::span<std::byte> buffer) {
        return async_recv(from, regions(buffer));
    }

    // The same from and to scatter-gather buffers (regions.hpp): one message, not packed anywhere on its way.
    void send(destination to, const const_regions& payload, deadline until = {});
    [[nodiscard]] bool try_send(destination to, const const_regions& payload);
    [[nodiscard]] request async_send(destination to, const const_regions& payload);
    message_info recv(selector from, const regions& buffer, deadline until = {});
    std::optional<message_info> try_recv(selector from, const regions& buffer);
    [[nodiscard]] request async_recv(selector from, const regions& buffer);

    /// Blocks until a matching message waits and tells about it without taking it.
    message_info probe(selector from, deadline until = {});
    /// Tells about a waiting message, if there is one; never blocks.
    std::optional<message_info> try_probe(selector from);

    /// Blocks until a matching message waits and takes it out of the queue for the caller alone, not yet received.
    [[nodiscard]] claimed_message claim(selector from, deadline until = {});
    /// Claims a waiting message, if there is one; never blocks.
    [[nodiscard]] std::optional<claimed_message> try_claim(selector from);

    /// Makes progress on everything under way, without blocking.
    void poll();

    /// Bytes that have arrived and wait for a receive.
    [[nodiscard]] std::size_t unexpected_bytes() const;

  private:
    friend struct detail::group_state;
    [[nodiscard]] std::optional<message_info> waiting_message(const selector& from) const;
    void await_message(const selector& from, deadline until);
    [[nodiscard]] request started(std::unique_ptr<detail::operation> op);
    void leave() noexcept;

    std::unique_ptr<detail::mailbox_impl> box_;
};

}  // namespace banyan::net
