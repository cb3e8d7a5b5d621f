// The walk through the schedules of all ranks, against times worked out by hand and against the costs of algorithms.
#include "libnet/schedules/schedule_walk.hpp"

#include <algorithm>
#include <bit>
#include <catch2/catch.hpp>

#include "libnet/schedules/choice.hpp"

namespace schedule_walk_test {

using namespace banyan::net;

namespace {

// Rank 0 sends m items to ranks 1 and 2, one message after another; both then combine them once.
schedule two_messages(const collective_shape& shape) {
    schedule_builder out;
    const items_at all{area::output, 0, shape.items};
    if (shape.rank == 0) {
        out.send(1, all);
        out.send(2, all);
    } else if (shape.rank <= 2) {
        out.receive(0, all);
        out.wait();
        out.combine(all, all, all);
    }
    return out.finish();
}
algorithm_cost two_messages_cost(const collective_shape& shape) {
    return {2, 2, 2 * shape.items, 2 * shape.items, shape.items};
}
constexpr algorithm two{collective_kind::broadcast, "two", "", true, nullptr, &two_messages, &two_messages_cost};

// Rank 0 waits for the messages of ranks 1 and 2 together. Rank 2 first receives one of rank 3.
schedule one_late_message(const collective_shape& shape) {
    schedule_builder out;
    const items_at all{area::output, 0, shape.items};
    if (shape.rank == 0) out.receive(1, all);
    if (shape.rank == 0) out.receive(2, all);
    if (shape.rank == 2) {
        out.receive(3, all);
        out.wait();
    }
    if (shape.rank == 1 || shape.rank == 2) out.send(0, all);
    if (shape.rank == 3) out.send(2, all);
    return out.finish();
}
constexpr algorithm late{collective_kind::gather, "late", "", true, nullptr, &one_late_message, nullptr};

// T0 = 100 us, G = 10 us, Td = 10 ns between hosts; a tenth of it inside. Cores are no limit.
network_model round_numbers() {
    network_model model;
    model.between_hosts = {100e-6, 10e-6, 10e-9};
    model.inside_host = {10e-6, 1e-6, 1e-9};
    model.copy_byte_s = 1e-9;
    model.cpu_message_s = 1e-12;
    model.cpu_byte_s = 0;
    return model;
}

// `hosts` hosts with `each` ranks; consecutive ranks on one host, or one on each host in turn.
std::vector<int> placed(int hosts, int each, bool in_turn) {
    std::vector<int> host_of;
    for (int r = 0; r < hosts * each; ++r)
        host_of.push_back(in_turn ? r % hosts : r / each);
    return host_of;
}

}  // namespace

TEST_CASE("A walk gives each message the link between its hosts") {
    const auto time = [](std::vector<int> host_of, const network_model& model) {
        return walked_time(two, {.size = 3, .items = 1000, .host_of = host_of}, 1, model);
    };
    const network_model model = round_numbers();
    // the second message leaves after the gap or the flight of the first, whichever is longer
    CHECK(time({0, 0, 0}, model) == Approx(1e-6 + 10e-6 + 1e-6 + 1e-6));
    CHECK(time({0, 1, 2}, model) == Approx(10e-6 + 100e-6 + 10e-6 + 1e-6));
    CHECK(time({0, 1, 1}, model) == time({0, 1, 2}, model));
    // the message between hosts first, or last
    CHECK(time({0, 1, 0}, model) == Approx(100e-6 + 10e-6 + 1e-6));
    CHECK(time({0, 0, 1}, model) == Approx(1e-6 + 100e-6 + 10e-6 + 1e-6));
}

TEST_CASE("A walk is not shorter than the cores and a shared network need") {
    network_model model = round_numbers();
    model.cpu_message_s = 1;
    model.cores = 4;
    const collective_shape inside{.size = 3, .items = 1000};
    const std::vector<int> host_of{0, 1, 2};
    collective_shape between = inside;
    between.host_of = host_of;
    constexpr double both_sent = 2 * sender_part, received = receiver_part + change_part;
    CHECK(walked_time(two, inside, 1, model) == Approx(both_sent + received).epsilon(1e-3));
    CHECK(walked_time(two, between, 1, model) == Approx(both_sent + received).epsilon(1e-3));
    model.cores = 1;
    CHECK(walked_time(two, inside, 1, model) == Approx(both_sent + 2 * received).epsilon(1e-3));
    model.cores = 0.25;  // a quota, which other work uses too
    CHECK(walked_time(two, between, 1, model) == Approx((both_sent + received) / 0.25).epsilon(1e-3));
    model = round_numbers();
    model.shared_byte_s = 1;
    CHECK(walked_time(two, between, 1, model) == Approx(2000));
    CHECK(walked_time(two, inside, 1, model) < 1);
}

TEST_CASE("A link is a token bucket of the free bytes") {
    network_model model = round_numbers();
    model.between_hosts.gap_s = 1e-9;
    const std::vector<int> host_of{0, 1, 2};
    const auto time = [&](double free_bytes) {
        model.between_hosts.free_bytes = free_bytes;
        return walked_time(two, {.size = 3, .items = 1000, .host_of = host_of}, 1, model);
    };
    constexpr double start_and_combination = 100e-6 + 1e-6;
    // of 2000 bytes that leave one after another, the first ones are free
    CHECK(time(0) == Approx(start_and_combination + 2000 * 10e-9));
    CHECK(time(400) == Approx(start_and_combination + 1600 * 10e-9));
    CHECK(time(1500) == Approx(start_and_combination + 500 * 10e-9));
    CHECK(time(5000) == Approx(start_and_combination).epsilon(1e-3));
    model.between_hosts.byte_s = 1e-6;  // in calls that follow one another, the link of rank 0 is the limit
    CHECK(time(5000) == Approx(2000 * 1e-6));
    // after a pause of the sender the bucket is full again
    model = round_numbers();
    CHECK(time(1000) == Approx(10e-6 + start_and_combination));
}

TEST_CASE("More free bytes never lengthen a broadcast down a tree") {
    const std::vector<int> host_of = placed(9, 1, true);
    for (const char* name : {"hypercube-tree", "binary-tree", "chain", "linear", "n-ary-tree", "near-binary-tree"})
        for (const std::size_t items : {std::size_t{1}, std::size_t{100}, std::size_t{10000}}) {
            network_model model = round_numbers();
            const algorithm& how = *find_algorithm(collective_kind::broadcast, name);
            const collective_shape shape{.size = 9, .items = items, .host_of = host_of};
            double before = walked_time(how, shape, 1, model);
            for (const double free_bytes : {1.0, 50.0, 500.0, 20000.0, 1e6}) {
                model.between_hosts.free_bytes = free_bytes;
                const double now = walked_time(how, shape, 1, model);
                CAPTURE(name, items, free_bytes);
                CHECK(now <= before * (1 + 1e-12));
                before = now;
            }
        }
}

TEST_CASE("With free bytes, a call takes the time of the bytes that the busiest host sends or receives, or more") {
    network_model model = round_numbers();
    model.between_hosts = {1e-9, 1e-12, 1e-3, 1e12};
    model.inside_host = {1e-9, 1e-12, 1e-12};
    model.cores = 100;
    const std::vector<int> host_of = GENERATE(std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7},
                                              std::vector<int>{0, 0, 1, 2, 1, 0, 0, 2}, std::vector<int>(8, 0));
    const collective_shape shape{.size = 8, .items = 16, .commutative = true, .host_of = host_of};
    const auto host = [&](int rank) { return static_cast<std::size_t>(host_of[static_cast<std::size_t>(rank)]); };
    for (const algorithm* how : all_algorithms()) {
        if (how->fits && !how->fits(shape)) continue;
        std::vector<double> sent(8), received(8);  // bytes by host
        for (int r = 0; r < shape.size; ++r) {
            collective_shape own = shape;
            own.rank = r;
            for (const step& now : how->make(own).steps) {
                if (now.what != step::kind::send || host(r) == host(now.peer)) continue;
                sent[host(r)] += 8 * static_cast<double>(now.from.count);
                received[host(now.peer)] += 8 * static_cast<double>(now.from.count);
            }
        }
        const double most = std::max(std::ranges::max(sent), std::ranges::max(received));
        const double time = walked_time(*how, shape, 8, model);
        CAPTURE(name_of(how->kind), how->name, most);
        if (most > 0)
            CHECK(time == Approx(most * 1e-3));
        else
            CHECK(time < 1e-3);
    }
}

