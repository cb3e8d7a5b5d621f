// The mailbox of a task: point-to-point messages by (context, source or any, tag or any).
//
// Thread rule: any number of threads may use a mailbox; a request is used by one thread at a time. Of the threads that
// block, one (the leader) makes progress for all of them. Move or destroy a mailbox only when no call on it is running,
// and after its requests and claimed messages are destroyed.
//
// The library has up to two threads per mailbox, which block all signals. The link maker (TCP and Unix-domain
// transports) makes and accepts connections, writes messages that wait for a new one, and receives reports of losses.
// The background flusher completes buffered sends when the program makes no calls. It writes coalesced sends after
// 0.1 ms. Sends that wait for a link, credit or a receive continue some milliseconds after they can. It makes progress
// on all operations. Each wait_descriptor (wait_descriptor.hpp) has a thread of its own.
//
// A child that a task forks cannot use the mailbox: its calls throw errc::not_attached. Only the destructors of the
// session, the mailbox, and its groups, requests and claimed messages may run there. They take no lock and send
// nothing. The links are closed when the child executes another program.
#pragma once

#include <concepts>
#include <cstddef>
#include <memory>
#include <optional>
#include <ranges>
#include <span>
#include <vector>

#include "banyan/net/error.hpp"
#include "banyan/net/message.hpp"
#include "banyan/net/regions.hpp"

namespace banyan::net {

namespace detail {
class mailbox_impl;  // protocol, links and the threads that wait
struct pending_set;  // requests that are waited for together, until all are done
struct any_set;      // requests that are waited for together, until one is done
struct group_state;  // gives a group access to its mailbox
struct operation;    // the protocol's record of one send or receive
struct incoming;     // the protocol's record of a message that arrives
}  // namespace detail

class persistent_request;  // persistent_messages.hpp

/// A send or receive that has been started. Move-only; its buffer must live until the operation is done. The destructor
/// withdraws an operation that is not done. A receive is taken out of the queue. A send that the receiver already knows
/// continues from a copy if the send buffer has room for it (mailbox_options::send_buffer_bytes) or if a part of it has
/// been written. Otherwise it is withdrawn from the receiver, and later sends can continue at once.
class request {
  public:
    request() noexcept;
    request(request&&) noexcept;
    request& operator=(request&&) noexcept;
    ~request();

    /// Blocks until the operation is done. Returns the message that was received or sent. Throws the operation's error,
    /// or errc::timeout; after a timeout the operation continues, and wait() may be called again.
    message_info wait(deadline until = {});
    /// Makes progress without blocking. True if the operation is done, also with an error; wait() then returns or
    /// throws at once.
    bool test();
    /// As test(), but blocks: returns true as soon as the operation is done, also with an error, and false at the
    /// deadline. Use it if reaching the deadline is not an error.
    [[nodiscard]] bool test_until(deadline until);
    /// Withdraws an operation that is not done; never blocks. Returns true if it has no further effect. Then wait()
    /// throws errc::cancelled, and a message that the receive had matched is available to other receives, in its place
    /// in the order. Returns false if the operation was done, or if it is a send that the receiver already knows and
    /// that continues from a copy; it is done then. If the send buffer has no room for the copy and no byte of the
    /// payload has been written, the send is withdrawn from the receiver and the result is true. Before that, a receive
    /// whose buffer is too short for the message may have failed with errc::truncated.
    bool cancel();
    /// Makes the request empty, so that another operation can be assigned to it and wait_any() leaves it out. Withdraws
    /// an operation that is not done, as the destructor does.
    void reset();
    /// True if the request holds an operation, done or not.
    [[nodiscard]] bool valid() const { return op_ != nullptr; }

  private:
    friend class mailbox;
    friend class persistent_request;
    friend struct detail::any_set;
    friend struct detail::pending_set;
    request(detail::mailbox_impl& box, std::unique_ptr<detail::operation> op);
    void withdraw();
    detail::mailbox_impl* box_ = nullptr;
    std::unique_ptr<detail::operation> op_;
};

/// Contiguous requests: a vector, array or span of `request` or of a type derived from it, such as group_request.
/// Borrows them.
class request_span {
  public:
    request_span() = default;
    template <std::ranges::contiguous_range R>
    requires std::derived_from<std::ranges::range_value_t<R>, request> request_span(
        R&& requests)  // NOLINT: implicit on purpose
        : request_span(std::ranges::data(requests), std::ranges::size(requests)) {}

    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] bool empty() const { return size_ == 0; }
    [[nodiscard]] request& operator[](std::size_t index) const {
        return *reinterpret_cast<request*>(reinterpret_cast<std::byte*>(first_) + index * stride_bytes_);
    }
    [[nodiscard]] request_span subspan(std::size_t offset, std::size_t count) const {
        request_span part = *this;
        if (offset > 0) part.first_ = &(*this)[offset];
        part.size_ = count;
        return part;
    }

