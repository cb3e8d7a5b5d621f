#include "daemon/host/spawner_link.hpp"

#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>

#include "banyan/net/error.hpp"
#include "daemon/common/control_stream.hpp"
#include "daemon/common/descriptors.hpp"
#include "daemon/host/spawner.hpp"
#include "libnet/base/shortage.hpp"

namespace banyan::daemon {

started_spawner fork_spawner(const std::filesystem::path& folder) {
    std::array<int, 2> ends{-1, -1};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
        throw net::error(net::errc::resource_limit, "no socket for the spawner: " + net::detail::shortage_text(errno));
    const pid_t pid = ::fork();
    if (pid < 0) {
        const int why = errno;
        for (const int fd : ends)
            ::close(fd);
        throw net::error(net::errc::resource_limit, "no process for the spawner: " + net::detail::shortage_text(why));
    }
    if (pid == 0) {
        // Closes all other descriptors of the daemon, such as the one with the lock of the folder.
        const int socket = ::dup2(ends[1], STDERR_FILENO + 1);
        close_descriptors_from(STDERR_FILENO + 2);
        run_spawner(socket, folder);
    }
    ::close(ends[1]);
    return {ends[0], pid};
}

spawner_link::spawner_link(net::asio::io_context& io, int socket)
    : stream_(std::make_shared<control_stream>(
          net::stream_socket(io, net::asio::generic::stream_protocol(AF_UNIX, 0), socket))),
      pause_(io) {}

void spawner_link::start(std::function<void(const wire::FromSpawner&)> on_report, std::function<void()> on_gone) {
    stream_->start([on_report](const std::string& body) { on_report(parse<wire::FromSpawner>(body)); },
                   [on_gone](const std::string&) { on_gone(); });
}

void spawner_link::add_program_part(const wire::ProgramPart& part) {
    wire::ToSpawner order;
    *order.mutable_program() = part;
    queue(order, {-1, -1, -1});
}

void spawner_link::forget_program(const wire::RunOver& run) {
    wire::ToSpawner order;
    *order.mutable_run_over() = run;
    queue(order, {-1, -1, -1});
}

void spawner_link::spawn(const wire::SpawnTask& task, std::array<int, 3> descriptors) {
    wire::ToSpawner order;
    *order.mutable_spawn() = task;
    queue(order, descriptors);
}

void spawner_link::signal(const wire::SignalTask& signal) {
    wire::ToSpawner order;
    *order.mutable_signal() = signal;
    queue(order, {-1, -1, -1});
}

void spawner_link::queue(const wire::ToSpawner& order, const std::array<int, 3>& descriptors) {
    orders_.emplace_back(net::control_frame(order.SerializeAsString()), descriptors);
    if (!waiting_) send_orders();
}

void spawner_link::send_orders() {
    for (; !orders_.empty(); orders_.pop_front())
        if (stream_->is_open())
            if (const int shortage = send(orders_.front())) return wait_for_room(shortage);
}

// The spawner starts tasks one after the other. The daemon does not wait for it.
void spawner_link::wait_for_room(int shortage) {
    const auto send_rest = [this](const boost::system::error_code& ended) {
        waiting_ = false;
        if (!ended) send_orders();
    };
    waiting_ = true;
    if (shortage == EAGAIN) return stream_->socket().async_wait(net::stream_socket::wait_write, send_rest);
    constexpr std::chrono::milliseconds pause{10};  // the system lacks memory, or too many descriptors are in transit
    pause_.expires_after(pause);
    pause_.async_wait(send_rest);
}

// Does not use control_stream, because it also sends descriptors. Returns 0, or the errno if a part has to wait. If the
// spawner has ended, it returns 0, and on_gone is called for the closed socket.
int spawner_link::send(queued_order& next) {
    const int fd = stream_->socket().native_handle();
    alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof next.descriptors)> ancillary{};
    while (next.sent < next.frame.size()) {
        iovec region{next.frame.data() + next.sent, next.frame.size() - next.sent};
        msghdr message{};
        message.msg_iov = &region;
        message.msg_iovlen = 1;
        if (next.descriptors[0] >= 0 && next.sent == 0) {
            message.msg_control = ancillary.data();
            message.msg_controllen = ancillary.size();
            cmsghdr* part = CMSG_FIRSTHDR(&message);
            part->cmsg_level = SOL_SOCKET;
            part->cmsg_type = SCM_RIGHTS;
            part->cmsg_len = CMSG_LEN(sizeof next.descriptors);
            std::memcpy(CMSG_DATA(part), next.descriptors.data(), sizeof next.descriptors);
        }
        const auto n = ::sendmsg(fd, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (n >= 0)
            next.sent += static_cast<std::size_t>(n);
        else if (errno == EPIPE || errno == ECONNRESET || errno == ENOTCONN)
            return 0;
        else if (errno != EINTR)
            return errno;
    }
    return 0;
}

spawner_link::queued_order::~queued_order() {
    for (const int fd : descriptors)
        if (fd >= 0) ::close(fd);
}

}  // namespace banyan::daemon
