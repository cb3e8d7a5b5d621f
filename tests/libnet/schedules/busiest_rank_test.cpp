#include "libnet/schedules/busiest_rank.hpp"

#include <catch2/catch.hpp>

#include "libnet/schedules/choice.hpp"

using namespace banyan::net;

namespace {

constexpr double message_s = 1e-6, byte_s = 1e-9, copy_s = 3e-10;

network_model model_of() {
    network_model model;
    model.processor_message_s = message_s;
    model.processor_byte_s = byte_s;
    model.copy_byte_s = copy_s;
    model.cores = 2;
    return model;
}

double time_of(collective_kind kind, std::string_view name, int size, std::size_t items, std::size_t item_bytes = 1) {
    return busiest_rank_time(*find_algorithm(kind, name), {.size = size, .items = items}, item_bytes, model_of());
}

}  // namespace

TEST_CASE("The busiest rank of the textbooks: the root of a star, any rank of a ring") {
    const int size = GENERATE(2, 3, 8, 33);
    const std::size_t bytes = GENERATE(1, 1000);
    const double message = message_s + static_cast<double>(bytes) * byte_s, others = size - 1;
    CAPTURE(size, bytes);
    CHECK(time_of(collective_kind::broadcast, "linear", size, bytes) == Approx(sender_part * others * message));
    CHECK(time_of(collective_kind::broadcast, "linear", size, 1, bytes) == Approx(sender_part * others * message));
    CHECK(time_of(collective_kind::broadcast, "chain", size, bytes) == Approx((size == 2 ? sender_part : 1) * message));
    CHECK(time_of(collective_kind::alltoall, "pairwise", size, bytes) >= others * message);
}

TEST_CASE("The busiest rank adds its combinations, and no rank has more than all together") {
    const int size = GENERATE(2, 5, 16);
    constexpr std::size_t bytes = 4096;
    CHECK(time_of(collective_kind::allreduce, "linear", size, bytes) ==
          Approx((size - 1) * (message_s + bytes * byte_s + bytes * copy_s)));
    for (const algorithm* one : all_algorithms()) {
        const collective_shape shape{.size = size, .items = bytes};
        if (!one->make || (one->fits && !one->fits(shape)) || one->kind == collective_kind::alltoall_varying) continue;
        CAPTURE(one->name, name_of(one->kind));
        const algorithm_cost cost = one->cost(shape);
        network_model free_copies = model_of();
        free_copies.copy_byte_s = 0;
        const double all = static_cast<double>(cost.messages) * message_s + static_cast<double>(cost.items) * byte_s;
        CHECK(busiest_rank_time(*one, shape, 1, free_copies) <= all * (1 + 1e-9));
    }
}

TEST_CASE("One rank alone sends nothing") {
    CHECK(time_of(collective_kind::broadcast, "linear", 1, 1000) == 0);
}
