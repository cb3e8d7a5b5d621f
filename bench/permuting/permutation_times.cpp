// Times the permutations of libgrid on the tasks of a run, beside a model and the plain way, in which rank 0 gets all
// items, permutes them and sends them back. Both must give the same items. Rank 0 prints the parameters of the measured
// network, and for each permutation the messages and bytes of the rank that sends the most, and median seconds.
//
//   banyan run -n P -- permutation_times BITS REPEATS      2^BITS items of 8 bytes, BITS even; P is a power of two
//   network T0 Td
//   NAME MESSAGES BYTES MEASURED PREDICTED PLAIN
//
// The model: the time of the same call on one rank with 2^BITS / P items, and T0 for each message and Td for each byte.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <optional>
#include <random>
#include <span>
#include <utility>
#include <vector>

#include "banyan/grid/fft.hpp"
#include "banyan/grid/permutation.hpp"
#include "banyan/grid/sample_sort.hpp"
#include "banyan/grid/transpose.hpp"
#include "banyan/net/collectives.hpp"
#include "banyan/net/session.hpp"
#include "banyan/part/methods.hpp"

namespace {

using namespace banyan;
using items = std::vector<std::int64_t>;
using grid::item_layout;
using array = grid::distributed_array<std::int64_t>;

// A permutation on the ranks of a group. Each rank has its part of all items, blocked.
struct permutation {
    std::function<void()> run;                         // collective
    std::function<items()> result;                     // of this rank, after run()
    std::optional<net::collective_traffic> traffic{};  // of a call, if the group does not count it
};

struct permutation_kind {
    const char* name;
    std::function<permutation(const net::group& tasks, const items& mine)> on;
    std::function<items(const items& all)> plain;
};

std::int64_t count_of_all(const net::group& tasks, const items& mine) {
    return static_cast<std::int64_t>(mine.size()) * tasks.size();
}

permutation sort_on(const net::group& tasks, const items& mine) {
    const auto out = std::make_shared<items>();
    return {[&tasks, &mine, out] { *out = grid::sorted(tasks, mine); }, [out] { return *out; }};
}

permutation move_on(const net::group& tasks, const items& mine, const item_layout& to,
                    const grid::index_shuffle& shuffle) {
    const auto from = item_layout::blocked(to.items(), to.processors());
    const auto plan = std::make_shared<const grid::item_move>(from, to, tasks.rank().value, shuffle);
    const auto out = std::make_shared<items>();
    return {[&tasks, &mine, plan, out] { *out = grid::moved(tasks, mine, *plan); }, [out] { return *out; }};
}

// Neighbours go to places that are far apart. n is a power of two, and the factor is odd, so each place is taken once.
std::int64_t scattered(std::int64_t index, std::int64_t n) {
    const auto place = static_cast<std::uint64_t>(index) * 0x9e3779b97f4a7c15u;
    return static_cast<std::int64_t>(place & (static_cast<std::uint64_t>(n) - 1));
}

permutation scatter_on(const net::group& tasks, const items& mine) {
    const std::int64_t n = count_of_all(tasks, mine);
    const auto layout = item_layout::blocked(n, tasks.size());
    const auto places = std::make_shared<items>();
    for (std::int64_t at = 0; at < layout.count(tasks.rank().value); ++at)
        places->push_back(scattered(layout.index(tasks.rank().value, at), n));
    const auto out = std::make_shared<items>();
    return {[&tasks, &mine, layout, places, out] {
                *out = grid::permute(tasks, mine, std::span<const std::int64_t>(*places), layout);
            },
            [out] { return *out; }};
}

// Calls visit(item) for the own items of an array of whole rows, in their order.
template <class Array, class Visit>
void each_own(Array& of, const Visit& visit) {
    for (const grid::region& own : of.layout().owned())
        for (std::int64_t row = own.row; row < own.row + own.rows; ++row)
            for (std::int64_t col = own.col; col < own.col + own.cols; ++col)
                visit(of(row, col));
}

std::shared_ptr<const grid::halo_layout> whole_rows(const net::group& tasks, std::int64_t rows, std::int64_t cols) {
    const auto parts =
        part::make_partition("contiguous_row", part::grid(rows, cols), part::speeds::equal(tasks.size()));
    return std::make_shared<const grid::halo_layout>(parts, tasks.rank().value, part::stencil::named("systolic"));
}

// The items are a matrix with rows of this length.
permutation transpose_on(const net::group& tasks, const items& mine, std::int64_t cols) {
    const std::int64_t rows = count_of_all(tasks, mine) / cols;
    const auto from = std::make_shared<array>(tasks, whole_rows(tasks, rows, cols));
    std::size_t next = 0;
    each_own(*from, [&](std::int64_t& item) { item = mine[next++]; });
    const auto to = whole_rows(tasks, cols, rows);
    const auto out = std::make_shared<std::optional<array>>();
    const auto others = static_cast<std::uint64_t>(tasks.size() - 1);
    const std::uint64_t block_bytes = mine.size() / static_cast<std::uint64_t>(tasks.size()) * sizeof(std::int64_t);
    return {[&tasks, from, to, out] { out->emplace(grid::transposed(tasks, *from, to)); },
            [out] {
                items found;
                each_own(**out, [&found](std::int64_t item) { found.push_back(item); });
                return found;
            },
            net::collective_traffic{others, others * block_bytes}};
}

std::function<items(const items&)> plain_by(std::function<std::int64_t(std::int64_t)> to) {
    return [place_of = std::move(to)](const items& all) {
        items out(all.size());
        for (std::size_t i = 0; i < all.size(); ++i)
            out[static_cast<std::size_t>(place_of(static_cast<std::int64_t>(i)))] = all[i];
        return out;
    };
}

items plain_sort(const items& all) {
    items out = all;
    std::ranges::stable_sort(out);
    return out;
}

std::function<items(const items&)> plain_cyclic(std::int64_t n, int p) {
    return plain_by([layout = item_layout::cyclic(n, p), n, p](std::int64_t i) {
        return layout.owner(i) * (n / p) + layout.position(i);
    });
}

std::vector<permutation_kind> all_kinds(std::int64_t side, int p) {
    const std::int64_t n = side * side;
    const auto blocked = [](const net::group& tasks, const items& mine) {
        return item_layout::blocked(count_of_all(tasks, mine), tasks.size());
    };
    return {
        {"sort", sort_on, plain_sort},
        {"bit_reversal",
         [blocked](const net::group& tasks, const items& mine) {
             return move_on(tasks, mine, blocked(tasks, mine), grid::bit_reversal(count_of_all(tasks, mine)));
         },
         plain_by(grid::bit_reversal(n).to)},
        {"perfect_shuffle",
         [blocked](const net::group& tasks, const items& mine) {
             return move_on(tasks, mine, blocked(tasks, mine), grid::perfect_shuffle(count_of_all(tasks, mine)));
         },
         plain_by(grid::perfect_shuffle(n).to)},
        {"blocked_to_cyclic",
         [](const net::group& tasks, const items& mine) {
             return move_on(tasks, mine, item_layout::cyclic(count_of_all(tasks, mine), tasks.size()),
                            grid::no_shuffle());
         },
         plain_cyclic(n, p)},
        {"any_places", scatter_on, plain_by([n](std::int64_t i) { return scattered(i, n); })},
        {"transpose", [side](const net::group& tasks, const items& mine) { return transpose_on(tasks, mine, side); },
         plain_by([side](std::int64_t i) { return i % side * side + i / side; })}};
}

// The median over the calls of the time of the slowest rank. The first calls open connections.
double median_seconds(const net::group& world, int repeats, const std::function<void()>& call) {
    std::vector<double> seconds;
    for (int i = -2; i < repeats; ++i) {
        net::barrier(world);
        const auto begin = std::chrono::steady_clock::now();
        call();
        const double own = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        if (const double all = net::allreduce_value(world, own, net::op::max()); i >= 0) seconds.push_back(all);
    }
    std::ranges::nth_element(seconds, seconds.begin() + repeats / 2);
    return seconds[static_cast<std::size_t>(repeats / 2)];
}

items by_rank_0(const net::group& world, const items& mine, const std::function<items(const items&)>& plain) {
    const bool is_root = world.rank().value == 0;
    items all(is_root ? static_cast<std::size_t>(count_of_all(world, mine)) : 0), out(mine.size());
    net::gather(world, mine, all);
    if (is_root) all = plain(all);
    net::scatter(world, all, out);
    return out;
}

// What one call of this rank sends.
net::collective_traffic traffic_of(const net::group& tasks, const permutation& one) {
    if (one.traffic) return *one.traffic;
    const net::collective_traffic before = tasks.traffic();
    one.run();
    const net::collective_traffic after = tasks.traffic();
    return {after.messages - before.messages, after.bytes - before.bytes};
}

// Returns whether the permutation gives the items of the plain way.
bool measure(const net::group& world, const permutation_kind& kind, const items& mine, const grid::fft_network& network,
             int repeats) {
    const net::group tasks = world.duplicate();
    const permutation one = kind.on(tasks, mine);
    const double measured_s = median_seconds(world, repeats, one.run);
    const bool is_right = one.result() == by_rank_0(world, mine, kind.plain);
    const net::collective_traffic sent = traffic_of(tasks, one);
    const auto messages = net::allreduce_value(world, sent.messages, net::op::max());
    const auto bytes = net::allreduce_value(world, sent.bytes, net::op::max());
    const net::group alone = world.split(world.rank().value, 0);
    const double local_s = median_seconds(world, repeats, kind.on(alone, mine).run);
    const double predicted_s =
        local_s + static_cast<double>(messages) * network.start_s + static_cast<double>(bytes) * network.byte_s;
    const double plain_s = median_seconds(world, repeats, [&] { (void)by_rank_0(world, mine, kind.plain); });
    if (world.rank().value == 0)
        std::printf("%s %llu %llu %.9f %.9f %.9f\n", kind.name, static_cast<unsigned long long>(messages),
                    static_cast<unsigned long long>(bytes), measured_s, predicted_s, plain_s);
    return net::allreduce_value(world, is_right ? 1 : 0, net::op::min()) == 1;
}

items random_items(std::size_t count, int rank) {
    std::mt19937_64 random(static_cast<std::uint64_t>(rank) + 1);
    items made(count);
    for (std::int64_t& item : made)
        item = static_cast<std::int64_t>(random() >> 1);
    return made;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3) {
        std::fprintf(stderr, "usage: permutation_times BITS REPEATS\n");
        return 2;
    }
    net::session session;
    const net::group& world = session.world();
    const std::int64_t side = std::int64_t{1} << std::atoi(argv[1]) / 2;
    const auto count = static_cast<std::size_t>(side * side / world.size());
    const items mine = random_items(count, world.rank().value);
    const grid::fft_network network = grid::measured_fft_network(world);
    if (world.rank().value == 0) std::printf("network %.6g %.6g\n", network.start_s, network.byte_s);
    for (const permutation_kind& kind : all_kinds(side, world.size()))
        if (!measure(world, kind, mine, network, std::atoi(argv[2]))) {
            if (world.rank().value == 0) std::fprintf(stderr, "permutation_times: %s gives other items\n", kind.name);
            return 1;
        }
    return 0;
}
