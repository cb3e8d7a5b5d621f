// Any messages of host daemons and commands, in any order, to a virtual machine's coordinator, while time passes and
// connections close: it ends no loop late, tells each command the end of its run, and always comes to its own end.
// No process is started and no time passes in earnest (support/fake_*).
//
// Input: steps of 1 byte which, 1 byte whose, then what the step needs.
#include <array>
#include <memory>
#include <optional>
#include <string>

#include "daemon/coordinator/client_session.hpp"
#include "daemon/coordinator/machine.hpp"
#include "tests/fuzz/support/fake_clock.hpp"
#include "tests/fuzz/support/fake_door.hpp"
#include "tests/fuzz/support/fake_processes.hpp"
#include "tests/fuzz/support/far_end.hpp"
#include "tests/fuzz/support/odd_messages.hpp"

using namespace banyan;
using namespace banyan::fuzz;
using namespace std::chrono_literals;
namespace asio = banyan::net::asio;
namespace wire = banyan::daemon::wire;

namespace {

constexpr int most_steps = 200;

struct command {
    far_end connection;
    std::shared_ptr<daemon::client_session> session;
    int runs_begun = 0;
    int runs_over = 0;
};

class world {
  public:
    world() : machine_(io_, "fuzz", "/nonexistent/fuzz") {
        machine_.on_end([this] { ended_ = true; });
        for (auto& each : commands_)
            connect(each);
        add_hosts();
    }
    void take_step(values& of) {
        const unsigned step = of.pick(16);
        const unsigned whose = of.pick(2);
        auto& host = hosts_[whose];
        auto& command = commands_[whose];
        if (step < 6) {
            host.send(odd_from_host(of));
        } else if (step < 11) {
            command.connection.send(odd_from_client(of));
        } else if (step == 11) {
            pass_time(of);
        } else if (step == 12) {
            close_one(host, command, of);
        } else if (step == 13) {
            end_process(of);
        } else if (step == 14) {
            arrive(1 + of.pick(4), host);
        } else {
            (of.flag() ? host : command.connection).send_raw(of.bytes(of.pick(40)));
        }
        handle();
    }
    [[nodiscard]] bool has_ended() const { return ended_; }

    // What was accepted is answered, whatever has come before.
    void end() {
        machine_.take_down("the input has ended");
        end_processes();  // else the machine waits for them for a while
        handle();
        constexpr int patience = 1000;  // longer than machine.cpp's
        for (int i = 0; i < patience && !ended_; ++i) {
            advance_clock(10ms);
            handle();
        }
        demand(ended_);
        for (const auto& each : commands_)
            demand(!each.connection.is_open() || each.runs_begun == each.runs_over);
        hang_up();
    }

  private:
    void connect(command& who) {
        std::optional<net::stream_socket> near;
        who.connection = far_end::make(io_, near);
        who.session = std::make_shared<daemon::client_session>(machine_, std::move(*near));
        who.runs_begun = who.runs_over = 0;
        who.session->start([] {}, [&who] { who.session = nullptr; });
    }
    void arrive(std::uint32_t number, far_end& host) {
        std::optional<net::stream_socket> near;
        host = far_end::make(io_, near);
        host_arrives(number, std::make_shared<daemon::control_stream>(std::move(*near)));
    }
    // One is this computer, the other one is reached by a launcher.
    void add_hosts() {
        processes().clear();
        set_last_words("");
        wire::FromClient request;
        request.mutable_add_hosts()->add_hosts()->set_name("a");
        auto& other = *request.mutable_add_hosts()->add_hosts();
        other.set_name("b");
        other.add_command("launcher");
        other.set_coordinator_address("127.0.0.1");
        for (auto& each : *request.mutable_add_hosts()->mutable_hosts())
            each.set_speed(1);
        commands_[0].connection.send(request);
        handle();
        for (std::uint32_t i = 0; i < hosts_.size(); ++i) {
            arrive(i + 1, hosts_[i]);
            wire::FromHost ready;
            ready.mutable_ready()->set_cores(2);
            ready.mutable_ready()->set_address("127.0.0.1");
            hosts_[i].send(ready);
        }
        handle();
    }
    void pass_time(values& of) {
        constexpr std::chrono::milliseconds times[] = {1ms, 50ms, 100ms, 250ms, 500ms, 1000ms, 5000ms};
        advance_clock(times[of.pick(std::size(times))]);
    }
    void close_one(far_end& host, command& who, values& of) {
        if (of.pick(4) == 0) return host.close();
        if (!who.connection.is_open() && who.session == nullptr) return connect(who);
        who.connection.close();
    }
    void end_process(values& of) {
        if (processes().empty()) return;
        const auto which = processes().begin() + static_cast<int>(of.pick(static_cast<unsigned>(processes().size())));
        const int pid = *which;
        processes().erase(which);
        machine_.child_ended(pid, of.wait_status());
        set_last_words(of.text());
    }
    void handle() {
        settle(io_);
        for (auto& host : hosts_)
            host.receive([](const std::string& body) { demand(wire::ToHost().ParseFromString(body)); });
        for (auto& each : commands_)
            each.connection.receive([&each](const std::string& body) {
                wire::ToClient told;
                demand(told.ParseFromString(body));
                each.runs_begun += told.has_run_started() ? 1 : 0;
                each.runs_over += told.has_run_ended() ? 1 : 0;
            });
    }
    void end_processes() {
        for (; !processes().empty(); processes().pop_back())
            machine_.child_ended(processes().back(), 0);
    }
    // What is still held after that is never freed.
    void hang_up() {
        for (auto& host : hosts_)
            host.close();
        for (auto& each : commands_)
            each.connection.close();
        end_processes();
        handle();
        advance_clock(2s);  // questions that are still open
        handle();
        for (const auto& each : commands_)
            demand(each.session == nullptr);
    }

    asio::io_context io_;
    bool ended_ = false;
    std::array<far_end, 2> hosts_;
    std::array<command, 2> commands_;
    daemon::machine machine_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    input in(data, size);
    values of(in);
    const same_descriptors check;
    world all;
    for (int step = 0; step < most_steps && !of.empty() && !all.has_ended(); ++step)
        all.take_step(of);
    all.end();
    return 0;
}
