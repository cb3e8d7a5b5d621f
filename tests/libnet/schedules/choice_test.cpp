// The automatic choice, among the algorithms of the table and among made-up ones, against brute force.
#include "libnet/schedules/choice.hpp"

#include <bit>
#include <catch2/catch.hpp>
#include <limits>
#include <set>
#include <string_view>
#include <vector>

namespace choice_test {

using namespace banyan::net;

namespace {

constexpr std::size_t KiB = 1024, MiB = 1024 * KiB;

std::uint64_t log2_of(int size) {
    return static_cast<std::uint64_t>(std::bit_width(static_cast<unsigned>(size)) - 1);
}

// Costs as in the textbooks, for powers of two.
algorithm_cost doubling_cost(const collective_shape& s) {
    const std::uint64_t rounds = log2_of(s.size), p = static_cast<std::uint64_t>(s.size), m = s.items;
    return {static_cast<int>(rounds), p * rounds, p * rounds * m, rounds * m, rounds * m};
}
algorithm_cost halving_cost(const collective_shape& s) {
    const std::uint64_t rounds = 2 * log2_of(s.size), p = static_cast<std::uint64_t>(s.size), m = s.items;
    return {static_cast<int>(rounds), p * rounds, 2 * (p - 1) * m, 2 * (p - 1) * m / p, (p - 1) * m / p};
}
algorithm_cost star_cost(const collective_shape& s) {
    const std::uint64_t messages = 2 * static_cast<std::uint64_t>(s.size - 1), m = s.items;
    return {static_cast<int>(messages), messages, messages * m, messages * m, messages / 2 * m};
}
// A chain of p ranks takes p - 2 + k rounds of one segment each.
algorithm_cost chain_cost(const collective_shape& s) {
    const std::uint64_t m = s.items, segment = s.segment == 0 ? std::max<std::uint64_t>(m, 1) : s.segment;
    const std::uint64_t segments = (m + segment - 1) / segment, links = static_cast<std::uint64_t>(s.size - 1);
    return {static_cast<int>(links + segments - 1), links * segments, links * m, m + (links - 1) * segment, 0};
}
bool fits_even_sizes(const collective_shape& s) {
    return s.size % 2 == 0;
}
bool fits_commutative(const collective_shape& s) {
    return s.commutative;
}

constexpr algorithm made_up(std::string_view name, algorithm_cost (*cost)(const collective_shape&), bool standard,
                            bool (*fits)(const collective_shape&) = nullptr) {
    return {collective_kind::allreduce, name, "", standard, fits, nullptr, cost};
}
constexpr algorithm doubling = made_up("doubling", &doubling_cost, true);
constexpr algorithm halving = made_up("halving", &halving_cost, true);
constexpr algorithm star = made_up("star", &star_cost, false, &fits_even_sizes);
constexpr algorithm loose_halving = made_up("loose-halving", &halving_cost, false, &fits_commutative);
constexpr algorithm chain{collective_kind::broadcast, "chain", "", true, nullptr, nullptr, &chain_cost};
constexpr const algorithm* made_up_table[] = {&doubling, &halving, &star, &loose_halving, &chain};

collective_shape shape_of(int size, std::size_t items) {
    return {.size = size, .items = items};
}

algorithm_choice choose_made_up(const collective_shape& shape, exactness operation = exactness::rounding,
                                const network_model& model = {}) {
    return choose(made_up_table, collective_kind::allreduce, shape, 1, model, operation);
}

// 100 Mbit/s and a quarter of a core.
network_model limited_links() {
    network_model model;
    model.between_hosts = {13e-6, 1e-6, 82e-9, 24000};
    model.copy_byte_s = 0.2e-9;
    model.cpu_message_s = 13e-6;
    model.cpu_byte_s = 0.4e-9;
    model.cores = 0.25;
    return model;
}

// Many cores, so that a path and not the cores is the limit.
network_model many_cores() {
    network_model model;
    model.cores = 1000;
    return model;
}

}  // namespace

TEST_CASE("Few rounds are chosen for 8 bytes, little data for 16 MiB") {
    const int size = GENERATE(4, 8, 16, 64);
    const auto small = choose_made_up(shape_of(size, 8), exactness::rounding, many_cores());
    CHECK(small.how == &doubling);
    CHECK(small.next == &halving);
    const auto large = choose_made_up(shape_of(size, 16 * MiB), exactness::rounding, many_cores());
    CHECK(large.how == &halving);
    CHECK(large.next == &doubling);
    CHECK(small.segment == 0);
}

TEST_CASE("Few messages are chosen where many ranks share a core") {
    network_model model;
    model.cpu_message_s = 1e-3;
    CHECK(choose_made_up(shape_of(16, 8), exactness::exact, model).how == &star);
    CHECK(choose_made_up(shape_of(16, 8), exactness::exact, many_cores()).how == &doubling);
}

TEST_CASE("The choice has the least predicted time of those that fit, and the runner-up the second") {
    const int size = GENERATE(1, 2, 3, 8, 15, 64);
    const auto items = GENERATE(std::size_t{0}, std::size_t{1}, 3 * KiB, 200 * KiB, 5 * MiB);
    const auto operation = GENERATE(exactness::exact, exactness::rounding);
    auto shape = shape_of(size, items);
    shape.commutative = GENERATE(true, false);
    const network_model model;
    double least = std::numeric_limits<double>::infinity(), second = least;
    for (const algorithm* how : made_up_table) {
        if (how->kind != collective_kind::allreduce || (how->fits && !how->fits(shape))) continue;
        if (operation == exactness::rounding && !how->standard_association) continue;
        const double time = predict(*how, shape, 1, model).predicted_s;
        second = std::min(second, std::max(least, time));
        least = std::min(least, time);
    }
    const auto found = choose_made_up(shape, operation, model);
    REQUIRE(found.how);
    REQUIRE(found.next);
    CHECK(found.how != found.next);
    CHECK(found.predicted_s == least);
    CHECK(found.next_s == second);
}

TEST_CASE("A reduction that rounds keeps the standard association, and the others need not") {
    auto shape = shape_of(16, MiB);
    shape.commutative = true;
    const algorithm* table[] = {&doubling, &loose_halving};
    const auto chosen = [&](collective_kind kind, exactness operation) {
        algorithm first = doubling, second = loose_halving;
        first.kind = second.kind = kind;
        const algorithm* both[] = {&first, &second};
        return std::string(choose(both, kind, shape, 1, many_cores(), operation).how->name);
    };
    CHECK(choose(table, collective_kind::allreduce, shape, 1, many_cores(), exactness::rounding).how == &doubling);
    CHECK(choose(table, collective_kind::allreduce, shape, 1, many_cores(), exactness::exact).how == &loose_halving);
    for (const auto kind : {collective_kind::reduce, collective_kind::scan, collective_kind::exclusive_scan,
                            collective_kind::reduce_scatter})
        CHECK(chosen(kind, exactness::rounding) == "doubling");
    CHECK(chosen(collective_kind::allgather, exactness::rounding) == "loose-halving");
}

TEST_CASE("Without an algorithm of the collective there is no choice") {
    const auto found = choose(made_up_table, collective_kind::scatter, shape_of(4, 8), 1, {}, exactness::exact);
    CHECK(found.how == nullptr);
    CHECK(explain(collective_kind::scatter, shape_of(4, 8), 1, found) ==
          "scatter of blocks of 8 bytes on 4 ranks: no algorithm");
}

TEST_CASE("The segments of a pipeline are near the best of all lengths") {
    const int size = GENERATE(2, 3, 8, 33);
    const auto items = GENERATE(std::size_t{1}, std::size_t{7}, std::size_t{1000}, std::size_t{20000});
    const std::size_t item_bytes = GENERATE(1, 64);
    const network_model model = GENERATE(network_model{}, many_cores());
    const auto found = predict(chain, shape_of(size, items), item_bytes, model);
    double best = std::numeric_limits<double>::infinity();
    const int links = size - 1;
    for (std::size_t segment = 1; segment <= items; ++segment) {
        collective_shape shape = shape_of(size, items);
        shape.segment = segment;
        const algorithm_cost cost = chain_cost(shape);
        best = std::min(best, predicted_time(cost, item_bytes, spread_of(shape), model, cost.rounds - links));
    }
    CAPTURE(size, items, item_bytes, found.segment);
    CHECK(found.predicted_s >= best * (1 - 1e-12));
    CHECK(found.predicted_s <= best * 1.05);
    if (size == 2) CHECK(found.segment == 0);
}

TEST_CASE("A long broadcast through a chain has segments, a short one has none") {
    CHECK(predict(chain, shape_of(8, 8), 1, many_cores()).segment == 0);
    const std::size_t segment = predict(chain, shape_of(8, 4 * MiB), 1, many_cores()).segment;
    CHECK(segment > 0);
    CHECK(segment < MiB);
}

TEST_CASE("A long sum of floating point numbers keeps the standard association, one of integers takes the ring") {
    const std::vector<int> host_of{0, 1, 2, 3, 4, 5, 6, 7};
    const collective_shape shape{.size = 8, .items = 8 * KiB, .commutative = true, .host_of = host_of};
    const auto chosen = [&](exactness operation) {
        return std::string(choose(collective_kind::allreduce, shape, 8, limited_links(), operation).how->name);
    };
    CHECK(chosen(exactness::rounding) == "scattered");
    CHECK(chosen(exactness::exact) == "ring");
}

TEST_CASE("The predicted time of the choice never falls as the length grows, and the choice is the same on all ranks") {
    for (const collective_kind kind : collectives_with_algorithms())
        for (const int size : {1, 2, 5, 8, 16}) {
            double before = 0;
            for (std::size_t items = 1; items <= 4 * MiB; items *= 2) {
                std::set<std::tuple<const algorithm*, std::size_t, double>> chosen;
                for (const int rank : {0, size / 2, size - 1}) {
                    const collective_shape shape{.rank = rank, .size = size, .items = items};
                    const auto found = choose(kind, shape, 8, {});
                    chosen.insert({found.how, found.segment, found.predicted_s});
                }
                CAPTURE(name_of(kind), size, items);
                REQUIRE(chosen.size() == 1);
                const auto [how, segment, time] = *chosen.begin();
                CHECK(how != nullptr);
                CHECK(time >= before * 0.95 / 1.1);  // segments are whole items; times within 10 % are equal
                before = time;
            }
        }
}

TEST_CASE("On hosts with one rank each, shorter messages are chosen for long calls that take equally long") {
    const std::vector<int> host_of{0, 1, 2, 3, 4, 5, 6, 7};
    const auto chosen = [&](collective_kind kind, std::size_t bytes, exactness operation = exactness::exact) {
        const collective_shape shape{.size = 8, .items = bytes / 8, .commutative = true, .host_of = host_of};
        return std::string(choose(kind, shape, 8, {}, operation).how->name);
    };
    CHECK(chosen(collective_kind::allgather, MiB) == "ring");
    CHECK(chosen(collective_kind::gather, MiB) == "linear");
    CHECK(chosen(collective_kind::reduce_scatter, MiB) == "ring");
    CHECK(chosen(collective_kind::allreduce, 8 * MiB) == "ring");
    CHECK(chosen(collective_kind::allreduce, 8 * MiB, exactness::rounding) == "scattered");
    const std::string scatter = chosen(collective_kind::scatter, MiB);
    CHECK((scatter == "linear" || scatter == "two-level-groups"));  // with groups of one rank, the same messages
    CHECK(chosen(collective_kind::allgather, 8) != "ring");
    CHECK(chosen(collective_kind::allreduce, 8) != "ring");
}

TEST_CASE("Where a rate limit has free bytes, a short call has no long messages through one link, and few rounds") {
    const std::vector<int> host_of{0, 1, 2, 3, 4, 5, 6, 7};
    const network_model model = limited_links();
    const auto chosen = [&](collective_kind kind, std::size_t bytes) {
        const collective_shape shape{.size = 8, .items = bytes / 8, .commutative = true, .host_of = host_of};
        return choose(kind, shape, 8, model, exactness::exact);
    };
    using names = std::set<std::string_view>;
    const names trees{"hypercube-tree", "binary-tree", "near-binary-tree", "pipelined-binary-tree", "two-level"};
    for (const auto kind : {collective_kind::broadcast, collective_kind::reduce}) {
        const algorithm_choice found = chosen(kind, KiB);
        CAPTURE(name_of(kind), found.how->name);
        CHECK(trees.contains(found.how->name));
        CHECK(found.segment == 0);
    }
    const names exchanges{"banyan-exchange", "two-level"};
    CHECK(exchanges.contains(chosen(collective_kind::allreduce, KiB).how->name));
    CHECK(chosen(collective_kind::alltoall, KiB).how->name != "bruck");  // sends 12 KiB a rank, the others 7 KiB
    CHECK(chosen(collective_kind::allgather, KiB).how->name != "gather-broadcast");
    // a root that receives from all ranks has the most to do, also in a gather of short blocks
    for (const auto kind : {collective_kind::gather, collective_kind::reduce})
        CHECK(chosen(kind, 8).how->name != "linear");
    // a long broadcast has every byte once on each link, and short messages
    const algorithm_choice longest = chosen(collective_kind::broadcast, 256 * KiB);
    CHECK(longest.how->name == "chain");
    CHECK(longest.segment > 0);
    CHECK(chosen(collective_kind::allgather, 256 * KiB).how->name == "ring");
}

TEST_CASE("Of algorithms that send the same messages in equal times, the one with the fewest waits is chosen") {
    const std::vector<int> host_of{0, 1, 2, 3, 4, 5, 6, 7};
    const network_model model = limited_links();
    const collective_shape shape{.size = 8, .items = 128, .commutative = true, .host_of = host_of};
    const auto chosen = [&](collective_kind kind) {
        return std::string(choose(kind, shape, 8, model, exactness::exact).how->name);
    };
    const auto predicted_s = [&](collective_kind kind, std::string_view name) {
        return predict(*find_algorithm(kind, name), shape, 8, model).predicted_s;
    };
    // a rank waits in each of 7 rounds of `pairwise`, which is the first one of the table, and once in `linear`
    REQUIRE(predicted_s(collective_kind::alltoall, "pairwise") ==
            Approx(predicted_s(collective_kind::alltoall, "linear")));
    CHECK(chosen(collective_kind::alltoall) == "linear");
    // as fast, with one wait too, but it does not send the same messages as the first one of the table
    REQUIRE(predicted_s(collective_kind::gather, "hypercube-tree") ==
            Approx(predicted_s(collective_kind::gather, "linear")));
    CHECK(chosen(collective_kind::gather) == "hypercube-tree");
}

TEST_CASE("The choice takes at most 5 % longer than the least prediction, and on one host no longer") {
    const bool one_host = GENERATE(true, false);
    const std::size_t items = GENERATE(std::size_t{1}, std::size_t{128}, 8 * KiB, 32 * KiB, MiB);
    const std::vector<int> host_of = one_host ? std::vector<int>(8, 0) : std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7};
    const collective_shape shape{.size = 8, .items = items, .commutative = true, .host_of = host_of};
    for (const collective_kind kind : collectives_with_algorithms()) {
        double least = std::numeric_limits<double>::infinity();
        for (const algorithm* how : all_algorithms())
            if (how->kind == kind && (!how->fits || how->fits(shape)))
                least = std::min(least, predict(*how, shape, 8, many_cores()).predicted_s);
        const auto found = choose(kind, shape, 8, many_cores(), exactness::exact);
        CAPTURE(name_of(kind), items, one_host, found.how->name);
        CHECK(found.predicted_s >= least);
        CHECK(found.predicted_s <= least * (one_host ? 1 + 1e-9 : 1.0501));
    }
}

