// The coordinator, the spawner and tasks send any messages, in any order, to a host daemon. Time passes, and
// connections close and are made again. A task can end only its own connection. A restarted coordinator is first told
// what the daemon remembers. No descriptor is left open. No task is started, because the target plays the spawner.
//
// Input: steps. Each has 1 byte for its kind, 1 byte for the peer, then the data of the step.
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstring>
#include <deque>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "daemon/common/host_directory.hpp"
#include "daemon/host/host_daemon.hpp"
#include "tests/common/scratch_folder.hpp"
#include "tests/fuzz/support/fake_clock.hpp"
#include "tests/fuzz/support/fake_processes.hpp"
#include "tests/fuzz/support/fake_reach.hpp"
#include "tests/fuzz/support/far_end.hpp"
#include "tests/fuzz/support/odd_messages.hpp"

using namespace banyan;
using namespace banyan::testing;
using namespace std::chrono_literals;
namespace asio = banyan::net::asio;
namespace wire = banyan::daemon::wire;

namespace {

constexpr int most_steps = 200;

const std::filesystem::path& folder() {
    static const scratch_folder made;
    return made.path;
}

wire::HostOrders orders() {
    wire::HostOrders all;
    all.set_number(1);
    all.set_name("a");
    all.set_secret(std::string(32, 's'));
    all.set_address("127.0.0.1");
    all.set_coordinator_endpoint("127.0.0.1:1");  // with an endpoint, silence of the coordinator counts
    return all;
}

int connect_to(const std::string& path) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
    const int made = ::socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    (void)::connect(made, reinterpret_cast<const sockaddr*>(&address), sizeof address);
    return made;
}

/// Standard input, output and error of tasks that the spawner was told to start.
class task_descriptors {
  public:
    ~task_descriptors() { close_all(); }
    void close_all() {
        while (!all_.empty())
            close_oldest();
    }
    // Together with the orders of the daemon to the spawner, which are ignored.
    void take(int spawner) {
        std::array<char, 16384> bytes;
        alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(std::array<int, 3>))> ancillary;
        for (;;) {
            iovec into{bytes.data(), bytes.size()};
            msghdr message{};
            message.msg_iov = &into;
            message.msg_iovlen = 1;
            message.msg_control = ancillary.data();
            message.msg_controllen = ancillary.size();
            if (::recvmsg(spawner, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC) <= 0) return;
            const cmsghdr* part = CMSG_FIRSTHDR(&message);
            if (part != nullptr && part->cmsg_type == SCM_RIGHTS)
                std::memcpy(all_.emplace_back().data(), CMSG_DATA(part), sizeof(std::array<int, 3>));
        }
    }
    void close_oldest() {
        if (all_.empty()) return;
        for (const int each : all_.front())
            ::close(each);
        all_.pop_front();
    }
    void write(unsigned which, const std::string& output) {
        if (all_.empty()) return;
        const int to = all_[which % all_.size()][1 + which % 2];
        ::fcntl(to, F_SETFL, ::fcntl(to, F_GETFL) | O_NONBLOCK);
        (void)!::write(to, output.data(), output.size());
    }

  private:
    std::deque<std::array<int, 3>> all_;
};

class world {
  public:
    world() {
        ::unlink(daemon::attach_socket(folder()).c_str());
        int ends[2];
        demand(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0);
        spawner_ = far_end(ends[1]);
        std::optional<net::stream_socket> near;
        coordinator_ = far_end::make(io_, near);
        daemon_.emplace(io_, orders(), folder(), daemon::started_spawner{ends[0], ::getpid()},
                        std::make_shared<daemon::control_stream>(std::move(*near)));
        daemon_->start();
        handle();
    }
    ~world() {
        coordinator_.close();
        settle(io_);
        if (is_reaching()) answer_reaching(nullptr);
        settle(io_);  // the daemon ends
        spawner_.close();
        for (auto& each : tasks_)
            each.close();
        descriptors_.close_all();
        settle(io_);  // frees what the connections hold until they end
    }
    world(const world&) = delete;
    world& operator=(const world&) = delete;

