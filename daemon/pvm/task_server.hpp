// The connections of PVM tasks to the service: over a Unix-domain socket, or relayed by the daemon of another computer.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>

#include "daemon/common/accept_loop.hpp"
#include "daemon/common/control_stream.hpp"
#include "libnet/pvm3/service_messages.pb.h"

namespace banyan::daemon::pvm {

class task_server {
  public:
    /// The process at the other end of a connection.
    struct peer {
        pid_t process = 0;
        std::uint32_t relaying_host = 0;  ///< 0: it is on this computer
    };
    struct handlers {
        /// Handles an Enrol and returns the task's id; 0: refused, the connection is closed. The first send() to an
        /// unknown task inside the call goes to the task that enrols.
        std::function<std::uint32_t(const pvm3::wire::ToService& message, const peer& from)> enrol;
        std::function<void(std::uint32_t task, const pvm3::wire::ToService& message)> message;
        std::function<void(std::uint32_t task)> disconnected;
    };

    /// Listens at `path`. Accepts only processes of this user.
    task_server(net::asio::io_context& io, const std::filesystem::path& path, handlers h);
    void start() { listener_.start(); }
    /// A connection that the daemon of this host has made for a task.
    void take_relayed(std::uint32_t host, const std::shared_ptr<control_stream>& stream);

    /// Does nothing for a task without a connection.
    void send(std::uint32_t task, const pvm3::wire::ToPvmTask& message);
    /// Closes the connection of a task, without a call of handlers::disconnected.
    void disconnect(std::uint32_t task);
    /// Closes the connections of all tasks when their messages are sent.
    void close_all();

  private:
    struct connection;
    void accept(net::stream_socket socket);
    void serve(const std::shared_ptr<connection>& from);
    void take(const std::shared_ptr<connection>& from, const std::string& body);

    unix_accept_loop listener_;
    handlers handlers_;
    std::shared_ptr<control_stream> enrolling_;
    std::map<std::uint32_t, std::shared_ptr<control_stream>> streams_;
};

}  // namespace banyan::daemon::pvm
