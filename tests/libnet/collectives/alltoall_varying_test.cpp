// alltoall_varying with real messages: every algorithm against brute force, the pattern of Lin's figure 4.9, and when
// the ranks exchange all lengths and balance.
#include <algorithm>
#include <catch2/catch.hpp>
#include <iostream>
#include <sstream>
#include <string_view>

#include "banyan/net/alltoall_known.hpp"
#include "libnet/collectives/host_numbers.hpp"
#include "libnet/messaging/group_state.hpp"
#include "libnet/schedules/network_model.hpp"
#include "tests/common/error_of.hpp"
#include "tests/common/every_transport.hpp"
#include "tests/common/findings.hpp"
#include "tests/common/group_sizes.hpp"
#include "tests/common/variable_set.hpp"
#include "tests/libnet/schedules/count_matrix.hpp"
#include "tests/libnet/schedules/lin_patterns.hpp"

namespace alltoall_varying_test {

using namespace banyan::net;
using namespace banyan::testing;
using namespace std::chrono_literals;

namespace {

constexpr auto limit = 30s;
using items = std::vector<std::int64_t>;

// This rank's part of the call, and whether all items arrived.
bool is_right(const group& world, const count_matrix& counts, const collective_options& how) {
    const int me = world.rank().value;
    varying<std::int64_t> out;
    items expected;
    for (int r = 0; r < world.size(); ++r) {
        append(out.items, block_of(me, r, counts.at(me, r)));
        out.counts.push_back(counts.at(me, r));
        append(expected, block_of(r, me, counts.at(r, me)));
    }
    const varying<std::int64_t> in = alltoall_varying(world, out, how);
    if (in.counts.size() != static_cast<std::size_t>(world.size())) return false;
    for (int r = 0; r < world.size(); ++r)
        if (in.counts[static_cast<std::size_t>(r)] != counts.at(r, me)) return false;
    return in.items == expected;
}

void set_network(const group& world, const network_model& model) {
    detail::group_state::of(world).network.set(std::make_shared<const network_model>(model));
}

// Bytes that all ranks send in one call, as rank 0 sees it.
std::uint64_t bytes_of_call(const group& world, const count_matrix& counts, const collective_options& how,
                            findings& found) {
    const std::uint64_t before = world.traffic().bytes;
    found.expect(is_right(world, counts, how), "wrong items");
    return allreduce_value(world, world.traffic().bytes - before, std::plus<>(), limit);
}

std::uint64_t bytes_for_others(const count_matrix& counts) {
    std::uint64_t sum = 0;
    for (int from = 0; from < counts.size(); ++from)
        for (int to = 0; to < counts.size(); ++to)
            if (from != to) sum += counts.at(from, to) * sizeof(std::int64_t);
    return sum;
}

// A network on which the messages of a rank take the time; there are enough cores for all ranks.
network_model slow_network() {
    network_model model;
    model.inside_host = {1e-6, 1e-7, 1e-7};
    model.cores = 1000;
    return model;
}

}  // namespace

TEST_CASE("alltoall_varying: every algorithm, also balanced, gives each rank its items") {
    const int size = any_size({1, 2, 3, 4, 5, 8, 13});
    findings found;
    on_every_transport(size, [&](group& world) {
        const auto p = static_cast<std::size_t>(size);
        for (const char* name : {"balanced", "bruck", "pairwise", "linear", "two-level", "automatic", "balanced"})
            for (const unsigned seed : {1u, 2u})
                for (const std::size_t longest : {std::size_t{0}, std::size_t{3}, std::size_t{2000}}) {
                    const count_matrix counts(size, random_lengths(p * p, longest, seed));
                    found.expect(is_right(world, counts, with_algorithm(name, limit)), name);
                }
    });
    CHECK(found.first() == "");
}

TEST_CASE("alltoall_varying: every algorithm sends the messages that its cost says, once it is prepared") {
    const int size = any_size({1, 2, 3, 5, 8, 13});
    findings found;
    on_every_transport(size, [&](group& world) {
        const auto p = static_cast<std::size_t>(size);
        const int me = world.rank().value;
        const count_matrix counts(size, random_lengths(p * p, 20, 5), host_numbers(world));
        varying<std::int64_t> out, in;
        items expected;
        for (int r = 0; r < size; ++r) {
            append(out.items, block_of(me, r, counts.at(me, r)));
            out.counts.push_back(counts.at(me, r));
            append(expected, block_of(r, me, counts.at(r, me)));
        }
        for (const algorithm* how : all_algorithms()) {
            if (how->kind != collective_kind::alltoall_varying) continue;
            persistent_collective prepared =
                persistent_alltoall_varying(world, out, in, with_algorithm(how->name, limit));
            const collective_traffic before = world.traffic();
            prepared.run(limit);
            const collective_traffic now = world.traffic();
            found.expect(in.items == expected, std::string(how->name) + ": wrong items");
            std::vector<std::uint64_t> sent{now.messages - before.messages, now.bytes - before.bytes};
            allreduce(world, sent, std::plus<>(), limit);
            const algorithm_cost cost = how->cost(counts.shape_of(me));
            found.expect(sent[0] == cost.messages && sent[1] == cost.items * sizeof(std::int64_t),
                         std::string(how->name) + ": other messages or bytes than its cost");
        }
    });
    CHECK(found.first() == "");
}

TEST_CASE("counts whose sum wraps are refused before anything is sent") {
    findings found;
    on_every_transport(2, [&](group& world) {
        const varying<std::int64_t> all{{1, 2, 3, 4}, {5, ~std::size_t{0}}};  // the sum is 4 modulo 2^64
        const auto expect_refusal = [&](auto call, const char* what) {
            found.expect(error_of(call) == errc::invalid_argument, what);
        };
        expect_refusal([&] { (void)alltoall_varying(world, all, limit); }, "alltoall_varying");
        expect_refusal(
            [&] {
                (void)reduce_scatter_varying(world, all.items, std::span<const std::size_t>(all.counts), std::plus<>(),
                                             limit);
            },
            "reduce_scatter_varying");
        if (world.rank() == rank{1})
            expect_refusal([&] { (void)scatter_varying(world, all, rank{1}, limit); }, "scatter_varying");
        barrier(world, limit);
    });
    CHECK(found.first() == "");
}

TEST_CASE("alltoall_varying: the pattern of figure 4.9 on 20 ranks, balanced and not") {
    findings found;
    run_threads(20, [&](group& world) {
        for (const std::size_t most : {1, 100, 20000})
            for (const char* name : {"balanced", "pairwise", "automatic"})
                found.expect(is_right(world, figure_4_9(20, 1, most), with_algorithm(name, limit)), name);
    });
    CHECK(found.first() == "");
}

TEST_CASE("alltoall_varying: automatic balances where it pays, and equal blocks cost no exchange of all lengths") {
    findings found;
    run_threads(12, [&](group& world) {
        set_network(world, slow_network());
        const count_matrix uneven = figure_4_9(12, 1, 10000), equal(12, std::vector<std::size_t>(144, 1000));
        const count_matrix small = figure_4_9(12, 0, 1);
        const auto named = [](const char* name) { return with_algorithm(name, limit); };
        const auto sent = [&](const count_matrix& counts, const char* name) {
            return bytes_of_call(world, counts, named(name), found);
        };
        const std::uint64_t balanced = sent(uneven, "balanced"), automatic = sent(uneven, "automatic");
        found.expect(automatic == balanced && automatic > bytes_for_others(uneven) * 3 / 2, "balanced");
        found.expect(sent(equal, "automatic") == sent(equal, "pairwise"), "equal blocks");
        found.expect(sent(small, "automatic") == sent(small, "pairwise"), "small blocks");
        network_model few_cores = slow_network();
        few_cores.cores = 1;
        few_cores.cpu_byte_s = 1e-6;
        set_network(world, few_cores);
        found.expect(sent(uneven, "automatic") < bytes_for_others(uneven) * 3 / 2, "limited by the cores");
    });
    CHECK(found.first() == "");
}

namespace {

// The members of `world` in turn on two hosts.
group on_two_hosts(const group& world, context_id context) {
    std::vector<task_id> members;
    std::vector<std::string> hosts;
    for (int r = 0; r < world.size(); ++r) {
        members.push_back(world.task(rank{r}));
        hosts.emplace_back(r % 2 == 0 ? "even" : "odd");
    }
    return {world.box(), members, context, hosts};
}

}  // namespace

TEST_CASE("alltoall_varying: every algorithm moves the blocks of every short length, on one host and on two") {
    const int size = any_size(has_all_long_calls() ? sizes_to(33, {64}) : std::vector<int>{1, 2, 3, 5, 8, 13, 17});
    findings found;
    run_threads(size, [&](group& world) {
        const group between_hosts = on_two_hosts(world, context_id{100});
        for (const count_matrix& counts : calls_of_size(size))
            for (const char* name : {"pairwise", "linear", "balanced", "bruck", "two-level", "automatic"}) {
                found.expect(is_right(world, counts, with_algorithm(name, limit)), name);
                found.expect(is_right(between_hosts, counts, with_algorithm(name, limit)), name);
            }
    });
    CHECK(found.first() == "");
}

TEST_CASE("alltoall_varying: two levels between hosts, named, and chosen where they pay") {
    findings found;
    run_threads(12, [&](group& world) {
        network_model equal_links;
        equal_links.inside_host = equal_links.between_hosts = {1e-6, 1e-6, 1e-10};
        equal_links.cores = 1000;
        network_model slow_start = equal_links;
        slow_start.between_hosts = {1e-3, 1e-3, 1e-8};
        const count_matrix counts(12, random_lengths(144, 20, 3));
        const auto sent = [&](const group& g, const char* name) {
            return bytes_of_call(g, counts, with_algorithm(name, limit), found);
        };
        const group slow = on_two_hosts(world, context_id{100}), fast = on_two_hosts(world, context_id{110});
        set_network(slow, slow_start);
        set_network(fast, equal_links);
        const std::uint64_t in_two_levels = sent(slow, "two-level"), chosen = sent(slow, "automatic");
        found.expect(chosen == in_two_levels, "two levels are not chosen");
        found.expect(sent(slow, "pairwise") < in_two_levels, "two levels without an exchange of the lengths");
        found.expect(sent(fast, "automatic") == sent(fast, "pairwise"), "two levels are chosen without need");
    });
    CHECK(found.first() == "");
}

namespace {

// Collects what --explain prints.
class explained_choices {
  public:
    explained_choices() : before_(std::cerr.rdbuf(text_.rdbuf())) {}
    ~explained_choices() { std::cerr.rdbuf(before_); }
    explained_choices(const explained_choices&) = delete;
    explained_choices& operator=(const explained_choices&) = delete;

