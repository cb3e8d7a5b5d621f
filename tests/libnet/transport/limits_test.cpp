// Out of descriptors, out of memory: the operation that needs more gets resource_limit, other pairs continue.
#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <unistd.h>
#include <atomic>
#include <catch2/catch.hpp>
#include <fstream>
#include <optional>
#include <thread>

#include "banyan/net/collectives.hpp"
#include "tests/libnet/transport/socket_tasks.hpp"

namespace limits_test {

using namespace banyan::net;
using namespace banyan::testing;
using namespace std::chrono_literals;

namespace {

// Lowers a limit of this process for as long as the object lives.
class lowered_limit {
  public:
    lowered_limit(int resource, rlim_t value) : resource_(resource) {
        ::getrlimit(resource, &before_);
        const rlimit now{value, before_.rlim_max};
        REQUIRE(::setrlimit(resource, &now) == 0);
    }
    ~lowered_limit() { ::setrlimit(resource_, &before_); }
    lowered_limit(const lowered_limit&) = delete;
    lowered_limit& operator=(const lowered_limit&) = delete;

  private:
    int resource_;
    rlimit before_{};
};

// Descriptors that are free below the lowest unused one plus `more`.
rlim_t descriptors_in_use_plus(rlim_t more) {
    const int lowest = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
    ::close(lowest);
    return static_cast<rlim_t>(lowest) + more;
}

// A message each way between the tasks 0 and 1.
void exchange(socket_tasks& tasks) {
    const auto payload = pattern(3000, 2);
    tasks.box(0).send({tasks.task(1), tag{1}}, payload, limit);
    CHECK(tasks.box(1).recv({tasks.task(0), tag{1}}, limit).payload == payload);
    tasks.box(1).send({tasks.task(0), tag{1}}, payload, limit);
    CHECK(tasks.box(0).recv({tasks.task(1), tag{1}}, limit).payload == payload);
}

}  // namespace

TEST_CASE("256 peers and few descriptors: resource_limit names the limit, a pair with a link continues",
          "[errors][limits]") {
    constexpr std::size_t peers = 256;
    const wrong_address nobody(wrong_address::kind::silent);  // the system connects, so each takes a descriptor
    mailbox_options options;
    options.linger = 0ms;
    options.connect_timeout = 2 * limit;  // longer than the test, in which `nobody` never answers
    std::vector<std::vector<std::string>> listen(2, {"127.0.0.1"});
    socket_tasks tasks(listen, options, [&](std::vector<member>& table) {
        for (std::size_t i = table.size(); i < peers; ++i)
            table.push_back({socket_tasks::task(i), "far", host_id{2}, {{nobody.text()}, ""}});
    });
    meet(tasks);  // makes the link while there is room for it
    std::optional<lowered_limit> few(std::in_place, RLIMIT_NOFILE, descriptors_in_use_plus(40));
    std::vector<request> sends;
    for (std::size_t i = 2; i < peers; ++i)
        sends.push_back(tasks.box(0).async_send({tasks.task(i), tag{1}}, {}));
    constexpr std::size_t at_least = peers - 2 - 40;
    std::size_t refused = 0;
    task_id lost{};
    for (const deadline until(limit); refused < at_least && !until.passed();)
        for (auto& r : sends) {
            exchange(tasks);
            if (!r.valid() || !r.test()) continue;
            try {
                r.wait(limit);
            } catch (const error& e) {
                ++refused;
                CHECK(e.which() == errc::resource_limit);
                CHECK(std::string(e.what()).find("ulimit -n") != std::string::npos);
                lost = e.peer();
            }
            r = request();
        }
    CHECK(refused >= at_least);
    exchange(tasks);
    few.reset();  // a lost peer stays lost, because it may have got the report
    CHECK(error_of([&] { tasks.box(0).send({lost, tag{1}}, {}, limit); }) == errc::resource_limit);
}

TEST_CASE("more connections than descriptors: the excess is refused, accepting does not spin, a pair continues",
          "[errors][limits]") {
    socket_tasks tasks(std::vector<std::vector<std::string>>(2, {"127.0.0.1"}));
    meet(tasks);  // makes the link while there is room for it
    asio::io_context io;
    std::vector<asio::ip::tcp::socket> callers;
    for (int i = 0; i < 60; ++i) {  // wait in the queue of task 0
        callers.emplace_back(io);
        callers.back().connect(parse_endpoint(tasks.table()[0].endpoints.tcp[0]));
    }
    const lowered_limit few(RLIMIT_NOFILE, descriptors_in_use_plus(10));
    const std::size_t at_least = callers.size() - 15;  // the others find a descriptor, and 5 s to prove themselves
    std::byte nothing{};
    std::size_t refused = 0;
    std::vector<bool> ended(callers.size(), false);
    const deadline until(limit);
    while (refused < at_least && !until.passed()) {
        exchange(tasks);
        for (std::size_t i = 0; i < callers.size(); ++i) {
            if (ended[i]) continue;
            if (::recv(callers[i].native_handle(), &nothing, 1, MSG_DONTWAIT) == 0 || errno == ECONNRESET) {
                ended[i] = true;
                ++refused;
            }
        }
    }
    CHECK(refused >= at_least);
    exchange(tasks);
}

TEST_CASE("the program takes all descriptors: waiting connections are refused, and the task accepts again later",
          "[errors][limits]") {
    socket_tasks tasks(std::vector<std::vector<std::string>>(2, {"127.0.0.1"}));
    asio::io_context io;
    asio::ip::tcp::socket caller(io, asio::ip::tcp::v4());  // has its descriptor already
    {
        const lowered_limit none(RLIMIT_NOFILE, 3);
        caller.connect(parse_endpoint(tasks.table()[1].endpoints.tcp[0]));
        pollfd refused{caller.native_handle(), POLLIN, 0};
        REQUIRE(::poll(&refused, 1, 20'000) == 1);
        std::byte nothing{};
        CHECK(::recv(caller.native_handle(), &nothing, 1, MSG_DONTWAIT) <= 0);
    }
    exchange(tasks);
}

TEST_CASE("no memory for a big message: resource_limit for that receive, the pair continues", "[errors][limits]") {
    constexpr std::size_t big = std::size_t{512} << 20;
    // Untouched pages of a mapping: the message costs no memory at its sender.
    const std::unique_ptr<std::byte[], decltype(&std::free)> payload(static_cast<std::byte*>(std::calloc(big, 1)),
                                                                     &std::free);
    errc found{};
    std::string text;
    on_every_transport(3, [&](group& world) {
        const auto me = world.rank();
        barrier(world, limit);  // makes the links while there is memory
        if (me == rank{0}) {
            world.send(rank{1}, tag{1}, std::span<const std::byte>(payload.get(), big), limit);
            world.send(rank{1}, tag{2}, pattern(1000, 1), limit);
        } else if (me == rank{1}) {
            std::size_t pages = 0;
            std::ifstream("/proc/self/statm") >> pages;
            const lowered_limit few(RLIMIT_AS, pages * 4096 + (std::size_t{128} << 20));
            try {
                (void)world.recv(rank{0}, tag{1}, limit);
            } catch (const error& e) {
                found = e.which();
                text = e.what();
            }
            demand(world.recv(rank{0}, tag{2}, limit).payload == pattern(1000, 1), "the pair does not continue");
            demand(world.recv(rank{2}, tag{3}, limit).payload == pattern(90'000, 2), "another pair");
        } else {
            world.send(rank{1}, tag{3}, pattern(90'000, 2), limit);
        }
    });
    CHECK(found == errc::resource_limit);
    CHECK(text.find("536870912 bytes") != std::string::npos);
}

namespace {

constexpr std::size_t huge = std::size_t{512} << 20;

// Untouched pages cost nothing; a copy of them would.
std::unique_ptr<std::byte[], decltype(&std::free)> untouched_pages() {
    return {static_cast<std::byte*>(std::calloc(huge, 1)), &std::free};
}

rlim_t memory_in_use_plus(std::size_t more_bytes) {
    std::size_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    return pages * 4096 + more_bytes;
}

}  // namespace

TEST_CASE("no memory for the rest of a withdrawn message: resource_limit for that peer, other pairs continue",
          "[errors][limits]") {
    const bool sender_gives_up = GENERATE(true, false);
    const bool by_cancel = GENERATE(true, false);
    const auto payload = untouched_pages(), buffer = untouched_pages();
    payload[0] = std::byte{1};
    std::atomic<bool> on_its_way{false}, given_up{false};
    const auto give_up = [&](request& pending) {
        const lowered_limit few(RLIMIT_AS, memory_in_use_plus(std::size_t{128} << 20));
        if (by_cancel) {
            demand(!pending.cancel(), "it cannot be taken back");
            demand(error_of([&] { pending.wait(limit); }) == errc::resource_limit, "cancelled");
        }
        pending = request();
        given_up = true;
    };
    const auto await = [](mailbox& box, const auto& condition) {
        for (const deadline until(limit); !condition();) {
            demand(!until.passed(), "it does not come");
            box.poll();
        }
    };
    const auto body = [&](group& world) {
        mailbox& box = world.box();
        if (world.rank() == rank{2}) return world.send(rank{1}, tag{2}, pattern(90'000, 2), limit);
        const bool sender = world.rank() == rank{0};
        const rank other{sender ? 1 : 0};
        request pending =
            sender ? world.async_send<std::byte>(other, tag{1}, std::span<const std::byte>(payload.get(), huge))
                   : world.async_recv<std::byte>(other, tag{1}, std::span(buffer.get(), huge));
        if (!sender) {  // reads no more once it has begun, so that it cannot end
            await(box, [&] { return buffer[0] == std::byte{1}; });
            on_its_way = true;
        } else {
            await(box, [&] { return on_its_way.load(); });
        }
        if (sender == sender_gives_up) {
            give_up(pending);
            demand(error_of([&] { (void)world.recv(other, tag{3}, limit); }) == errc::resource_limit, "that peer");
        } else {
            while (!given_up)
                std::this_thread::yield();
            demand(error_of([&] { pending.wait(limit); }) == errc::peer_lost, "the other side");
        }
        if (!sender) demand(world.recv(rank{2}, tag{2}, limit).payload == pattern(90'000, 2), "another pair");
    };
    on_every_transport(3, body);
}

TEST_CASE("no memory for the background flusher: a stream of short messages is not coalesced", "[errors][limits]") {
    constexpr int count = 200;
    std::atomic<bool> sent{false}, received{false};
    const auto body = [&](group& world) {
        if (world.rank() == rank{0}) {
            world.send(rank{1}, tag{0}, pattern(1, 0), limit);  // makes the link
            (void)world.recv(rank{1}, tag{0}, limit);
            {
                const lowered_limit few(RLIMIT_AS, memory_in_use_plus(std::size_t{4} << 20));  // a stack takes 8 MiB
                for (int i = 1; i <= count; ++i)
                    world.send(rank{1}, tag{i}, std::span<const std::byte>{}, limit);
            }
            sent = true;
            while (!received)  // calls the mailbox no more
                std::this_thread::yield();
        } else {
            (void)world.recv(rank{0}, tag{0}, limit);
            world.send(rank{0}, tag{0}, pattern(1, 0), limit);
            while (!sent)
                std::this_thread::yield();
            errc found{};
            for (int i = 1; i <= count && found == errc{}; ++i)
                found = error_of([&] { (void)world.recv(rank{0}, tag{i}, limit); });
            received = true;
            demand(found == errc{}, "all come");
        }
    };
    on_every_transport(2, body);
}

TEST_CASE("no memory for the threads of a world: a named error, and no rank begins", "[errors][limits]") {
    const auto kind = any_transport();
    const int size = GENERATE(24, 64);
    std::atomic<int> begun{0};
    std::string text;
    {
        // Room for the mailboxes and a few of the stacks of 8 MiB; the system keeps some stacks of earlier threads.
        const lowered_limit few(RLIMIT_AS, memory_in_use_plus(static_cast<std::size_t>(size) << 20));
        try {
            run_threads(
                size, [&](group&) { ++begun; }, kind);
        } catch (const error& e) {
            CHECK(e.which() == errc::resource_limit);
            text = e.what();
        }
    }
    CHECK(begun == 0);
    const bool of_a_mailbox = text.find("no thread for making connections") != std::string::npos;
    CHECK((of_a_mailbox || text.find("of " + std::to_string(size) + " threads") != std::string::npos));
    CHECK(text.find("ulimit -u") != std::string::npos);
    run_threads(
        2, [](group& world) { barrier(world, limit); }, kind);
}

}  // namespace limits_test