    void take_step(values& of) {
        const unsigned step = of.pick(20);
        auto& task = tasks_[of.pick(3)];
        if (step < 5) {
            order(odd_to_host(of));
        } else if (step < 7) {
            spawner_.send(odd_from_spawner(of));
        } else if (step < 11) {
            if (!task.is_open()) task = far_end(connect_to(daemon::attach_socket(folder())));
            task.send(odd_to_daemon(of));
        } else if (step == 11) {
            descriptors_.write(of.pick(4), of.text());
        } else if (step == 12) {
            descriptors_.close_oldest();
        } else if (step == 13) {
            task.close();
        } else if (step == 14) {
            pass_time(of);
        } else if (step == 15) {
            held_.clear();
            far_end* const whose[] = {&coordinator_, &spawner_, &task};
            whose[of.pick(3)]->send_raw(of.bytes(of.pick(40)));
        } else {
            take_step_of_return(step);
        }
        handle();
    }
    [[nodiscard]] bool has_ended() const { return io_.stopped(); }

  private:
    void take_step_of_return(unsigned step) {
        if (step == 16) {
            order_accepted();
        } else if (step == 17) {
            coordinator_.close();
        } else if (is_reaching()) {
            step == 18 ? start_coordinator_again() : answer_reaching(nullptr);
        }
    }
    void order_accepted() {
        wire::ToHost message;
        message.mutable_accepted();
        coordinator_.send(message);
    }
    void start_coordinator_again() {
        std::optional<net::stream_socket> near;
        coordinator_ = far_end::make(io_, near);
        held_.clear();
        knows_host_ = false;
        answer_reaching(std::make_shared<daemon::control_stream>(std::move(*near)));
    }
    void order(const wire::ToHost& message) {
        if (message.has_resume_output()) held_.erase(message.resume_output().task());
        if (message.has_discard()) held_.erase(message.discard().task());
        if (message.has_run_over()) held_.clear();  // tasks of the run may be started again
        coordinator_.send(message);
    }
    // After a return, the daemon first sends what it remembers. It sends held output only after a request for it.
    void take(const wire::FromHost& message) {
        demand(knows_host_ || (message.has_ready() && message.ready().has_returned()));
        knows_host_ = true;
        if (message.has_task_known()) held_.insert(message.task_known().task());
        if (message.has_output()) demand(!held_.contains(message.output().task()));
        if (message.has_ended()) demand(!held_.contains(message.ended().task()));
    }
    void pass_time(values& of) {
        constexpr std::chrono::milliseconds times[] = {10ms, 500ms, 1000ms, 5000ms};
        advance_clock(times[of.pick(std::size(times))]);
    }
    void handle() {
        io_.poll();
        coordinator_.receive([this](const std::string& body) {
            wire::FromHost told;
            demand(told.ParseFromString(body));
            take(told);
        });
        descriptors_.take(spawner_.descriptor());
        for (auto& task : tasks_)
            task.receive([](const std::string& body) { demand(net::control::ToTask().ParseFromString(body)); });
    }

    asio::io_context io_;
    far_end coordinator_, spawner_;
    bool knows_host_ = true;        // false from a reconnect until the daemon has named its host
    std::set<std::uint32_t> held_;  // tasks whose output has not been asked for since then
    std::array<far_end, 3> tasks_;
    task_descriptors descriptors_;
    std::optional<daemon::host_daemon> daemon_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    input in(data, size);
    values of(in);
    ::signal(SIGPIPE, SIG_IGN);  // as the daemon does
    folder();                    // opened before descriptors are counted
    end_all_processes();
    const same_descriptors check;
    world all;
    for (int step = 0; step < most_steps && !of.empty() && !all.has_ended(); ++step)
        all.take_step(of);
    return 0;
}
