// One descriptor kept for the time when the process has no other.
#pragma once

#include <shared_mutex>

#include "libnet/wire/handshake.hpp"

namespace banyan::net::detail {

/// Held while a descriptor is made for a link: the reserve that one mailbox releases to refuse a connection must not be
/// used for a link of another mailbox.
[[nodiscard]] std::shared_lock<std::shared_mutex> making_descriptor();

/// A process without free descriptors cannot accept a connection to refuse it: the peer would wait for ever, and this
/// side would try to accept for ever. With this reserve it can refuse the connection and send the reason.
class descriptor_reserve {
  public:
    /// `purpose`: the purpose of the connections that are refused.
    explicit descriptor_reserve(handshake_purpose purpose);
    ~descriptor_reserve();
    descriptor_reserve(const descriptor_reserve&) = delete;
    descriptor_reserve& operator=(const descriptor_reserve&) = delete;

    enum class outcome { refused, none_waits, no_reserve };
    /// Accepts one waiting connection of a listening, non-blocking socket, sends the notice that there is no room, and
    /// closes it. no_reserve: another thread of the program has used the reserve, and the connection still waits.
    outcome refuse(int listening);
    /// Opens the reserve again if a descriptor is free; returns true if the reserve is there.
    bool refill();

  private:
    handshake_purpose purpose_;
    int kept_;
};

}  // namespace banyan::net::detail
