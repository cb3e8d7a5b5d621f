#include "daemon/host/attach_server.hpp"

#include <unistd.h>

#include "banyan/net/error.hpp"
#include "daemon/common/control_stream.hpp"
#include "daemon/common/listen_at.hpp"
#include "daemon/common/runtime_directory.hpp"
#include "libnet/joining/attach_protocol.hpp"

namespace banyan::daemon {

namespace asio = net::asio;
using boost::system::error_code;

namespace {

constexpr std::chrono::seconds attach_limit{5};

}  // namespace

/// One connection. `task` is 0 until it has attached.
struct attach_server::task_connection {
    task_connection(asio::io_context& io, std::weak_ptr<control_stream> on) : stream(std::move(on)), limit(io) {}
    std::weak_ptr<control_stream> stream;  // it owns this record by its handlers
    asio::steady_timer limit;
    std::uint32_t task = 0;
};

attach_server::attach_server(asio::io_context& io, const std::filesystem::path& path, handlers h)
    : io_(io),
      task_listener_(io, listen_at(io, path.string()),
                     [this](net::stream_socket socket) { accept_task(std::move(socket)); }),
      handlers_(std::move(h)) {}

// The number of connections that have not attached is not limited: hundreds of tasks may start at once, and a dropped
// one would fail.
void attach_server::accept_task(net::stream_socket socket) {
    if (peer_user(socket.native_handle()) != static_cast<long>(::geteuid())) return;
    const auto stream = std::make_shared<control_stream>(std::move(socket));
    auto from = std::make_shared<task_connection>(io_, stream);
    from->limit.expires_after(attach_limit);
    from->limit.async_wait([from](const error_code& cancelled) {
        const auto on = from->stream.lock();
        if (!cancelled && on && from->task == 0) on->close();
    });
    stream->start([this, from](const std::string& body) { take(from, body); },
                  [from](const std::string&) { from->limit.cancel(); });
}

void attach_server::take(const std::shared_ptr<task_connection>& from, const std::string& body) {
    const auto frame = parse<net::control::ToDaemon>(body);
    if (frame.has_attach() && from->task == 0) return take_attach(from, frame.attach());
    if (!frame.has_attach() && from->task != 0) return handlers_.message(from->task, frame);
    throw net::error(net::errc::protocol_violation, "a frame that is not allowed now");
}

void attach_server::take_attach(const std::shared_ptr<task_connection>& from, const net::control::Attach& attach) {
    const auto stream = from->stream.lock();  // it has called this
    net::control::ToTask answer;
    if (attach.version() != net::attach_protocol_version) {
        answer.mutable_refusal()->set_text("the task uses version " + std::to_string(attach.version()) +
                                           " of the attach protocol, the daemon version " +
                                           std::to_string(net::attach_protocol_version));
    } else {
        answer = handlers_.attach(attach.task(), stream);
    }
    stream->send(answer);
    if (!answer.has_facts()) return;
    from->task = attach.task();
    from->limit.cancel();
    handlers_.attached(attach.task());
}

}  // namespace banyan::daemon
