// One attempt to connect to a coordinator. Never waits.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "libnet/base/asio.hpp"

namespace banyan::daemon {

struct connect_attempt {
    enum class outcome {
        connected,
        busy,    ///< the queue of connections is full
        refused  ///< none of the paths has a listener
    };
    outcome what = outcome::refused;
    std::optional<net::stream_socket> socket{};
};

/// Tries the Unix-domain sockets in order. Throws net::error connect_failed for other errors, such as a socket of
/// another user.
connect_attempt try_connect(net::asio::io_context& io, const std::vector<std::filesystem::path>& paths);

}  // namespace banyan::daemon
