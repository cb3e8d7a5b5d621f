// Children that a rank forks while its mailbox is in use.
#include <dirent.h>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <functional>
#include <optional>
#include <set>
#include <vector>

#include "banyan/net/async_collectives.hpp"
#include "banyan/net/collectives.hpp"
#include "tests/libnet/programs/child_status.hpp"
#include "tests/libnet/programs/program_testing.hpp"

namespace fork_test {

using namespace banyan::net;
using namespace banyan::testing;

namespace {

/// The exit status of a child; -1 if a signal ended it or if it had to be killed.
int status_of(pid_t child) {
    const auto status = status_before(child, std::chrono::steady_clock::now() + 30s);
    if (status) return WIFEXITED(*status) ? WEXITSTATUS(*status) : -1;
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    return -1;
}

// Forks children that destroy what they inherit, one after the other.
void fork_children(const group& world, int count, const std::function<void()>& destroy) {
    for (int i = 0; i < count; ++i) {
        at(world, "forks child", i);
        const pid_t child = ::fork();
        if (child == 0) {
            destroy();
            ::_exit(7);
        }
        demand(child > 0 && status_of(child) == 7, "child " + std::to_string(i) + " ends by itself");
    }
}

// Messages of one rank to its partner. Tag 1 uses the rendezvous; `count` messages of tag 2 fill the link, and every
// other one is a buffered send.
struct traffic {
    std::vector<std::byte> large = pattern(3'000'000, 1), medium = pattern(100'000, 2), large_in{large};
    std::vector<request> requests{};

    traffic(const group& world, rank other, int count) {
        std::fill(large_in.begin(), large_in.end(), std::byte{});
        requests.push_back(world.async_recv<std::byte>(other, tag{0}, large_in));
        requests.push_back(world.async_send<std::byte>(other, tag{1}, large));
        for (int i = 0; i < count; i += 2) {
            requests.push_back(world.async_send<std::byte>(other, tag{2}, medium));
            world.send(other, tag{2}, medium);
        }
        requests.push_back(world.async_send<std::byte>(other, tag{3}, std::span(medium).first(8)));
    }
};

// Requests in both directions are under way while children come and go, which destroy what they inherit.
void fork_with_requests(group& world, bool with_mailbox, int count) {
    barrier(world);
    const auto other = partner(world);
    if (!other) return;
    traffic mine(world, *other, count);
    if (world.rank().value % 2 == 0)
        fork_children(world, 10, [&] {
            mine.requests.clear();
            if (with_mailbox) const mailbox ends_here(std::move(world.box()));
        });
    at(world, "sends");
    world.send(*other, tag{0}, mine.large);
    at(world, "receives the long message");
    expect_message(world, *other, 1, mine.large.size(), 1);
    for (int i = 0; i < count; ++i) {
        at(world, "receives message", i);
        expect_message(world, *other, 2, mine.medium.size(), 2);
    }
    at(world, "receives the last message");
    (void)world.recv(*other, tag{3});
    at(world, "waits");
    wait_all(mine.requests);
    demand(mine.large_in == mine.large, "content");
}

void check_fork(bool with_mailbox, int count) {
    check_runs({.body = [=](group& world) { fork_with_requests(world, with_mailbox, count); }});
}

// Other threads of the rank wait in the mailbox, and send, while children come and go.
void fork_beside_threads(group& world, int children) {
    const auto other = partner(world);
    if (!other) return;
    std::atomic<bool> over{false};
    const bool forks = world.rank().value % 2 == 0;
    in_threads(4, [&](int thread) {
        if (thread == 0) {
            std::vector<request> requests;
            std::vector<std::byte> in(10), out(10);
            requests.push_back(world.async_recv<std::byte>(*other, tag{100}, in));
            requests.push_back(world.async_send<std::byte>(*other, tag{100}, out));
            try {
                if (forks) fork_children(world, children, [&requests] { requests.clear(); });
            } catch (...) {
                over = true;
                throw;
            }
            over = true;
            wait_all(requests);
            return;
        }
        for (bool last = false; !last;) {  // an exchange of 0 is the last one
            last = over;
            const std::byte mine{last};
            std::byte its{};
            request received = world.async_recv(*other, tag{thread}, std::span(&its, 1));
            world.send(*other, tag{thread}, std::span<const std::byte>(&mine, 1));
            received.wait();
            last = last && its == std::byte{1};
        }
    });
}

// Other threads of the rank make and destroy groups, while children destroy the group that they inherit.
void fork_beside_groups(group& world, int children) {
    if (world.rank() != rank{0}) return;
    const std::vector<task_id> alone{world.task(world.rank())};
    group inherited(world.box(), alone, context_id{0});
    std::atomic<bool> over{false};
    in_threads(4, [&](int thread) {
        const context_id own{static_cast<std::uint32_t>(10 * thread)};
        while (thread != 0 && !over) {
            const group made(world.box(), alone, own);
        }
        if (thread != 0) return;
        const struct ending {
            ~ending() { flag = true; }
            std::atomic<bool>& flag;
        } at_return{over};
        fork_children(world, children, [&inherited] { const group ends_here(std::move(inherited)); });
    });
}

// Calls that only the task itself may make. A child makes them while messages and a collective of the task are under
// way.
void call_in_child(group& world) {
    int sum = 1;
    collective_request summing = async_allreduce(world, sum, std::plus<>());
    const auto other = partner(world);
    int in = 0, value = 0;
    std::optional<group_request> received;
    if (other) received = world.async_recv(*other, tag{1}, in);
    const rank next = neighbour(world, 1);
    const std::vector<std::function<void()>> calls{
        [&] { world.send(next, tag{2}, value); },
        [&] { (void)world.try_send(next, tag{2}, value); },
        [&] { (void)world.async_send(next, tag{2}, value); },
        [&] { world.recv(next, tag{2}, value, 5s); },
        [&] { (void)world.try_recv(next, tag{2}, value); },
        [&] { (void)world.probe(any_source, any_tag, 5s); },
        [&] { (void)world.try_claim(any_source, any_tag); },
        [&] { world.box().poll(); },
        [&] { barrier(world, 5s); },
        [&] { (void)world.duplicate(5s); },
        [&] { async_barrier(world).wait(5s); },
        [&] { summing.wait(5s); },
        [&] { (void)summing.test(); },
        [&] { received ? void(received->wait(5s)) : world.box().poll(); },
        [&] { received ? wait_all(std::span(&*received, 1), 5s) : world.box().poll(); },
    };
    fork_children(world, 1, [&] {
        for (std::size_t i = 0; i < calls.size(); ++i)
            if (error_of(calls[i]) != errc::not_attached) ::_exit(static_cast<int>(100 + i));
    });
    if (other) {
        world.send(*other, tag{1}, world.rank().value);
        received->wait();
        demand(in == other->value, "the message of the partner");
    }
    summing.wait();
    demand(sum == world.size(), "the sum");
    barrier(world);
}

// The kinds of the descriptors of a process.
std::set<std::string> descriptors_of(pid_t process) {
    const std::string folder = "/proc/" + std::to_string(process) + "/fd";
    std::set<std::string> found;
    DIR* entries = ::opendir(folder.c_str());
    demand(entries != nullptr, "cannot list " + folder);
    while (const dirent* entry = ::readdir(entries)) {
        std::string target(256, '\0');
        const auto length = ::readlink((folder + '/' + entry->d_name).c_str(), target.data(), target.size());
        if (length > 0) found.insert(target.substr(0, static_cast<std::size_t>(length)));
    }
    ::closedir(entries);
    return found;
}

// A program that a rank starts; it runs until its input ends.
class started_program {
  public:
    started_program() {
        demand(::pipe2(input_, O_CLOEXEC) == 0 && ::pipe2(output_, O_CLOEXEC) == 0, "no pipe");
        pid_ = ::fork();
        if (pid_ == 0) {
            ::dup2(input_[0], 0);
            ::dup2(output_[1], 1);
            ::execl("/bin/cat", "cat", static_cast<char*>(nullptr));
            ::_exit(1);
        }
        char letter = 'x';  // cat answers once it runs
        demand(::write(input_[1], &letter, 1) == 1 && ::read(output_[0], &letter, 1) == 1, "the program does not run");
    }
    ~started_program() {
        ::close(input_[1]);
        status_of(pid_);
        for (const int d : {input_[0], output_[0], output_[1]})
            ::close(d);
    }
    started_program(const started_program&) = delete;
    started_program& operator=(const started_program&) = delete;
    [[nodiscard]] std::set<std::string> descriptors() const { return descriptors_of(pid_); }

