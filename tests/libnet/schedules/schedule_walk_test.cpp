// The walk through the schedules of all ranks, against times worked out by hand and against the costs of algorithms.
#include "libnet/schedules/schedule_walk.hpp"

#include <catch2/catch.hpp>

#include "libnet/schedules/choice.hpp"

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

// T0 = 100 us, G = 10 us, Td = 10 ns between hosts; a tenth of it inside. Processors are no limit.
network_model round_numbers() {
    network_model model;
    model.between_hosts = {100e-6, 10e-6, 10e-9};
    model.inside_host = {10e-6, 1e-6, 1e-9};
    model.copy_byte_s = 1e-9;
    model.processor_message_s = 1e-12;
    model.processor_byte_s = 0;
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

TEST_CASE("A walk is not shorter than the processors and a shared network need") {
    network_model model = round_numbers();
    model.processor_message_s = 1;
    model.cores = 4;
    const collective_shape inside{.size = 3, .items = 1000};
    CHECK(walked_time(two, inside, 1, model) == Approx(2.0 / 4));
    const std::vector<int> host_of{0, 1, 2};
    collective_shape between = inside;
    between.host_of = host_of;
    CHECK(walked_time(two, between, 1, model) == Approx(1.0 / 4));  // one end of both messages on the first host
    model = round_numbers();
    model.shared_byte_s = 1;
    CHECK(walked_time(two, between, 1, model) == Approx(2000));
    CHECK(walked_time(two, inside, 1, model) < 1);
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
