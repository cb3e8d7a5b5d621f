// Connects the PVM programs of a host on another computer than the coordinator's with the PVM service, which is there.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "daemon/common/accept_loop.hpp"
#include "daemon/common/pvm_address.hpp"
#include "daemon/daemon.pb.h"
#include "libnet/base/asio.hpp"

namespace banyan::daemon {

/// Programs connect to a Unix-domain socket in the folder of the host, as on the computer of the service. For each of
/// these connections the relay has an authenticated and encrypted connection to the service. When one of the two ends,
/// the relay ends the other.
class pvm_relay {
  public:
    /// Listens. `want_service` is called when a program connects and no service is known, or the known one is not
    /// reached.
    pvm_relay(net::asio::io_context& io, wire::HostOrders orders, const std::filesystem::path& folder,
              std::function<void()> want_service);
    ~pvm_relay();
    void start() { listener_.start(); }
    /// The service accepts connections there, "address:port". Programs that wait are connected, and those that are
    /// started by hand find the virtual machine from now on.
    void serve(const std::string& endpoint);
    /// Calls `want_service` again if programs wait: the first call did not reach the coordinator.
    void ask_again();
    /// True while a program is connected.
    [[nodiscard]] bool is_used() const { return !relayed_.empty(); }

  private:
    class relayed;
    void accept(net::stream_socket socket);
    void connect(std::uint64_t number);
    void await_service(std::uint64_t number);

    net::asio::io_context& io_;
    wire::HostOrders orders_;  // its coordinator_endpoint is that of the service; "" while it is not known
    const std::filesystem::path socket_;
    std::function<void()> want_service_;
    unix_accept_loop listener_;
    std::unique_ptr<pvm::address_file> address_;
    std::map<std::uint64_t, std::shared_ptr<relayed>> relayed_;
    std::uint64_t last_number_ = 0;
    std::vector<std::uint64_t> waiting_;  // for the service
};

}  // namespace banyan::daemon
