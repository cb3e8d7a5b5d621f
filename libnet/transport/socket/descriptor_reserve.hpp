// One descriptor kept for the moment when there is no other.
#pragma once

#include <shared_mutex>

#include "libnet/wire/handshake.hpp"

namespace banyan::net::detail {

/// Held while a descriptor is made for a link: what a mailbox of this process lets go to turn somebody away must not go
/// into a link of another one.
[[nodiscard]] std::shared_lock<std::shared_mutex> making_descriptor();

/// A process that has used up its descriptors cannot even accept a connection to turn it away; whoever made it would
/// wait for ever, and the accepting side would try for ever. With this reserve it can, and says why.
class descriptor_reserve {
  public:
    /// `purpose` is that of the connections that it turns away.
    explicit descriptor_reserve(handshake_purpose purpose);
    ~descriptor_reserve();
    descriptor_reserve(const descriptor_reserve&) = delete;
    descriptor_reserve& operator=(const descriptor_reserve&) = delete;

    enum class outcome { turned_away, nobody_waits, no_reserve };
    /// Accepts one waiting connection of a listening, non-blocking socket, tells the peer that there is no room, and
    /// closes it. no_reserve: another thread of the program has taken the reserve; the connection still waits.
    outcome turn_away(int listening);
    /// Takes the reserve again, if there is room for it; true if it is there.
    bool refill();

  private:
    handshake_purpose purpose_;
    int kept_;
};

}  // namespace banyan::net::detail
