// Host daemons and commands send any messages, in any order, to the coordinator of a virtual machine. Time passes and
// connections close. The coordinator must not get into an endless loop. It tells each command the end of its run, and
// it always ends. A restarted coordinator handles hosts that have wrong records, hosts that do not come back, and
// commands that ask again. No process is started, and the clock is a fake (support/fake_*).
//
// Input: steps. Each has 1 byte for its kind, 1 byte for the host or command, then the data of the step.
#include <unistd.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "daemon/coordinator/client_session.hpp"
#include "daemon/coordinator/coordinator.hpp"
#include "tests/fuzz/support/fake_clock.hpp"
#include "tests/fuzz/support/fake_host_acceptor.hpp"
#include "tests/fuzz/support/fake_keeper.hpp"
#include "tests/fuzz/support/fake_processes.hpp"
#include "tests/fuzz/support/far_end.hpp"
#include "tests/fuzz/support/odd_messages.hpp"
#include "tests/fuzz/support/odd_parts.hpp"

using namespace banyan;
using namespace banyan::testing;
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
    std::set<int> results{};  // runs whose results the command has not confirmed
};

/// The state that remains after the end of a coordinator.
struct left_behind {
    std::map<std::uint32_t, pid_t> hosts{};
    std::array<std::map<int, wire::RunRecord>, 2> records{};  // of hosts 1 and 2
    std::vector<int> processes{};
};

class world {
  public:
    explicit world(left_behind& before, bool is_restart)
        : before_(before), keeper_(is_restart ? 1 : 0, 0), coordinator_(io_, "fuzz", "/nonexistent/fuzz", keeper_) {
        set_stopped(false);
        set_error_text("");
        coordinator_.on_end([this] { ended_ = true; });
        is_restart ? coordinator_.recover([this] { serve(); }) : begin();
    }
    void take_step(values& of) {
        const unsigned step = of.pick(20);
        const unsigned whose = of.pick(2);
        auto& host = hosts_[whose];
        auto& command = commands_[whose];
        if (step < 6) {
            host.send(odd_from_host(of));
        } else if (step < 11) {
            send(command, odd_from_client(of));
        } else if (step == 11) {
            pass_time(of);
        } else if (step == 12) {
            close_one(host, command, of);
        } else if (step == 13) {
            end_one_process(of);
        } else if (step == 14) {
            arrive(1 + of.pick(4), host);
        } else if (step == 15) {
            command.results.clear();
            (of.flag() ? host : command.connection).send_raw(of.bytes(of.pick(40)));
        } else if (step == 16) {
            come_back(whose, of);
        } else if (step == 17) {
            killed_ = true;
        } else if (step == 18) {
            pass_long_time();
        } else {
            set_stopped(of.flag());
        }
        handle();
    }
    [[nodiscard]] bool has_ended() const { return ended_; }
    [[nodiscard]] bool is_killed() const { return killed_; }

    // For the next coordinator, this one is killed at once. So the effects of end() are not kept.
    void leave() {
        before_.hosts = keeper_.hosts();
        before_.processes = processes();
        const auto records = before_.records;
        end();
        before_.records = records;
        for (const auto& [number, watcher] : before_.hosts)
            kept().hosts[number] = watcher;
        for (const int pid : before_.processes)
            add_process(pid);
    }

