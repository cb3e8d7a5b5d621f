// If one side of a pair closes their connection, the other side gets a report.
#include <catch2/catch.hpp>

#include "tests/libnet/transport/socket_tasks.hpp"

namespace given_up_test {

using namespace banyan::net;
using namespace banyan::testing;
using namespace std::chrono_literals;

namespace {

// Two tasks. The published address of task 1 refuses connections: task 0 cannot reach task 1, but task 1 can reach task
// 0.
struct one_way_world {
    wrong_address refuses{wrong_address::kind::refuses};
    socket_tasks tasks{{{"127.0.0.1"}, {"127.0.0.1"}}, options(), [this](std::vector<member>& table) {
                           table[1].endpoints.tcp = {refuses.text()};
                       }};
    static mailbox_options options() {
        mailbox_options result;
        result.connect_timeout = 100ms;
        result.linger = 0ms;
        return result;
    }
    [[nodiscard]] std::string failure_of(const std::function<void()>& call, errc expected) const {
        try {
            call();
        } catch (const error& failed) {
            CHECK(failed.which() == expected);
            return failed.what();
        }
        FAIL("no error");
        return "";
    }
};

}  // namespace

TEST_CASE("a task whose connection was closed gets a named error, whatever it does", "[errors]") {
    one_way_world world;
    auto& tasks = world.tasks;
    const auto first = world.failure_of(
        [&] {
            tasks.box(0).send({tasks.task(1), tag{1}}, {}, limit);
            (void)tasks.box(0).recv({tasks.task(1), tag{1}}, limit);
        },
        errc::connect_failed);
    CHECK(first.find("cannot reach") != std::string::npos);
    auto pending = tasks.box(1).async_send({tasks.task(0), tag{1}}, {});
    const auto text = world.failure_of(
        [&] {
            (void)tasks.box(1).recv({tasks.task(0), tag{2}}, limit);
        },
        errc::peer_lost);
    CHECK(text.find("closed the connection to this task") != std::string::npos);
    CHECK(error_of([&] { pending.wait(limit); }) == errc::peer_lost);
    CHECK(error_of([&] { (void)tasks.box(0).recv({tasks.task(1), tag{1}}, limit); }) == errc::connect_failed);
}

}  // namespace given_up_test
