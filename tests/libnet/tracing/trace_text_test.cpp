// The lines of a trace: what is written is read again, and nothing else is taken.
#include "libnet/tracing/trace_text.hpp"

#include <catch2/catch.hpp>

#include <limits>
#include <random>
#include <string>
#include <vector>

namespace trace_text_test {

using namespace banyan::net;
using namespace banyan::net::tracing;

namespace {

template <class Number>
Number any(std::mt19937_64& random) {
    constexpr Number extremes[] = {std::numeric_limits<Number>::min(), std::numeric_limits<Number>::max(), 0, 1};
    return random() % 3 == 0 ? extremes[random() % 4] : static_cast<Number>(random());
}

task_trace random_trace(std::mt19937_64& random) {
    task_trace t;
    t.task = task_id{any<std::uint32_t>(random)};
    t.size = 1 + static_cast<int>(random() % 1000);
    t.rank = static_cast<int>(random() % static_cast<unsigned>(t.size));
    t.host = host_id{any<std::uint32_t>(random)};
    t.begin = any<nanoseconds>(random);
    t.end = any<nanoseconds>(random);
    t.dropped = any<std::uint64_t>(random);
    t.first_dropped_receive = any<std::uint64_t>(random);
    for (auto count = random() % 5; count > 0; --count) {
        const task_id other{any<std::uint32_t>(random)};
        const context_id context{any<std::uint32_t>(random)};
        const tag number{any<std::int32_t>(random)};
        const auto thread = any<std::uint16_t>(random);
        t.clock.push_back({any<nanoseconds>(random), any<nanoseconds>(random), any<nanoseconds>(random)});
        t.sent.push_back(
            {any<nanoseconds>(random), any<std::uint64_t>(random), other, context, number, thread, random() % 2 == 0});
        t.received.push_back({any<nanoseconds>(random), any<nanoseconds>(random), any<std::uint64_t>(random),
                              any<std::uint64_t>(random), other, context, number, thread});
        t.blocked.push_back({any<nanoseconds>(random), any<nanoseconds>(random), any<std::uint64_t>(random), context,
                             number, thread, static_cast<wait_kind>(random() % wait_kinds)});
    }
    return t;
}

std::vector<std::string> lines_of(const task_trace& t) {
    std::vector<std::string> lines;
    write_text(t, [&](std::string_view line) {
        CHECK(line.size() <= longest_line);
        REQUIRE(line.ends_with('\n'));
        lines.emplace_back(line.substr(0, line.size() - 1));
    });
    return lines;
}

}  // namespace

TEST_CASE("a trace is read as it was written") {
    std::mt19937_64 random(17);
    for (int i = 0; i < 300; ++i) {
        const task_trace t = random_trace(random);
        text_reader reader;
        for (const std::string& line : lines_of(t)) {
            CHECK_FALSE(reader.is_complete());
            CHECK(reader.take(line));
        }
        CHECK(reader.is_complete());
        const task_trace& read = reader.trace();
        CHECK(std::tuple(read.task, read.rank, read.size, read.host, read.begin, read.end, read.dropped,
                         read.first_dropped_receive) ==
              std::tuple(t.task, t.rank, t.size, t.host, t.begin, t.end, t.dropped, t.first_dropped_receive));
        CHECK(read.clock == t.clock);
        CHECK(read.sent == t.sent);
        CHECK(read.received == t.received);
        CHECK(read.blocked == t.blocked);
    }
}

TEST_CASE("other lines are not taken and change nothing") {
    const std::string first = "trace 1 0 2 262145 1 10 20 0 7";
    for (const char* bad : {"", "end", "trace", "trace 2 0 2 262145 1 10 20 0 7", "trace 1 2 2 262145 1 10 20 0 7",
                            "trace 1 -1 2 262145 1 10 20 0 7", "trace 1 0 2 262145 1 10 20 0", "s 1 1 1 1 1 0 0",
                            "trace 1 0 2 262145 1 10 20 0 7 8", " trace 1 0 2 262145 1 10 20 0 7"}) {
        text_reader reader;
        INFO(bad);
        CHECK_FALSE(reader.take(bad));
        CHECK_FALSE(reader.has_begun());
    }
    text_reader reader;
    REQUIRE(reader.take(first));
    for (const char* bad : {"", "s", "s ", "x 1 2 3", "s 1 1 1 1 1 0", "s 1 1 1 1 1 0 2", "s 1 1 1 1 1 0 0 0",
                            "s 1 1 1 1 -1 0 0", "r 1 2 3 4 5 6 7", "b 1 2 6 1 1 0 0", "b 1 2 0 1 1 99999 0", "c 1 2",
                            "c 1  2 3", "c 1 2 3 ", "c 1 2 x", "end ", "trace 1 0 2 262145 1 10 20 0 7"}) {
        INFO(bad);
        CHECK_FALSE(reader.take(bad));
    }
    CHECK(reader.trace().sent.empty());
    CHECK(reader.trace().received.empty());
    CHECK(reader.trace().blocked.empty());
    CHECK(reader.trace().clock.empty());
    CHECK(reader.take("end"));
    CHECK_FALSE(reader.take("c 1 2 3"));
}

}  // namespace trace_text_test
