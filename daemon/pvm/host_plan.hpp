// How a host is started and reached, found out in a thread of its own, because the names of hosts are looked up for it.
#pragma once

#include <functional>
#include <string>

#include "daemon/client/host_file.hpp"
#include "daemon/daemon.pb.h"
#include "libnet/base/asio.hpp"

namespace banyan::daemon::pvm {

struct host_plan {
    wire::AddHosts request;    ///< for the coordinator; empty after a failure
    std::string failure;       ///< one line with what is not allowed; "" = none
    bool has_address = false;  ///< false if the host has no address of its own and its name has none either
};

/// Calls `take` once from the event loop with what plan_hosts() and has_address() say about the host. Never blocks: a
/// slow name server delays only this call. Throws net::error resource_limit if there is no thread or no pipe for it. If
/// the event loop ends before, `take` is not called, and the thread ends by itself.
void async_plan_host(net::asio::io_context& io, const host_entry& host, std::function<void(const host_plan&)> take);

}  // namespace banyan::daemon::pvm