    // Every accepted request is answered, regardless of what has come before.
    void end() {
        coordinator_.take_down("the input has ended");
        end_processes();  // otherwise the virtual machine waits for them for some time
        handle();
        constexpr int patience = 1000;  // longer than the virtual machine waits
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
    void begin() {
        serve();
        add_hosts();
    }
    void serve() {
        serving_ = true;
        for (auto& each : commands_)
            connect(each);
    }
    void send(command& who, const wire::FromClient& message) {
        if (message.has_result_taken() || message.has_start_run()) who.results.clear();
        who.connection.send(message);
    }
    void connect(command& who) {
        std::optional<net::stream_socket> near;
        who.connection = far_end::make(io_, near);
        who.session = std::make_shared<daemon::client_session>(coordinator_, std::move(*near));
        who.runs_begun = who.runs_over = 0;
        who.results.clear();
        who.session->start([] {}, [&who] { who.session = nullptr; });
    }
    void arrive(std::uint32_t number, far_end& host) {
        std::optional<net::stream_socket> near;
        host = far_end::make(io_, near);
        host_arrives(number, std::make_shared<daemon::control_stream>(std::move(*near)));
    }
    // The first host is this computer. The second one is reached by a launcher.
    void add_hosts() {
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
    // The host reports its records, and possibly wrong ones.
    void come_back(unsigned whose, values& of) {
        auto& host = hosts_[whose];
        arrive(whose + 1, host);
        wire::FromHost ready;
        ready.mutable_ready()->set_cores(2);
        ready.mutable_ready()->set_address("127.0.0.1");
        ready.mutable_ready()->mutable_returned()->set_name(whose == 0 ? "a" : "b");
        ready.mutable_ready()->mutable_returned()->set_on_own_computer(whose == 0);
        ready.mutable_ready()->mutable_returned()->set_last_local_task(of.pick(16));
        host.send(ready);
        for (const auto& [number, record] : before_.records[whose])
            tell_known(whose, record, of);
        for (unsigned count = of.pick(5); count > 0; --count)
            host.send(odd_from_host(of));
        wire::FromHost told;
        told.mutable_end_of_known();
        if (of.pick(4) != 1) host.send(told);
    }
    void tell_known(unsigned whose, const wire::RunRecord& record, values& of) {
        const bool is_odd = of.flag();
        wire::FromHost run;
        if (is_odd) fill(*run.mutable_run_known(), of);
        run.mutable_run_known()->set_run(record.run());
        *run.mutable_run_known()->mutable_record() = record;
        hosts_[whose].send(run);
        for (const auto id : record.tasks()) {
            if (net::task_id{id}.host_part() != whose + 1 || (is_odd && of.flag())) continue;
            wire::FromHost task;
            task.mutable_task_known()->set_pid(5);
            if (is_odd) fill(*task.mutable_task_known(), of);
            task.mutable_task_known()->set_task(id);
            task.mutable_task_known()->set_run(record.run());
            hosts_[whose].send(task);
        }
    }
    // In small steps, so that the limits of running time are checked in each of them.
    void pass_long_time() {
        for (int i = 0; i < 24; ++i) {
            advance_clock(250ms);
            handle();
        }
    }
    void pass_time(values& of) {
        constexpr std::chrono::milliseconds times[] = {1ms, 50ms, 100ms, 250ms, 500ms, 1000ms, 5000ms};
        advance_clock(times[of.pick(std::size(times))]);
    }
    void close_one(far_end& host, command& who, values& of) {
        if (of.pick(4) == 0) return host.close();
        if (!who.connection.is_open() && who.session == nullptr) {
            if (serving_) connect(who);
            return;
        }
        who.results.clear();
        who.connection.close();
    }
    void end_one_process(values& of) {
        if (processes().empty()) return;
        const int pid = processes()[of.pick(static_cast<unsigned>(processes().size()))];
        end_process(pid);
        coordinator_.child_ended(pid, of.wait_status());
        set_error_text(of.text());
    }
    void handle() {
        settle(io_);
        for (std::size_t i = 0; i < hosts_.size(); ++i)
            hosts_[i].receive([this, i](const std::string& body) {
                wire::ToHost told;
                demand(told.ParseFromString(body));
                remember(before_.records[i], told);
            });
        for (auto& each : commands_)
            each.connection.receive([&each](const std::string& body) {
                wire::ToClient told;
                demand(told.ParseFromString(body));
                each.runs_begun += told.has_run_started() ? 1 : 0;
                each.runs_over += told.has_run_ended() ? 1 : 0;
                if (told.has_run_started()) each.results.insert(told.run_started().run());
            });
    }
    // A host is told to forget a run only when no command needs the results of the run.
    void remember(std::map<int, wire::RunRecord>& records, const wire::ToHost& told) {
        if (told.has_run_record()) records[told.run_record().run()] = told.run_record();
        if (!told.has_run_over()) return;
        const int run = told.run_over().run();
        records.erase(run);
        for (const auto& each : commands_)
            demand(each.session == nullptr || !each.results.contains(run));
    }
    void end_processes() {
        while (!processes().empty()) {
            const int pid = processes().back();
            end_process(pid);
            coordinator_.child_ended(pid, 0);
        }
    }
    // Objects that are still alive after this are leaks.
    void hang_up() {
        for (auto& host : hosts_)
            host.close();
        for (auto& each : commands_)
            each.connection.close();
        end_processes();
        handle();
        advance_clock(2s);  // ends the questions that are still open
        handle();
        for (const auto& each : commands_)
            demand(each.session == nullptr);
    }

    left_behind& before_;
    asio::io_context io_;
    daemon::keeper_link keeper_;
    bool ended_ = false;
    bool serving_ = false;
    bool killed_ = false;
    std::array<far_end, 2> hosts_;
    std::array<command, 2> commands_;
    daemon::coordinator coordinator_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    input in(data, size);
    values of(in);
    const same_descriptors check;
    forget_kept();
    end_all_processes();
    add_process(::getpid());
    left_behind before;
    auto all = std::make_unique<world>(before, false);
    for (int step = 0; step < most_steps && !of.empty() && !all->has_ended(); ++step) {
        all->take_step(of);
        if (!all->is_killed()) continue;
        all->leave();
        all.reset();
        all = std::make_unique<world>(before, true);
    }
    all->end();
    return 0;
}
