// The numbers of a host's tasks are used again only when their tasks do not exist any more.
#include "daemon/coordinator/task_numbers.hpp"

#include <catch2/catch.hpp>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <random>
#include <set>

namespace task_numbers_test {

using banyan::daemon::task_numbers;

namespace {

bool unused(std::uint32_t) {
    return false;
}

}  // namespace

TEST_CASE("The numbers of tasks count up and begin again") {
    task_numbers numbers(3);
    for (const std::uint32_t expected : {1u, 2u, 3u, 1u, 2u})
        CHECK(numbers.next(unused) == expected);
}

TEST_CASE("A long task keeps its number while many short ones end") {
    task_numbers numbers;
    std::uint32_t longest = 0;
    for (int before = 0; before < 5; ++before)
        longest = numbers.next(unused);
    int repeated = 0;
    for (std::uint32_t i = 0; i < 2 * banyan::net::task_id::max_local; ++i)
        if (numbers.next([&](std::uint32_t number) { return number == longest; }) == longest) ++repeated;
    CHECK(longest == 5);
    CHECK(repeated == 0);
}

TEST_CASE("Numbers that an earlier coordinator has assigned are not new") {
    task_numbers numbers(6);
    numbers.reserve(4);
    numbers.reserve(2);
    const auto is_used = [](std::uint32_t number) { return number == 1 || number == 3; };
    for (const std::uint32_t expected : {5u, 6u, 2u, 4u, 5u})
        CHECK(numbers.next(is_used) == expected);
}

TEST_CASE("A number belongs to one task at a time, and there is none left when all do") {
    constexpr std::uint32_t most = 8;
    task_numbers numbers(most);
    std::mt19937 random(3);
    std::set<std::uint32_t> living;
    int refused = 0;
    for (int step = 0; step < 5000; ++step) {
        if (!living.empty() && random() % 100 < 45) {
            living.erase(std::next(living.begin(), static_cast<std::ptrdiff_t>(random() % living.size())));
            continue;
        }
        const auto number = numbers.next([&](std::uint32_t asked) { return living.contains(asked); });
        REQUIRE((number == 0) == (living.size() == most));
        if (number == 0)
            ++refused;
        else
            REQUIRE(living.insert(number).second);
    }
    CHECK(refused > 0);
}

}  // namespace task_numbers_test
