// Tids count up on each host. They are used again when no task can know their former tasks.
#include "daemon/pvm/task_table.hpp"

#include <catch2/catch.hpp>
#include <iterator>
#include <map>
#include <random>
#include <set>
#include <vector>

#include "daemon/pvm/tids.hpp"

namespace task_table_test {

using namespace banyan::daemon::pvm;

TEST_CASE("Tids have the host's number above 18 bits and count up from 1", "[pvm]") {
    task_table table;
    CHECK(table.add(1)->id == 0x40001);
    CHECK(table.add(1)->id == 0x40002);
    CHECK(table.add(2)->id == 0x80001);
    table.erase(0x40002);
    CHECK(table.add(1)->id == 0x40003);
    CHECK(table.find(0x40002) == nullptr);
}

TEST_CASE("A host without a free tid gets no task", "[pvm]") {
    task_table table;
    const tid oldest = table.add(4)->id;
    for (std::uint32_t i = 0; i < banyan::net::task_id::max_local; ++i)
        table.erase(table.add(3)->id);
    CHECK(table.add(3) == nullptr);  // the oldest task may know each of them
    CHECK(table.add(4) != nullptr);
    table.erase(oldest);
    CHECK(table.add(3)->id == 0xc0001);
}

TEST_CASE("When all tids have been used, the one that has been free longest is used again", "[pvm]") {
    task_table table(3);
    const tid first = table.add(1)->id, second = table.add(1)->id, third = table.add(1)->id;
    CHECK(table.add(1) == nullptr);
    table.erase(second);
    CHECK(table.add(1) == nullptr);
    table.erase(first);
    table.erase(third);
    CHECK(table.add(1)->id == second);
    CHECK(table.add(1)->id == first);
    CHECK(table.add(1)->id == third);
    CHECK(table.add(1) == nullptr);
    table.find(first)->process = third;
    CHECK(table.of_process(third) == std::vector{first, third});
}

// The oracle stores for each task all tids that it may have met.
TEST_CASE("A tid is used again only when no task can have met its former task", "[pvm]") {
    std::mt19937 random(7);
    task_table table(8);
    std::map<tid, std::set<tid>> met;  // by each task
    int again = 0;
    std::set<tid> used;
    for (int step = 0; step < 20000; ++step) {
        const bool ends = !met.empty() && random() % 100 < (step / 200 % 2 == 0 ? 40u : 70u);
        if (ends) {
            const auto ended = std::next(met.begin(), static_cast<std::ptrdiff_t>(random() % met.size()));
            table.erase(ended->first);
            met.erase(ended);
            continue;
        }
        const auto* added = table.add(static_cast<std::uint32_t>(1 + random() % 2));
        if (added == nullptr) continue;
        std::set<tid> present{added->id};
        for (auto& [other, known] : met) {
            REQUIRE(known.insert(added->id).second);
            present.insert(other);
        }
        met[added->id] = present;
        again += used.insert(added->id).second ? 0 : 1;
    }
    CHECK(used.size() == 16);
    CHECK(again > 100);
}

TEST_CASE("A task that has exited is not alive and not visible", "[pvm]") {
    task_table table;
    const tid id = table.add(1)->id;
    CHECK(table.find_alive(id) != nullptr);
    CHECK(table.visible().empty());  // it is starting
    table.find(id)->state = task_state::enrolled;
    CHECK(table.is_enrolled(id));
    REQUIRE(table.visible().size() == 1);
    CHECK(flags_of(*table.find(id)) == 4);
    table.find(id)->forked = true;
    CHECK(flags_of(*table.find(id)) == 6);
    table.find(id)->state = task_state::running;
    CHECK(flags_of(*table.find(id)) == 2);
    table.find(id)->state = task_state::exited;
    CHECK(table.find_alive(id) == nullptr);
    CHECK(table.visible().empty());
}

TEST_CASE("The tids of a process and of a host are found", "[pvm]") {
    task_table table;
    const tid first = table.add(1)->id;
    const tid other = table.add(1)->id;
    const tid again = table.add(1)->id;
    const tid remote = table.add(2)->id;
    table.find(again)->process = first;
    CHECK(table.of_process(first) == std::vector{first, again});
    CHECK(table.of_process(other) == std::vector{other});
    CHECK(table.on_host(1) == std::vector{first, other, again});
    CHECK(table.on_host(2) == std::vector{remote});
}

TEST_CASE("Tids of tasks and of daemons have different forms", "[pvm]") {
    CHECK(has_task_form(0x40001));
    CHECK_FALSE(has_task_form(0x40000));
    CHECK_FALSE(has_task_form(1));
    CHECK_FALSE(has_task_form(0));
    CHECK_FALSE(has_task_form(0x80040001));
    CHECK_FALSE(has_task_form(0xffffffff));
    CHECK(has_host_form(0x40000));
    CHECK_FALSE(has_host_form(0x40001));
    CHECK_FALSE(has_host_form(0));
    CHECK_FALSE(has_host_form(0x80040000));
    CHECK(host_of(0x140005) == 5);
}

}  // namespace task_table_test