TEST_CASE("On hosts with less than one core, each message costs both its hosts their part of the CPU time") {
    const int size = GENERATE(2, 3, 8);
    const std::vector<int> host_of = placed(size, 1, true);
    network_model model = round_numbers();
    model.between_hosts = {1e-9, 1e-9, 1e-15};
    model.copy_byte_s = 0;
    model.cpu_message_s = 1;
    model.cores = 0.25;
    const auto time = [&](collective_kind kind, std::string_view name) {
        return walked_time(*find_algorithm(kind, name), {.size = size, .items = 1, .host_of = host_of}, 1, model);
    };
    constexpr double sent = sender_part / 0.25, received = (1 - sender_part) / 0.25;
    const int others = size - 1;
    CAPTURE(size);
    CHECK(time(collective_kind::broadcast, "chain") == Approx(others / 0.25));
    CHECK(time(collective_kind::broadcast, "linear") == Approx(others * sent + received));
    CHECK(time(collective_kind::gather, "linear") == Approx(sent + others * received));
    CHECK(time(collective_kind::alltoall, "linear") == Approx(others / 0.25));
}

TEST_CASE("With its quota used up, a host gets each message of another host T0 after the send has ended") {
    const int size = GENERATE(2, 3, 8);
    const std::vector<int> host_of = placed(size, 1, true);
    network_model model = round_numbers();
    model.between_hosts = {1, 1e-9, 1e-15};
    model.copy_byte_s = 0;
    model.cpu_message_s = 10;  // longer than T0
    const auto time = [&](std::string_view name, double cores) {
        model.cores = cores;
        const algorithm& how = *find_algorithm(collective_kind::broadcast, name);
        return walked_time(how, {.size = size, .items = 1, .host_of = host_of}, 1, model);
    };
    const int others = size - 1;
    CAPTURE(size);
    CHECK(time("chain", 1) == Approx(others * 10));
    CHECK(time("chain", 0.25) == Approx(others * (10 / 0.25 + 1)));
    // the messages of one sender are on their way at the same time
    const double sent = others * sender_part * 10 / 0.25, received = (1 - sender_part) * 10 / 0.25;
    CHECK(time("linear", 0.25) == Approx(sent + 1 + received));
}

