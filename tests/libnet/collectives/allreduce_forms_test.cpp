// allreduce and globalsum in all forms: blocking, non-blocking and prepared, each in place and with a result of its
// own. The expected results are computed without messages.
#include <algorithm>
#include <catch2/catch.hpp>
#include <string>

#include "banyan/net/persistent_collectives.hpp"
#include "tests/common/error_of.hpp"
#include "tests/common/every_transport.hpp"
#include "tests/common/findings.hpp"
#include "tests/common/group_sizes.hpp"
#include "tests/libnet/schedules/operations.hpp"

namespace allreduce_forms_test {

using namespace banyan::net;
using namespace banyan::testing;
using namespace std::chrono_literals;

namespace {

constexpr auto limit = 30s;
using items = std::vector<std::int64_t>;

struct allreduce_calls {
    static constexpr const char* name = "allreduce";
    static std::int64_t combine(std::int64_t left, std::int64_t right) { return ordered_operation(left, right); }

    static void call(const group& g, items& all) { allreduce(g, all, combine, limit); }
    static void call(const group& g, const items& mine, items& result) { allreduce(g, mine, result, combine, limit); }
    static collective_request start(const group& g, items& all) { return async_allreduce(g, all, combine, limit); }
    static collective_request start(const group& g, const items& mine, items& result) {
        return async_allreduce(g, mine, result, combine, limit);
    }
    static persistent_collective prepare(const group& g, items& all) { return persistent_allreduce(g, all, combine); }
    static persistent_collective prepare(const group& g, const items& mine, items& result) {
        return persistent_allreduce(g, mine, result, combine);
    }
};

struct globalsum_calls {
    static constexpr const char* name = "globalsum";
    static std::int64_t combine(std::int64_t left, std::int64_t right) { return left + right; }

    static void call(const group& g, items& all) { globalsum(g, all, limit); }
    static void call(const group& g, const items& mine, items& result) { globalsum(g, mine, result, limit); }
    static collective_request start(const group& g, items& all) { return async_globalsum(g, all, limit); }
    static collective_request start(const group& g, const items& mine, items& result) {
        return async_globalsum(g, mine, result, limit);
    }
    static persistent_collective prepare(const group& g, items& all) { return persistent_globalsum(g, all); }
    static persistent_collective prepare(const group& g, const items& mine, items& result) {
        return persistent_globalsum(g, mine, result);
    }
};

// The items of this rank in a round, and the result of all ranks.
items items_of_round(const group& g, int round, std::size_t length) {
    return values_of_rank(g.size() * round + g.rank().value, length);
}
template <class Calls>
items result_of_round(const group& g, int round, std::size_t length) {
    return combined_in_order(g.size() * round, g.size() * (round + 1), length, Calls::combine);
}

template <class Calls>
std::string form_text(const group& g, const char* form, std::size_t length) {
    return std::string(Calls::name) + ", " + form + ": rank " + std::to_string(g.rank().value) + ", length " +
           std::to_string(length);
}

template <class Calls>
void check_calls(const group& g, std::size_t length, findings& found) {
    const items mine = items_of_round(g, 0, length), expected = result_of_round<Calls>(g, 0, length);
    items all = mine, result(length, -1);
    Calls::call(g, all);
    Calls::call(g, mine, result);
    found.expect(all == expected, form_text<Calls>(g, "blocking, in place", length));
    found.expect(result == expected, form_text<Calls>(g, "blocking", length));

    items later_all = mine, later_result(length, -1);
    collective_request started[] = {Calls::start(g, later_all), Calls::start(g, mine, later_result)};
    for (collective_request& each : started)
        each.wait(limit);
    found.expect(later_all == expected, form_text<Calls>(g, "non-blocking, in place", length));
    found.expect(later_result == expected, form_text<Calls>(g, "non-blocking", length));
}

template <class Calls>
void check_prepared(const group& g, std::size_t length, findings& found) {
    items mine(length), all(length), result(length);
    persistent_collective in_place = Calls::prepare(g, all), apart = Calls::prepare(g, mine, result);
    for (int round = 0; round < 4; ++round) {
        const items now = items_of_round(g, round, length);
        std::ranges::copy(now, mine.begin());
        std::ranges::copy(now, all.begin());
        std::ranges::fill(result, -1);
        for (persistent_collective* const prepared : {&in_place, &apart}) {
            if (round % 2 == 0) {
                prepared->run(limit);
            } else {
                prepared->start(limit);
                prepared->wait(limit);
            }
        }
        const items expected = result_of_round<Calls>(g, round, length);
        found.expect(all == expected, form_text<Calls>(g, "prepared, in place", length));
        found.expect(result == expected, form_text<Calls>(g, "prepared", length));
        found.expect(mine == now, form_text<Calls>(g, "prepared, the items", length));
    }
}

template <class Calls>
void expect_refusal(const group& g, findings& found) {
    const items mine(3);
    items wrong(2);
    const auto refuses = [&](auto call, const char* form) {
        found.expect(error_of(call) == errc::invalid_argument, form_text<Calls>(g, form, wrong.size()));
    };
    refuses([&] { Calls::call(g, mine, wrong); }, "blocking");
    refuses([&] { Calls::start(g, mine, wrong).wait(limit); }, "non-blocking");
    refuses([&] { (void)Calls::prepare(g, mine, wrong); }, "prepared");
}

}  // namespace

TEST_CASE("allreduce and globalsum: every form gives the items of all ranks combined") {
    const int size = any_size({1, 2, 3, 5, 8});
    findings found;
    on_every_transport(size, [&](group& world) {
        for (const std::size_t length : {0u, 1u, 7u, 1000u}) {
            check_calls<allreduce_calls>(world, length, found);
            check_calls<globalsum_calls>(world, length, found);
            check_prepared<allreduce_calls>(world, length, found);
            check_prepared<globalsum_calls>(world, length, found);
        }
    });
    CHECK(found.first() == "");
}

TEST_CASE("allreduce and globalsum: every form refuses a result of another length, and the group stays usable") {
    findings found;
    on_every_transport(2, [&](group& world) {
        expect_refusal<allreduce_calls>(world, found);
        expect_refusal<globalsum_calls>(world, found);
        barrier(world, limit);
    });
    CHECK(found.first() == "");
}

TEST_CASE("globalsum: the last argument is a deadline or the options, with and without a result") {
    findings found;
    on_every_transport(3, [&](group& world) {
        const auto how = with_algorithm("linear", limit);
        int all = 1;
        globalsum(world, all);
        globalsum(world, all, limit);
        globalsum(world, all, how);
        found.expect(all == 27, "in place");
        const int mine = 2;
        int first = 0, second = 0, third = 0;
        globalsum(world, mine, first);
        globalsum(world, mine, second, limit);
        globalsum(world, mine, third, how);
        found.expect(first == 6 && second == 6 && third == 6, "with a result");

        all = 1;
        async_globalsum(world, all, how).wait(limit);
        async_globalsum(world, mine, first, how).wait(limit);
        persistent_globalsum(world, all, how).run(limit);
        persistent_globalsum(world, mine, second, how).run(limit);
        found.expect(all == 9 && first == 6 && second == 6, "the other forms");
    });
    CHECK(found.first() == "");
}

}  // namespace allreduce_forms_test
