// The hosts of the virtual machine, as its coordinator lists them.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "daemon/client/virtual_machine.hpp"
#include "daemon/common/control_stream.hpp"
#include "daemon/daemon.pb.h"

namespace banyan::daemon::pvm {

/// Asks the coordinator for its hosts several times a second and reports changes; adds and removes hosts. Never blocks.
class host_watch {
  public:
    struct handlers {
        /// Called for each new host. False: it cannot be used yet, and is a new host again in the next list.
        std::function<bool(const wire::Host&)> added;
        std::function<void(std::uint32_t number)> lost;
        /// Called for each host of each list.
        std::function<void(const wire::Host&)> listed;
        /// The virtual machine has ended.
        std::function<void()> ended;
    };
    using done_handler = std::function<void(const std::string& failure)>;  ///< "" = success

    host_watch(net::asio::io_context& io, std::filesystem::path coordinator_socket, handlers h);
    ~host_watch();

    /// Throws net::error. `added` is called for each host when the coordinator has answered.
    void start();
    void add(const wire::AddHosts& hosts, done_handler done);
    void remove(const std::vector<std::string>& names, done_handler done);
    /// The service accepts the connections that this host relays at `endpoint`.
    void serve_at(std::uint32_t host, const std::string& endpoint);
    void take_down();
    /// The names of the known hosts by number.
    [[nodiscard]] const std::map<std::uint32_t, wire::Host>& hosts() const { return hosts_; }
    /// True if connections between tasks of different hosts are not encrypted.
    [[nodiscard]] bool has_plain_data() const { return plain_data_; }

  private:
    bool connect();
    void connect_again();
    void take(const wire::ToClient& message);
    void take_hosts(const wire::Hosts& listed);
    void ask();
    void ask_later();
    void reconnect();
    void request(wire::FromClient message, done_handler done);

    net::asio::io_context& io_;
    const std::filesystem::path socket_;
    handlers handlers_;
    std::shared_ptr<control_stream> stream_;
    net::asio::steady_timer timer_;  // until the next question, or the next attempt to connect
    std::map<std::uint32_t, wire::Host> hosts_;
    bool plain_data_ = false;
    std::vector<done_handler> waiting_;          // for the answers to add() and remove(), in the order of asking
    std::vector<std::function<void()>> listed_;  // called when the next list of hosts has come
};

}  // namespace banyan::daemon::pvm