TEST_CASE("A rank that is alone on its host handles a message when it arrives, also if it waits for more") {
    network_model model = round_numbers();
    model.between_hosts = {1e-9, 1e-9, 1e-15};
    model.cpu_message_s = 1;
    model.copy_byte_s = 0;
    model.cores = 0.25;
    const auto time = [&](const algorithm& how, const std::vector<int>& host_of) {
        return walked_time(how, {.size = static_cast<int>(host_of.size()), .items = 1, .host_of = host_of}, 1, model);
    };
    constexpr double sent = sender_part / 0.25, received = (1 - sender_part) / 0.25;
    CHECK(time(late, placed(4, 1, true)) == Approx(2 * (sent + received)));
    // a rank that shares its host, here with rank 4, may have no core in time
    CHECK(time(late, {0, 1, 2, 3, 0}) == Approx(2 * sent + 3 * received));
    // so a gather takes as long as a reduction along the same tree, and as its rounds
    for (const int rounds : {1, 2, 3, 4})
        for (const auto kind : {collective_kind::gather, collective_kind::reduce}) {
            CAPTURE(rounds, name_of(kind));
            const algorithm& how = *find_algorithm(kind, "hypercube-tree");
            CHECK(time(how, placed(1 << rounds, 1, true)) == Approx(rounds / 0.25));
        }
}

TEST_CASE("Where only the CPU costs time, a walk takes the times of the textbooks") {
    const int size = GENERATE(2, 4, 8, 16, 32);
    network_model model = round_numbers();
    model.inside_host = {1e-9, 1e-9, 1e-15};
    model.cpu_message_s = 1;
    const auto time = [&](std::string_view name, double cores) {
        model.cores = cores;
        return walked_time(*find_algorithm(collective_kind::broadcast, name), {.size = size, .items = 1}, 1, model);
    };
    const int rounds = std::bit_width(static_cast<unsigned>(size)) - 1;
    CAPTURE(size);
    // a core for each rank: a star is as long as the sends of its root, a tree as long as its rounds
    CHECK(time("linear", size) == Approx((size - 1) * sender_part + receiver_part + change_part));
    CHECK(time("hypercube-tree", size) == Approx(rounds));
    CHECK(time("chain", size) == Approx(size - 1));
    // one for all: the CPU time of all messages
    for (const char* name : {"linear", "hypercube-tree", "n-ary-tree", "binary-tree", "chain"})
        CHECK(time(name, 1) == Approx(size - 1));
    // two: not less than half of that, nor than the sends of one rank
    for (const char* name : {"linear", "hypercube-tree", "n-ary-tree", "binary-tree"}) {
        CHECK(time(name, 2) >= Approx((size - 1) / 2.0));
        CHECK(time(name, 2) <= time(name, 1));
        CHECK(time(name, 2) >= Approx(time(name, size)));
    }
}