TEST_CASE("An alltoall with counts is chosen without them") {
    algorithm by_length = halving, by_rounds = doubling;
    by_length.kind = by_rounds.kind = collective_kind::alltoall;
    const algorithm* both[] = {&by_length, &by_rounds};
    const std::vector<std::size_t> none(8, 0), many(8, 1000000);
    const auto chosen = [&](std::span<const std::size_t> counts) {
        const collective_shape shape{.size = 8, .counts = counts, .receive_counts = counts};
        return choose(both, collective_kind::alltoall, shape, 8, {}, exactness::exact);
    };
    CHECK(chosen(none).how == chosen(many).how);
    CHECK(chosen(none).predicted_s == chosen(many).predicted_s);
}

TEST_CASE("The choice is explained in one line") {
    algorithm_choice choice{&doubling, 0, 1.2e-3, &halving, 1.5e-3};
    CHECK(explain(collective_kind::allreduce, shape_of(8, 8192), 8, choice) ==
          "allreduce of 65536 bytes on 8 ranks: doubling, predicted 1.2 ms; next: halving, 1.5 ms");
    choice = {&chain, 1024, 12.345e-6, nullptr, 0};
    CHECK(explain(collective_kind::broadcast, shape_of(1, 8192), 8, choice) ==
          "broadcast of 65536 bytes on 1 rank: chain in segments of 8192 bytes, predicted 12.3 us");
    CHECK(explain(collective_kind::barrier, shape_of(2, 0), 1, choice).starts_with("barrier on 2 ranks: "));
    choice.is_measured = true;
    CHECK(explain(collective_kind::broadcast, shape_of(2, 1024), 8, choice) ==
          "broadcast of 8192 bytes on 2 ranks: chain in segments of 8192 bytes, measured as the fastest, predicted "
          "12.3 us");
    const std::vector<std::size_t> counts{1, 2};
    CHECK(explain(collective_kind::gather, {.size = 2, .counts = counts}, 1, choice)
              .starts_with("gather of blocks of different lengths on 2 ranks: "));
}

}  // namespace choice_test
