// A daemon for tests of the attachment of a task: it follows a script.
#pragma once

#include <stdlib.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <thread>

#include "libnet/base/asio.hpp"
#include "libnet/joining/attach_protocol.hpp"
#include "libnet/joining/control.pb.h"
#include "libnet/wire/control_frame.hpp"
#include "tests/common/scratch_folder.hpp"

namespace banyan::testing {

/// Longer than any step of an attachment takes, unless it hangs.
inline constexpr std::chrono::seconds attach_limit{30};

/// A daemon that plays one script with one task, in a thread of its own.
class scripted_daemon {
  public:
    explicit scripted_daemon(std::function<void(scripted_daemon&)> script) {
        const std::string path = folder_.path / "tasks.sock";
        door_.emplace(io_, net::asio::local::stream_protocol::endpoint(path));
        setenv(net::daemon_socket_variable, path.c_str(), 1);
        setenv(net::task_variable, "262145", 1);
        thread_ = std::thread([this, script] {
            door_->accept(socket_);
            try {
                script(*this);
            } catch (const boost::system::system_error&) {  // the task has closed
            }
            boost::system::error_code ignored;
            socket_.close(ignored);
        });
    }
    ~scripted_daemon() {
        thread_.join();
        unsetenv(net::daemon_socket_variable);
        unsetenv(net::task_variable);
    }

    net::control::ToDaemon read() {
        for (;;) {
            if (const auto body = reader_.next()) {
                net::control::ToDaemon frame;
                frame.ParseFromString(*body);
                return frame;
            }
            std::byte chunk[1000];
            const auto n = socket_.read_some(net::asio::buffer(chunk));
            reader_.feed({chunk, n});
        }
    }
    void write_raw(const std::string& bytes) { net::asio::write(socket_, net::asio::buffer(bytes)); }
    void write(const net::control::ToTask& frame) { write_raw(net::control_frame(frame.SerializeAsString())); }
    void expect_attach() { attached_task = read().attach().task(); }
    void give_facts() {
        net::control::ToTask answer;
        auto& facts = *answer.mutable_facts();
        facts.set_task(262145);
        facts.set_rank(0);
        facts.set_size(2);
        facts.set_host("a");
        facts.add_data_addresses("127.0.0.2");
        facts.add_data_addresses("::1");
        facts.set_socket_directory("/nowhere");
        facts.set_secret(std::string(32, 's'));
        facts.set_tasks_on_host(2);
        write(answer);
    }
    void give_table() { write(table()); }
    /// All that a task waits for when it attaches.
    void take_in() {
        expect_attach();
        give_facts();
        read();
        give_table();
    }
    void give_table_and_losses() {
        const std::string loss_frame = net::control_frame(loss_of(false).SerializeAsString());
        write_raw(net::control_frame(table().SerializeAsString()) + loss_frame + loss_frame);
    }
    static net::control::ToTask table() {
        net::control::ToTask answer;
        for (std::uint32_t rank = 0; rank < 2; ++rank) {
            auto& member = *answer.mutable_table()->add_members();
            member.set_task(262145 + rank);
            member.set_host("a");
            member.set_host_number(1);
            member.mutable_endpoints()->add_tcp("127.0.0.2:" + std::to_string(1000 + rank));
        }
        return answer;
    }
    void give_loss(bool orderly = false) { write(loss_of(orderly)); }
    static net::control::ToTask loss_of(bool orderly) {
        net::control::ToTask answer;
        answer.mutable_loss()->set_task(262146);
        answer.mutable_loss()->set_text("rank 1 is dead");
        answer.mutable_loss()->set_orderly(orderly);
        return answer;
    }

    std::uint32_t attached_task = 0;

  private:
    net::asio::io_context io_;
    scratch_folder folder_;
    std::optional<net::asio::local::stream_protocol::acceptor> door_;
    net::asio::local::stream_protocol::socket socket_{io_};
    net::control_frame_reader reader_;
    std::thread thread_;
};

}  // namespace banyan::testing
