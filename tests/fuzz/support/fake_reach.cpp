#include "tests/fuzz/support/fake_reach.hpp"

#include <utility>

namespace banyan::testing {
namespace {

daemon::reached_handler waiting;

}  // namespace

bool is_reaching() {
    return waiting != nullptr;
}

void answer_reaching(std::shared_ptr<daemon::control_stream> stream) {
    const auto handler = std::exchange(waiting, nullptr);
    if (stream) return handler(std::move(stream), std::nullopt);
    handler(nullptr, net::error(net::errc::connect_failed, "refused"));
}

}  // namespace banyan::testing

namespace banyan::daemon {

void async_reach_coordinator(net::asio::io_context&, const wire::HostOrders&, reach_attempt, reached_handler handler,
                             net::task_id) {
    testing::waiting = std::move(handler);
}

}  // namespace banyan::daemon
