#include "daemon/client/try_connect.hpp"

#include <fmt/format.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "banyan/net/error.hpp"
#include "daemon/common/runtime_directory.hpp"

namespace banyan::daemon {

namespace asio = net::asio;
using asio::local::stream_protocol;

namespace {

[[noreturn]] void fail(const std::filesystem::path& path, const std::string& why) {
    throw net::error(net::errc::connect_failed, fmt::format("{}: {}", path.string(), why));
}

// Calls connect() without Asio. If the queue of connections is full, connect() returns EAGAIN, and Asio would wait.
connect_attempt try_one(asio::io_context& io, const std::filesystem::path& path) {
    using outcome = connect_attempt::outcome;
    stream_protocol::socket socket(io);
    boost::system::error_code failed_to_open;
    socket.open(stream_protocol(), failed_to_open);
    if (failed_to_open) fail(path, failed_to_open.message());
    socket.native_non_blocking(true);
    const stream_protocol::endpoint to(path.string());
    if (::connect(socket.native_handle(), to.data(), static_cast<socklen_t>(to.size())) == 0) {
        if (peer_user(socket.native_handle()) != static_cast<long>(::geteuid())) fail(path, "belongs to another user");
        return {outcome::connected, std::move(socket)};
    }
    const int failed = errno;
    if (failed == EAGAIN || failed == EINTR) return {outcome::busy};
    if (failed == ECONNREFUSED || failed == ENOENT) return {outcome::refused};
    fail(path, std::generic_category().message(failed));
}

}  // namespace

connect_attempt try_connect(asio::io_context& io, const std::vector<std::filesystem::path>& paths) {
    for (const auto& path : paths) {
        auto attempt = try_one(io, path);
        if (attempt.what != connect_attempt::outcome::refused) return attempt;
    }
    return {};
}

}  // namespace banyan::daemon