  private:
    int input_[2]{}, output_[2]{};
    pid_t pid_ = -1;
};

// A started program has none of the sockets, event and timer descriptors of the library.
void start_program(group& world, const std::set<std::string>& before) {
    barrier(world);
    const auto data = pattern(500'000, 3);
    request sent = world.async_send<std::byte>(neighbour(world, 1), tag{1}, data);
    expect_message(world, neighbour(world, -1), 1, data.size(), 3);
    sent.wait();
    if (world.rank() == rank{0}) {
        at(world, "starts a program");
        const started_program program;
        for (const std::string& name : program.descriptors())
            demand(before.contains(name) || name.starts_with("pipe:"), "the program inherits " + name);
    }
    barrier(world);
}

}  // namespace

TEST_CASE("A forked child destroys live requests and ends", "[fork]") {
    check_fork(false, 0);
}

TEST_CASE("A forked child destroys live requests and the mailbox, and ends", "[fork]") {
    check_fork(true, 0);
}

TEST_CASE("A forked child destroys requests of a full link and ends", "[fork]") {
    check_fork(false, 18);  // less than the credit of 17 ranks, more than a socket holds
}

TEST_CASE("Children are forked while other threads are inside the mailbox", "[fork]") {
    const int children = full_form() ? 200 : 40;
    check_runs({.body = [=](group& world) { fork_beside_threads(world, children); }, .sizes = {2, 4}, .at_once = 1});
}

TEST_CASE("A forked child destroys a group while other threads make and destroy groups", "[fork]") {
    const int children = full_form() ? 200 : 20;
    check_runs({.body = [=](group& world) { fork_beside_groups(world, children); }, .sizes = {2}, .at_once = 1});
}

TEST_CASE("A forked child that sends, receives or calls a collective gets an error, and the task continues", "[fork]") {
    check_runs({.body = call_in_child, .sizes = {2, 4}, .at_once = 1});
}

TEST_CASE("A program started by a rank inherits no descriptor of the library", "[fork]") {
    const auto before = descriptors_of(::getpid());
    check_runs({.body = [&](group& world) { start_program(world, before); }, .sizes = {2, 4, 17}, .at_once = 1});
}

}  // namespace fork_test
