// The predicted time of an algorithm, against examples worked out by hand and properties.
#include "libnet/schedules/network_model.hpp"

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

namespace network_model_test {

using namespace banyan::net;

namespace {

constexpr host_spread pair_on_one_host{2, 1, 2};

// The SP-2 of Lin (1997): T0 = 40 us, Td = 0.028 us per byte, Tc = 0.01 us per byte. Its cores are never the
// limit.
network_model sp2() {
    const link_times link{40e-6, 4e-6, 0.028e-6};
    return {.inside_host = link,
            .between_hosts = link,
            .copy_byte_s = 0.01e-6,
            .cpu_message_s = 1e-9,
            .cpu_byte_s = 0,
            .shared_byte_s = 0,
            .cores = 1};
}

constexpr algorithm_cost one_message(std::uint64_t items) {
    return {1, 1, items, items, 0};
}

// Costs of several kinds: long and short, with and without combination.
const algorithm_cost costs[] = {{3, 24, 24, 3, 3}, {14, 112, 1400000, 175000, 87500}, {7, 7, 7000, 7000, 0}};
// The formula of a model without free bytes.
double time_of_all_bytes(const algorithm_cost& cost, double bytes, const host_spread& where, const network_model& model,
                         int overlapped) {
    const link_times& link = where.hosts == 1 ? model.inside_host : model.between_hosts;
    const double path = (cost.rounds - overlapped) * link.start_s + overlapped * link.gap_s +
                        static_cast<double>(cost.path_items) * bytes * link.byte_s +
                        static_cast<double>(cost.path_combined) * bytes * model.copy_byte_s;
    network_model without_path = model;
    without_path.inside_host = without_path.between_hosts = {};
    without_path.between_hosts.byte_s = model.between_hosts.byte_s;
    algorithm_cost others = cost;
    others.rounds = 0;
    others.path_items = 0;
    return std::max(path, predicted_time(others, static_cast<std::size_t>(bytes), where, without_path));
}

constexpr host_spread spreads[] = {{8, 1, 8}, {8, 8, 1}, {8, 2, 4}, {8, 3, 6}};

}  // namespace

TEST_CASE("A message alone takes T0 + b Td, and a combination Tc for each byte") {
    CHECK(predicted_time(one_message(1000), 1, pair_on_one_host, sp2()) == Approx(68e-6));
    CHECK(predicted_time(one_message(125), 8, pair_on_one_host, sp2()) == Approx(68e-6));
    CHECK(predicted_time({1, 1, 1000, 1000, 1000}, 1, pair_on_one_host, sp2()) == Approx(78e-6));
    CHECK(predicted_time({}, 8, {1, 1, 1}, sp2()) == 0);
}

TEST_CASE("The first bytes of a message are free, and so are the first ones of a path") {
    network_model model = sp2();
    model.inside_host.free_bytes = 400;
    CHECK(predicted_time(one_message(1000), 1, pair_on_one_host, model) == Approx(40e-6 + 600 * 0.028e-6));
    CHECK(predicted_time(one_message(400), 1, pair_on_one_host, model) == Approx(40e-6));
    CHECK(predicted_time(one_message(100), 1, pair_on_one_host, model) == Approx(40e-6));
    const algorithm_cost three{3, 3, 3000, 3000, 0};
    CHECK(predicted_time(three, 1, pair_on_one_host, model) == Approx(3 * 40e-6 + 2600 * 0.028e-6));
}

TEST_CASE("Without free bytes all bytes count, and more free bytes never lengthen a prediction") {
    for (const auto& cost : costs)
        for (const auto& where : spreads)
            for (const int overlapped : {0, 2}) {
                network_model model;
                double before = predicted_time(cost, 8, where, model, overlapped);
                CHECK(before == Approx(time_of_all_bytes(cost, 8, where, model, overlapped)).epsilon(1e-14));
                for (const double free_bytes : {1.0, 1e3, 1e5, 1e9}) {
                    model.inside_host.free_bytes = model.between_hosts.free_bytes = free_bytes;
                    const double now = predicted_time(cost, 8, where, model, overlapped);
                    CAPTURE(cost.rounds, where.hosts, overlapped, free_bytes);
                    CHECK(now <= before);
                    before = now;
                }
            }
}

TEST_CASE("An overlapped round costs a gap, not a start-up") {
    const algorithm_cost three{3, 3, 3000, 3000, 0};
    CHECK(predicted_time(three, 1, pair_on_one_host, sp2(), 2) == Approx(40e-6 + 2 * 4e-6 + 3000 * 0.028e-6));
}

TEST_CASE("Ranks that share cores pay for all messages of their host") {
    network_model model = sp2();
    model.cpu_message_s = 100e-6;
    model.cores = 2;
    const algorithm_cost dissemination{3, 24, 0, 0, 0};
    CHECK(predicted_time(dissemination, 1, {8, 1, 8}, model) == Approx(24 * 100e-6 / 2));
    // half of the ranks on each host
    CHECK(predicted_time(dissemination, 1, {8, 2, 4}, model) == Approx(12 * 100e-6 / 2));
    // one rank for each core pays for its own messages: as much as the path or less
    CHECK(predicted_time(dissemination, 1, {8, 8, 1}, sp2()) == Approx(3 * 40e-6));
}

TEST_CASE("Bytes between hosts share the link of their host, and a shared network") {
    network_model model = sp2();
    model.between_hosts.byte_s = 80e-9;  // 100 Mbit/s
    // each of 8 ranks on 2 hosts sends 1 MB: 4 of 7 partners of a rank are on the other host
    const algorithm_cost each{1, 8, 8'000'000, 1'000'000, 0};
    const double leaving_bytes = 4e6 * 4 / 7;
    CHECK(predicted_time(each, 1, {8, 2, 4}, model) == Approx(leaving_bytes * 80e-9));
    model.shared_byte_s = 80e-9;
    CHECK(predicted_time(each, 1, {8, 2, 4}, model) == Approx(2 * leaving_bytes * 80e-9));
    // on one host the network does not matter
    CHECK(predicted_time(each, 1, {8, 1, 8}, model) == predicted_time(each, 1, {8, 1, 8}, sp2()));
}

TEST_CASE("A slower network or core never shortens a prediction, more cores or free bytes never lengthen it") {
    const auto helps = [](std::size_t i) {
        network_model changed = network_model::from_numbers({});
        changed.cores = changed.inside_host.free_bytes = changed.between_hosts.free_bytes = 1;
        return changed.numbers()[i] == 1;
    };
    for (const auto& cost : costs)
        for (const auto& where : spreads) {
            const network_model model;
            const double before = predicted_time(cost, 8, where, model);
            for (std::size_t i = 0; i < network_model::numbers_count; ++i) {
                auto numbers = model.numbers();
                numbers[i] = 3 * numbers[i] + 1e-9;
                const double after = predicted_time(cost, 8, where, network_model::from_numbers(numbers));
                CAPTURE(i, cost.rounds, where.hosts);
                if (helps(i))
                    CHECK(after <= before);
                else
                    CHECK(after >= before);
            }
        }
}

TEST_CASE("The numbers of a model make the same model again") {
    std::array<double, network_model::numbers_count> different{};
    for (std::size_t i = 0; i < different.size(); ++i)
        different[i] = static_cast<double>(i + 1);
    const auto model = network_model::from_numbers(different);
    CHECK(model.numbers() == different);
    CHECK(network_model::from_numbers(network_model{}.numbers()) == network_model{});
}

TEST_CASE("A model with a number that is not possible is not usable") {
    CHECK(is_usable({}));
    CHECK(is_usable(sp2()));
    const std::array bad{-1e-6, std::numeric_limits<double>::infinity(), std::nan("")};
    for (std::size_t i = 0; i < network_model::numbers_count; ++i)
        for (const double value : bad) {
            auto numbers = network_model{}.numbers();
            numbers[i] = value;
            CAPTURE(i, value);
            CHECK_FALSE(is_usable(network_model::from_numbers(numbers)));
        }
    network_model without_cores;
    without_cores.cores = 0;
    CHECK_FALSE(is_usable(without_cores));
}

TEST_CASE("Hosts are counted, whatever their numbers and the order of the ranks") {
    const auto check = [](std::vector<int> host_of, int hosts, int most) {
        const host_spread found = spread_of({.size = static_cast<int>(host_of.size()), .host_of = host_of});
        CHECK(found.size == static_cast<int>(host_of.size()));
        CHECK(found.hosts == hosts);
        CHECK(found.most_on_one == most);
    };
    check({0}, 1, 1);
    check({5, 5, 5}, 1, 3);
    check({0, 1, 0, 1, 0}, 2, 3);
    check({2, 1, 0}, 3, 1);
    const host_spread unknown = spread_of({.size = 7});
    CHECK(unknown.hosts == 1);
    CHECK(unknown.most_on_one == 7);
}

}  // namespace network_model_test
