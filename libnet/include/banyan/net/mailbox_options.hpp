// Settings of a mailbox, each with its default, unit and effect.
#pragma once

#include <chrono>
#include <cstddef>

namespace banyan::net {

/// What carries the messages of a mailbox.
enum class transport_kind {
    automatic,    ///< Unix-domain sockets to tasks of the same host, TCP to the others, no port without others
    tcp,          ///< TCP to everybody
    unix_domain,  ///< Unix-domain sockets to everybody (one host only)
    in_process    ///< memory, between threads of one process
};

/// Which TCP connections are encrypted (TLS 1.3).
enum class encryption_kind {
    /// No connection. Those between tasks of different hosts are counted: authenticated frame headers, plain payload.
    none,
    /// Those between tasks of different hosts.
    between_hosts,
    /// All, also inside a host.
    every_tcp,
    /// No connection; all are counted, also inside a host. Use it to test and to measure on one host.
    counted_every_tcp
};

/// A session and run_threads() throw errc::invalid_argument for a negative duration, and for a connect_timeout or
/// silence_limit of 0. More than a year counts as a year.
struct mailbox_options {
    // --- behaviour
    /// What carries the messages; the environment variable BANYAN_TRANSPORT (auto, tcp, unix) overrides it in a
    /// session.
    transport_kind transport = transport_kind::automatic;
    /// The same in all tasks, or they do not connect. In a virtual machine that was started with --plain-data
    /// `between_hosts` means none. The environment variable BANYAN_ENCRYPTION (between_hosts, every_tcp,
    /// counted_every_tcp) overrides it.
    encryption_kind encryption = encryption_kind::between_hosts;
    /// Most bytes kept for messages that no receive has asked for, over all peers together; half of it is credit for
    /// the peers, an eighth for the records (64 bytes each) of buffered sends that peers have sent requests for, the
    /// rest for messages to oneself and rendezvous messages that try_recv() has sent ahead. Requests that peers hold
    /// for rendezvous sends are as many as they like: their records come on top.
    std::size_t unexpected_cap_bytes = std::size_t{64} << 20;
    /// Most bytes copied for sends that wait for their receiver, 64 for the record of each included: blocking sends
    /// that have returned, and sends that timed out or whose request was dropped. One message of any size always fits;
    /// when there is no room, blocking sends wait, and sends that are given up are not kept.
    std::size_t send_buffer_bytes = std::size_t{64} << 20;
    /// How long the destructor of the mailbox, and exit() with a live session, try to deliver what was sent. By default
    /// as long as the receivers live: they may compute for any time before they receive.
    std::chrono::milliseconds linger{std::chrono::hours{24 * 365}};
    /// How long all addresses of a peer may refuse the connection, be silent or fail authentication before the
    /// operations with it fail with connect_failed; half of it for a peer that says that it has no file descriptor
    /// left, then resource_limit. The peer is given up then, and is told so. Counts only while this process runs. A
    /// peer whose system has accepted the connection is waited for without limit: it may be stopped.
    std::chrono::milliseconds connect_timeout{10'000};
    /// How long a TCP peer may leave this host's bytes (or questions, on an idle connection) unanswered by its system
    /// before it counts as lost; a peer that is stopped or computes still answers. Whole seconds on idle connections.
    std::chrono::milliseconds silence_limit{15'000};
    /// Compares every call of a collective between the ranks, element types and operations included, before its data
    /// move: one more message of some 100 bytes per rank. For debugging; the same on all ranks. The environment
    /// variable BANYAN_CHECK_COLLECTIVES=1 sets it. Without it, calls that differ are found where they make a rank
    /// wait, by name of collective, root and length.
    bool check_collectives = false;

    // --- performance
    /// Longest message sent without asking the receiver first.
    std::size_t eager_limit_bytes = std::size_t{1} << 20;
    /// How long a blocking send, or a wait for the request of a send, waits for its receiver before the payload is
    /// copied and the send is done; longer by 1 us for each 1000 bytes. Where the send buffer has no room, and once the
    /// receiver has cleared the message to send, nothing is copied. One that waits behind another that was copied does
    /// not wait again.
    std::chrono::microseconds detach_after{1'000};
    /// How long a blocked call looks for messages before it sleeps; 0 on a host with more tasks than cores.
    std::chrono::microseconds spin{200};
};

}  // namespace banyan::net
