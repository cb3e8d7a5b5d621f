#include "libnet/schedules/wait_levels.hpp"

#include <bit>
#include <catch2/catch.hpp>
#include <numeric>
#include <vector>

#include "libnet/schedules/choice.hpp"

using namespace banyan::net;

namespace {

int levels_of(collective_kind kind, std::string_view name, int size, int root = 0) {
    return wait_levels(*find_algorithm(kind, name), {.size = size, .root = root, .items = 3});
}

int ceil_log2(int size) {
    return std::bit_width(static_cast<unsigned>(size - 1));
}

}  // namespace

TEST_CASE("The waits one after the other are those of the textbooks") {
    const int size = GENERATE(2, 3, 8, 13, 16, 33);
    CAPTURE(size);
    using enum collective_kind;
    CHECK(levels_of(broadcast, "linear", size, size / 2) == 1);
    CHECK(levels_of(broadcast, "hypercube-tree", size, size / 2) <= ceil_log2(size));
    CHECK(levels_of(broadcast, "hypercube-tree", size) >= ceil_log2(size) - 1);
    CHECK(levels_of(broadcast, "chain", size) == size - 1);
    CHECK(levels_of(gather, "linear", size) == 1);
    CHECK(levels_of(barrier, "linear", size) == 2);
    CHECK(levels_of(barrier, "dissemination", size) == ceil_log2(size));
}

TEST_CASE("One rank waits for nobody") {
    for (const algorithm* one : all_algorithms())
        if (!one->fits || one->fits({.size = 1, .items = 3})) {
            CAPTURE(one->name);
            CHECK(wait_levels(*one, {.size = 1, .items = 3}) == 0);
        }
}

TEST_CASE("Where ranks share cores, the shortest waits win among equal processor times") {
    network_model two_cores;
    two_cores.cores = 2;
    two_cores.processor_message_s = 1e-3;  // the processors are the limit
    const collective_shape shape{.size = 8, .items = 1};
    for (const auto kind : {collective_kind::barrier, collective_kind::broadcast, collective_kind::allreduce}) {
        const algorithm_choice found = choose(kind, shape, 8, two_cores);
        double least = found.predicted_s;
        for (const algorithm* how : all_algorithms())
            if (how->kind == kind && (!how->fits || how->fits(shape)) && how->standard_association)
                least = std::min(least, predict(*how, shape, 8, two_cores).predicted_s);
        CAPTURE(name_of(kind), found.how->name);
        CHECK((found.how->name == "linear") == (kind != collective_kind::broadcast));
        CHECK(found.predicted_s <= 1.1 * least);
    }
    two_cores.cores = 8;
    two_cores.processor_message_s = 1e-9;
    CHECK(choose(collective_kind::broadcast, shape, 8, two_cores).how->name != "linear");
}

TEST_CASE("Where ranks share cores, a root does not send long messages to all, nor combine them all") {
    network_model two_cores;
    two_cores.cores = 2;
    const int size = GENERATE(8, 16, 33);
    const collective_shape shape{.size = size, .items = std::size_t{1} << 17};
    CHECK(choose(collective_kind::broadcast, shape, 8, two_cores).how->name != "linear");
    CHECK(choose(collective_kind::allreduce, shape, 8, two_cores).how->name != "linear");
}

TEST_CASE("Where the messages in flight limit the time, the least predicted time wins, whatever the waits") {
    network_model slow_network;
    slow_network.between_hosts = {.start_s = 1e-5, .gap_s = 1e-5, .byte_s = 1e-7};
    slow_network.processor_message_s = 3e-5;
    slow_network.cores = 0.25;  // a quota
    std::vector<int> hosts(8);
    std::iota(hosts.begin(), hosts.end(), 0);
    const collective_shape shape{.size = 8, .items = std::size_t{1} << 15, .host_of = hosts};
    for (const auto kind : {collective_kind::reduce, collective_kind::broadcast, collective_kind::allreduce}) {
        const algorithm_choice found = choose(kind, shape, 8, slow_network);
        CAPTURE(name_of(kind), found.how->name);
        for (const algorithm* how : all_algorithms())
            if (how->kind == kind && (!how->fits || how->fits(shape)) && how->standard_association)
                CHECK(found.predicted_s <= predict(*how, shape, 8, slow_network).predicted_s);
    }
}
