#include "daemon/common/listen_at.hpp"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "banyan/net/error.hpp"
#include "daemon/common/runtime_directory.hpp"
#include "libnet/base/asio.hpp"
#include "libnet/base/shortage.hpp"

namespace banyan::daemon {
namespace {

[[noreturn]] void refuse(const std::string& path, const std::error_code& why) {
    if (net::detail::is_shortage(why))
        throw net::error(net::errc::resource_limit, path + ": " + net::detail::shortage_text(why));
    throw_unusable(path, "cannot listen there: " + why.message());
}

}  // namespace

int open_listener(const std::string& path) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (path.size() >= sizeof address.sun_path) refuse(path, std::make_error_code(std::errc::filename_too_long));
    path.copy(address.sun_path, path.size());
    const int descriptor = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (descriptor >= 0 && ::bind(descriptor, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0 &&
        ::listen(descriptor, SOMAXCONN) == 0)
        return descriptor;
    const std::error_code why(errno, std::generic_category());
    if (descriptor >= 0) ::close(descriptor);
    refuse(path, why);
}

net::asio::local::stream_protocol::acceptor listen_at(net::asio::io_context& io, const std::string& path) {
    return adopt_listener(io, open_listener(path));
}

net::asio::local::stream_protocol::acceptor adopt_listener(net::asio::io_context& io, int descriptor) {
    net::asio::local::stream_protocol::acceptor acceptor(io);
    net::detail::adopt_descriptor(acceptor, net::asio::local::stream_protocol(), descriptor);
    return acceptor;
}

}  // namespace banyan::daemon
