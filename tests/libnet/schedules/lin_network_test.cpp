// The sizes that Lin's model chooses on a measured network, against brute force.
#include "libnet/schedules/lin_network.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include "libnet/schedules/choice.hpp"

namespace lin_network_test {

using namespace banyan::net;

TEST_CASE("The parameters are those of messages between hosts if there are several hosts") {
    const network_model model;
    const lin_parameters inside = lin_parameters_of(model, {4, 1, 4}), between = lin_parameters_of(model, {4, 2, 2});
    CHECK(inside.start_s == model.inside_host.start_s);
    CHECK(inside.byte_s == model.inside_host.byte_s);
    CHECK(between.start_s == model.between_hosts.start_s);
    CHECK(between.byte_s == model.between_hosts.byte_s);
    CHECK(between.copy_byte_s == model.copy_byte_s);
}

TEST_CASE("The predicted scatter in groups has the number of groups of the model, near the best of all") {
    const algorithm& how = *find_algorithm(collective_kind::scatter, "two-level-groups");
    network_model model;
    model.cores = 1000;
    const int size = GENERATE(2, 3, 9, 33, 65);
    const std::size_t block = GENERATE(1, 1000, 30000, 300000);
    collective_shape shape{.size = size, .items = block};
    const double chosen = predict(how, shape, 1, model).predicted_s;
    shape.groups = best_groups(shape, 1, model);
    CAPTURE(size, block, shape.groups);
    CHECK(predict(how, shape, 1, model).predicted_s == chosen);
    double best = chosen;
    for (shape.groups = 1; shape.groups < size; ++shape.groups)
        best = std::min(best, predict(how, shape, 1, model).predicted_s);
    CHECK(chosen <= best * 1.15);
}

TEST_CASE("The chunk is within its limits, and chunks are chosen only if they are faster") {
    const link_times link{GENERATE(1e-6, 50e-6), GENERATE(1e-7, 5e-6), GENERATE(5e-10, 8e-8)};
    const double copy = GENERATE(0.0, 2e-10, 2e-9);
    const std::size_t m = GENERATE(0u, 1u, 8192u, 8193u, 100000u, 100000000u);
    const chunk_choice found = choose_chunk(link, copy, m, 8192, 262144);
    CAPTURE(link.start_s, link.gap_s, link.byte_s, copy, m, found.chunk_bytes);
    if (found.chunk_bytes == m) {
        CHECK(found.overlapped_s >= found.plain_s);
    } else {
        CHECK(found.chunk_bytes >= 8192);
        CHECK(found.chunk_bytes <= 262144);
        CHECK(found.overlapped_s < found.plain_s);
    }
    if (copy == 0) CHECK(found.chunk_bytes == m);  // nothing to overlap
}

TEST_CASE("The groups for scattered items have the shortest time of all, and are chosen only if they are faster") {
    const lin_parameters model{GENERATE(1e-6, 50e-6), GENERATE(5e-10, 8e-8), GENERATE(0.0, 2e-10, 2e-9)};
    const int others = GENERATE(1, 2, 7, 64);
    const std::size_t m = GENERATE(0u, 100u, 10000u, 1000000u);
    const group_choice found = choose_groups(model, others, m);
    CAPTURE(model.start_s, model.byte_s, model.copy_byte_s, others, m, found.groups);
    CHECK(found.groups >= 1);
    CHECK(found.groups <= others);
    const auto bytes = static_cast<double>(m);
    double best = two_level_time(model, others, bytes, 1);
    for (int groups = 2; groups <= others; ++groups)
        best = std::min(best, two_level_time(model, others, bytes, groups));
    CHECK(found.two_level_s == Approx(best));
    CHECK(found.plain_s == one_to_many_time(model, others, bytes));
    CHECK(found.pays == (found.two_level_s < found.plain_s));
    if (others == 1) CHECK_FALSE(found.pays);
}

}  // namespace lin_network_test
