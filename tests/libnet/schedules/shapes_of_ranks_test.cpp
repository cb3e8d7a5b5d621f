#include "libnet/schedules/shapes_of_ranks.hpp"

#include <catch2/catch.hpp>

#include "libnet/schedules/choice.hpp"
#include "libnet/schedules/schedule_walk.hpp"
#include "tests/libnet/schedules/count_matrix.hpp"

namespace shapes_of_ranks_test {

using namespace banyan::net;
using banyan::testing::count_matrix;
using banyan::testing::random_lengths;

namespace {

std::vector<std::size_t> list(std::span<const std::size_t> of) {
    return {of.begin(), of.end()};
}

network_model shared_core() {
    network_model model;
    model.cpu_message_s = 1e-6;
    model.cpu_byte_s = 1e-9;
    model.cores = 1;
    return model;
}

count_matrix random_counts(int size) {
    const auto p = static_cast<std::size_t>(size);
    return {size, random_lengths(p * p, 1000, 7)};
}

}  // namespace

TEST_CASE("The shape of any rank gives those of all ranks, with the counts of the matrix") {
    const int size = GENERATE(1, 2, 5, 8);
    const count_matrix counts = random_counts(size);
    for (int known = 0; known < size; ++known) {
        shapes_of_ranks shapes(collective_kind::alltoall_varying, counts.shape_of(known));
        for (int r = 0; r < size; ++r) {
            const collective_shape expected = counts.shape_of(r), &seen = shapes.of(r);
            CAPTURE(size, known, r);
            CHECK(seen.rank == r);
            CHECK(seen.size == size);
            CHECK(list(seen.counts) == list(expected.counts));
            CHECK(list(seen.receive_counts) == list(expected.receive_counts));
        }
    }
}

TEST_CASE("Without a matrix, all ranks of an alltoall send what the known one sends") {
    const std::vector<std::size_t> counts{3, 0, 5};
    const collective_shape shape{.rank = 1, .size = 3, .counts = counts};
    shapes_of_ranks shapes(collective_kind::alltoall_varying, shape);
    for (int r = 0; r < 3; ++r) {
        CHECK(list(shapes.of(r).counts) == counts);
        CHECK(list(shapes.of(r).receive_counts) == std::vector<std::size_t>(3, counts[static_cast<std::size_t>(r)]));
    }
}

TEST_CASE("Counts that are equal on all ranks stay as they are") {
    const std::vector<std::size_t> counts{3, 0, 5};
    shapes_of_ranks shapes(collective_kind::allgather, {.size = 3, .counts = counts});
    for (int r = 0; r < 3; ++r) {
        CHECK(shapes.of(r).rank == r);
        CHECK(list(shapes.of(r).counts) == counts);
        CHECK(shapes.of(r).receive_counts.empty());
    }
}

TEST_CASE("All ranks of an alltoall of different lengths predict and choose the same") {
    const int size = GENERATE(2, 5, 9);
    const count_matrix counts = random_counts(size);
    const network_model model = shared_core();
    constexpr auto kind = collective_kind::alltoall_varying;
    for (const algorithm* how : all_algorithms()) {
        if (how->kind != kind) continue;
        const collective_shape first = counts.shape_of(0);
        for (int r = 1; r < size; ++r) {
            CAPTURE(how->name, size, r);
            const collective_shape own = counts.shape_of(r);
            CHECK(walked_time(*how, own, 8, model) == walked_time(*how, first, 8, model));
            CHECK(predict(*how, own, 8, model).predicted_s == predict(*how, first, 8, model).predicted_s);
            CHECK(choose(kind, own, 8, model).how == choose(kind, first, 8, model).how);
        }
    }
}

TEST_CASE("An alltoall of different lengths is predicted from the counts to send alone") {
    const std::vector<std::size_t> counts{1, 2, 3, 4};
    for (const algorithm* how : all_algorithms()) {
        const collective_shape shape{.size = 4, .counts = counts};
        if (how->kind != collective_kind::alltoall_varying || (how->fits && !how->fits(shape))) continue;
        CAPTURE(how->name);
        CHECK(predict(*how, shape, 8, shared_core()).predicted_s > 0);
    }
}

}  // namespace shapes_of_ranks_test
