// Calls of libraries that differ between the ranks, in debug mode.
#include "banyan/net/same_call.hpp"

#include <catch2/catch.hpp>
#include <functional>

#include "banyan/net/collectives.hpp"
#include "tests/common/every_transport.hpp"
#include "tests/common/findings.hpp"

namespace same_call_test {

using namespace banyan::net;
using banyan::testing::findings;

namespace {

constexpr auto limit = std::chrono::seconds(30);

mailbox_options debug_mode() {
    mailbox_options options;
    options.check_collectives = true;
    return options;
}

// The line that all ranks get; "" if they get none, and what they get if it differs.
std::string line_of(transport_kind kind, int ranks, const std::function<void(const group&)>& call,
                    const mailbox_options& options) {
    std::vector<std::string> lines(static_cast<std::size_t>(ranks));
    findings found;
    run_threads(
        ranks,
        [&](group& world) {
            std::string& mine = lines[static_cast<std::size_t>(world.rank().value)];
            mine.clear();
            try {
                call(world);
            } catch (const error& e) {
                mine = e.what();
                found.expect(e.which() == errc::collective_mismatch, mine);
            }
            found.expect(allreduce_value(world, 1, std::plus<>(), limit) == ranks, "the group can still be used");
        },
        kind, options);
    for (const std::string& each : lines)
        found.expect(each == lines[0], "'" + each + "' and '" + lines[0] + "'");
    return found.first().empty() ? lines[0] : found.first();
}

}  // namespace

TEST_CASE("same call: a parameter, the name and the number of parameters that differ are reported on all ranks",
          "[mismatch]") {
    const auto kind = banyan::testing::any_transport();
    const auto with_points = [](const group& g) {
        expect_same_call(g, "transform", {{"direction", "forward"}, {"points", g.rank().value == 2 ? 64 : 32}}, limit);
    };
    CHECK(
        line_of(kind, 3, with_points, debug_mode()) ==
        "rank 2 called transform with points 64 where rank 0 called it with points 32; allowed: the same on all ranks");
    const auto with_name = [](const group& g) {
        expect_same_call(g, g.rank().value == 0 ? "sort" : "move", {{"items", 5}}, limit);
    };
    CHECK(line_of(kind, 2, with_name, debug_mode()) == "rank 1 called move where rank 0 called sort");
    const auto with_more = [](const group& g) {
        std::vector<call_parameter> all{{"items", 5}};
        if (g.rank().value == 1) all.push_back({"way", ""});
        expect_same_call(g, "move", all, limit);
    };
    CHECK(line_of(kind, 2, with_more, debug_mode()) ==
          "rank 1 called move with 2 parameters where rank 0 called it with 1");
}

TEST_CASE("same call: equal calls pass, and outside debug mode nothing is sent", "[mismatch]") {
    const auto kind = banyan::testing::any_transport();
    const auto equal = [](const group& g) {
        expect_same_call(g, "move", {{"items", 5}, {"empty", ""}}, limit);
        expect_same_call(g, "end", {}, limit);
    };
    CHECK(line_of(kind, 3, equal, debug_mode()).empty());
    const auto different = [](const group& g) {
        const auto before = g.traffic().messages;
        expect_same_call(g, "move", {{"items", g.rank().value}}, limit);
        if (checks_calls(g) || g.traffic().messages != before) throw error(errc::invalid_argument, "it was sent");
    };
    CHECK(line_of(kind, 3, different, {}).empty());
}

}  // namespace same_call_test