  private:
    template <class Request>
    request_span(Request* first, std::size_t count) : first_(first), size_(count), stride_bytes_(sizeof(Request)) {}

    request* first_ = nullptr;
    std::size_t size_ = 0;
    std::size_t stride_bytes_ = sizeof(request);
};

// Several requests together. Empty requests are ignored, so a program that has handled a request resets it. After these
// calls, wait() returns the result or throws the error of a request that is done.

/// Blocks until one of the valid requests is done and returns its index; call wait() on it for the result. If several
/// are done, the one that was done first is returned. The mailbox keeps polling all peers, so one peer with many
/// messages does not delay those of others. Throws errc::invalid_argument if no request is valid or they are of several
/// mailboxes, and errc::timeout.
std::size_t wait_any(request_span requests, deadline until = {});
/// As wait_any, without blocking: makes progress, and returns nothing if no request is done.
[[nodiscard]] std::optional<std::size_t> test_any(request_span requests);
/// Blocks until one of the valid requests is done and returns the indices of all that are done then, in the order in
/// which they were done: at least one. Throws as wait_any.
[[nodiscard]] std::vector<std::size_t> wait_some(request_span requests, deadline until = {});

/// Blocks until all valid requests are done. Throws errc::timeout at the deadline. After one has failed, the others get
/// 0.2 s to complete; then the error of the request that failed first is thrown, so a failure is reported even if
/// another request never completes. After an exception a request may still be under way: it stays valid, and its buffer
/// must live until it is done, cancelled or destroyed. Requests of several mailboxes are waited for mailbox by mailbox.
void wait_all(request_span requests, deadline until = {});
/// As wait_all, without blocking: makes progress, and returns true if all valid requests are done, also if none is
/// valid. If one has failed, throws the error of the one that failed first, at once, whether the others are done or
/// not.
[[nodiscard]] bool test_all(request_span requests);

/// A message that is reserved for the holder of this handle: no other receive or probe matches it. So several threads
/// can each learn the size of a message, allocate memory, and receive that message. Move-only, used by one thread at a
/// time. The destructor puts a message that was not received back in its place in the order. recv() throws
/// errc::cancelled if the sender has withdrawn the message (by a timeout, or a request that was cancelled or
/// destroyed). Other receives do not wait until a claimed message is put back: when all senders of a receive have
/// ended, the receive fails, even if it would match the claimed message.
class claimed_message {
  public:
    claimed_message(claimed_message&& other) noexcept;
    claimed_message& operator=(claimed_message&& other) noexcept;
    ~claimed_message();

    [[nodiscard]] const message_info& info() const { return info_; }
    /// False after the message has been received.
    [[nodiscard]] bool valid() const { return message_ != nullptr; }

    /// Blocks until the message is in `buffer`; as mailbox::recv. After errc::timeout the message is still claimed.
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

/// Sends and receives the messages of one task. Made by a session or by run_threads(), never directly.
///
/// Guarantees for each ordered pair of tasks and each context: messages arrive once, complete and in order. Messages up
/// to the eager limit are sent at once, within the credit window of the receiver. Longer messages, and those that lack
/// credit, use the rendezvous: they are sent when a receive takes them, directly into its buffer. So a message that is
/// not received does not block messages with another tag or context. A send without a matching receive is completed
/// from a copy while the send buffer has room (mailbox_options), so two tasks may send to each other before either
/// receives. A message that has been cleared to send is not copied: its send returns when its bytes are written.
class mailbox {
  public:
    explicit mailbox(std::unique_ptr<detail::mailbox_impl> box);
    mailbox(mailbox&&) noexcept;
    mailbox& operator=(mailbox&&) noexcept;
    /// Delivers the messages sent so far (for mailbox_options::linger at most) and closes all connections. Accepts no
    /// message meanwhile: sends that wait for this task fail with peer_lost. When the last message to a peer, or its
    /// rendezvous request, has been sent, the peer's receives that match no message of this task fail with peer_lost.
    ~mailbox();

