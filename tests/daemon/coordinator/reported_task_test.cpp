// Each kind of message about a task is recognised.
#include "daemon/coordinator/reported_task.hpp"

#include <catch2/catch.hpp>

namespace reported_task_test {

using namespace banyan::daemon;
using banyan::net::task_id;

TEST_CASE("The task of each report is found") {
    const task_id task = task_id::make(3, 4);
    const auto id = task.value;
    std::vector<wire::FromHost> of_a_task(11);
    of_a_task[0].mutable_started()->set_task(id);
    of_a_task[1].mutable_not_started()->set_task(id);
    of_a_task[2].mutable_output()->set_task(id);
    of_a_task[3].mutable_died()->set_task(id);
    of_a_task[4].mutable_ended()->set_task(id);
    of_a_task[5].mutable_input_taken()->set_task(id);
    of_a_task[6].mutable_published()->set_task(id);
    of_a_task[7].mutable_left()->set_task(id);
    of_a_task[8].mutable_failed()->set_task(id);
    of_a_task[9].mutable_gave_up()->set_task(id);
    of_a_task[10].mutable_report()->set_task(id);
    for (const auto& message : of_a_task)
        CHECK(reported_task(message) == task);
}

TEST_CASE("Other messages are about no task") {
    wire::FromHost message;
    CHECK(reported_task(message) == task_id{});
    message.mutable_pong();
    CHECK(reported_task(message) == task_id{});
    message.mutable_ready();
    CHECK(reported_task(message) == task_id{});
    message.mutable_failure();
    CHECK(reported_task(message) == task_id{});
}

}  // namespace reported_task_test
