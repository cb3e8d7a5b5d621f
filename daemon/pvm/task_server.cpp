#include "daemon/pvm/task_server.hpp"

#include <unistd.h>

#include <utility>

#include "daemon/common/listen_at.hpp"
#include "daemon/common/runtime_directory.hpp"
#include "daemon/daemon.pb.h"
#include "libnet/pvm3/service_address.hpp"

namespace banyan::daemon::pvm {

/// One connection. `task` is 0 until it has enrolled.
struct task_server::connection {
    std::shared_ptr<control_stream> stream;
    peer process{};
    bool is_introduced = true;  // false: a RelayedTask comes first
    std::uint32_t task = 0;
};

task_server::task_server(net::asio::io_context& io, const std::filesystem::path& path, handlers h)
    : listener_(io, listen_at(io, path.string()), [this](net::stream_socket socket) { accept(std::move(socket)); }),
      handlers_(std::move(h)) {}

void task_server::send(std::uint32_t task, const pvm3::wire::ToPvmTask& message) {
    if (task == 0 && enrolling_) return enrolling_->send(message);
    auto found = streams_.find(task);
    if (found == streams_.end() && enrolling_) found = streams_.emplace(task, std::exchange(enrolling_, nullptr)).first;
    if (found != streams_.end()) found->second->send(message);
}

void task_server::disconnect(std::uint32_t task) {
    const auto found = streams_.find(task);
    if (found == streams_.end()) return;
    found->second->close();
    streams_.erase(found);
}

void task_server::close_all() {
    listener_.close();
    for (auto& [task, stream] : std::exchange(streams_, {}))
        stream->close_when_sent([] {});
}

void task_server::accept(net::stream_socket socket) {
    const int descriptor = socket.native_handle();
    if (peer_user(descriptor) != static_cast<long>(::geteuid())) return;
    const auto from = std::make_shared<connection>();
    from->process.process = peer_process(descriptor);
    from->stream = std::make_shared<control_stream>(std::move(socket));
    serve(from);
}

void task_server::take_relayed(std::uint32_t host, const std::shared_ptr<control_stream>& stream) {
    const auto from = std::make_shared<connection>();
    from->stream = stream;
    from->process.relaying_host = host;
    from->is_introduced = false;
    serve(from);
    stream->send(pvm3::wire::ToPvmTask());
}

void task_server::serve(const std::shared_ptr<connection>& from) {
    from->stream->set_longest_frame(pvm3::longest_service_frame_bytes);
    from->stream->start([this, from](const std::string& body) { take(from, body); },
                        [this, from](const std::string&) {
                            if (from->task == 0) return;
                            streams_.erase(from->task);
                            handlers_.disconnected(from->task);
                        });
}

void task_server::take(const std::shared_ptr<connection>& from, const std::string& body) {
    if (!std::exchange(from->is_introduced, true)) {
        from->process.process = parse<wire::RelayedTask>(body).pid();
        return;
    }
    const auto message = parse<pvm3::wire::ToService>(body);
    if (from->task != 0) return handlers_.message(from->task, message);
    if (!message.has_enrol()) throw net::error(net::errc::protocol_violation, "a task that has not enrolled");
    enrolling_ = from->stream;
    from->task = handlers_.enrol(message, from->process);
    enrolling_ = nullptr;
    if (from->task == 0) from->stream->close_when_sent([] {});
}

}  // namespace banyan::daemon::pvm
