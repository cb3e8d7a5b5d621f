// The settings of the socket transport of one mailbox.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "banyan/net/mailbox_options.hpp"
#include "libnet/base/secret.hpp"
#include "libnet/transport/member.hpp"

namespace banyan::net::detail {

struct socket_settings {
    task_id self;
    std::string host;  ///< name of this task's host; peers with the same name are on this host
    /// Numeric addresses to listen on with TCP, IPv4 and IPv6, in the order in which peers try them.
    std::vector<std::string> data_addresses;
    std::string socket_directory;  ///< 0700 folder for the Unix-domain socket; "" for none
    /// Members are added while the task runs, and each task that knows the secret is accepted. Tasks with the same host
    /// part of their ids are on the same host.
    bool open_membership = false;
    secret_key secret{};
    transport_kind kind = transport_kind::automatic;
    encryption_kind encryption = mailbox_options{}.encryption;
    std::uint64_t credit_window_bytes = 0;  ///< sent to each peer
    std::chrono::milliseconds connect_timeout = mailbox_options{}.connect_timeout;
    std::chrono::milliseconds silence_limit = mailbox_options{}.silence_limit;
};

}  // namespace banyan::net::detail
