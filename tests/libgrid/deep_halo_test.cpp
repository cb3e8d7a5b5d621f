// Halos of depth k: the messages counted against a formula and cell by cell, and whole runs compared with one array in
// the memory of one process.
#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "banyan/grid/compute_in_blocks.hpp"
#include "banyan/grid/distributed_array.hpp"
#include "banyan/grid/halo_round.hpp"
#include "banyan/net/thread_world.hpp"
#include "banyan/part/error.hpp"
#include "tests/common/every_transport.hpp"
#include "tests/common/findings.hpp"
#include "tests/common/long_form.hpp"
#include "tests/libgrid/sample_partitions.hpp"

namespace deep_halo_test {

using namespace banyan::part;
using namespace banyan::grid;
namespace net = banyan::net;
namespace testing = banyan::testing;
using testing::findings;

namespace {

constexpr auto limit = std::chrono::seconds(30);
constexpr std::uint64_t beyond_the_edges = 7;

const stencil far_stencil("far", {{"n", -2, 0}, {"s", 1, 0}, {"w", 0, -1}, {"e", 0, 2}, {"se", 1, 1}});

std::int64_t wrap(std::int64_t x, std::int64_t size) {
    return (x % size + size) % size;
}

bool in_grid(const grid& domain, std::int64_t row, std::int64_t col) {
    return (domain.periodic_rows() || (row >= 0 && row < domain.rows())) &&
           (domain.periodic_cols() || (col >= 0 && col < domain.cols()));
}

/// The rows above and the columns left of a cell that it reads, and below and right of it, in k iterations.
struct around {
    std::int64_t north = 0, south = 0, west = 0, east = 0;
    around(const stencil& pattern, std::int64_t times) {
        for (const direction& d : pattern.directions()) {
            north = std::max(north, times * d.rows);
            south = std::max(south, -times * d.rows);
            west = std::max(west, times * d.cols);
            east = std::max(east, -times * d.cols);
        }
    }
};

using place = std::pair<std::int64_t, std::int64_t>;

/// All cells within k reaches of an own cell, cell by cell, without its own cells.
std::set<place> halo_by_enumeration(const partition& parts, int processor, const stencil& pattern, int depth) {
    const around reach(pattern, depth);
    std::set<place> found;
    for (const block& b : parts.tiles(processor))
        for (std::int64_t r = b.row - reach.north; r < b.row + b.rows + reach.south; ++r)
            for (std::int64_t c = b.col - reach.west; c < b.col + b.cols + reach.east; ++c)
                if (in_grid(parts.domain(), r, c)) found.emplace(r, c);
    for (const block& b : parts.tiles(processor))
        for (std::int64_t r = b.row; r < b.row + b.rows; ++r)
            for (std::int64_t c = b.col; c < b.col + b.cols; ++c)
                found.erase({r, c});
    return found;
}

std::uint64_t mixed(std::uint64_t x) {
    x = (x ^ (x >> 31)) * 0x9e3779b97f4a7c15u;
    return x ^ (x >> 29);
}

/// One iteration of an integer stencil whose result depends on every bit that it reads, and on the direction.
template <class Read>
std::uint64_t next_value(const stencil& pattern, Read read) {
    std::uint64_t sum = 0;
    for (int k = 0; k < pattern.size(); ++k)
        sum = mixed(sum + static_cast<std::uint64_t>(k) + read(-pattern[k].rows, -pattern[k].cols));
    return sum;
}

std::vector<std::uint64_t> first_values(const grid& domain) {
    std::vector<std::uint64_t> all;
    for (std::int64_t i = 0; i < domain.cells(); ++i)
        all.push_back(mixed(static_cast<std::uint64_t>(i) + 1));
    return all;
}

std::vector<std::uint64_t> serial(const grid& domain, const stencil& pattern, int iterations) {
    std::vector<std::uint64_t> now = first_values(domain), next = now;
    const auto at = [&](std::int64_t r, std::int64_t c) { return static_cast<std::size_t>(r * domain.cols() + c); };
    for (int i = 0; i < iterations; ++i, std::swap(now, next))
        for (std::int64_t r = 0; r < domain.rows(); ++r)
            for (std::int64_t c = 0; c < domain.cols(); ++c)
                next[at(r, c)] = next_value(pattern, [&](std::int64_t i2, std::int64_t j) {
                    if (!in_grid(domain, r + i2, c + j)) return beyond_the_edges;
                    return now[at(wrap(r + i2, domain.rows()), wrap(c + j, domain.cols()))];
                });
    return now;
}

using array = distributed_array<std::uint64_t>;

void compute(const array& from, array& to, const stencil& pattern, const region& cells) {
    for (std::int64_t r = cells.row; r < cells.row + cells.rows; ++r)
        for (std::int64_t c = cells.col; c < cells.col + cells.cols; ++c)
            to(r, c) = next_value(pattern, [&](std::int64_t i, std::int64_t j) { return from(r + i, c + j); });
}

enum class way { plain, blocks, overlapped };

/// One round; the result is in `now`.
void compute_round(array& now, array& next, const stencil& pattern, int steps, way how) {
    const halo_round round(now.layout(), pattern, steps);
    const block_shape shape = how == way::plain ? block_shape{1 << 20, 1 << 20, 1} : block_shape{3, 4, 2 + steps % 2};
    const auto in_two_arrays = [&](int step, const region& cells) {
        step % 2 == 1 ? compute(now, next, pattern, cells) : compute(next, now, pattern, cells);
    };
    now.start_exchange();
    if (how == way::overlapped) compute_in_blocks(round.all_inner(), pattern, shape, in_two_arrays);
    now.finish_exchange(limit);
    compute_in_blocks(how == way::overlapped ? round.all_edge() : round.all_computed(), pattern, shape, in_two_arrays);
    if (steps % 2 == 1) std::swap(now, next);
}

std::vector<std::uint64_t> deep(const net::group& world, const partition& parts, const stencil& pattern, int depth,
                                int iterations, way how) {
    const auto layout = std::make_shared<const halo_layout>(parts, world.rank().value, pattern, depth);
    array now(world, layout, beyond_the_edges, limit), next(world, layout, beyond_the_edges, limit);
    now.scatter(first_values(parts.domain()), net::rank{0}, limit);
    for (int done = 0; done < iterations; done += depth)
        compute_round(now, next, pattern, std::min(depth, iterations - done), how);
    return now.gather(net::rank{0}, limit);
}

/// Every third partition, from number `first` (modulo 3) on; all in the long form. The cases of a test begin with
/// different ones.
std::vector<testing::named_partition> every_third(std::size_t first, std::vector<testing::named_partition> all) {
    if (testing::full_form()) return all;
    std::vector<testing::named_partition> some;
    for (std::size_t i = first % 3; i < all.size(); i += 3)
        some.push_back(all[i]);
    return some;
}

struct run_case {
    grid domain;
    int processors;
    stencil pattern;
    int depth;
};

std::string first_wrong(const run_case& what, net::transport_kind kind, std::size_t sample) {
    constexpr int iterations = 9;
    findings found;
    const auto expected = serial(what.domain, what.pattern, iterations);
    const auto all = every_third(sample, testing::all_for(what.domain, what.processors));
    net::run_threads(
        what.processors,
        [&](net::group& world) {
            for (const auto& of : all)
                for (const way how : {way::plain, way::blocks, way::overlapped}) {
                    const auto result = deep(world, of.parts, what.pattern, what.depth, iterations, how);
                    found.expect(world.rank().value != 0 || result == expected,
                                 [&] { return of.name + ", way " + std::to_string(static_cast<int>(how)); });
                }
        },
        kind);
    return found.first();
}

}  // namespace

TEST_CASE("deep halo: every partition computes the values of one array, for depths 2 to 5") {
    struct size {
        std::int64_t rows, cols;
    };
    const auto [rows, cols] = GENERATE(size{12, 11}, size{1, 12}, size{13, 3});
    const auto axes = GENERATE(periodic::both, periodic::none, periodic::columns);
    const auto first = static_cast<std::size_t>(cols) + static_cast<std::size_t>(axes);
    const int processors = GENERATE_COPY(from_range(testing::sampled(first, std::vector{1, 2, 3, 5, 8})));
    const auto second = first + static_cast<std::size_t>(processors);
    const int depth = GENERATE_COPY(from_range(testing::sampled(second, std::vector{2, 3, 5})));
    const auto sample = static_cast<std::size_t>(processors + depth + cols);
    const auto pattern = sample % 3 == 0 ? stencil::named("5") : sample % 3 == 1 ? stencil::named("9") : far_stencil;
    INFO(rows << " x " << cols << ", " << processors << " processors, depth " << depth << ", stencil "
              << pattern.name());
    CHECK(first_wrong({grid(rows, cols, axes), processors, pattern, depth}, net::transport_kind::in_process, sample) ==
          "");
}

TEST_CASE("deep halo: the same over every transport, and for a stencil that reads to one side") {
    const auto kind = testing::any_transport();
    const auto pattern = stencil::named(GENERATE("5", "wavefront"));
    CHECK(first_wrong({grid(17, 19), 4, pattern, 4}, kind, 1) == "");
}

TEST_CASE("deep halo: messages and items are those counted cell by cell") {
    const auto axes = GENERATE(periodic::both, periodic::none, periodic::rows, periodic::columns);
    const int processors = GENERATE(1, 2, 3, 6);
    const int depth = GENERATE(2, 7);
    const auto& pattern = GENERATE(stencil::named("5"), stencil::named("wavefront"), far_stencil);
    const grid domain(9, 10, axes);
    for (const auto& [name, parts] : testing::all_for(domain, processors)) {
        INFO(name << ", " << processors << " processors, depth " << depth);
        std::map<std::pair<int, int>, std::int64_t> expected, sent, received;  // items by from, to
        for (int m = 0; m < processors; ++m) {
            for (const auto& [r, c] : halo_by_enumeration(parts, m, pattern, depth))
                ++expected[{parts.owner(wrap(r, domain.rows()), wrap(c, domain.cols())), m}];
            const halo_layout layout(parts, m, pattern, depth);
            for (const halo_message& message : layout.sends()) {
                CHECK(message.direction == 0);
                CHECK(sent.emplace(std::pair(m, message.peer), message.items).second);  // one for each pair
            }
            for (const halo_message& message : layout.receives())
                CHECK(received.emplace(std::pair(message.peer, m), message.items).second);
        }
        std::erase_if(expected, [](const auto& of) { return of.first.first == of.first.second; });
        CHECK(sent == expected);
        CHECK(received == expected);
    }
}

TEST_CASE("deep halo: a block inside a lattice of blocks sends 8 messages of 2 k (h + w) + 4 k^2 items") {
    const partition parts = make_partition("homogeneous_block", grid(48, 60), speeds::equal(12));
    for (const int depth : {2, 5, 10})
        for (int m = 0; m < 12; ++m) {
            const halo_layout layout(parts, m, stencil::named("5"), depth);
            const region own = layout.owned().front();
            std::int64_t items = 0;
            for (const halo_message& message : layout.sends())
                items += message.items;
            CHECK(layout.sends().size() == 8);
            CHECK(items == 2 * depth * (own.rows + own.cols) + 4 * depth * depth);
        }
}

TEST_CASE("deep halo: each step of a round computes what the next one reads, and the last one the own cells") {
    const auto axes = GENERATE(periodic::both, periodic::none, periodic::columns);
    const auto& pattern = GENERATE(stencil::named("5"), far_stencil);
    const grid domain(9, 10, axes);
    for (const auto& [name, parts] : testing::all_for(domain, 4))
        for (int m = 0; m < 4; ++m) {
            INFO(name << ", processor " << m);
            const halo_layout layout(parts, m, pattern, 4);
            const halo_round round(layout, pattern, 4);
            const auto cells = [](std::span<const region> regions) {
                std::map<place, int> found;
                for (const region& area : regions)
                    for (std::int64_t r = area.row; r < area.row + area.rows; ++r)
                        for (std::int64_t c = area.col; c < area.col + area.cols; ++c)
                            ++found[{r, c}];
                return found;
            };
            CHECK(cells(round.computed(4)) == cells(layout.owned()));
            std::int64_t missing = 0;
            for (int step = 1; step <= 4; ++step) {
                const auto here = cells(round.computed(step));
                auto divided = cells(round.inner(step));
                for (const auto& [cell, times] : cells(round.edge(step)))
                    divided[cell] += times;
                CHECK(divided == here);
                for (const auto& [cell, times] : here)
                    CHECK(times == 1);
                if (step == 4) continue;
                for (const auto& [cell, times] : cells(round.computed(step + 1)))
                    for (const direction& d : pattern.directions()) {
                        const place read{cell.first - d.rows, cell.second - d.cols};
                        missing += in_grid(domain, read.first, read.second) && !here.contains(read);
                    }
            }
            CHECK(missing == 0);
        }
}

TEST_CASE("deep halo: one processor computes every cell while nothing is in transit") {
    const partition parts = make_partition("contiguous_row", grid(9, 10), speeds::equal(1));
    const halo_layout layout(parts, 0, stencil::named("5"), 3);
    CHECK(layout.sends().empty());
    const halo_round round(layout, stencil::named("5"), 3);
    for (int step = 1; step <= 3; ++step)
        CHECK(round.edge(step).empty());
}

TEST_CASE("deep halo: an owner list that is a partition of rectangles has the same messages") {
    const auto axes = GENERATE(periodic::both, periodic::none);
    const partition blocks = testing::random_rectangles(grid(11, 12, axes), 5, 4);
    const partition cells = partition::from_owners(blocks.domain(), 5, blocks.owners());
    const auto summary = [](std::span<const halo_message> messages) {
        std::vector<std::pair<int, std::int64_t>> all;
        for (const halo_message& m : messages)
            all.emplace_back(m.peer, m.items);
        return all;
    };
    for (int m = 0; m < 5; ++m)
        for (const int depth : {2, 3}) {
            const halo_layout by_blocks(blocks, m, stencil::named("5"), depth);
            const halo_layout by_cells(cells, m, stencil::named("5"), depth);
            CHECK(summary(by_cells.sends()) == summary(by_blocks.sends()));
            CHECK(summary(by_cells.receives()) == summary(by_blocks.receives()));
        }
}

TEST_CASE("deep halo: bad depths and rounds are refused in one line") {
    const partition rows = make_partition("contiguous_row", grid(8, 6), speeds::equal(2));
    const stencil pattern = stencil::named("5");
    CHECK_THROWS_WITH(halo_layout(rows, 0, pattern, 0), "halo depth: 0, allowed: 1 to 1024");
    CHECK_THROWS_WITH(halo_layout(rows, 0, pattern, 1025), "halo depth: 1025, allowed: 1 to 1024");
    CHECK_THROWS_WITH(halo_round(halo_layout(rows, 0, pattern, 3), pattern, 4),
                      "halo round: 4 steps, but the depth of the halo allows 1 to 3");
    CHECK_THROWS_WITH(halo_round(halo_layout(rows, 0, pattern, 3), stencil::parse("2,0"), 3),
                      "halo round: the stencil reaches 2 rows and 0 columns, further than that of the layout");
    for (const int steps : {1, 2})  // both fit into the halo, but inner() would read cells that are in transit
        CHECK_THROWS_WITH(halo_round(halo_layout(rows, 0, pattern, 4), stencil::parse("0,2"), steps),
                          "halo round: the stencil reaches 0 rows and 2 columns, further than that of the layout");
    CHECK_THROWS_AS(halo_round(halo_layout(rows, 0, pattern, 3), pattern, 0), error);
}

}  // namespace deep_halo_test
