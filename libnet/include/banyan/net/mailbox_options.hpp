// Settings of a mailbox, each with its default, unit and effect.
#pragma once

#include <chrono>
#include <cstddef>

namespace banyan::net {

/// What carries the messages of a mailbox.
enum class transport_kind {
    automatic,    ///< Unix-domain sockets to tasks of the same host, TCP to the others
    tcp,          ///< TCP to everybody
    unix_domain,  ///< Unix-domain sockets to everybody (one host only)
    in_process    ///< memory, between threads of one process
};

/// A session and run_threads() throw errc::invalid_argument for a negative duration, and for a connect_timeout or
/// silence_limit of 0. More than a year counts as a year.
struct mailbox_options {
    // --- behaviour
    /// What carries the messages; the environment variable BANYAN_TRANSPORT (auto, tcp, unix) overrides it in a
    /// session.
    transport_kind transport = transport_kind::automatic;
    /// Most bytes kept for messages that no receive has asked for, over all peers together; half of it is credit for
    /// the peers, the rest for messages to oneself and announced ones that try_recv() has sent ahead.
    std::size_t unexpected_cap_bytes = std::size_t{64} << 20;
    /// Most bytes copied for sends that wait for their receiver, 64 for the record of each included; one message of any
    /// size always fits.
    std::size_t send_buffer_bytes = std::size_t{64} << 20;
    /// How long the destructor tries to deliver what was sent to tasks that live.
    std::chrono::milliseconds linger{60'000};
    /// How long the addresses of a peer may refuse, be silent or prove to be somebody else before the operation fails
    /// with connect_failed. A peer whose system has accepted the connection is waited for: it may be computing.
    std::chrono::milliseconds connect_timeout{10'000};
    /// How long a TCP peer may leave this host's bytes (or questions, on an idle connection) unanswered by its system
    /// before it counts as lost; a peer that is stopped or computes still answers. Whole seconds on idle connections.
    std::chrono::milliseconds silence_limit{15'000};

    // --- performance
    /// Longest message sent without asking the receiver first.
    std::size_t eager_limit_bytes = std::size_t{1} << 20;
    /// How long a blocking send waits for its receiver before the payload is copied and the send returns. One that
    /// waits behind another that was copied does not wait again.
    std::chrono::microseconds detach_after{1'000};
    /// How long a blocked call looks for messages before it sleeps; 0 on a host with more tasks than cores.
    std::chrono::microseconds spin{200};
};

}  // namespace banyan::net
