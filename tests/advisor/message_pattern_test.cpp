#include "advisor/message_pattern.hpp"

#include <catch2/catch.hpp>
#include <mutex>
#include <stdexcept>

#include "advisor/halo_load.hpp"
#include "banyan/net/thread_world.hpp"
#include "banyan/part/methods.hpp"
#include "banyan/part/speeds.hpp"
#include "banyan/part/stencil.hpp"

namespace message_pattern_test {

using namespace banyan;
using namespace banyan::advisor;

TEST_CASE("patterns are the same after formatting and parsing") {
    const std::vector<message_pattern> patterns{{{0, 1, 4096}, {11, 0, 0}}, {}, {{2, 3, 8}}};
    CHECK(format_patterns(patterns) == "0>1:4096,11>0:0;;2>3:8;");
    CHECK(parse_patterns(format_patterns(patterns)) == patterns);
    CHECK(parse_patterns("").empty());
    for (const std::string bad :
         {"0>1:8", "0>1;", ">1:8;", "0>1:;", "0>1:8x;", "0>-1:8;", "0>1:-8;", "a>b:c;", "0-1:8;", ",;"}) {
        INFO(bad);
        CHECK_THROWS_AS(parse_patterns(bad), std::invalid_argument);
    }
}

TEST_CASE("a pattern of a partition has its messages and bytes") {
    const auto parts = part::make_partition("block", {24, 36}, part::speeds({3, 2, 1, 1}));
    const auto sent = part::exact_communication(parts, part::stencil::named("5"));
    const auto pattern = pattern_of(sent, 8);
    const auto load = halo_load(sent, 8);
    double bytes = 0;
    for (const auto& message : pattern) {
        CHECK(message.from != message.to);
        bytes += static_cast<double>(message.bytes);
    }
    CHECK(static_cast<double>(pattern.size()) == load.total_messages);
    CHECK(bytes == load.total_bytes);
}

TEST_CASE("every task exchanges its own messages, again and again, also with none") {
    const message_pattern pattern{{0, 1, 100'000}, {0, 1, 0}, {1, 0, 8}, {3, 0, 64}};  // rank 2 has none
    std::mutex guard;
    int ended = 0;
    net::run_threads(4, [&](net::group& world) {
        pattern_exchange mine(world, pattern);
        for (int i = 0; i < 20; ++i) {
            mine.start();
            mine.finish();
        }
        const std::lock_guard lock(guard);
        ++ended;
    });
    CHECK(ended == 4);
}

TEST_CASE("a pattern with a rank that is not there, or with a message to oneself, is refused") {
    net::run_threads(1, [](net::group& world) {
        for (const message_pattern& bad :
             {message_pattern{{0, 1, 8}}, message_pattern{{-1, 0, 8}}, message_pattern{{0, 0, 8}}}) {
            bool refused = false;
            try {
                const pattern_exchange mine(world, bad);
            } catch (const net::error& why) {
                refused = why.which() == net::errc::invalid_argument;
            }
            if (!refused) throw std::runtime_error("a bad pattern is allowed");
        }
    });
}

}  // namespace message_pattern_test
