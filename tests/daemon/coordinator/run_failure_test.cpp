// Which failure is the cause, and which failures follow from it.
#include "daemon/coordinator/run_failure.hpp"

#include <catch2/catch.hpp>

namespace run_failure_test {

using namespace banyan::daemon;
using banyan::net::task_id;

namespace {

run_failure failure(int rank, failure_kind kind, int status) {
    run_failure made;
    made.kind = kind;
    made.status = status;
    made.rank = rank;
    made.tasks = {task_id{static_cast<std::uint32_t>(rank + 1)}};
    made.task_text = "rank " + std::to_string(rank);
    made.text = made.task_text + ": status " + std::to_string(status);
    return made;
}

run_failure uncaught(int rank, int follows) {
    auto made = failure(rank, failure_kind::ended_itself, 134);
    made.exception_text = "rank " + std::to_string(follows) + " is gone";
    if (follows >= 0) made.follows = task_id{static_cast<std::uint32_t>(follows + 1)};
    return made;
}

run_failure told(run_failure made, std::size_t losses) {
    made.losses_told = losses;
    return made;
}

run_failure lost(run_failure made, std::size_t number) {
    made.lost_as = number;
    return made;
}

std::vector<std::string> texts(const failure_collector& failures) {
    std::vector<std::string> all;
    for (const auto& each : failures.list())
        all.push_back((each.follows ? "> " : "") + each.text);
    return all;
}

using lines = std::vector<std::string>;

}  // namespace

TEST_CASE("without failures there is no cause") {
    CHECK(failure_collector().cause() == nullptr);
    CHECK(failure_collector().list().empty());
}

TEST_CASE("the first failure of the most likely kind is the cause") {
    failure_collector failures;
    failures.add(failure(2, failure_kind::status, 1));
    failures.add(failure(1, failure_kind::ended_itself, 134));
    CHECK(failures.cause()->rank == 1);
    failures.add(failure(0, failure_kind::by_itself, 137));
    failures.add(failure(3, failure_kind::by_itself, 139));
    CHECK(failures.cause()->rank == 0);
}

TEST_CASE("an exception that names another task follows from that task's failure, whichever came first") {
    failure_collector failures;
    failures.add(uncaught(1, 0));
    CHECK(failures.cause()->rank == 1);
    failures.add(failure(0, failure_kind::status, 3));
    CHECK(failures.cause()->status == 3);
    failures.add(uncaught(2, 1));
    CHECK(texts(failures) == lines{"rank 0: status 3", "> rank 1: follows from it: rank 0 is gone",
                                   "> rank 2: follows from the loss of rank 1: rank 1 is gone"});
}

TEST_CASE("a status after a loss that the task was told of follows from it") {
    failure_collector failures;
    failures.add(told(failure(1, failure_kind::status, 1), 4));
    failures.add(lost(failure(0, failure_kind::status, 3), 2));
    CHECK(texts(failures) == lines{"rank 0: status 3", "> rank 1: status 1, after the loss of rank 0"});
}

TEST_CASE("a signal does not follow from an earlier loss, and nothing follows from a later loss") {
    failure_collector failures;
    failures.add(lost(failure(0, failure_kind::status, 3), 0));
    failures.add(told(failure(1, failure_kind::by_itself, 137), 1));
    CHECK(failures.cause()->rank == 1);
    failure_collector later;
    later.add(told(failure(1, failure_kind::status, 1), 2));
    later.add(lost(failure(0, failure_kind::status, 3), 2));
    CHECK(texts(later) == lines{"rank 1: status 1", "rank 0: status 3"});
}

TEST_CASE("if each failure follows from another one, the first is the cause") {
    failure_collector failures;
    failures.add(uncaught(0, 1));
    failures.add(uncaught(1, 0));
    CHECK(failures.cause()->rank == 0);
}

TEST_CASE("a decided cause does not change, and later failures are listed only if they follow") {
    failure_collector failures;
    failures.add(failure(0, failure_kind::status, 3));
    failures.decide();
    failures.add(failure(1, failure_kind::by_itself, 143));
    failures.add(uncaught(2, 0));
    CHECK(failures.cause()->rank == 0);
    CHECK(texts(failures) == lines{"rank 0: status 3", "> rank 2: follows from it: rank 0 is gone"});
}

}  // namespace run_failure_test
