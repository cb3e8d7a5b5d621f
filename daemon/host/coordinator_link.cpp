#include "daemon/host/coordinator_link.hpp"

#include "daemon/common/control_stream.hpp"
#include "daemon/host/reach_coordinator.hpp"

namespace banyan::daemon {

coordinator_link::coordinator_link(net::asio::io_context& io, const wire::HostOrders& orders,
                                   std::shared_ptr<control_stream> stream)
    : io_(io), orders_(orders), stream_(std::move(stream)) {}

void coordinator_link::start(handlers h) {
    handlers_ = std::move(h);
    listen();
}

void coordinator_link::listen() {
    stream_->start([this](const std::string& body) { take(body); }, [this](const std::string&) { lose(); });
}

void coordinator_link::take(const std::string& body) {
    silence_.heard();
    handlers_.message(parse<wire::ToHost>(body));
}

void coordinator_link::lose() {
    if (!accepted_ || stream_->refused_input()) return handlers_.gone();
    handlers_.lost();
    async_reach_coordinator(io_, orders_, reach_attempt::again,
                            [this](std::shared_ptr<control_stream> stream, const std::optional<net::error>& failed) {
                                if (failed) return handlers_.gone();
                                stream_ = std::move(stream);
                                silence_.heard();
                                listen();
                                handlers_.returned();
                            });
}

bool coordinator_link::is_silent() {
    return stream_->is_open() && !orders_.coordinator_endpoint().empty() && silence_.tick();
}

}  // namespace banyan::daemon