TEST_CASE("Where ranks share cores, a rank that is busy alone loses, and so do many waits") {
    network_model two_cores;
    two_cores.cores = 2;
    two_cores.cpu_message_s = 1e-3;  // the cores are the limit
    const int size = GENERATE(8, 16);
    const collective_shape shape{.size = size, .items = 1};
    CHECK(choose(collective_kind::broadcast, shape, 8, two_cores).how->name == "hypercube-tree");
    const auto barrier_s = [&](std::string_view name) {
        return predict(*find_algorithm(collective_kind::barrier, name), shape, 8, two_cores).predicted_s;
    };
    for (const char* many_waits : {"banyan-exchange", "dissemination", "hypercube-tree", "binary-tree"})
        CHECK(barrier_s("linear") < barrier_s(many_waits));
    CHECK(choose(collective_kind::allreduce, shape, 8, two_cores).how->name == "linear");
    const collective_shape long_vector{.size = size, .items = std::size_t{1} << 17};
    two_cores.cpu_message_s = 5e-6;
    CHECK(choose(collective_kind::broadcast, long_vector, 8, two_cores).how->name != "linear");
    CHECK(choose(collective_kind::allreduce, long_vector, 8, two_cores).how->name != "linear");
}

TEST_CASE("Where only the start of a message costs time, a walk takes T0 for each round, or less") {
    for (const algorithm* how : all_algorithms())
        for (const int size : {2, 4, 8, 16}) {
            const collective_shape shape{.size = size, .items = 4, .commutative = true};
            if (how->fits && !how->fits(shape)) continue;
            network_model model = round_numbers();
            model.inside_host = {1, 1e-9, 1e-12};
            const double time = walked_time(*how, shape, 8, model);
            CAPTURE(name_of(how->kind), how->name, size);
            CHECK(time > 0.5);
            CHECK(time <= how->cost(shape).rounds + 1e-3);
        }
}

TEST_CASE("Where only bytes cost time, a walk takes no longer than twice the path of the cost") {
    for (const algorithm* how : all_algorithms())
        for (const int size : {2, 4, 8, 16}) {
            const collective_shape shape{.size = size, .items = 1000, .commutative = true};
            if (how->kind == collective_kind::barrier || (how->fits && !how->fits(shape))) continue;
            network_model model = round_numbers();
            model.inside_host = {1e-9, 1e-12, 1};
            model.copy_byte_s = 0;
            const double time = walked_time(*how, shape, 1, model);
            CAPTURE(name_of(how->kind), how->name, size, time);
            CHECK(time > 0);
            CHECK(time <= 2 * static_cast<double>(how->cost(shape).path_items) + 1e-3);
        }
}

TEST_CASE("The choice on hosts with several ranks has the shortest walk") {
    const bool in_turn = GENERATE(true, false);
    const std::size_t items = GENERATE(1, 1000);
    const auto kind = GENERATE(collective_kind::allgather, collective_kind::alltoall);
    const std::vector<int> host_of = placed(4, 8, in_turn);
    network_model model = round_numbers();
    model.cores = 8;
    const collective_shape shape{.size = 32, .items = items, .host_of = host_of};
    const auto choice = choose(kind, shape, 8, model);
    for (const algorithm* how : all_algorithms()) {
        if (how->kind != kind || (how->fits && !how->fits(shape))) continue;
        CAPTURE(choice.how->name, how->name, items, in_turn);
        CHECK(choice.predicted_s <= walked_time(*how, shape, 8, model));
    }
    CHECK(choice.predicted_s == walked_time(*choice.how, shape, 8, model));
}

TEST_CASE("Two levels are chosen for short blocks where messages between hosts are slow") {
    const std::vector<int> host_of = placed(4, 8, false);
    network_model model = round_numbers();
    model.cores = 8;
    const collective_shape shape{.size = 32, .items = 1, .host_of = host_of};
    CHECK(choose(collective_kind::alltoall, shape, 8, model).how->name == "two-level");
}

}  // namespace schedule_walk_test
