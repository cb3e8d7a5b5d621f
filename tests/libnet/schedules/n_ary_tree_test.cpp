// The algorithms over the n-ary tree with every fanout.
#include "libnet/schedules/n_ary_tree.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <optional>
#include <set>

#include "tests/libnet/schedules/operations.hpp"
#include "tests/libnet/schedules/run_in_memory.hpp"

namespace n_ary_tree_test {

using namespace banyan::net;
using namespace banyan::testing;

namespace {

constexpr std::size_t items = 3;  // of a vector or block

const algorithm& every_n_ary_algorithm() {
    return *find_algorithm(GENERATE(collective_kind::barrier, collective_kind::broadcast, collective_kind::reduce,
                                    collective_kind::allreduce, collective_kind::gather, collective_kind::scatter),
                           "n-ary-tree");
}

// The items of block `block`.
std::vector<std::int64_t> block_at(const std::vector<std::int64_t>& of, int block) {
    const auto begin = of.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(block) * items);
    return {begin, begin + static_cast<std::ptrdiff_t>(items)};
}

// The memory of all ranks before a call of any collective: more than most of them need.
std::vector<rank_memory> memory_before(int size) {
    std::vector<rank_memory> ranks;
    for (int r = 0; r < size; ++r) {
        const std::vector<std::int64_t> values = values_of_rank(r, static_cast<std::size_t>(size) * items);
        ranks.push_back({values, values});
    }
    return ranks;
}

bool all_are_right(collective_kind kind, const std::vector<rank_memory>& ranks, int root) {
    const auto size = static_cast<int>(ranks.size());
    const rank_memory& at_root = ranks[static_cast<std::size_t>(root)];
    if (kind == collective_kind::reduce)
        return block_at(at_root.output, 0) == combined_in_order(0, size, items, ordered_operation);
    bool right = true;
    for (int r = 0; r < size; ++r) {
        const std::vector<std::int64_t>& output = ranks[static_cast<std::size_t>(r)].output;
        if (kind == collective_kind::allreduce)
            right = right && block_at(output, 0) == combined_in_order(0, size, items, ordered_operation);
        if (kind == collective_kind::broadcast) right = right && block_at(output, 0) == values_of_rank(root, items);
        if (kind == collective_kind::gather) right = right && block_at(at_root.output, r) == values_of_rank(r, items);
        if (kind == collective_kind::scatter) right = right && block_at(output, 0) == block_at(at_root.input, r);
    }
    return right;
}

}  // namespace

TEST_CASE("n-ary: with fanout 2 the algorithms have the schedules of the binary tree") {
    const algorithm& how = every_n_ary_algorithm();
    const algorithm& binary = *find_algorithm(how.kind, "binary-tree");
    const int size = GENERATE(1, 2, 3, 8, 13, 33);
    for (const int root : {0, size / 2, size - 1}) {
        CAPTURE(name_of(how.kind), size, root);
        const collective_shape call{.size = size, .root = root, .items = items, .fanout = 2};
        CHECK(how.cost(call) == binary.cost(call));
        for (int rank = 0; rank < size; ++rank) {
            collective_shape shape = call;
            shape.rank = rank;
            CHECK((how.make(shape).steps == binary.make(shape).steps));
        }
    }
}

TEST_CASE("n-ary: every fanout gives the right result with the cost of the formula") {
    const algorithm& how = every_n_ary_algorithm();
    const int size = GENERATE(1, 2, 5, 8, 14, 31);
    const int fanout = GENERATE(1, 2, 3, 4, 7, 1000);
    const int root = GENERATE_COPY(0, size / 2, size - 1);
    CAPTURE(name_of(how.kind), size, fanout, root);
    const auto shape_of = [&](int rank) {
        return collective_shape{.rank = rank, .size = size, .root = root, .items = items, .fanout = fanout};
    };
    std::vector<rank_memory> ranks = memory_before(size);
    const algorithm_cost seen = run_in_memory(how, shape_of, ranks, ordered_operation);
    CHECK(all_are_right(how.kind, ranks, root));
    CHECK((how.cost(shape_of(0)) == seen));
}

TEST_CASE("n-ary: rank 0 has as many partners as the fanout, if there are so many ranks") {
    const algorithm& how = every_n_ary_algorithm();
    const int size = GENERATE(1, 2, 5, 16);
    const int fanout = GENERATE(1, 2, 3, 4, 7, 1000);
    std::set<int> partners;
    for (const step& now : how.make({.size = size, .items = items, .fanout = fanout}).steps)
        if (now.what == step::kind::send || now.what == step::kind::receive) partners.insert(now.peer);
    CAPTURE(name_of(how.kind), size, fanout);
    CHECK(partners.size() == static_cast<std::size_t>(std::min(fanout, size - 1)));
}

TEST_CASE("n-ary: the tree of any fanout has its parents, 1 gives a chain, and many give a star") {
    const int nodes = GENERATE(1, 2, 9, 40);
    for (const int fanout : {1, 2, 3, 10, 100}) {
        const tree of_fanout = n_ary_tree(fanout);
        for (int node = 1; node < nodes; ++node) {
            const std::optional<int> parent = of_fanout.place(node, nodes).parent;
            CHECK(parent == (node - 1) / fanout);
            if (fanout == 1) CHECK(parent == node - 1);
            if (fanout == 100) CHECK(parent == 0);
        }
    }
}

}  // namespace n_ary_tree_test
