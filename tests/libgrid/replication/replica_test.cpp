// The rules of the copies under random interleavings.
#include "libgrid/replica.hpp"

#include <catch2/catch.hpp>

#include "banyan/part/error.hpp"
#include "tests/common/long_form.hpp"
#include "tests/libgrid/replication/simulated_copies.hpp"

namespace replica_test {

using namespace banyan::testing;
using banyan::grid::append_write;
using banyan::grid::replica;
using banyan::grid::write_record;

namespace {

constexpr simulated_sizes small{3, 2, 4};

int inconsistent_seeds(write_rule rule, int seeds) {
    int found = 0;
    for (int seed = 1; seed <= seeds; ++seed)
        found += !has_consistent_order(simulated_copies(static_cast<unsigned>(seed), small, rule).run(), small.cells);
    return found;
}

}  // namespace

TEST_CASE("replica: small histories have a consistent order, by trying all orders") {
    CHECK(inconsistent_seeds(write_rule::waits_for_own_copy, full_form() ? 100'000 : samples(3000)) == 0);
}

TEST_CASE("replica: the search finds that writes do not wait, and that each cell has an order of its own") {
    CHECK(inconsistent_seeds(write_rule::returns_at_once, samples(3000)) > 0);
    CHECK(inconsistent_seeds(write_rule::sequencer_per_cell, samples(3000)) > 0);
}

TEST_CASE("replica: long histories are consistent by their versions, and all copies end equal") {
    for (int seed = 1; seed <= (full_form() ? 5000 : samples(150)); ++seed) {
        const simulated_sizes sizes{1 + seed % 6, 1 + seed % 4, 60};
        simulated_copies world(static_cast<unsigned>(seed), sizes, write_rule::waits_for_own_copy);
        INFO("seed " << seed);
        REQUIRE(wrong_place(world.run(), sizes.cells).empty());
        REQUIRE(world.converged());
    }
}

TEST_CASE("history: both checks refuse the classical wrong histories") {
    // Each process writes a cell and then reads 0 in the other one.
    const history buffered{{{true, 0, 1, 1}, {false, 1, 0, 1}}, {{true, 1, 1, 2}, {false, 0, 0, 2}}};
    CHECK_FALSE(has_consistent_order(buffered, 2));
    CHECK_FALSE(wrong_place(buffered, 2).empty());
    // Two readers see two writes in different orders.
    const history disordered{{{true, 0, 1, 1}},
                             {{true, 1, 1, 2}},
                             {{false, 0, 1, 1}, {false, 1, 0, 1}},
                             {{false, 1, 1, 2}, {false, 0, 0, 2}}};
    CHECK_FALSE(has_consistent_order(disordered, 2));
    CHECK_FALSE(wrong_place(disordered, 2).empty());
    const history right{{{true, 0, 1, 1}, {false, 1, 0, 1}}, {{true, 1, 1, 2}, {false, 0, 1, 2}}};
    CHECK(has_consistent_order(right, 2));
    CHECK(wrong_place(right, 2).empty());
}

TEST_CASE("replica: messages that are no batch are refused") {
    replica copy(std::vector<std::byte>(16), 1);
    const std::vector<std::byte> value(8, std::byte{7});
    const auto batch_of = [&](write_record record) {
        std::vector<std::byte> batch;
        append_write(batch, record, value);
        return batch;
    };
    CHECK_THROWS_WITH(copy.apply(batch_of({.version = 2, .bytes = 8})), "replicated_array: write 2 follows write 0");
    CHECK_THROWS_WITH(copy.apply(batch_of({.version = 1, .first_byte = 9, .bytes = 8})),
                      "replicated_array: a write of bytes 9 .. 17, allowed: up to 16");
    CHECK_THROWS_WITH(copy.apply(batch_of({.version = 1, .bytes = 9})),
                      "replicated_array: a write of 9 bytes has only 8");
    CHECK_THROWS_WITH(copy.apply(std::vector<std::byte>(3)),
                      "replicated_array: a message of 3 bytes ends inside a record");
    CHECK(copy.version() == 0);
    replica sequencer(std::vector<std::byte>(16), 0);
    std::vector<std::byte> batch;
    sequencer.order(batch_of(copy.next_write(8, 8)), batch);
    copy.apply(batch);
    CHECK(copy.take_applied(1)->version == 1);
    CHECK_FALSE(copy.take_applied(1));
    CHECK(copy.items()[8] == std::byte{7});
}

TEST_CASE("replica: simulated programs refuse some conditional writes and do others") {
    int done = 0, refused = 0;
    for (unsigned seed = 1; seed <= 50; ++seed)
        for (const auto& process : simulated_copies(seed, {3, 1, 20}, write_rule::waits_for_own_copy).run())
            for (const operation& o : process) {
                done += o.expected && !o.refused;
                refused += o.refused;
            }
    CHECK(done > 100);
    CHECK(refused > 100);
}

}  // namespace replica_test
