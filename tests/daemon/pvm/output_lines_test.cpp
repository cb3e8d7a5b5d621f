// Output of started tasks: messages to a collector, otherwise lines of the log.
#include "daemon/pvm/output_lines.hpp"

#include <catch2/catch.hpp>
#include <set>

#include "tests/daemon/pvm/recorded_effects.hpp"

namespace output_lines_test {

using namespace banyan::daemon::pvm;
using banyan::testing::integers;
using banyan::testing::recorded_effects;

namespace {

struct played_output {
    recorded_effects effects;
    std::set<tid> enrolled{7, 8};
    output_lines lines{effects, [this](tid task) { return enrolled.contains(task); }};

    std::vector<std::vector<int>> bodies(tid to) {
        std::vector<std::vector<int>> result;
        for (const auto& message : effects.sent[to])
            result.push_back(integers(message.message()));
        return result;
    }
};

}  // namespace

TEST_CASE("A collector gets the start, the bytes and the end", "[pvm]") {
    played_output played;
    auto& lines = played.lines;
    lines.add(0x40002, 0x40001, {7, 5, 3});
    lines.spawned(0x40002);
    lines.output(0x40002, false, "abcde");
    lines.output(0x40002, true, "");
    lines.ended(0x40002);
    lines.output(0x40002, false, "late");
    const auto bodies = played.bodies(7);
    REQUIRE(bodies.size() == 4);
    CHECK(bodies[0] == std::vector{0x40002, -1, 0x40001});
    CHECK(bodies[1] == std::vector{0x40002, -2, 0x40001});
    CHECK(bodies[3] == std::vector{0x40002, 0});
    const auto& data = played.effects.sent[7][2].message();
    CHECK(data.tag() == 5);
    CHECK(data.context() == 3);
    CHECK(data.body() == std::string("\0\4\0\2\0\0\0\5abcde\0\0\0", 16));
    CHECK(played.effects.lines.empty());
}

TEST_CASE("Without a collector, output becomes lines of the log", "[pvm]") {
    played_output played;
    auto& lines = played.lines;
    lines.add(0x40002, 0, {});
    lines.spawned(0x40002);
    lines.output(0x40002, false, "one\ntw");
    lines.output(0x40002, true, "error");
    lines.output(0x40002, false, "o\n\nrest");
    using texts = std::vector<std::string>;
    CHECK(played.effects.lines == texts{"[t40002] one", "[t40002] two", "[t40002] "});
    lines.ended(0x40002);
    CHECK(played.effects.lines ==
          texts{"[t40002] one", "[t40002] two", "[t40002] ", "[t40002] rest", "[t40002] error"});
    CHECK(played.effects.sent.empty());
}

TEST_CASE("The output of a collector that has ended goes to the log", "[pvm]") {
    played_output played;
    played.lines.add(2, 0, {7, 0, 0});
    played.enrolled.erase(7);
    played.lines.output(2, false, "text\n");
    played.lines.ended(2);
    CHECK(played.effects.lines == std::vector<std::string>{"[t2] text"});
    CHECK(played.effects.sent.empty());
}

TEST_CASE("Long output is cut into messages and lines of limited length", "[pvm]") {
    played_output played;
    played.lines.add(2, 0, {7, 0, 0});
    played.lines.output(2, false, std::string(200'000, 'x'));
    std::size_t bytes = 0;
    for (const auto& body : played.bodies(7))
        bytes += static_cast<std::size_t>(body[1]);
    CHECK(played.bodies(7).size() == 4);
    CHECK(bytes == 200'000);
    played.lines.add(3, 0, {});
    played.lines.output(3, false, std::string(20'000, 'y') + "\n");
    CHECK(played.effects.lines.size() == 3);
    CHECK(played.effects.lines[0].size() == 8192 + 5);
}

TEST_CASE("Redirected output ends with the old tag and begins with the new one", "[pvm]") {
    played_output played;
    played.lines.add(2, 1, {7, 5, 0});
    played.lines.redirect(2, {7, 5, 0});
    CHECK(played.effects.sent.empty());
    using sequence = std::vector<std::vector<int>>;
    played.lines.redirect(2, {7, 6, 0});
    CHECK(played.bodies(7) == sequence{{2, 0}, {2, -1, 1}, {2, -2, 1}});
    CHECK(played.effects.sent[7][0].message().tag() == 5);
    CHECK(played.effects.sent[7][1].message().tag() == 6);
    CHECK(played.effects.sent[7][2].message().tag() == 6);
    played.effects.sent.clear();
    played.lines.redirect(2, {8, 6, 3});
    CHECK(played.bodies(7) == sequence{{2, 0}});
    CHECK(played.bodies(8) == sequence{{2, -1, 1}, {2, -2, 1}});
    CHECK(played.effects.sent[8][0].message().context() == 3);
    played.lines.redirect(2, {});
    played.lines.output(2, false, "in the log");
    played.lines.redirect(2, {8, 6, 0});
    CHECK(played.effects.lines == std::vector<std::string>{"[t2] in the log"});
}

TEST_CASE("The collector of a task that was started by hand is told about the task", "[pvm]") {
    played_output played;
    using sequence = std::vector<std::vector<int>>;
    played.lines.add(2, 0, {});
    played.lines.enrolled_by_hand(2);
    CHECK(played.effects.sent.empty());
    played.lines.redirect(2, {7, 5, 0});
    played.lines.ended(2);
    CHECK(played.bodies(7) == sequence{{2, -1, 0}, {2, -2, 0}, {2, 0}});
    played.lines.add(3, 0, {8, 5, 0});  // that of a registered tracer
    played.lines.enrolled_by_hand(3);
    CHECK(played.bodies(8) == sequence{{3, -2, -1}});
}

TEST_CASE("The end of a task is reported after the start of the tasks that it spawns", "[pvm]") {
    played_output played;
    played.lines.add(2, 1, {7, 5, 0});
    played.lines.hold_end(2);
    played.lines.ended(2);
    CHECK(played.effects.sent.empty());
    played.lines.add(3, 2, {7, 5, 0});
    played.lines.spawned(3);
    played.lines.release_end(2);
    CHECK(played.bodies(7).back() == std::vector{2, 0});
    played.lines.release_end(2);
    CHECK(played.bodies(7).size() == 3);
}

}  // namespace output_lines_test
