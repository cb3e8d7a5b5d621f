#include "daemon/pvm/host_plan.hpp"

#include <unistd.h>

#include <exception>
#include <future>
#include <memory>
#include <utility>

#include "daemon/client/resolve.hpp"
#include "daemon/common/descriptors.hpp"
#include "libnet/base/background_thread.hpp"

namespace banyan::daemon::pvm {
namespace {

host_plan plan_of(const host_entry& host) {
    host_plan plan;
    try {
        plan.request = plan_hosts({host});
    } catch (const std::exception& refused) {
        plan.failure = refused.what();
    }
    plan.has_address = has_address(host);
    return plan;
}

}  // namespace

// The thread closes its end of a pipe when the plan is complete. It uses nothing of the event loop, which may end
// first. The promise orders the writing of the plan before the reading; the pipe alone does not.
void async_plan_host(net::asio::io_context& io, const host_entry& host, std::function<void(const host_plan&)> take) {
    const auto plan = std::make_shared<std::promise<host_plan>>();
    const auto [done, end] = make_pipe();
    const auto wake = std::make_shared<net::asio::posix::stream_descriptor>(io, done);
    try {
        net::detail::start_background_thread("the names of hosts", [plan, host, written = end] {
            plan->set_value(plan_of(host));
            ::close(written);
        }).detach();
    } catch (...) {
        ::close(end);
        throw;
    }
    wake->async_wait(net::asio::posix::stream_descriptor::wait_read,
                     [plan, wake, then = std::move(take)](const boost::system::error_code& cancelled) {
                         if (!cancelled) then(plan->get_future().get());
                     });
}

}  // namespace banyan::daemon::pvm
