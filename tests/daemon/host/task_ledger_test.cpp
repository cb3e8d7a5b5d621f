// A host daemon stores exactly what a restarted coordinator must know.
#include "daemon/host/task_ledger.hpp"

#include <catch2/catch.hpp>
#include <csignal>
#include <string>

#include "banyan/net/ids.hpp"
#include "libnet/wire/control_frame.hpp"

namespace task_ledger_test {

using namespace banyan::daemon;
namespace net = banyan::net;
using namespace std::chrono_literals;

namespace {

const std::uint32_t first_task = net::task_id::make(3, 1).value;
const std::uint32_t second_task = net::task_id::make(3, 2).value;
const task_ledger::clock::time_point start{};

wire::StartTask order(std::uint32_t task, int run = 7, int size = 2) {
    wire::StartTask result;
    result.set_task(task);
    result.set_run(run);
    result.set_size(size);
    return result;
}

wire::RunLoss loss(std::uint32_t task, const std::string& text) {
    wire::RunLoss result;
    result.set_run(7);
    result.mutable_loss()->set_task(task);
    result.mutable_loss()->set_text(text);
    return result;
}

wire::FromHost give_up(std::uint32_t task, std::uint32_t peer, const std::string& text = {}) {
    wire::FromHost message;
    message.mutable_gave_up()->set_task(task);
    message.mutable_gave_up()->mutable_gave_up()->set_peer(peer);
    message.mutable_gave_up()->mutable_gave_up()->set_text(text);
    return message;
}

wire::FromHost death(std::uint32_t task, int status) {
    wire::FromHost message;
    message.mutable_died()->set_task(task);
    message.mutable_died()->set_wait_status(status);
    return message;
}

wire::RunOver over(int run) {
    wire::RunOver result;
    result.set_run(run);
    return result;
}

wire::RunKnown known_run(const task_ledger& ledger, task_ledger::clock::time_point now = start) {
    return ledger.all_known(now).front().run_known();
}

wire::TaskKnown known_task(const task_ledger& ledger, std::uint32_t task) {
    for (const auto& message : ledger.all_known(start))
        if (message.task_known().task() == task) return message.task_known();
    return {};
}

}  // namespace

TEST_CASE("A run is reported with its record, its age, its end, its losses and whether it has a table") {
    task_ledger ledger;
    wire::RunRecord record;
    record.set_run(7);
    record.mutable_request()->set_token("sixteen bytes...");
    record.add_tasks(first_task);
    CHECK(ledger.take_record(record, start));
    CHECK_FALSE(ledger.take_record(record, start + 1s));
    ledger.take_loss(loss(second_task, "has left"));
    ledger.take_loss(loss(first_task, "has died"));
    wire::RunEnding ending;
    ending.set_run(7);
    ending.set_interrupted_by(2);
    ledger.take_ending(ending, start + 2s);
    ending.set_killed(true);
    ledger.take_ending(ending, start + 2s);

    auto known = known_run(ledger, start + 5s);
    CHECK(known.record().SerializeAsString() == record.SerializeAsString());
    CHECK(known.age_ms() == 5000);
    CHECK(known.ending().killed());
    CHECK_FALSE(known.has_table());
    REQUIRE(known.losses_size() == 2);
    CHECK(known.losses(0).text() == "has left");

    wire::RunTable table;
    table.set_run(7);
    table.mutable_table()->add_members()->set_task(first_task);
    CHECK(ledger.take_table(table));
    CHECK(known_run(ledger).has_table());
    CHECK(ledger.find_run(7)->table.table().members(0).task() == first_task);
}

TEST_CASE("A repeated message of a coordinator changes nothing") {
    task_ledger ledger;
    CHECK(ledger.take_order(order(first_task)));
    auto again = order(first_task);
    again.set_rank(5);
    CHECK_FALSE(ledger.take_order(again));
    CHECK(ledger.find_task(first_task)->order.rank() == 0);
    CHECK(ledger.take_loss(loss(second_task, "the first")));
    CHECK_FALSE(ledger.take_loss(loss(second_task, "the second")));
    CHECK(known_run(ledger).losses_size() == 1);
    wire::RunTable table;
    table.set_run(7);
    CHECK(ledger.take_table(table));
    table.mutable_table()->add_members();
    CHECK_FALSE(ledger.take_table(table));
    CHECK(ledger.find_run(7)->table.table().members_size() == 0);
}

TEST_CASE("A task is reported with everything that has happened to it") {
    task_ledger ledger;
    ledger.take_order(order(first_task));
    wire::FromHost message;
    message.mutable_started()->set_task(first_task);
    message.mutable_started()->set_pid(4711);
    CHECK(ledger.note(message));
    message.mutable_published()->set_task(first_task);
    message.mutable_published()->mutable_endpoints()->add_tcp("127.0.0.1:4");
    CHECK(ledger.note(message));
    message.mutable_failed()->set_task(first_task);
    message.mutable_failed()->mutable_failure()->set_text("out of luck");
    CHECK(ledger.note(message));
    message.mutable_left()->set_task(first_task);
    CHECK(ledger.note(message));
    CHECK(ledger.note(give_up(first_task, second_task)));
    CHECK(ledger.may_live(first_task));
    CHECK(ledger.note(death(first_task, 256)));
    CHECK_FALSE(ledger.may_live(first_task));

    const auto known = known_task(ledger, first_task);
    CHECK(known.run() == 7);
    CHECK(known.pid() == 4711);
    CHECK(known.published().tcp(0) == "127.0.0.1:4");
    CHECK(known.failure().text() == "out of luck");
    CHECK(known.left());
    CHECK(known.gave_up(0).peer() == second_task);
    CHECK(known.wait_status() == 256);
    CHECK_FALSE(known.has_not_started());
}

TEST_CASE("A task that could not be started is reported with the reason") {
    task_ledger ledger;
    ledger.take_order(order(first_task));
    CHECK_FALSE(known_task(ledger, first_task).has_wait_status());
    wire::FromHost message;
    message.mutable_not_started()->set_task(first_task);
    message.mutable_not_started()->set_status(127);
    CHECK(ledger.note(message));
    CHECK_FALSE(ledger.may_live(first_task));
    CHECK(known_task(ledger, first_task).not_started().status() == 127);
}

TEST_CASE("Input is counted when it arrives and when it is taken") {
    task_ledger ledger;
    ledger.take_order(order(first_task));
    wire::TaskInput input;
    input.set_task(first_task);
    input.set_data("12345");
    CHECK(ledger.take_input(input));
    input.set_end(true);
    CHECK(ledger.take_input(input));
    wire::FromHost message;
    message.mutable_input_taken()->set_task(first_task);
    message.mutable_input_taken()->set_bytes(5);
    CHECK(ledger.note(message));
    const auto known = known_task(ledger, first_task);
    CHECK(known.input_received() == 10);
    CHECK(known.input_taken() == 5);
    CHECK(known.input_ended());
    input.set_task(second_task);
    CHECK_FALSE(ledger.take_input(input));
}

TEST_CASE("The ledger stores the signal that asks a task to end, and no other", "[task_ledger]") {
    task_ledger ledger;
    REQUIRE(ledger.take_order(order(first_task)));
    wire::SignalTask signal;
    signal.set_task(first_task);
    signal.set_signal(SIGUSR1);
    CHECK_FALSE(ledger.take_signal(signal));
    CHECK(known_task(ledger, first_task).asked_to_end_by() == 0);
    signal.set_signal(SIGHUP);
    CHECK(ledger.take_signal(signal));
    CHECK(known_task(ledger, first_task).asked_to_end_by() == SIGHUP);
}

TEST_CASE("A run that is over is forgotten with its tasks, the highest task id is not") {
    task_ledger ledger;
    ledger.take_order(order(first_task));
    ledger.take_order(order(second_task));
    const auto other = net::task_id::make(3, 9).value;
    ledger.take_order(order(other, 8));
    ledger.note(death(first_task, 0));
    CHECK(ledger.all_known(start).size() == 2 + 3 + 1);  // an ended task is not forgotten
    CHECK(ledger.take_run_over(over(7)) == std::vector{first_task, second_task});
    CHECK(ledger.find_run(7) == nullptr);
    CHECK_FALSE(ledger.note(death(second_task, 0)));
    CHECK(ledger.all_known(start).size() == 1 + 1 + 1);
    CHECK(ledger.take_run_over(over(8)) == std::vector{other});
    CHECK(ledger.all_known(start).size() == 1);
    CHECK(ledger.all_known(start).front().has_end_of_known());
    CHECK(ledger.last_local_task() == 9);
    CHECK(ledger.take_run_over(over(8)).empty());
    CHECK_FALSE(ledger.take_loss(loss(first_task, "too late")));
    CHECK_FALSE(ledger.take_table({}));
    CHECK_FALSE(ledger.take_ending({}, start));
    CHECK(ledger.all_known(start).size() == 1);
}

TEST_CASE("A task that gives up without end fills neither the memory nor a frame") {
    task_ledger ledger;
    ledger.take_order(order(first_task, 7, 3));
    for (std::uint32_t peer = 0; peer < 10; ++peer)
        for (int again = 0; again < 2; ++again)
            CHECK(ledger.note(give_up(first_task, peer, std::string(900'000, 'x'))));
    CHECK(known_task(ledger, first_task).gave_up_size() == 3);
    for (std::uint32_t task = 1; task <= 10'000; ++task)
        ledger.take_loss(loss(task, std::string(200, 'x')));
    CHECK(known_run(ledger).losses_size() == 10'000);
    for (const auto& message : ledger.all_known(start))
        CHECK_NOTHROW(net::control_frame(message.SerializeAsString()));
}

TEST_CASE("A ledger stores which tasks were asked to end, the times, and which tasks were over on hosts that have left",
          "[ledger]") {
    task_ledger ledger;
    wire::RunRecord record;
    record.set_run(7);
    record.add_tasks(first_task);
    ledger.take_record(record, start);
    wire::StartTask order;
    order.set_run(7);
    order.set_task(first_task);
    order.set_size(2);
    ledger.take_order(order);
    wire::SignalTask signal;
    signal.set_task(first_task);
    signal.set_signal(SIGUSR1);
    CHECK_FALSE(ledger.take_signal(signal));
    signal.set_signal(SIGTERM);
    CHECK(ledger.take_signal(signal));
    wire::RunEnding ending;
    ending.set_run(7);
    ledger.take_ending(ending, start + 2s);
    wire::TaskOver gone;
    gone.mutable_task()->set_run(7);
    gone.mutable_task()->set_task(first_task + 100);
    CHECK(ledger.take_task_over(gone));
    CHECK_FALSE(ledger.take_task_over(gone));

    const auto known = ledger.all_known(start + 5s);
    REQUIRE(known.size() == 3);
    CHECK(known[0].run_known().ending_age_ms() == 3000);
    REQUIRE(known[0].run_known().elsewhere_size() == 1);
    CHECK(known[0].run_known().elsewhere(0).task() == first_task + 100);
    CHECK(known[1].task_known().asked_to_end_by() == SIGTERM);
}

}  // namespace task_ledger_test
