#include "libnet/joining/own_service.hpp"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>

#include "banyan/net/error.hpp"

namespace banyan::net {
namespace {

bool belongs_to_this_user(int socket) {
    ucred peer{};
    socklen_t size = sizeof peer;
    return ::getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && peer.uid == ::geteuid();
}

std::string system_text_of(int number) {
    return std::generic_category().message(number);
}

}  // namespace

int connect_to_own_service(const std::string& path, const std::string& who) {
    const auto refuse = [&](const std::string& why) { throw error(errc::attach_failed, who + " at " + path + why); };
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (path.size() >= sizeof address.sun_path) refuse(" has too long a path for a socket");
    std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
    const int socket = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (socket < 0) refuse(": there is no socket for a connection: " + system_text_of(errno));
    const bool connected = ::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
    const int why = errno;
    if (connected && belongs_to_this_user(socket)) return socket;
    ::close(socket);
    refuse(connected ? " belongs to another user" : " does not answer: " + system_text_of(why));
    return -1;
}

}  // namespace banyan::net
