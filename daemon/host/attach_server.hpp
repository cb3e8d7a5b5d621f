// The Unix-domain socket where tasks attach and send messages to the daemon.
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
        /// Answers the Attach message of a task with facts or a refusal. After facts the stream belongs to the task.
        std::function<net::control::ToTask(std::uint32_t task, const std::shared_ptr<control_stream>&)> attach;
        /// Called when the facts have been sent.
        std::function<void(std::uint32_t task)> attached;
        /// Called with each message of an attached task.
        std::function<void(std::uint32_t task, const net::control::ToDaemon&)> message;
    };

    /// Listens at `path`. Accepts only processes of this user, and closes the connection of one that does not attach
    /// within 5 s.
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
};

}  // namespace banyan::daemon