    [[nodiscard]] task_id self() const;

    /// Sends `payload` (any length, also 0) and blocks until its memory may be reused. Throws peer_lost, host_lost,
    /// connect_failed, unknown_task, resource_limit, timeout. After a timeout the message may still be delivered from a
    /// copy, if the send buffer has room for it. A message to this task itself waits for a receive or for room to be
    /// stored.
    void send(destination to, std::span<const std::byte> payload, deadline until = {}) {
        send(to, const_regions(payload), until);
    }
    /// Sends if that is possible without waiting; never blocks. True: the memory of the payload may be reused. False:
    /// nothing was sent, because the receiver has given no credit for it and the send buffer has no room (for a message
    /// to this task itself: no receive is posted and the unexpected messages have reached their cap). Try again after
    /// the receiver or this task has received messages. An empty send buffer has room for a message of any length.
    /// Throws as send().
    [[nodiscard]] bool try_send(destination to, std::span<const std::byte> payload) {
        return try_send(to, const_regions(payload));
    }
    /// Starts a send. `payload` must stay unchanged until the request is done. A message to this task itself is done
    /// when it is stored within the cap for unexpected messages, otherwise when a receive takes it.
    [[nodiscard]] request async_send(destination to, std::span<const std::byte> payload) {
        return async_send(to, const_regions(payload));
    }

    /// Blocks until a matching message is in `buffer`. The message may be shorter than the buffer; the bytes after it
    /// may have changed. A longer message is consumed, and errc::truncated is thrown. Throws peer_lost or host_lost if
    /// no matching message can come any more: the named source has ended or, with any source, all tasks that could send
    /// have ended. These are the other members of the group of this context, or all other tasks in a context of no
    /// group. Throws connect_failed or resource_limit if the connection to the source could not be made or kept.
    message_info recv(selector from, std::span<std::byte> buffer, deadline until = {}) {
        return recv(from, regions(buffer), until);
    }
    /// As recv, for a message of unknown length: the result owns its payload.
    message recv(selector from, deadline until = {});
    /// Takes a matching message if one has arrived completely; never blocks. Throws as recv.
    std::optional<message_info> try_recv(selector from, std::span<std::byte> buffer) {
        return try_recv(from, regions(buffer));
    }
    /// Starts a receive. `buffer` must live until the request is done. Its bytes may change until then, also if the
    /// request is cancelled later.
    [[nodiscard]] request async_recv(selector from, std::span<std::byte> buffer) {
        return async_recv(from, regions(buffer));
    }

    // The same with scatter-gather buffers (regions.hpp): one message, which the library does not pack.
    void send(destination to, const const_regions& payload, deadline until = {});
    [[nodiscard]] bool try_send(destination to, const const_regions& payload);
    [[nodiscard]] request async_send(destination to, const const_regions& payload);
    message_info recv(selector from, const regions& buffer, deadline until = {});
    std::optional<message_info> try_recv(selector from, const regions& buffer);
    [[nodiscard]] request async_recv(selector from, const regions& buffer);

    /// Blocks until a matching message waits and describes it. The message stays in the queue.
    message_info probe(selector from, deadline until = {});
    /// Describes a matching message if one waits; never blocks.
    std::optional<message_info> try_probe(selector from);

    /// Blocks until a matching message waits and takes it out of the queue for the caller, who can receive it later.
    [[nodiscard]] claimed_message claim(selector from, deadline until = {});
    /// Claims a matching message if one waits; never blocks.
    [[nodiscard]] std::optional<claimed_message> try_claim(selector from);

    /// Makes progress on all operations, without blocking.
    void poll();

    /// Bytes of messages that have arrived and wait for a receive.
    [[nodiscard]] std::size_t unexpected_bytes() const;

  private:
    friend struct detail::group_state;
    friend class group;
    friend class persistent_request;
    message_info recv_growing(const selector& from, const detail::growing_buffer& items, deadline until);
    [[nodiscard]] std::optional<message_info> waiting_message(const selector& from) const;
    void await_message(const selector& from, deadline until);
    [[nodiscard]] request started(std::unique_ptr<detail::operation> op);
    void leave() noexcept;

    std::unique_ptr<detail::mailbox_impl> box_;
};

}  // namespace banyan::net
