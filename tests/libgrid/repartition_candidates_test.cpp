// The partitions to which a running program changes, by each way and method.
#include "libgrid/repartition_candidates.hpp"

#include <catch2/catch.hpp>
#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "banyan/grid/repartition_policy.hpp"
#include "banyan/part/communication.hpp"
#include "banyan/part/error.hpp"
#include "tests/libgrid/repartition_samples.hpp"

namespace repartition_candidates_test {

using namespace banyan;
using namespace banyan::grid;
using testing::observe_often;
using testing::speeds_for;
using testing::start_for;

TEST_CASE("every way and method works for every partition that it can change") {
    for (const char* method : {"columns", "contiguous_point", "scatter_row", "general_quadrilateral"})
        for (const char* way : {"auto", "incremental", "ripple", "interleaved", "row", "best", "scatter"}) {
            const auto start = start_for(method, {1, 1, 1, 1}, 64);
            INFO(method << ", " << way);
            std::optional<repartition_choice> choice;
            try {
                repartition_policy policy(start, {.iterations = 100'000, .way = way, .confirmations = 0},
                                          {.net = {.latency_s = 1e-6, .kind = part::medium::switched}});
                observe_often(policy, {1e-3, 1e-3, 1e-3, 1e-3}, 100'000, 50'000);
                choice = policy.observe(std::vector<double>{1e-3, 4e-3, 1e-3, 1e-3}, 49'000);
            } catch (const part::error&) {
                CHECK((way == std::string("ripple") || way == std::string("interleaved")));
                CHECK(start.kind() == part::layout::cells);
                continue;
            }
            REQUIRE(choice);
            CHECK(choice->parts.cells(1) < start.cells(1));
        }
}

TEST_CASE("auto tries every way, and for rectangles methods: columns, hybrid and best, the last two for few ranks") {
    const auto names = [](const char* method, int p) {
        const auto parts = start_for(method, std::vector<double>(static_cast<std::size_t>(p), 1), 100);
        const part::speeds now(speeds_for(p));
        std::set<std::string> found;
        for (const repartition_candidate& c : repartition_candidates("auto", parts, now, 0.002, {}))
            found.insert(c.way);
        if (const auto searched = searched_candidate("auto", parts, now, {})) found.insert(searched->way);
        return found;
    };
    std::set<std::string> expected{"incremental", "ripple", "interleaved"};
    CHECK(names("contiguous_point", 4) == expected);
    expected.insert("columns");
    CHECK(names("columns", 65) == expected);
    expected.insert("hybrid");
    CHECK(names("columns", 17) == expected);
    expected.insert("best");
    CHECK(names("columns", 16) == expected);
}

TEST_CASE("auto takes a partition that only the method best finds") {
    // Four rectangles of 2 x 3 cells surround one cell. No straight cut divides 25 cells into such parts, because 5,
    // 10, 15 and 20 are no sums of them.
    const auto start = start_for("contiguous_row", {1, 1, 1, 1, 1}, 5);
    repartition_policy policy(
        start, {.iterations = 100'000, .confirmations = 0},
        {.net = {.latency_s = 1e-12, .time_per_byte_s = 1e-15, .kind = part::medium::switched}, .copy_s_per_byte = 0});
    observe_often(policy, {1e-3, 1e-3, 1e-3, 1e-3, 1e-3}, 100'000, 50'000);
    const double fast_s = 5e-3 / 6;
    const auto choice = policy.observe(std::vector<double>{fast_s, fast_s, fast_s, fast_s, 5e-3}, 49'000);
    REQUIRE(choice);
    CHECK(choice->way == "best");
    for (int rank = 0; rank < 4; ++rank)
        CHECK(choice->parts.cells(rank) == 6);
    CHECK(choice->parts.cells(4) == 1);
}

TEST_CASE("methods know the network of the run: strips if messages are expensive, fewer items if bytes are") {
    const std::vector<double> nine(9, 1), even(9, 7e-3);
    std::vector<double> uneven = even;
    uneven[4] *= 3;
    const auto messages_on = [&](const part::network& net) {
        repartition_policy policy(start_for("columns", nine, 256),
                                  {.iterations = 100'000, .way = "best", .confirmations = 0}, {.net = net});
        observe_often(policy, even, 100'000, 50'000);
        const auto choice = policy.observe(uneven, 49'000);
        REQUIRE(choice);
        return part::exact_communication(choice->parts, part::stencil::named("5"));
    };
    const auto strips = part::exact_communication(start_for("contiguous_row", nine, 256), part::stencil::named("5"));
    CHECK(messages_on({.latency_s = 1e-2, .time_per_byte_s = 1e-12, .kind = part::medium::switched}).messages() ==
          strips.messages());
    CHECK(messages_on({.latency_s = 1e-9, .time_per_byte_s = 1e-5, .kind = part::medium::switched}).items() <
          strips.items());
}

}  // namespace repartition_candidates_test
