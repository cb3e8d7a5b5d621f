// Every algorithm of alltoall with blocks of different lengths against brute force.
#include <catch2/catch.hpp>

#include "tests/libnet/schedules/count_matrix.hpp"
#include "tests/libnet/schedules/every_algorithm.hpp"
#include "tests/libnet/schedules/exchange_shapes.hpp"

namespace alltoall_varying_test {

using namespace banyan;
using namespace banyan::testing;

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
    CHECK(how.cost(estimated) == equal->cost({.size = size, .items = 3}));
}

}  // namespace alltoall_varying_test
