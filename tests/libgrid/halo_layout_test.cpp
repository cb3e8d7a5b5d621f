// The plan of the halo exchange, simulated in memory and compared with a test of every cell.
#include "banyan/grid/halo_layout.hpp"

#include <catch2/catch.hpp>
#include <map>

#include "banyan/part/error.hpp"
#include "tests/libgrid/sample_partitions.hpp"

namespace halo_layout_test {

using namespace banyan::part;
using namespace banyan::grid;
namespace testing = banyan::testing;

namespace {

constexpr std::int64_t nothing = -1;

struct grid_case {
    std::int64_t rows;
    std::int64_t cols;
    int processors;
};

const std::vector<grid_case> grids{{8, 8, 4}, {7, 9, 3}, {1, 12, 3}, {13, 1, 4},
                                   {2, 2, 2}, {5, 5, 1}, {1, 1, 1},  {11, 6, 8}};

std::int64_t wrap(std::int64_t x, std::int64_t size) {
    return (x % size + size) % size;
}

bool beyond_open_edge(const grid& domain, std::int64_t row, std::int64_t col) {
    return (!domain.periodic_rows() && (row < 0 || row >= domain.rows())) ||
           (!domain.periodic_cols() && (col < 0 || col >= domain.cols()));
}

// The storages of all processors. Each item is the number of the cell of the grid that it represents.
struct processors_in_memory {
    std::vector<halo_layout> layouts;
    std::vector<std::vector<std::int64_t>> storages;

    processors_in_memory(const partition& parts, const stencil& pattern) {
        for (int m = 0; m < parts.processors(); ++m) {
            layouts.emplace_back(parts, m, pattern);
            storages.emplace_back(static_cast<std::size_t>(layouts.back().items()), nothing);
            for_cells(layouts.back().owned(),
                      [&](std::int64_t r, std::int64_t c) { at(m, r, c) = r * parts.domain().cols() + c; });
        }
    }

    template <class Visit>
    static void for_cells(std::span<const region> regions, Visit visit) {
        for (const region& area : regions) {
            for (std::int64_t r = area.row; r < area.row + area.rows; ++r) {
                for (std::int64_t c = area.col; c < area.col + area.cols; ++c)
                    visit(r, c);
            }
        }
    }

    std::int64_t& at(int processor, std::int64_t row, std::int64_t col) {
        const auto m = static_cast<std::size_t>(processor);
        REQUIRE(layouts[m].storage().contains(row, col));
        return storages[m].at(layouts[m].index(row, col));
    }

    void exchange() {
        std::map<std::tuple<int, int, int>, std::vector<std::int64_t>> under_way;  // from, to, direction
        for (int m = 0; m < static_cast<int>(layouts.size()); ++m)
            send(m, under_way);
        for (int m = 0; m < static_cast<int>(layouts.size()); ++m)
            receive(m, under_way);
        CHECK(under_way.empty());
    }

    void send(int m, auto& under_way) {
        for (const halo_message& message : layouts[static_cast<std::size_t>(m)].sends()) {
            auto& items = under_way[{m, message.peer, message.direction}];
            CHECK(items.empty());  // one message per peer and direction
            for_cells(message.regions, [&](std::int64_t r, std::int64_t c) { items.push_back(at(m, r, c)); });
            CHECK(static_cast<std::int64_t>(items.size()) == message.items);
        }
    }

    void receive(int m, auto& under_way) {
        for (const halo_message& message : layouts[static_cast<std::size_t>(m)].receives()) {
            const auto found = under_way.find({message.peer, m, message.direction});
            REQUIRE(found != under_way.end());
            CHECK(static_cast<std::int64_t>(found->second.size()) == message.items);
            auto next = found->second.begin();
            for_cells(message.regions, [&](std::int64_t r, std::int64_t c) {
                CHECK(at(m, r, c) == nothing);  // no cell is fetched twice, no own cell overwritten
                at(m, r, c) = *next++;
            });
            under_way.erase(found);
        }
        for (const halo_copy& copy : layouts[static_cast<std::size_t>(m)].copies()) {
            const std::int64_t down = copy.to.row - copy.from.row;
            const std::int64_t right = copy.to.col - copy.from.col;
            for_cells(std::span(&copy.from, 1), [&](std::int64_t r, std::int64_t c) {
                CHECK(at(m, r + down, c + right) == nothing);
                at(m, r + down, c + right) = at(m, r, c);
            });
        }
    }

