// Every algorithm of the collectives that move equal blocks, against brute force, with blocks of all lengths.
#include <catch2/catch.hpp>

#include "tests/libnet/schedules/every_algorithm.hpp"
#include "tests/libnet/schedules/exchange_shapes.hpp"

namespace block_lengths_test {

using namespace banyan;
using namespace banyan::testing;
using net::collective_kind;
using items = std::vector<std::int64_t>;

namespace {

const net::algorithm& every_algorithm_of_blocks() {
    return every_algorithm(GENERATE(collective_kind::gather, collective_kind::scatter, collective_kind::allgather,
                                    collective_kind::alltoall));
}

bool has_blocks_for_each(collective_kind kind) {
    return kind == collective_kind::scatter || kind == collective_kind::alltoall;
}

// The items that rank `from` has for rank `to`; for all ranks the same if it gives one block only.
items block(collective_kind kind, const net::collective_shape& call, int from, int to) {
    return block_of(from, has_blocks_for_each(kind) ? to : 0, call.items);
}

items input_of(collective_kind kind, const net::collective_shape& call, int rank) {
    if (!has_blocks_for_each(kind)) return block(kind, call, rank, 0);
    items all;
    for (int to = 0; to < call.size && (kind == collective_kind::alltoall || rank == call.root); ++to)
        append(all, block(kind, call, rank, to));
    return all;
}

items expected_output(collective_kind kind, const net::collective_shape& call, int rank) {
    if (kind == collective_kind::scatter) return block(kind, call, call.root, rank);
    items all;
    for (int from = 0; from < call.size && (kind != collective_kind::gather || rank == call.root); ++from)
        append(all, block(kind, call, from, rank));
    return all;
}

void check_blocks(const net::algorithm& how, const net::collective_shape& call) {
    if (how.fits && !how.fits(call)) return;
    std::vector<rank_memory> ranks;
    for (int r = 0; r < call.size; ++r)
        ranks.push_back({input_of(how.kind, call, r), items(expected_output(how.kind, call, r).size(), -1)});
    const auto shape_of = [&](int rank) {
        net::collective_shape mine = call;
        mine.rank = rank;
        return mine;
    };
    const net::algorithm_cost seen = run_once_in_memory(how, shape_of, ranks);
    for (int r = 0; r < call.size; ++r) {
        CAPTURE(r);
        CHECK(ranks[static_cast<std::size_t>(r)].output == expected_output(how.kind, call, r));
    }
    CHECK(seen.messages == how.cost(call).messages);
    CHECK(seen.items == how.cost(call).items);
}

}  // namespace

TEST_CASE("Every algorithm moves equal blocks of every length") {
    const net::algorithm& how = every_algorithm_of_blocks();
    const int size = every_size();
    const std::size_t length = every_length(size);
    CAPTURE(net::name_of(how.kind), how.name, size, length);
    check_blocks(how, {.size = size, .root = size / 3, .items = length});
}

TEST_CASE("Every algorithm moves equal blocks with 100000 items of a rank together") {
    const net::algorithm& how = every_algorithm_of_blocks();
    const int size = every_long_size({1, 2, 3, 5, 8, 13, 33});
    const std::size_t length = 100'000 / static_cast<std::size_t>(size);
    CAPTURE(net::name_of(how.kind), how.name, size, length);
    check_blocks(how, {.size = size, .root = size - 1, .items = length});
}

}  // namespace block_lengths_test
