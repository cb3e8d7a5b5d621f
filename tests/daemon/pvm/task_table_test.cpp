// Tids count up on each host. They are used again when no task remembers their former tasks.
#include "daemon/pvm/task_table.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstddef>
#include <cstdint>
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

TEST_CASE("A host whose tids are all remembered gets no task", "[pvm]") {
    task_table table;
    const tid oldest = table.add(4)->id;
    for (std::uint32_t i = 0; i < banyan::net::task_id::max_local; ++i) {
        const tid added = table.add(3)->id;
        table.remember(oldest, added);
        table.erase(added);
    }
    CHECK(table.add(3) == nullptr);
    CHECK(table.add(4) != nullptr);
    table.erase(oldest);
    CHECK(table.add(3) != nullptr);
}

TEST_CASE("A long task does not prevent that the tids of short tasks are used again", "[pvm]") {
    task_table table(3);
    const tid longest = table.add(1)->id;
    for (int i = 0; i < 100; ++i) {
        const auto* added = table.add(1);
        REQUIRE(added != nullptr);
        CHECK(added->id != longest);
        table.erase(added->id);
    }
}

TEST_CASE("When all tids have been used, the one that has been free longest is used again", "[pvm]") {
    task_table table(3);
    const tid first = table.add(1)->id, second = table.add(1)->id, third = table.add(1)->id;
    CHECK(table.add(1) == nullptr);
    table.erase(second);
    table.erase(first);
    table.erase(third);
    CHECK(table.add(1)->id == second);
    CHECK(table.add(1)->id == first);
    CHECK(table.add(1)->id == third);
    CHECK(table.add(1) == nullptr);
    table.find(first)->process = third;
    CHECK(table.of_process(third) == std::vector{first, third});
}

TEST_CASE("A tid that a task remembers is not used before the end of that task", "[pvm]") {
    task_table table(3);
    const tid first = table.add(1)->id, second = table.add(1)->id, third = table.add(1)->id;
    table.remember(first, second);
    table.remember(first, second);
    table.remember(third, second);
    table.erase(second);
    table.remember(0x40009, second);  // no task
    CHECK(table.add(1) == nullptr);
    table.erase(first);
    CHECK(table.add(1)->id == first);
    table.erase(third);
    CHECK(table.add(1)->id == third);  // became free before the second one
    CHECK(table.add(1)->id == second);
    CHECK(table.add(1) == nullptr);
}

TEST_CASE("A tid that a task remembers before it is used is left out", "[pvm]") {
    task_table table(4);
    const tid first = table.add(1)->id;
    const tid next = first + 1;
    table.remember(first, next);
    table.remember(first, 0);
    table.remember(first, first);
    CHECK(table.add(1)->id == first + 2);
    CHECK(table.add(1)->id == first + 3);
    CHECK(table.add(1) == nullptr);
    table.erase(first);
    CHECK(table.add(1)->id == first);
    CHECK(table.add(1)->id == next);
}

TEST_CASE("A tid that is kept is not used before it has been released as often", "[pvm]") {
    task_table table(2);
    const tid first = table.add(1)->id;
    table.keep(first);
    table.keep(first);
    table.erase(first);
    CHECK(table.add(1)->id == first + 1);
    CHECK(table.add(1) == nullptr);
    table.release(first);
    CHECK(table.add(1) == nullptr);
    table.release(first);
    CHECK(table.add(1)->id == first);
    CHECK(table.add(1) == nullptr);
}

// The oracle stores for each task the tids that it remembers.
TEST_CASE("No task gets a tid that another task remembers, and no other tid is left over", "[pvm]") {
    std::mt19937 random(7);
    task_table table(8);
    std::map<tid, std::set<tid>> remembered;  // by each task
    int again = 0, refused = 0;
    std::set<tid> used;
    const auto any = [&](const auto& from) {
        return std::next(from.begin(), static_cast<std::ptrdiff_t>(random() % from.size()));
    };
    const auto is_taken = [&](tid id) {
        return remembered.contains(id) ||
               std::ranges::any_of(remembered, [id](const auto& entry) { return entry.second.contains(id); });
    };
    for (int step = 0; step < 20000; ++step) {
        const auto kind = random() % 100;
        if (!remembered.empty() && kind < 30) {
            const bool is_any = used.empty() || random() % 8 == 0;
            const tid other = is_any ? 0x40001 + static_cast<tid>(random() % 8) : *any(used);
            const tid who = any(remembered)->first;
            table.remember(who, other);
            if (other != who) remembered[who].insert(other);
        } else if (!remembered.empty() && kind < (step / 200 % 2 == 0 ? 55u : 75u)) {
            const tid ended = any(remembered)->first;
            table.erase(ended);
            remembered.erase(ended);
        } else {
            const std::uint32_t host = 1 + static_cast<std::uint32_t>(random() % 2);
            int usable = 0;
            for (std::uint32_t local = 1; local <= 8; ++local)
                usable += is_taken(banyan::net::task_id::make(host, local).value) ? 0 : 1;
            const auto* added = table.add(host);
            REQUIRE((added != nullptr) == (usable > 0));
            if (added == nullptr) {
                ++refused;
                continue;
            }
            REQUIRE_FALSE(is_taken(added->id));
            remembered[added->id] = {};
            again += used.insert(added->id).second ? 0 : 1;
        }
    }
    CHECK(used.size() == 16);
    CHECK(again > 100);
    CHECK(refused > 100);
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
