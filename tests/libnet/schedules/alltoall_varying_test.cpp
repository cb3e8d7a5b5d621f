// Every algorithm of alltoall with blocks of different lengths against brute force.
#include <bit>
#include <catch2/catch.hpp>

#include "tests/libnet/schedules/count_matrix.hpp"
#include "tests/libnet/schedules/every_algorithm.hpp"
#include "tests/libnet/schedules/exchange_shapes.hpp"
#include "tests/libnet/schedules/messages_between_hosts.hpp"

namespace alltoall_varying_test {

using namespace banyan;
using namespace banyan::testing;

namespace {

const net::algorithm& two_level_form() {
    return *net::find_algorithm(net::collective_kind::alltoall_varying, "two-level");
}

const net::algorithm& bruck_form() {
    return *net::find_algorithm(net::collective_kind::alltoall_varying, "bruck");
}

// Carries out the calls of one size, and compares the messages and items with the cost.
void check_calls(const net::algorithm& how, int size, const std::vector<int>& hosts = {}) {
    int number = 0;
    for (const count_matrix& counts : calls_of_size(size, hosts)) {
        CAPTURE(number);
        const net::algorithm_cost seen = check_alltoall_varying(how, counts);
        const net::algorithm_cost cost = how.cost(counts.shape_of(0));
        CHECK(cost.messages == seen.messages);
        CHECK(cost.items == seen.items);
        ++number;
    }
}

}  // namespace

TEST_CASE("Every algorithm of alltoall_varying moves the blocks of every short length") {
    const net::algorithm& how = every_algorithm(net::collective_kind::alltoall_varying);
    const int size = every_size();
    CAPTURE(how.name, size);
    check_calls(how, size);
}

TEST_CASE("Alltoall_varying of two levels moves the blocks of every short length between hosts") {
    const int size = every_size();
    const std::vector<int> hosts = hosts_of(every_placement(), size);
    CAPTURE(size, hosts);
    check_calls(two_level_form(), size, hosts);
}

TEST_CASE("Every algorithm of alltoall_varying with blocks of up to 1000 items") {
    const net::algorithm& how = every_algorithm(net::collective_kind::alltoall_varying);
    const int size = every_long_size({3, 8, 13});
    const auto p = static_cast<std::size_t>(size);
    CAPTURE(how.name, size);
    check_alltoall_varying(how, count_matrix(size, random_lengths(p * p, 1000, 7)));
}

TEST_CASE("Every algorithm of alltoall_varying gives each rank its blocks from all ranks") {
    const net::algorithm& how = every_algorithm(net::collective_kind::alltoall_varying);
    const int size = every_size();
    const auto p = static_cast<std::size_t>(size);
    const auto seed = static_cast<unsigned>(GENERATE(range(0, 3)));
    const count_matrix counts(size, random_lengths(p * p, 20, seed));
    CAPTURE(how.name, size, seed);
    const net::algorithm_cost seen = check_alltoall_varying(how, counts);
    check_near(how.cost(counts.shape_of(0)), seen, 2.0, 20);
}

TEST_CASE("Alltoall_varying of equal blocks costs the same as alltoall") {
    const net::algorithm& how = every_algorithm(net::collective_kind::alltoall_varying);
    const net::algorithm* const equal = net::find_algorithm(net::collective_kind::alltoall, how.name);
    if (equal == nullptr) return;
    const int size = every_size();
    const auto p = static_cast<std::size_t>(size);
    CAPTURE(how.name, size);
    const count_matrix counts(size, std::vector<std::size_t>(p * p, 3));
    CHECK(check_alltoall_varying(how, counts) == equal->cost({.size = size, .items = 3}));
    CHECK(how.cost(counts.shape_of(0)) == equal->cost({.size = size, .items = 3}));
    net::collective_shape estimated = counts.shape_of(0);
    estimated.matrix = {};
    if (how.fits && !how.fits(estimated)) return;
    CHECK(how.cost(estimated) == equal->cost({.size = size, .items = 3}));
}

TEST_CASE("Alltoall_varying of two levels is right for all placements on hosts") {
    const int size = every_size();
    const auto p = static_cast<std::size_t>(size);
    const std::vector<int> hosts = hosts_of(every_placement(), size);
    const auto seed = static_cast<unsigned>(GENERATE(range(0, 2)));
    CAPTURE(size, hosts, seed);
    const count_matrix counts(size, random_lengths(p * p, 20, seed), hosts);
    const net::algorithm_cost seen = check_alltoall_varying(two_level_form(), counts);
    // a message between hosts may have the blocks of all pairs of their ranks
    check_near(two_level_form().cost(counts.shape_of(0)), seen, 2.0, 20 * p);
    for (int rank = 1; rank < size; ++rank)
        CHECK(two_level_form().cost(counts.shape_of(rank)) == two_level_form().cost(counts.shape_of(0)));
}

TEST_CASE("Alltoall_varying of two levels with equal blocks costs the same as alltoall on all hosts") {
    const int size = every_size();
    const auto p = static_cast<std::size_t>(size);
    const std::vector<int> hosts = hosts_of(every_placement(), size);
    CAPTURE(size, hosts);
    const count_matrix counts(size, std::vector<std::size_t>(p * p, 3), hosts);
    const net::algorithm& equal = *net::find_algorithm(net::collective_kind::alltoall, "two-level");
    CHECK(two_level_form().cost(counts.shape_of(0)) == equal.cost({.size = size, .items = 3, .host_of = hosts}));
}

TEST_CASE("Alltoall_varying of two levels sends one message at most in each direction between two hosts") {
    const std::vector<int> hosts = hosts_of(placement::every_third, 12);
    std::vector<std::size_t> lengths(12 * 12, 1);
    for (std::size_t from = 0; from < 12; from += 3)  // the first host sends nothing to the second one
        for (std::size_t to = 1; to < 12; to += 3)
            lengths[from * 12 + to] = 0;
    const count_matrix counts(12, lengths, hosts);
    const auto shape_of = [&](int rank) { return counts.shape_of(rank); };
    const auto sending = hosts_with_messages_between(two_level_form(), shape_of, hosts, net::step::kind::send);
    CHECK(sending.size() == 5);
    CHECK(std::ranges::count(sending, hosts[0]) == 1);
}

TEST_CASE("Alltoall_varying of two levels and by Bruck need the lengths of all blocks") {
    const count_matrix counts(4, std::vector<std::size_t>(16, 1));
    net::collective_shape shape = counts.shape_of(0);
    CHECK(two_level_form().fits(shape));
    CHECK(bruck_form().fits(shape));
    shape.matrix = {};
    CHECK_FALSE(two_level_form().fits(shape));
    CHECK_FALSE(bruck_form().fits(shape));
}

TEST_CASE("Alltoall_varying by Bruck moves each block once for each power of two in its distance") {
    const int size = every_size();
    const int distance = GENERATE_COPY(range(0, size));
    const int sender = size / 3;
    const auto receiver = static_cast<std::size_t>((sender + distance) % size);
    CAPTURE(size, distance);
    const count_matrix counts = counts_by(size, [&](std::size_t from, std::size_t to) -> std::size_t {
        return from == static_cast<std::size_t>(sender) && to == receiver ? 5 : 0;
    });
    const auto hops = static_cast<std::uint64_t>(std::popcount(static_cast<unsigned>(distance)));
    CHECK(check_alltoall_varying(bruck_form(), counts) ==
          net::algorithm_cost{static_cast<int>(hops), hops, 5 * hops, 5 * hops, 0});
}

TEST_CASE("Alltoall by Bruck has scratch memory for the two messages of a round and one block of each distance") {
    const int size = every_size();
    const auto p = static_cast<std::size_t>(size);
    const net::algorithm& equal = *net::find_algorithm(net::collective_kind::alltoall, "bruck");
    const count_matrix counts(size, std::vector<std::size_t>(p * p, 3));
    CAPTURE(size);
    for (int rank = 0; rank < size; ++rank) {
        CHECK(equal.make({.rank = rank, .size = size, .items = 3}).scratch_items <= 2 * p * 3);
        CHECK(bruck_form().make(counts.shape_of(rank)).scratch_items <= 2 * p * 3);
    }
}

}  // namespace alltoall_varying_test
