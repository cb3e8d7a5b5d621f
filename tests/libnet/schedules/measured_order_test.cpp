// Measured orders of algorithms: the nearest length, the text, and what they change in the automatic choice.
#include "libnet/schedules/measured_order.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>

#include "banyan/net/error.hpp"
#include "libnet/schedules/choice.hpp"

namespace measured_order_test {

using namespace banyan::net;

namespace {

constexpr host_spread eight_hosts{8, 8, 1};

const algorithm* named(collective_kind kind, std::string_view name) {
    const algorithm* found = find_algorithm(kind, name);
    REQUIRE(found);
    return found;
}

measured_order order_of(collective_kind kind, std::size_t bytes, const std::vector<std::string>& names) {
    measured_order order{kind, eight_hosts, bytes, {}};
    for (const auto& name : names)
        order.fastest_first.push_back(named(kind, name));
    return order;
}

std::string refusal_of(const std::string& line) {
    try {
        (void)measured_order_from_line(line);
    } catch (const error& why) {
        CHECK(why.which() == errc::invalid_argument);
        return why.what();
    }
    return "";
}

const std::vector<int> each_alone{0, 1, 2, 3, 4, 5, 6, 7};

algorithm_choice choice_of(collective_kind kind, std::size_t items, const network_model& model,
                           exactness operation = exactness::exact) {
    return choose(kind, {.size = 8, .items = items, .commutative = true, .host_of = each_alone}, 8, model, operation);
}

}  // namespace

TEST_CASE("The order of the nearest length counts, within a factor of 4") {
    const std::vector<measured_order> known{order_of(collective_kind::broadcast, 1024, {"chain"}),
                                            order_of(collective_kind::broadcast, 64, {"linear"}),
                                            order_of(collective_kind::reduce, 200, {"linear"})};
    const auto length_for = [&](std::size_t bytes) {
        const auto* found = order_for(known, collective_kind::broadcast, eight_hosts, bytes);
        return found ? found->bytes : 0;
    };
    CHECK(length_for(15) == 0);
    CHECK(length_for(16) == 64);
    CHECK(length_for(64) == 64);
    CHECK(length_for(255) == 64);
    CHECK(length_for(256) == 64);  // both are a factor of 4 away: the shorter
    CHECK(length_for(257) == 1024);
    CHECK(length_for(4096) == 1024);
    CHECK(length_for(4097) == 0);
    CHECK(order_for(known, collective_kind::broadcast, {8, 4, 2}, 64) == nullptr);
    CHECK(order_for(known, collective_kind::broadcast, {9, 8, 2}, 64) == nullptr);
    CHECK(order_for(known, collective_kind::allreduce, eight_hosts, 64) == nullptr);
    const std::vector<measured_order> barrier{order_of(collective_kind::barrier, 0, {"linear"})};
    CHECK(order_for(barrier, collective_kind::barrier, eight_hosts, 0) == barrier.data());
}

TEST_CASE("A measured order is read as it was written") {
    for (const algorithm* how : all_algorithms()) {
        measured_order order{how->kind, {12, 5, 4}, 65536, {how}};
        for (const algorithm* other : all_algorithms())
            if (other->kind == how->kind && other != how) order.fastest_first.push_back(other);
        CHECK(measured_order_from_line(to_line(order)) == order);
    }
    CHECK(to_line(order_of(collective_kind::broadcast, 1024, {"near-binary-tree", "binary-tree"})) ==
          "fastest broadcast 8 8 1 1024 near-binary-tree binary-tree");
    CHECK(measured_order_from_line("fastest   barrier 1 1 1 0  linear ") ==
          measured_order{collective_kind::barrier, {1, 1, 1}, 0, {named(collective_kind::barrier, "linear")}});
    CHECK(is_measured_order("fastest"));
    CHECK_FALSE(is_measured_order("fastest_of 1"));
    CHECK_FALSE(is_measured_order("cores 1"));
}

TEST_CASE("A line that is no measured order is refused with what is allowed") {
    const std::string good = "fastest broadcast 8 8 1 1024 chain linear";
    REQUIRE(refusal_of(good).empty());
    CHECK_THAT(refusal_of("slowest broadcast 8 8 1 1024 chain"), Catch::Contains("does not begin with 'fastest'"));
    CHECK_THAT(refusal_of("fastest broadcost 8 8 1 1024 chain"),
               Catch::Contains("no collective 'broadcost'; allowed: barrier"));
    CHECK_THAT(refusal_of("fastest broadcast 0 8 1 1024 chain"),
               Catch::Contains("'0'") && Catch::Contains("1 or more"));
    CHECK_THAT(refusal_of("fastest broadcast 8 8 1 -1 chain"), Catch::Contains("'-1'") && Catch::Contains("bytes"));
    CHECK_THAT(refusal_of("fastest broadcast 8 8x 1 1024 chain"), Catch::Contains("'8x'") && Catch::Contains("hosts"));
    CHECK_THAT(refusal_of("fastest broadcast 99999999999 8 1 8 chain"), Catch::Contains("'99999999999'"));
    CHECK_THAT(refusal_of("fastest broadcast 8 9 1 1024 chain"), Catch::Contains("8 ranks cannot be on 9 hosts"));
    CHECK_THAT(refusal_of("fastest broadcast 8 7 3 1024 chain"), Catch::Contains("at most 3 ranks on one host"));
    CHECK_THAT(refusal_of("fastest broadcast 8 8 1 1024 chian"),
               Catch::Contains("broadcast has no algorithm 'chian'; allowed: ") && Catch::Contains("chain"));
    CHECK_THAT(refusal_of("fastest broadcast 8 8 1 1024 chain chain"), Catch::Contains("'chain' is listed twice"));
    CHECK_THAT(refusal_of("fastest broadcast 8 8 1 1024"), Catch::Contains("no algorithm of broadcast is listed"));
    CHECK_THAT(refusal_of("fastest broadcast 8 8"), Catch::Contains("'' is not allowed"));
    CHECK_THAT(refusal_of("fastest"), Catch::Contains("no collective ''"));
}

TEST_CASE("A later order replaces the one for the same call") {
    std::vector<measured_order> known{order_of(collective_kind::broadcast, 8, {"chain"}),
                                      order_of(collective_kind::broadcast, 64, {"chain"})};
    const std::vector<measured_order> later{order_of(collective_kind::broadcast, 64, {"linear"}),
                                            order_of(collective_kind::reduce, 64, {"linear"})};
    add_orders(known, later);
    CHECK(known == std::vector<measured_order>{order_of(collective_kind::broadcast, 8, {"chain"}), later[0], later[1]});
}

TEST_CASE("The automatic choice is the first allowed algorithm of a measured order") {
    const auto kind = GENERATE(collective_kind::barrier, collective_kind::broadcast, collective_kind::allreduce,
                               collective_kind::allgather, collective_kind::alltoall);
    const std::size_t items = kind == collective_kind::barrier ? 0 : 16;
    const network_model predicted;
    const auto without = choice_of(kind, items, predicted);
    CHECK_FALSE(without.is_measured);
    for (const algorithm* how : all_algorithms()) {
        if (how->kind != kind) continue;
        network_model model;
        model.fastest = {{kind, eight_hosts, items * 8, {how}}};
        const auto found = choice_of(kind, items, model);
        CHECK(found.how == how);
        CHECK(found.is_measured);
        CHECK(found.next != how);
        CHECK(choice_of(kind, items + 1000, model).how == choice_of(kind, items + 1000, predicted).how);
    }
}

TEST_CASE("A measured order does not change the association of a reduction that rounds") {
    for (const algorithm* how : all_algorithms()) {
        if (how->kind != collective_kind::allreduce || how->standard_association) continue;
        network_model model;
        model.fastest = {{collective_kind::allreduce, eight_hosts, 1024, {how}}};
        CHECK(choice_of(collective_kind::allreduce, 128, model, exactness::exact).how == how);
        const auto rounding = choice_of(collective_kind::allreduce, 128, model, exactness::rounding);
        CHECK(rounding.how->standard_association);
        CHECK_FALSE(rounding.is_measured);
        model.fastest[0].fastest_first.push_back(named(collective_kind::allreduce, "banyan-exchange"));
        const auto second = choice_of(collective_kind::allreduce, 128, model, exactness::rounding);
        CHECK(second.how->name == "banyan-exchange");
        CHECK(second.is_measured);
    }
}

TEST_CASE("A measured order does not count for blocks of different lengths") {
    network_model model;
    model.fastest = {order_of(collective_kind::gather, 8, {"chain"})};
    const std::vector<std::size_t> counts(8, 1);
    const collective_shape shape{.size = 8, .counts = counts, .host_of = each_alone};
    CHECK_FALSE(choose(collective_kind::gather, shape, 8, model).is_measured);
    CHECK(choice_of(collective_kind::gather, 1, model).is_measured);
}

}  // namespace measured_order_test