    // The lines of alltoall_varying, in the order in which they were printed.
    [[nodiscard]] std::vector<std::string> lines() const {
        std::vector<std::string> found;
        std::istringstream in(text_.str());
        for (std::string line; std::getline(in, line);)
            if (line.starts_with("alltoall_varying")) found.push_back(line);
        return found;
    }

  private:
    variable_set explains_{"BANYAN_EXPLAIN_COLLECTIVES", "1"};
    std::ostringstream text_;
    std::streambuf* before_;
};

}  // namespace

TEST_CASE("alltoall_varying: a choice for exchanged lengths is explained once until it changes") {
    findings found;
    std::vector<std::string> lines;
    {
        const explained_choices explained;
        run_threads(12, [&](group& world) {
            network_model few_cores = slow_network();
            few_cores.cores = 1;
            few_cores.cpu_byte_s = 1e-6;
            std::size_t most = 10000;
            for (const network_model& network : {slow_network(), few_cores}) {
                set_network(world, network);
                for (int i = 0; i < 4; ++i)  // other lengths in each call
                    found.expect(is_right(world, figure_4_9(12, 1, most += 100), limit), "wrong items");
            }
        });
        lines = explained.lines();
    }
    CHECK(found.first() == "");
    REQUIRE(lines.size() == 2);
    CHECK_THAT(lines[0], Catch::Contains("on 12 ranks: balanced"));
    CHECK_THAT(lines[1], !Catch::Contains("on 12 ranks: balanced"));
}

TEST_CASE("alltoall_varying: a rank that names balanced alone is an error on all ranks") {
    findings found;
    run_threads(4, [&](group& world) {
        bool failed = false;
        try {
            (void)is_right(world, figure_4_9(4, 5, 50),
                           with_algorithm(world.rank().value == 1 ? "balanced" : "linear", limit));
        } catch (const error& why) {
            failed = why.which() == errc::collective_mismatch;
        }
        found.expect(failed, "no mismatch");
    });
    CHECK(found.first() == "");
}

namespace {

// The call of this rank. Rank 0 expects `more` items more from rank 1 than rank 1 sends.
varying<std::int64_t> call_known(const group& world, const count_matrix& counts, std::size_t more,
                                 const collective_options& how) {
    const int me = world.rank().value;
    varying<std::int64_t> out;
    std::vector<std::size_t> received;
    for (int r = 0; r < world.size(); ++r) {
        append(out.items, block_of(me, r, counts.at(me, r)));
        out.counts.push_back(counts.at(me, r));
        received.push_back(counts.at(r, me) + (me == 0 && r == 1 ? more : 0));
    }
    return alltoall_known(world, out, received, how);
}

}  // namespace

TEST_CASE("alltoall_known: the items of alltoall_varying, without messages for the counts") {
    const int size = any_size({1, 2, 3, 5, 8});
    findings found;
    on_every_transport(size, [&](group& world) {
        const auto p = static_cast<std::size_t>(size);
        for (const char* name : {"pairwise", "linear", "automatic", "balanced", "bruck", "two-level"})
            for (const std::size_t longest : {std::size_t{0}, std::size_t{3}, std::size_t{2000}}) {
                const count_matrix counts(size, random_lengths(p * p, longest, 3));
                const std::uint64_t before = world.traffic().bytes;
                const auto got = call_known(world, counts, 0, with_algorithm(name, limit));
                const std::uint64_t bytes =
                    allreduce_value(world, world.traffic().bytes - before, std::plus<>(), limit);
                items expected;
                for (int r = 0; r < size; ++r)
                    append(expected, block_of(r, world.rank().value, counts.at(r, world.rank().value)));
                found.expect(got.items == expected, name);
                const std::string_view text(name);
                const bool needs_all = text == "balanced" || text == "bruck" || text == "two-level";
                found.expect(needs_all || bytes == bytes_for_others(counts), "counts are sent");
            }
    });
    CHECK(found.first() == "");
}

TEST_CASE("alltoall_known: every form uses the memory of the result again") {
    findings found;
    on_every_transport(3, [&](group& world) {
        const int me = world.rank().value;
        const count_matrix counts = counts_by(3, [](std::size_t from, std::size_t to) { return from + 2 * to; });
        varying<std::int64_t> out, in;
        items expected;
        std::vector<std::size_t> received;
        for (int r = 0; r < 3; ++r) {
            append(out.items, block_of(me, r, counts.at(me, r)));
            out.counts.push_back(counts.at(me, r));
            append(expected, block_of(r, me, counts.at(r, me)));
            received.push_back(counts.at(r, me));
        }
        alltoall_known(world, out, received, in, limit);
        const std::int64_t* const memory = in.items.data();
        const auto expect_result = [&](const char* what) {
            found.expect(in.items == expected && in.counts == received, what);
            found.expect(in.items.data() == memory, "memory");
            std::ranges::fill(in.items, -1);
        };
        expect_result("blocking");
        alltoall_known(world, out, in.counts, in, limit);
        expect_result("with the counts of the result");
        async_alltoall_known(world, out, received, in, limit).wait(limit);
        expect_result("without blocking");
        for (const char* name : {"automatic", "balanced", "bruck"}) {
            persistent_collective prepared =
                persistent_alltoall_known(world, out, received, in, with_algorithm(name, limit));
            for (int round = 0; round < 2; ++round) {
                prepared.run(limit);
                expect_result(name);
            }
        }
        found.expect(error_of([&] { alltoall_known(world, out, received, out, limit); }) == errc::invalid_argument,
                     "the items to send as the result");
    });
    CHECK(found.first() == "");
}

TEST_CASE("alltoall_known: another number of items than expected is an error, and so are too few numbers") {
    findings found;
    run_threads(3, [&](group& world) {
        try {
            (void)call_known(world, figure_4_9(3, 5, 50), 1, limit);
            found.expect(world.rank().value != 0, "nothing is noticed");
        } catch (const error& why) {
            found.expect(why.which() == errc::collective_mismatch, why.what());
        }
    });
    run_threads(1, [&](group& world) {
        const varying<std::int64_t> out{{7}, {1}};
        try {
            (void)alltoall_known(world, out, {}, limit);
            found.expect(false, "no numbers");
        } catch (const error& why) {
            found.expect(why.which() == errc::invalid_argument, why.what());
        }
    });
    CHECK(found.first() == "");
}

}  // namespace alltoall_varying_test
