#include "daemon/host/spawner_link.hpp"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "banyan/net/error.hpp"
#include "daemon/common/parse.hpp"
#include "daemon/host/spawner.hpp"

namespace banyan::daemon {

int fork_spawner(const std::filesystem::path& folder) {
    std::array<int, 2> ends{-1, -1};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
        throw net::error(net::errc::resource_limit, "no socket for the spawner: " + std::string(std::strerror(errno)));
    const pid_t pid = ::fork();
    if (pid < 0) throw net::error(net::errc::resource_limit, "no process for the spawner");
    if (pid == 0) {
        ::close(ends[0]);
        run_spawner(ends[1], folder);
    }
    ::close(ends[1]);
    return ends[0];
}

spawner_link::spawner_link(net::asio::io_context& io, int socket)
    : stream_(std::make_shared<control_stream>(
          net::stream_socket(io, net::asio::generic::stream_protocol(AF_UNIX, 0), socket))) {}

void spawner_link::start(std::function<void(const wire::FromSpawner&)> on_report, std::function<void()> on_gone) {
    stream_->start([on_report](const std::string& body) { on_report(parse<wire::FromSpawner>(body)); },
                   [on_gone](const std::string&) { on_gone(); });
}

void spawner_link::spawn(const wire::SpawnTask& task, std::array<int, 3> descriptors) {
    wire::ToSpawner order;
    *order.mutable_spawn() = task;
    send(order, &descriptors);
    for (const int fd : descriptors)
        ::close(fd);
}

void spawner_link::signal(std::uint32_t task, int signal) {
    wire::ToSpawner order;
    order.mutable_signal()->set_task(task);
    order.mutable_signal()->set_signal(signal);
    send(order, nullptr);
}

// By hand, because descriptors travel along; the spawner always reads, so that waiting for it is short.
void spawner_link::send(const wire::ToSpawner& order, const std::array<int, 3>* descriptors) {
    if (!stream_->is_open()) return;
    const int fd = stream_->socket().native_handle();
    std::string frame = net::control_frame(order.SerializeAsString());
    alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int) * 3)> ancillary{};
    for (std::size_t sent = 0; sent < frame.size();) {
        iovec region{frame.data() + sent, frame.size() - sent};
        msghdr message{};
        message.msg_iov = &region;
        message.msg_iovlen = 1;
        if (descriptors != nullptr && sent == 0) {
            message.msg_control = ancillary.data();
            message.msg_controllen = ancillary.size();
            cmsghdr* part = CMSG_FIRSTHDR(&message);
            part->cmsg_level = SOL_SOCKET;
            part->cmsg_type = SCM_RIGHTS;
            part->cmsg_len = CMSG_LEN(sizeof *descriptors);
            std::memcpy(CMSG_DATA(part), descriptors->data(), sizeof *descriptors);
        }
        const auto n = ::sendmsg(fd, &message, MSG_NOSIGNAL);
        if (n >= 0) {
            sent += static_cast<std::size_t>(n);
        } else if (errno == EAGAIN) {
            pollfd writable{fd, POLLOUT, 0};
            ::poll(&writable, 1, -1);
        } else if (errno != EINTR) {
            return;  // the spawner is gone; its closed socket is reported to on_gone
        }
    }
}

}  // namespace banyan::daemon
