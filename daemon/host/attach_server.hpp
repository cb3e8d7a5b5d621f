// The Unix-domain socket where tasks attach: who they are, and what they have to say to the daemon.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>

#include "daemon/common/accept_loop.hpp"
#include "daemon/common/control_stream.hpp"
#include "libnet/joining/control.pb.h"

namespace banyan::daemon {

class attach_server {
  public:
    struct handlers {
        /// Decides on a task that says who it is: facts or a refusal. The stream is the task's from then on.
        std::function<net::control::ToTask(std::uint32_t task, const std::shared_ptr<control_stream>&)> attach;
        /// Called after the facts are on their way.
        std::function<void(std::uint32_t task)> attached;
        /// Everything that an attached task says.
        std::function<void(std::uint32_t task, const net::control::ToDaemon&)> message;
    };

    /// Listens at `path`; only processes of this user are heard.
    attach_server(net::asio::io_context& io, const std::filesystem::path& path, handlers h);
    void start() { task_listener_.start(); }

  private:
    struct task_connection;
    void accept_task(net::stream_socket socket);
    void take(const std::shared_ptr<task_connection>& from, const std::string& body);
    void take_attach(const std::shared_ptr<task_connection>& from, const net::control::Attach& attach);

    net::asio::io_context& io_;
    unix_accept_loop task_listener_;
    handlers handlers_;
    int unattached_ = 0;
};

}  // namespace banyan::daemon
