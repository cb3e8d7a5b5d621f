// Settings of a mailbox, each with its default, unit and effect.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

namespace banyan::net {

/// What carries the messages of a mailbox.
enum class transport_kind {
    automatic,    ///< Unix-domain sockets inside a host, TCP between hosts; no open port if there is one host
    tcp,          ///< TCP to all tasks
    unix_domain,  ///< Unix-domain sockets to all tasks (one host only)
    in_process    ///< memory, between threads of one process
};

/// Which TCP connections are encrypted (TLS 1.3).
enum class encryption_kind {
    /// No connection. Those between hosts are counted: they have authenticated frame headers and plain payload.
    none,
    /// Connections between tasks of different hosts.
    between_hosts,
    /// All TCP connections, also those inside a host.
    every_tcp,
    /// No connection. All TCP connections are counted, to test and measure counted frames on one host.
    counted_every_tcp
};

/// A session and run_threads() throw errc::invalid_argument for a negative duration, and for a connect_timeout or
/// silence_limit of 0. Durations of more than a year are reduced to a year.
struct mailbox_options {
    // --- behaviour
    /// What carries the messages. Change it to measure or to avoid a transport. In a session the environment variable
    /// BANYAN_TRANSPORT (auto, tcp, unix) overrides it.
    transport_kind transport = transport_kind::automatic;
    /// Which connections are encrypted. It must be equal in all tasks; otherwise they do not connect. Set `none` in a
    /// network that you trust, for less CPU time; set `every_tcp` if TCP inside a host uses a network that you do
    /// not trust, such as that of containers. In a virtual machine started with --plain-data `between_hosts` means
    /// none. The environment variable BANYAN_ENCRYPTION (between_hosts, every_tcp, counted_every_tcp) overrides it.
    encryption_kind encryption = encryption_kind::between_hosts;
    /// Memory for unexpected messages of all peers together. Half of it, but at most 4 MiB for each peer, is credit for
    /// the peers: raise it if many peers send long streams of eager messages; lower it to save memory. An eighth, but
    /// at most 1 MiB for each peer, is for the records (64 bytes each) of buffered sends that peers have sent
    /// rendezvous requests for. The rest is for messages to this task itself and for rendezvous messages that
    /// try_recv() has requested early. When the rest is in use, try_recv() may still request messages that fit into its
    /// buffer, and this memory is not limited. The records of rendezvous sends for which the program of a peer has a
    /// request are not limited either.
    std::size_t unexpected_cap_bytes = std::size_t{64} << 20;
    /// Memory for copies of buffered sends, including 64 bytes for the record of each: blocking sends that have
    /// returned, and sends that timed out or whose request was destroyed. An empty buffer accepts one message of any
    /// size. Without room, blocking sends wait for their receivers, and sends that timed out or were destroyed are not
    /// kept. Raise it if tasks send much before they receive.
    std::size_t send_buffer_bytes = std::size_t{64} << 20;
    /// How long the destructor of the mailbox, and exit() with a live session, try to deliver messages. The default is
    /// no limit, because receivers may compute for any time before they receive. Set it if a task has to end even when
    /// a receiver never receives.
    std::chrono::milliseconds linger{std::chrono::hours{24 * 365}};
    /// How long all addresses of a peer may refuse the connection, not answer or fail authentication before operations
    /// with the peer fail with connect_failed. If the peer reports that it has no file descriptor left, the limit is
    /// half of this time and the error is resource_limit. The peer gets a report of the failure. The time counts only
    /// while this process runs. There is no limit once the peer's system has accepted the connection, because the peer
    /// may be stopped. Raise it if tasks start at very different times; lower it to find wrong addresses earlier.
    std::chrono::milliseconds connect_timeout{10'000};
    /// How long a TCP peer's system may leave bytes (or keepalive probes on an idle connection) unacknowledged before
    /// the peer counts as lost. A peer that computes or is stopped still acknowledges. On idle connections the limit is
    /// rounded up to whole seconds. Raise it in networks with longer interruptions.
    std::chrono::milliseconds silence_limit{15'000};
    /// Compares every call of a collective between the ranks, including element types and operations, before its data
    /// are sent. Each rank sends one more message of some 100 bytes. For debugging; it must be equal on all ranks. The
    /// environment variable BANYAN_CHECK_COLLECTIVES=1 sets it. Without it, calls with another collective, root or
    /// length are found if they make a rank wait.
    bool check_collectives = false;
    /// Names algorithms of collectives, as in "allreduce=ring,broadcast=chain", for calls that name none themselves. It
    /// must be equal on all ranks. The environment variable BANYAN_COLLECTIVE_ALGORITHMS overrides it. It is read when
    /// the task joins its run and examined in the first collective of a group, which throws errc::invalid_argument for
    /// an unknown name. Set it to measure an algorithm, or where the automatic choice is wrong.
    std::string collective_algorithms{};

    // --- performance
    /// The longest message that is sent eagerly. Longer messages use the rendezvous, which costs a round trip and saves
    /// a copy. The messages of collectives are sent eagerly up to the lesser of this and 256 KiB. Lower it if most long
    /// messages arrive before their receives.
    std::size_t eager_limit_bytes = std::size_t{1} << 20;
    /// How long a blocking send, or a wait for a send request, waits for its receiver before it is completed from a
    /// copy. The time is longer by 1 us for each 1000 bytes. There is no copy if the send buffer has no room, or once
    /// the receiver has cleared the message to send. A send after another buffered send to the same receiver does not
    /// wait. Raise it if receivers are often late by more than this and copies cost too much; lower it if sends should
    /// return sooner.
    std::chrono::microseconds detach_after{1'000};
    /// How long a blocked call polls before it sleeps. It is 0 on an oversubscribed host. Raise it for lower latency,
    /// lower it to leave the cores to other programs.
    std::chrono::microseconds spin{200};
};

}  // namespace banyan::net
