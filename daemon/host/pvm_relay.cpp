#include "daemon/host/pvm_relay.hpp"

#include <unistd.h>

#include <chrono>
#include <deque>
#include <optional>
#include <utility>

#include "banyan/net/error.hpp"
#include "daemon/common/control_stream.hpp"
#include "daemon/common/coordinator_id.hpp"
#include "daemon/common/listen_at.hpp"
#include "daemon/common/runtime_directory.hpp"
#include "daemon/host/reach_coordinator.hpp"
#include "libnet/pvm3/service_address.hpp"

namespace banyan::daemon {
namespace {

constexpr std::chrono::seconds service_limit{10};  // from the wish for a service until its address is known

}  // namespace

/// One program and its connection to the service.
class pvm_relay::relayed : public std::enable_shared_from_this<relayed> {
  public:
    relayed(net::asio::io_context& io, net::stream_socket socket)
        : pid_(peer_process(socket.native_handle())),
          task_(std::make_shared<control_stream>(std::move(socket))),
          limit_(io) {}

    void start() {
        task_->set_longest_frame(pvm3::longest_service_frame_bytes);
        task_->start([self = shared_from_this()](const std::string& body) { self->forward(body); },
                     [self = shared_from_this()](const std::string&) { self->task_closed(); });
    }

    /// Its connection is closed if connect() is not called in time.
    void wait(std::function<void()> too_late) {
        limit_.expires_after(service_limit);
        limit_.async_wait([self = shared_from_this(), too_late](const boost::system::error_code& cancelled) {
            if (cancelled) return;
            self->task_->close();
            too_late();
        });
    }

    void connect(net::asio::io_context& io, const wire::HostOrders& orders) {
        limit_.cancel();
        async_reach_coordinator(
            io, orders, reach_attempt::first,
            [self = shared_from_this()](std::shared_ptr<control_stream> stream, const std::optional<net::error>&) {
                self->connected(std::move(stream));
            },
            pvm_service_id);
    }

  private:
    void connected(std::shared_ptr<control_stream> stream) {
        if (!stream || !task_->is_open()) return stream ? stream->close() : task_->close();
        service_ = std::move(stream);
        service_->set_longest_frame(pvm3::longest_service_frame_bytes);
        service_->start([self = shared_from_this()](const std::string& body) { self->take(body); },
                        [self = shared_from_this()](const std::string&) { self->task_->close_when_sent([] {}); });
        wire::RelayedTask first;
        first.set_pid(pid_);
        service_->send(first);
        for (const auto& body : std::exchange(early_, {}))
            service_->send_body(body);
    }

    void forward(const std::string& body) { service_ ? service_->send_body(body) : early_.push_back(body); }

    // The first message of the service only accepts the connection.
    void take(const std::string& body) {
        if (std::exchange(is_accepted_, true)) task_->send_body(body);
    }

    void task_closed() {
        if (service_) service_->close_when_sent([] {});
    }

    const pid_t pid_;
    const std::shared_ptr<control_stream> task_;
    std::shared_ptr<control_stream> service_;
    std::deque<std::string> early_;  // bodies of frames that came before the connection to the service
    net::asio::steady_timer limit_;
    bool is_accepted_ = false;
};

pvm_relay::pvm_relay(net::asio::io_context& io, wire::HostOrders orders, const std::filesystem::path& folder,
                     std::function<void()> want_service)
    : io_(io),
      orders_(std::move(orders)),
      socket_(folder / pvm3::service_socket_name),
      want_service_(std::move(want_service)),
      listener_(io, listen_at(io, socket_.string()), [this](net::stream_socket socket) { accept(std::move(socket)); }) {
    orders_.clear_coordinator_endpoint();
    make_private_directory(pvm3::task_sockets_beside(socket_));
}

pvm_relay::~pvm_relay() = default;

void pvm_relay::serve(const std::string& endpoint) {
    orders_.set_coordinator_endpoint(endpoint);
    if (!address_ && is_public(orders_.virtual_machine())) address_ = std::make_unique<pvm::address_file>(socket_);
    for (const auto& one : std::exchange(waiting_, {}))
        one->connect(io_, orders_);
}

void pvm_relay::accept(net::stream_socket socket) {
    if (peer_user(socket.native_handle()) != static_cast<long>(::geteuid())) return;
    const auto one = std::make_shared<relayed>(io_, std::move(socket));
    one->start();
    if (!orders_.coordinator_endpoint().empty()) return one->connect(io_, orders_);
    waiting_.insert(one);
    one->wait([this, weak = std::weak_ptr(one)] { waiting_.erase(weak.lock()); });
    want_service_();
}

}  // namespace banyan::daemon
