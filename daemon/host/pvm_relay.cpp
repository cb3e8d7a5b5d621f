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

constexpr std::chrono::seconds service_limit{10};  // from the request for a service until its address is known

}  // namespace

/// One program and its connection to the service. The relay owns it until one of them closes; its handlers do not.
class pvm_relay::relayed : public std::enable_shared_from_this<relayed> {
  public:
    relayed(net::asio::io_context& io, net::stream_socket socket, std::function<void()> over)
        : pid_(peer_process(socket.native_handle())),
          task_(std::make_shared<control_stream>(std::move(socket))),
          limit_(io),
          over_(std::move(over)) {}

    void start() {
        task_->set_longest_frame(pvm3::longest_service_frame_bytes);
        task_->start(
            [weak = weak_from_this()](const std::string& body) {
                if (const auto self = weak.lock()) self->forward(body);
            },
            [weak = weak_from_this()](const std::string&) {
                if (const auto self = weak.lock()) self->task_closed();
            });
    }

    /// The connection of the program is closed if connect() is not called in time.
    void expect_service() {
        limit_.expires_after(service_limit);
        limit_.async_wait([weak = weak_from_this()](const boost::system::error_code& cancelled) {
            const auto self = weak.lock();
            if (!cancelled && self) self->end();
        });
    }

    /// Calls `unreached` if the service does not answer there.
    void connect(net::asio::io_context& io, const wire::HostOrders& orders, const std::function<void()>& unreached) {
        limit_.cancel();
        async_reach_coordinator(
            io, orders, reach_attempt::first,
            [weak = weak_from_this(), unreached](std::shared_ptr<control_stream> stream,
                                                 const std::optional<net::error>&) {
                const auto self = weak.lock();
                if (self && stream) return self->connected(std::move(stream));
                if (self) unreached();
                if (stream) stream->close();
            },
            pvm_service_id);
    }

    void close() {
        task_->close();
        if (service_) service_->close();
    }

  private:
    void end() {
        close();
        over_();
    }

    void connected(std::shared_ptr<control_stream> stream) {
        service_ = std::move(stream);
        service_->set_longest_frame(pvm3::longest_service_frame_bytes);
        service_->start(
            [weak = weak_from_this()](const std::string& body) {
                if (const auto self = weak.lock()) self->take(body);
            },
            [weak = weak_from_this()](const std::string&) {
                if (const auto self = weak.lock()) self->service_closed();
            });
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
        over_();
    }

    void service_closed() {
        task_->close_when_sent([] {});
        over_();
    }

    const pid_t pid_;
    const std::shared_ptr<control_stream> task_;
    std::shared_ptr<control_stream> service_;
    std::deque<std::string> early_;  // bodies of frames that came before the connection to the service
    net::asio::steady_timer limit_;
    std::function<void()> over_;
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

pvm_relay::~pvm_relay() {
    for (const auto& [number, one] : relayed_)
        one->close();
    std::error_code ignored;
    std::filesystem::remove(socket_, ignored);
}

void pvm_relay::serve(const std::string& endpoint) {
    orders_.set_coordinator_endpoint(endpoint);
    if (!address_ && is_public(orders_.virtual_machine())) address_ = std::make_unique<pvm::address_file>(socket_);
    for (const auto number : std::exchange(waiting_, {}))
        connect(number);
}

void pvm_relay::ask_again() {
    if (!waiting_.empty()) want_service_();
}

void pvm_relay::connect(std::uint64_t number) {
    const auto found = relayed_.find(number);
    if (found != relayed_.end()) found->second->connect(io_, orders_, [this, number] { await_service(number); });
}

// No service is known, or the known one was killed.
void pvm_relay::await_service(std::uint64_t number) {
    const auto found = relayed_.find(number);
    if (found == relayed_.end()) return;
    waiting_.push_back(number);
    found->second->expect_service();
    want_service_();
}

void pvm_relay::accept(net::stream_socket socket) {
    if (peer_user(socket.native_handle()) != static_cast<long>(::geteuid())) return;
    const auto number = ++last_number_;
    const auto one = std::make_shared<relayed>(io_, std::move(socket), [this, number] { relayed_.erase(number); });
    relayed_[number] = one;
    one->start();
    orders_.coordinator_endpoint().empty() ? await_service(number) : connect(number);
}

}  // namespace banyan::daemon