    // Checks that every neighbour that a cell reads is present.
    void check_neighbours(const partition& parts, const stencil& pattern) {
        const grid& domain = parts.domain();
        for (int m = 0; m < parts.processors(); ++m) {
            for_cells(layouts[static_cast<std::size_t>(m)].owned(), [&](std::int64_t r, std::int64_t c) {
                for (const direction& d : pattern.directions()) {
                    const std::int64_t row = r - d.rows;
                    const std::int64_t col = c - d.cols;
                    const std::int64_t expected =
                        beyond_open_edge(domain, row, col)
                            ? nothing
                            : wrap(row, domain.rows()) * domain.cols() + wrap(col, domain.cols());
                    if (at(m, row, col) != expected) CHECK(at(m, row, col) == expected);
                }
            });
        }
    }
};

// Cells of a processor that read a cell of another processor.
bool reads_elsewhere(const partition& parts, const stencil& pattern, int processor, std::int64_t r, std::int64_t c) {
    const grid& domain = parts.domain();
    return std::ranges::any_of(pattern.directions(), [&](const direction& d) {
        const std::int64_t row = r - d.rows;
        const std::int64_t col = c - d.cols;
        if (beyond_open_edge(domain, row, col)) return false;
        return parts.owner(wrap(row, domain.rows()), wrap(col, domain.cols())) != processor;
    });
}

}  // namespace

TEST_CASE("halo layout: after one exchange every neighbour is in its place") {
    const auto [rows, cols, processors] = GENERATE(from_range(grids));
    const auto beyond = GENERATE(periodic::both, periodic::none, periodic::rows, periodic::columns);
    const auto pattern = stencil::named(GENERATE("5", "9", "3", "wavefront"));
    for (const auto& [name, parts] : testing::all_for(grid(rows, cols, beyond), processors)) {
        INFO(name << ", " << rows << " x " << cols << ", " << processors << " processors, stencil " << pattern.name());
        processors_in_memory world(parts, pattern);
        world.exchange();
        world.check_neighbours(parts, pattern);
    }
}

TEST_CASE("halo layout: a stencil that reaches two cells") {
    const stencil pattern("far", {{"n", -2, 0}, {"s", 2, 0}, {"w", 0, -1}, {"e", 0, 2}, {"se", 1, 1}});
    const auto beyond = GENERATE(periodic::both, periodic::none, periodic::rows, periodic::columns);
    for (const auto& [name, parts] : testing::all_for(grid(9, 10, beyond), 5)) {
        INFO(name);
        processors_in_memory world(parts, pattern);
        world.exchange();
        world.check_neighbours(parts, pattern);
    }
}

TEST_CASE("halo layout: inner and edge cells divide the own cells, and inner cells read no cell of another processor") {
    const auto [rows, cols, processors] = GENERATE(from_range(grids));
    const auto beyond = GENERATE(periodic::both, periodic::none, periodic::rows, periodic::columns);
    const auto pattern = stencil::named(GENERATE("5", "9"));
    for (const auto& [name, parts] : testing::all_for(grid(rows, cols, beyond), processors)) {
        INFO(name << ", " << rows << " x " << cols << ", " << processors << " processors, stencil " << pattern.name());
        for (int m = 0; m < processors; ++m) {
            const halo_layout mine(parts, m, pattern);
            std::map<std::pair<std::int64_t, std::int64_t>, int> seen;
            const auto mark = [&](std::int64_t r, std::int64_t c) { ++seen[{r, c}]; };
            processors_in_memory::for_cells(mine.inner(), mark);
            for (const auto& [cell, times] : seen) {
                CHECK_FALSE(reads_elsewhere(parts, pattern, m, cell.first, cell.second));
            }
            processors_in_memory::for_cells(mine.edge(), mark);
            CHECK(static_cast<std::int64_t>(seen.size()) == parts.cells(m));
            for (const auto& [cell, times] : seen) {
                CHECK(times == 1);
                CHECK(parts.owner(cell.first, cell.second) == m);
            }
        }
    }
}

TEST_CASE("halo layout: rectangles send what exact_communication counts for the 5-point stencil") {
    const auto [rows, cols, processors] = GENERATE(from_range(grids));
    const auto beyond = GENERATE(periodic::both, periodic::none, periodic::rows, periodic::columns);
    const stencil pattern = stencil::named("5");
    for (const auto& [name, parts] : testing::all_for(grid(rows, cols, beyond), processors)) {
        if (!parts.is_rectangular()) continue;
        INFO(name << ", " << rows << " x " << cols << ", " << processors << " processors");
        const communication expected = exact_communication(parts, pattern);
        std::int64_t messages = 0;
        for (int m = 0; m < processors; ++m) {
            const halo_layout mine(parts, m, pattern);
            for (const halo_message& message : mine.sends()) {
                CHECK(message.items == expected.items(m, message.peer, message.direction));
                ++messages;
            }
        }
        CHECK(messages == expected.messages());
    }
}

TEST_CASE("halo layout: a whole row between two processors is contiguous in memory") {
    const partition parts = make_partition("contiguous_row", grid(8, 6), speeds::equal(2));
    const halo_layout mine(parts, 0, stencil::named("5"));
    REQUIRE(mine.sends().size() == 2);
    CHECK(mine.sends()[0].regions == std::vector<region>{{0, 0, 1, 6}});
    CHECK(mine.copies().size() == 2);
    CHECK(mine.inner().size() == 1);
    CHECK(mine.inner()[0] == region{1, 0, 2, 6});
}

TEST_CASE("halo layout: an owner list that is a partition of rectangles plans the same messages") {
    const auto [rows, cols, processors] = GENERATE(from_range(grids));
    const auto beyond = GENERATE(periodic::both, periodic::none, periodic::rows, periodic::columns);
    const auto pattern = stencil::named(GENERATE("5", "9", "wavefront"));
    const partition blocks = testing::random_rectangles(grid(rows, cols, beyond), processors, 4);
    const partition cells = partition::from_owners(blocks.domain(), processors, blocks.owners());
    using key = std::tuple<int, int, std::int64_t>;
    const auto summary = [](std::span<const halo_message> messages) {
        std::vector<key> all;
        for (const halo_message& m : messages)
            all.emplace_back(m.direction, m.peer, m.items);
        return all;
    };
    for (int m = 0; m < processors; ++m) {
        const halo_layout by_blocks(blocks, m, pattern);
        const halo_layout by_cells(cells, m, pattern);
        CHECK(summary(by_cells.sends()) == summary(by_blocks.sends()));
        CHECK(summary(by_cells.receives()) == summary(by_blocks.receives()));
    }
}

TEST_CASE("halo layout: the cells that a cell reads are a fixed number of items away, on every partition") {
    const auto beyond = GENERATE(periodic::both, periodic::none, periodic::rows, periodic::columns);
    const stencil pattern("far", {{"n", -2, 0}, {"e", 0, 1}});
    for (const auto& [name, parts] : testing::all_for(grid(13, 12, beyond), 4)) {
        INFO(name);
        for (int m = 0; m < parts.processors(); ++m) {
            const halo_layout layout(parts, m, pattern);
            std::int64_t unequal = 0;
            processors_in_memory::for_cells(layout.owned(), [&](std::int64_t r, std::int64_t c) {
                for (std::int64_t i = -2; i <= 2; ++i)
                    for (std::int64_t j = -1; j <= 1; ++j) {
                        const auto at = static_cast<std::int64_t>(layout.index(r + i, c + j));
                        unequal += at != static_cast<std::int64_t>(layout.index(r, c)) + i * layout.stride() + j;
                        unequal += at < 0 || at >= layout.items();
                    }
            });
            CHECK(unequal == 0);
        }
    }
}

TEST_CASE("halo layout: of an owner list only the rows and columns near own cells are stored") {
    const speeds eight = speeds::equal(8);
    const halo_layout rows(make_partition("interleaved_row", grid(64, 20), eight), 3, stencil::named("5"));
    CHECK(rows.items() == 8 * 3 * (20 + 2));  // eight rows of its own, a halo row on either side of each
    CHECK(rows.stride() == 22);
    const halo_layout cols(make_partition("interleaved_column", grid(20, 64), eight), 3, stencil::named("5"));
    CHECK(cols.items() == (20 + 2) * 8 * 3);
    const partition diagonal = partition::from_owners(grid(3, 3), 2, {0, 1, 1, 1, 0, 1, 1, 1, 0});
    CHECK(halo_layout(diagonal, 0, stencil::named("5")).items() == 5 * 5);
    const partition corners = partition::from_owners(
        grid(4, 9), 2,
        {0, 1, 1, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 1, 1, 0});
    CHECK(halo_layout(corners, 0, stencil::named("5")).items() == 6 * (3 + 3));
    CHECK(halo_layout(corners, 0, stencil::named("5")).storage() == region{-1, -1, 6, 11});
}

TEST_CASE("halo layout: bad processors are refused") {
    const partition parts = make_partition("contiguous_row", grid(8, 6), speeds::equal(2));
    CHECK_THROWS_AS(halo_layout(parts, 2, stencil::named("5")), error);
    CHECK_THROWS_AS(halo_layout(parts, -1, stencil::named("5")), error);
}

}  // namespace halo_layout_test
