// One attempt to connect to a coordinator, which never waits.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "libnet/base/asio.hpp"

namespace banyan::daemon {

struct connect_attempt {
    enum class outcome {
        connected,
        busy,    ///< connections wait to be accepted, and there is no room for one more
        refused  ///< nothing listens at any of the paths
    };
    outcome what = outcome::refused;
    std::optional<net::stream_socket> socket{};
};

/// Tries the Unix-domain sockets in order. Throws net::error connect_failed for what does not mean that the virtual
/// machine has ended, as a socket of another user.
connect_attempt try_connect(net::asio::io_context& io, const std::vector<std::filesystem::path>& paths);

}  // namespace banyan::daemon
