// Tasks with sockets of their own in one process, whose table of addresses a test may change: wrong addresses,
// addresses of strangers.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "banyan/net/mailbox.hpp"
#include "libnet/messaging/mailbox_impl.hpp"
#include "libnet/transport/socket/address.hpp"
#include "libnet/transport/socket/socket_driver.hpp"
#include "tests/libnet/messaging/mailbox_testing.hpp"

namespace banyan::testing {

class socket_tasks {
  public:
    using table_edit = std::function<void(std::vector<net::member>& table)>;

    /// Task i listens on the TCP addresses listen[i]. `edit` changes the addresses that all tasks get for the others
    /// listen. Each task is on a host of its own, or all are on one.
    explicit socket_tasks(const std::vector<std::vector<std::string>>& listen, const net::mailbox_options& options = {},
                          const table_edit& edit = {}, const net::secret_key& secret = net::make_secret(),
                          bool on_one_host = false)
        : secret_(secret) {
        std::vector<std::unique_ptr<net::detail::mailbox_impl>> boxes;
        std::vector<std::unique_ptr<net::detail::socket_driver>> drivers;
        for (std::size_t i = 0; i < listen.size(); ++i) {
            boxes.push_back(std::make_unique<net::detail::mailbox_impl>(task(i), options, listen.size() - 1, false));
            net::detail::socket_settings settings;
            settings.self = task(i);
            settings.host = "host" + std::to_string(on_one_host ? 0 : i);
            settings.data_addresses = listen[i];
            settings.secret = secret_;
            settings.kind = net::transport_kind::tcp;
            settings.credit_window_bytes = boxes[i]->credit_window_bytes();
            settings.encryption = options.encryption;
            settings.connect_timeout = options.connect_timeout;
            settings.silence_limit = options.silence_limit;
            drivers.push_back(net::detail::socket_driver::make(settings, *boxes[i]));
            table_.push_back({task(i), settings.host, net::host_id{1}, drivers[i]->endpoints()});
        }
        auto told = table_;
        if (edit) edit(told);
        for (std::size_t i = 0; i < listen.size(); ++i) {
            drivers[i]->set_members(told);
            boxes[i]->use_members(told);
            boxes[i]->use_driver(std::move(drivers[i]));
            boxes_.push_back(std::make_unique<net::mailbox>(std::move(boxes[i])));
        }
    }

    static net::task_id task(std::size_t i) { return net::task_id::make(1, static_cast<std::uint32_t>(i + 1)); }
    [[nodiscard]] net::mailbox& box(std::size_t i) { return *boxes_[i]; }
    /// Closes the mailbox of a task, as its end would.
    void end(std::size_t i) { boxes_[i].reset(); }
    /// Where the tasks really listen.
    [[nodiscard]] const std::vector<net::member>& table() const { return table_; }
    [[nodiscard]] const net::secret_key& secret() const { return secret_; }

  private:
    net::secret_key secret_;
    std::vector<net::member> table_;
    std::vector<std::unique_ptr<net::mailbox>> boxes_;
};

/// A thread that lives as long as the object; what its body throws is an error of the test only if it is asked for.
class background {
  public:
    explicit background(std::function<void()> body)
        : thread_([body = std::move(body), this] {
              try {
                  body();
              } catch (const std::exception& failed) {
                  failure_ = failed.what();
              }
          }) {}
    ~background() {
        if (thread_.joinable()) thread_.join();
    }
    background(const background&) = delete;
    background& operator=(const background&) = delete;
    /// Waits for the end; "" when nothing was thrown.
    const std::string& failure() {
        if (thread_.joinable()) thread_.join();
        return failure_;
    }

  private:
    std::string failure_;
    std::thread thread_;
};

/// A long message each way between two tasks: task `from` makes the link. Throws what goes wrong.
inline void meet(socket_tasks& tasks, std::size_t from = 0, std::size_t to = 1) {
    const auto payload = pattern(3'000'000, 5);  // above the eager limit
    background peer([&] {
        const auto got = tasks.box(to).recv({tasks.task(from), net::tag{1}}, limit);
        demand(got.payload == payload, "content");
        tasks.box(to).send({tasks.task(from), net::tag{2}}, got.payload, limit);
        (void)tasks.box(to).recv({tasks.task(from), net::tag{3}}, limit);  // only here may this task stop working
    });
    auto sent = tasks.box(from).async_send({tasks.task(to), net::tag{1}}, payload);
    const auto back = tasks.box(from).recv({tasks.task(to), net::tag{2}}, limit);
    sent.wait(limit);
    tasks.box(from).send({tasks.task(to), net::tag{3}}, {}, limit);
    demand(back.payload == payload, "content of the answer");
    demand(peer.failure().empty(), peer.failure().c_str());
}

/// An address where nothing can be reached, of one kind or another.
class wrong_address {
  public:
    enum class kind { refuses, silent, black_hole };

    explicit wrong_address(kind what) : door_(io_) {
        const net::asio::ip::tcp::endpoint any(net::asio::ip::address_v4::loopback(), 0);
        door_.open(any.protocol());
        door_.bind(any);
        if (what == kind::refuses) return;  // bound, so that no other process gets the port, but not listening
        door_.listen(what == kind::silent ? 128 : 0);
        if (what == kind::silent) return;  // the system accepts, no process answers
        for (int i = 0; i < 8; ++i) {      // a full queue: further SYNs are dropped
            fillers_.emplace_back(io_);
            fillers_.back().open(any.protocol());
            fillers_.back().native_non_blocking(true);
            const auto at = door_.local_endpoint();
            (void)::connect(fillers_.back().native_handle(), at.data(), static_cast<socklen_t>(at.size()));
        }
    }
    [[nodiscard]] std::string text() const { return net::to_text(door_.local_endpoint()); }

  private:
    net::asio::io_context io_;
    net::asio::ip::tcp::acceptor door_;
    std::vector<net::asio::ip::tcp::socket> fillers_;
};

}  // namespace banyan::testing
