// Distributed arrays on ranks that are threads, compared with one array in the memory of one process.
#include "banyan/grid/distributed_array.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <catch2/catch.hpp>
#include <thread>

#include "banyan/net/collectives.hpp"
#include "banyan/net/revoke.hpp"
#include "banyan/net/thread_world.hpp"
#include "banyan/part/error.hpp"
#include "tests/common/error_of.hpp"
#include "tests/common/every_transport.hpp"
#include "tests/common/findings.hpp"
#include "tests/common/long_form.hpp"
#include "tests/libgrid/sample_partitions.hpp"

namespace distributed_array_test {

using namespace banyan::part;
using namespace banyan::grid;
namespace net = banyan::net;
using banyan::testing::findings;
namespace testing = banyan::testing;
using banyan::testing::any_transport;

namespace {

constexpr auto limit = std::chrono::seconds(30);

// An item that is not a number: five bytes.
struct sample_item {
    std::uint8_t bytes[5];
    friend bool operator==(const sample_item&, const sample_item&) = default;
};

// Waits for another rank.
void wait_for_count(const std::atomic<int>& count, int least) {
    for (const net::deadline last(limit); count < least && !last.passed();)
        std::this_thread::yield();
}

template <class T>
T item_for(std::int64_t number) {
    if constexpr (std::is_same_v<T, sample_item>) {
        const auto n = static_cast<std::uint64_t>(number);
        return {{static_cast<std::uint8_t>(n), static_cast<std::uint8_t>(n >> 8), 3, 4, 5}};
    } else {
        return static_cast<T>(number);
    }
}

template <class T>
std::vector<T> whole_grid(const grid& domain, std::int64_t generation) {
    std::vector<T> all;
    for (std::int64_t i = 0; i < domain.cells(); ++i)
        all.push_back(item_for<T>(i * 3 + generation));
    return all;
}

template <class T>
void check_halo(const distributed_array<T>& a, const std::vector<T>& all, const stencil& pattern,
                const std::string& name, findings& found) {
    const grid& domain = a.layout().parts().domain();
    const auto wrap = [](std::int64_t x, std::int64_t size) { return (x % size + size) % size; };
    for (const region& own : a.layout().owned()) {
        for (std::int64_t r = own.row; r < own.row + own.rows; ++r) {
            for (std::int64_t c = own.col; c < own.col + own.cols; ++c) {
                for (const direction& d : pattern.directions()) {
                    const std::int64_t row = r - d.rows;
                    const std::int64_t col = c - d.cols;
                    if (!domain.periodic_rows() && (row < 0 || row >= domain.rows())) continue;
                    if (!domain.periodic_cols() && (col < 0 || col >= domain.cols())) continue;
                    const auto at = wrap(row, domain.rows()) * domain.cols() + wrap(col, domain.cols());
                    found.expect(a(row, col) == all[static_cast<std::size_t>(at)], [&] {
                        return name + ": neighbour " + std::to_string(row) + ", " + std::to_string(col);
                    });
                }
            }
        }
    }
}

template <class T>
void scatter_exchange_gather(net::group& world, const testing::named_partition& of, const stencil& pattern,
                             findings& found) {
    distributed_array<T> a(world, of.parts, pattern);
    for (int generation = 0; generation < 3; ++generation) {
        const net::rank root{generation % world.size()};
        const std::vector<T> all = whole_grid<T>(of.parts.domain(), generation);
        a.scatter(world.rank() == root ? std::span<const T>(all) : std::span<const T>(), root, limit);
        a.exchange(limit);
        check_halo(a, all, pattern, of.name, found);
        const std::vector<T> again = a.gather(root, limit);
        found.expect(world.rank() == root ? again == all : again.empty(), [&] { return of.name + ": gather"; });
    }
}

// All checks share one world, because a world of threads takes longer to start under the sanitizers than an array to
// check.
template <class T>
std::string first_wrong(const std::vector<testing::named_partition>& all, const stencil& pattern,
                        net::transport_kind kind = net::transport_kind::in_process) {
    findings found;
    net::run_threads(
        all.front().parts.processors(),
        [&](net::group& world) {
            for (const testing::named_partition& of : all)
                scatter_exchange_gather<T>(world, of, pattern, found);
        },
        kind);
    return found.first();
}

}  // namespace

TEST_CASE("distributed array: scatter, exchange, gather on every partition") {
    struct size {
        std::int64_t rows, cols;
    };
    const auto [rows, cols] = GENERATE(size{8, 8}, size{7, 9}, size{1, 12}, size{13, 3});
    const auto beyond = GENERATE(periodic::both, periodic::none, periodic::rows);
    const auto sample = static_cast<std::size_t>(cols) + static_cast<std::size_t>(beyond);
    const int processors = GENERATE_COPY(from_range(testing::sampled(sample, std::vector{1, 2, 3, 4, 5, 8})));
    const auto pattern = stencil::named(GENERATE("5", "9"));
    INFO(rows << " x " << cols << ", " << processors << " processors, stencil " << pattern.name());
    const auto all = testing::all_for(grid(rows, cols, beyond), processors);
    const auto first = static_cast<std::size_t>(processors + cols);
    CHECK(first_wrong<double>(testing::sampled(first, all), pattern) == "");
}

TEST_CASE("distributed array: items of any size") {
    const std::vector<testing::named_partition> one{{"rectangles", testing::random_rectangles(grid(9, 14), 5, 3)}};
    CHECK(first_wrong<std::uint8_t>(one, stencil::named("9")) == "");
    CHECK(first_wrong<float>(one, stencil::named("9")) == "");
    CHECK(first_wrong<sample_item>(one, stencil::named("9")) == "");
}

TEST_CASE("distributed array: items of type bool are scattered, exchanged and gathered") {
    constexpr std::int64_t rows = 5, cols = 7;
    const partition parts = make_partition("contiguous_row", grid(rows, cols), speeds::equal(2));
    const auto flag = [](std::int64_t row, std::int64_t col) { return (row + col) % 3 == 0; };
    findings found;
    net::run_threads(2, [&](net::group& world) {
        std::array<bool, rows * cols> all{};
        for (std::int64_t i = 0; i < rows * cols; ++i)
            all[static_cast<std::size_t>(i)] = flag(i / cols, i % cols);
        distributed_array<bool> a(world, parts, stencil::named("5"), false, limit);
        a.scatter(all, net::rank{0}, limit);
        a.exchange(limit);
        for (const region& own : a.layout().owned())
            for (std::int64_t c = 0; c < cols; ++c)
                found.expect(a(own.row - 1, c) == flag((own.row + rows - 1) % rows, c), "the halo in the north");
        const std::vector<bool> gathered = a.gather(net::rank{1}, limit);
        found.expect(std::ranges::equal(gathered, std::span(all).first(world.rank().value == 1 ? all.size() : 0)),
                     "the gathered items");
    });
    CHECK(found.first() == "");
}

TEST_CASE("distributed array: over every transport, with sides beyond the eager limit") {
    const auto kind = any_transport();
    CHECK(first_wrong<double>({{"rectangles", testing::random_rectangles(grid(40, 23), 6, 5)}}, stencil::named("9"),
                              kind) == "");
    const std::vector<testing::named_partition> long_sides{
        {"rows", make_partition("contiguous_row", grid(4, 20'000), speeds::equal(2))},
        {"columns", make_partition("contiguous_column", grid(20'000, 4), speeds::equal(2))}};
    CHECK(first_wrong<double>(long_sides, stencil::named("5"), kind) == "");
}

TEST_CASE("distributed array: a group with more ranks than processors is refused on every rank") {
    const partition parts = make_partition("contiguous_row", grid(6, 6), speeds::equal(2));
    std::atomic<int> refused{0};
    net::run_threads(3, [&](net::group& world) {
        try {
            const distributed_array<int> a(world, parts, stencil::named("5"));
        } catch (const banyan::part::error&) {
            ++refused;
        }
    });
    CHECK(refused == 3);
}

TEST_CASE("distributed array: a group of another size is refused, and a wrong length on the root") {
    const partition parts = make_partition("contiguous_row", grid(6, 6), speeds::equal(3));
    std::atomic<int> refused{0};
    net::run_threads(2, [&](net::group& world) {
        const auto layout = std::make_shared<halo_layout>(parts, world.rank().value, stencil::named("5"));
        try {
            const distributed_array<int> a(world, layout);
        } catch (const error&) {
            ++refused;
        }
    });
    CHECK(refused == 2);

    const partition alone = make_partition("contiguous_row", grid(6, 6), speeds::equal(1));
    net::run_threads(1, [&](net::group& world) {
        distributed_array<int> a(world, std::make_shared<halo_layout>(alone, 0, stencil::named("5")));
        const std::vector<int> short_by_one(35);
        CHECK_THROWS_AS(a.scatter(short_by_one), error);
    });
}

TEST_CASE("distributed array: an exchange is started once and finished once") {
    net::run_threads(1, [](net::group& world) {
        distributed_array<int> a(world, make_partition("columns", grid(4, 4), speeds({1})), stencil::named("5"));
        CHECK_THROWS_WITH(a.finish_exchange(), "exchange: none is in progress; call start_exchange first");
        a.start_exchange();
        CHECK_THROWS_WITH(a.start_exchange(), "exchange: one is in progress; call finish_exchange first");
        a.finish_exchange();
        a.exchange();
    });
}

TEST_CASE("distributed array: an exchange that a rank never joins ends at its deadline") {
    const partition parts = make_partition("contiguous_row", grid(6, 6), speeds::equal(2));
    net::run_threads(2, [&](net::group& world) {
        const auto layout = std::make_shared<halo_layout>(parts, world.rank().value, stencil::named("5"));
        distributed_array<int> a(world, layout);
        int go = 1;
        if (world.rank().value == 1) {
            world.recv<int>(net::rank{0}, net::tag{1}, {&go, 1}, limit);
            return;
        }
        a.start_exchange();
        try {
            a.finish_exchange(std::chrono::milliseconds(20));
            FAIL("the exchange ended without its second rank");
        } catch (const net::error& e) {
            CHECK(e.which() == net::errc::timeout);
            CHECK(std::string(e.what()) == "distributed_array: the deadline passed; missing: a message from rank 1");
        }
        world.send<int>(net::rank{1}, net::tag{1}, {&go, 1}, limit);
    });
}

TEST_CASE("distributed array: an exchange that a rank never joins ends when this rank revokes the group of the array") {
    const partition parts = make_partition("contiguous_row", grid(6, 6), speeds::equal(2));
    findings found;
    net::run_threads(2, [&](net::group& world) {
        distributed_array<int> a(world, parts, stencil::named("5"), 0, limit);
        if (world.rank().value == 1) {
            net::revoke(a.tasks());
        } else {
            const net::errc ended = testing::error_of([&] {
                a.start_exchange();
                a.finish_exchange(limit);
            });
            found.expect(ended == net::errc::revoked, "the exchange of rank 0");
        }
        found.expect(!net::is_revoked(world), "the group that the array was made from");
        net::barrier(world, limit);
    });
    CHECK(found.first() == "");
}

TEST_CASE("distributed array: a gather or scatter that a rank never joins names this rank at its deadline") {
    const partition parts = make_partition("contiguous_row", grid(6, 6), speeds::equal(2));
    net::run_threads(2, [&](net::group& world) {
        distributed_array<int> a(world, parts, stencil::named("5"));
        int go = 1;
        if (world.rank().value == 1) return void(world.recv(net::rank{0}, net::tag{1}, go, limit));
        const auto text_of = [](auto call) -> std::string {
            try {
                call();
            } catch (const net::error& e) {
                return e.which() == net::errc::timeout ? e.what() : "another error";
            }
            return {};
        };
        const auto soon = std::chrono::milliseconds(20);
        CHECK(text_of([&] { (void)a.gather(net::rank{0}, soon); }) ==
              "distributed_array::gather: the deadline passed; missing: a message from rank 1");
        CHECK(text_of([&] { a.scatter({}, net::rank{1}, soon); }) ==
              "distributed_array::scatter: the deadline passed; missing: a message from rank 1");
        world.send(net::rank{1}, net::tag{1}, go, limit);
    });
}

// Rank 1 sends step by step, each time as much as fits into the socket. So the message has arrived in part when rank 0
// replaces its array.
TEST_CASE("distributed array: it may be replaced while a message arrives in its items") {
    constexpr std::int64_t cols = 1 << 19;  // 4 MiB: far longer than the memory of a socket
    constexpr int most_steps = 100'000, over = 2 * most_steps;
    const partition parts = make_partition("contiguous_row", grid(2, cols, periodic::none), speeds::equal(2));
    std::atomic<int> asked{0}, done{0};
    findings found;
    net::run_threads(
        2,
        [&](net::group& world) {
            const int me = world.rank().value;
            const auto layout = std::make_shared<const halo_layout>(parts, me, stencil::named("5"));
            distributed_array<double> a(world, layout, me, limit), other(world, layout, 7, limit);
            a.start_exchange();
            for (int step = 1; me == 0 && a(1, 0) != 1 && step < most_steps; ++step) {
                asked = step;
                wait_for_count(done, step);
                (void)a.test_exchange();
            }
            for (int step = 1; me == 1 && asked != over && step < most_steps; ++step) {
                wait_for_count(asked, step);
                (void)a.test_exchange();
                done = step;
            }
            if (me == 0) {
                found.expect(a(1, 0) == 1, "the first items of rank 1 have arrived");
                asked = over;
                a = std::move(other);
                found.expect(a(0, 0) == 7 && a(1, cols - 1) == 7, "the items of the other array");
            } else {
                a.finish_exchange(limit);
                found.expect(a(0, 0) == 0 && a(0, cols - 1) == 0, "rank 1 gets the items of the array that is gone");
            }
            net::barrier(world, limit);
        },
        net::transport_kind::unix_domain);
    CHECK(found.first() == "");
}

}  // namespace distributed_array_test
