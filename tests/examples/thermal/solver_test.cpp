// Every method and number of ranks gives the bits of the serial program.
#include "examples/thermal/solver.hpp"
#include "examples/thermal/partition_history.hpp"

#include <array>
#include <catch2/catch.hpp>
#include <cstring>

#include "banyan/net/thread_world.hpp"
#include "banyan/part/error.hpp"
#include "banyan/part/methods.hpp"
#include "tests/common/count.hpp"
#include "tests/common/every_transport.hpp"
#include "tests/common/long_form.hpp"
#include "tests/examples/thermal/serial_thermal.hpp"

namespace solver_test {

using namespace thermal;
namespace part = banyan::part;
using banyan::testing::any_transport;
using banyan::testing::count;
using banyan::testing::sampled;

namespace {

std::vector<double> serial(const problem& what) {
    std::vector<double> first;
    for (std::int64_t r = 0; r < what.rows; ++r) {
        for (std::int64_t c = 0; c < what.cols; ++c)
            first.push_back(first_temperature(r, c, what.cols));
    }
    return banyan::testing::serial_thermal(std::move(first), what.rows, what.cols,
                                           what.work == variant::flops_50 ? 50 : 10, static_cast<int>(what.iterations));
}

outcome parallel(const problem& what, int ranks, banyan::net::transport_kind kind) {
    outcome of_root;
    banyan::net::run_threads(
        ranks,
        [&](banyan::net::group& world) {
            outcome mine = solve(world, what, true);
            if (world.rank().value == 0) of_root = std::move(mine);
        },
        kind);
    return of_root;
}

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

std::uint64_t checksum_of(const std::vector<double>& field, std::int64_t cols) {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < field.size(); ++i) {
        const auto at = static_cast<std::int64_t>(i);
        sum += checksum_term(at / cols, at % cols, field[i]);
    }
    return sum;
}

std::vector<double> unequal_speeds(int ranks) {
    std::vector<double> speeds;
    for (int r = 0; r < ranks; ++r)
        speeds.push_back(1 + (3 * r + 1) % 4);
    return speeds;
}

std::vector<std::string> methods_for(int ranks) {
    std::vector<std::string> names;
    for (const part::method_info& method : part::methods()) {
        if (!method.in_all || ranks > method.max_processors) continue;
        names.emplace_back(method.name);
    }
    return names;
}

}  // namespace

TEST_CASE("thermal equals the serial program bit for bit, for every method, 1 to 9 ranks and odd sizes") {
    struct size {
        std::int64_t rows, cols;
    };
    constexpr std::array sizes{size{16, 16}, size{7, 11}, size{13, 5}, size{1, 17}, size{17, 1}, size{9, 31}};
    const std::size_t first = GENERATE(range(std::size_t{0}, std::size_t{6}));
    const auto [rows, cols] = sizes[first];
    const auto counts = first % 2 == 0 ? std::vector{1, 2, 3, 4, 6, 8} : std::vector{1, 2, 5, 7, 9};
    const int ranks = GENERATE_COPY(from_range(sampled(first, counts)));
    for (const std::string& method : sampled(first + static_cast<std::size_t>(ranks), methods_for(ranks))) {
        const problem what{rows, cols, method, unequal_speeds(ranks), variant::flops_10, 11};
        INFO(method << ", " << rows << " x " << cols << ", " << ranks << " ranks");
        const std::vector<double> expected = serial(what);
        const outcome result = parallel(what, ranks, banyan::net::transport_kind::in_process);
        CHECK(same_bits(result.field, expected));
        CHECK(result.checksum == checksum_of(expected, cols));
    }
}

TEST_CASE("thermal with 50 operations per cell, equal speeds, over every transport") {
    const auto kind = any_transport();
    for (const char* method : {"contiguous_row", "contiguous_point", "brbd"}) {
        const problem what{33, 41, method, {}, variant::flops_50, 20};
        INFO(method);
        CHECK(same_bits(parallel(what, 4, kind).field, serial(what)));
    }
}

TEST_CASE("rows longer than the eager limit") {
    const problem what{8, 20'000, "contiguous_row", {}, variant::flops_10, 3};
    CHECK(same_bits(parallel(what, 3, banyan::net::transport_kind::tcp).field, serial(what)));
}

TEST_CASE("the checksum sees every bit and every place") {
    CHECK(checksum_term(0, 1, 2.0) != checksum_term(1, 0, 2.0));
    CHECK(checksum_term(0, 1, 2.0) != checksum_term(0, 1, std::nextafter(2.0, 3.0)));
}

TEST_CASE("thermal without iterations is the first field with the fixed column") {
    const problem what{6, 6, "contiguous_row", {}, variant::flops_10, 0};
    const outcome result = parallel(what, 2, banyan::net::transport_kind::in_process);
    CHECK(same_bits(result.field, serial(what)));
    CHECK(result.median_iteration_s == 0);
}

TEST_CASE("a number of speeds that is not the number of ranks is refused by name") {
    problem what;
    what.speeds = {1, 2, 3};
    CHECK_THROWS_AS(partition_for(what, 2), part::error);
    what.method = "no_such_method";
    CHECK_THROWS_AS(partition_for(what, 3), part::error);
}

TEST_CASE("every way to synchronize gives the bits of the serial program") {
    const auto kind = GENERATE(synchronization::neighbours, synchronization::global,
                               synchronization::broadcast_collapse, synchronization::two_trees, synchronization::self);
    const int ranks = GENERATE(1, 2, 3, 5, 8);
    const auto first = static_cast<std::size_t>(kind) + static_cast<std::size_t>(ranks);
    for (const std::string& method :
         sampled<std::string>(first, {"contiguous_row", "contiguous_point", "brbd", "scatter", "columns"}))
        for (const std::int64_t every : banyan::testing::sampled<std::int64_t>(0, {1, 4, 10, 100})) {
            problem what{13, 17, method, unequal_speeds(ranks), variant::flops_10, 23};
            what.sync = kind;
            what.every = every;
            INFO(name_of(kind) << " every " << every << ", " << method << ", " << ranks << " ranks");
            const std::vector<double> expected = serial(what);
            const outcome result = parallel(what, ranks, banyan::net::transport_kind::in_process);
            CHECK(same_bits(result.field, expected));
            CHECK(result.checksum == checksum_of(expected, what.cols));
        }
}

TEST_CASE("every way to synchronize gives the same bits over every transport, also with long rows") {
    const auto transport = any_transport();
    problem what{24, 20'000, "contiguous_row", {}, variant::flops_10, 9};
    what.every = 4;
    const std::vector<double> expected = serial(what);
    for (const synchronization kind : {synchronization::global, synchronization::broadcast_collapse,
                                       synchronization::two_trees, synchronization::self}) {
        what.sync = kind;
        INFO(name_of(kind));
        CHECK(same_bits(parallel(what, 3, transport).field, expected));
    }
}

namespace {

/// Compute times of a run in which another program slows rank 1 down by three from a third of the run on.
std::function<double(int, std::int64_t, std::int64_t)> slowed(std::int64_t iterations) {
    return [iterations](int rank, std::int64_t iteration, std::int64_t cells) {
        const double cell_s = rank == 1 && 3 * iteration >= iterations ? 3 : 1;
        return cell_s * static_cast<double>(cells);
    };
}

}  // namespace

TEST_CASE("a run that repartitions gives the bits of the serial program, for every way and partition") {
    const char* way = GENERATE("auto", "incremental", "ripple", "interleaved", "columns", "contiguous_point");
    const bool full = banyan::testing::full_form();
    const int ranks = GENERATE_COPY(from_range(full ? std::vector{1, 2, 3, 5, 8} : std::vector{1, 2, 5}));
    for (const char* method :
         sampled(static_cast<std::size_t>(ranks), std::vector{"contiguous_row", "contiguous_point", "brbd", "columns"}))
        for (const std::int64_t warm_up : {0, 30}) {
            problem what{33, 41, method, {}, variant::flops_10, 60 - warm_up};
            what.warm_up = warm_up;
            what.rebalance = way;
            what.rebalance_every = 1;
            what.pretended_s = slowed(60);
            INFO(way << ", " << method << ", " << ranks << " ranks");
            problem all = what;
            all.iterations = 60;
            const std::vector<double> expected = serial(all);
            const outcome result = parallel(what, ranks, banyan::net::transport_kind::in_process);
            CHECK(same_bits(result.field, expected));
            CHECK(result.checksum == checksum_of(expected, what.cols));
            CHECK(result.repartitions.empty() == (ranks == 1));
            REQUIRE(result.start);
            if (ranks > 1) CHECK(result.cells[1] < result.start->cells(1));
        }
}

TEST_CASE("a run that repartitions gives the same bits with every transport and way to synchronize") {
    const auto transport = any_transport();
    const auto kind = GENERATE(synchronization::neighbours, synchronization::global,
                               synchronization::broadcast_collapse, synchronization::two_trees, synchronization::self);
    for (const char* method : {"columns", "scatter_row"}) {
        problem what{40, 900, method, {}, variant::flops_10, 45};
        what.sync = kind;
        what.every = 4;
        what.rebalance = "auto";
        what.rebalance_every = 1;
        what.pretended_s = slowed(45);
        INFO(name_of(kind) << ", " << method);
        const outcome result = parallel(what, 4, transport);
        CHECK(same_bits(result.field, serial(what)));
        CHECK_FALSE(result.repartitions.empty());
    }
}

TEST_CASE("a run with a deep halo repartitions between two rounds, and gives the bits of the serial program") {
    const int depth = GENERATE(2, 5);
    for (const char* method : {"columns", "contiguous_point", "brbd"}) {
        problem what{33, 41, method, {}, variant::flops_10, 150};
        what.halo_depth = depth;
        what.rebalance = "auto";
        what.rebalance_every = 1;
        what.pretended_s = slowed(150);
        INFO(method << ", depth " << depth);
        const outcome result = parallel(what, 3, banyan::net::transport_kind::in_process);
        CHECK(same_bits(result.field, serial(what)));
        REQUIRE_FALSE(result.repartitions.empty());
        for (const auto& one : result.repartitions)
            CHECK(one.iteration % depth == 0);
        CHECK(result.cells[1] < result.start->cells(1));
    }
}

TEST_CASE("the picture of the partitions has one for the start and one for each repartition") {
    problem what{30, 60, "columns", {}, variant::flops_10, 45};
    what.rebalance = "incremental";
    what.rebalance_every = 1;
    what.pretended_s = slowed(45);
    const outcome result = parallel(what, 4, banyan::net::transport_kind::in_process);
    const std::size_t pictures = 1 + result.repartitions.size();
    const std::string svg = partition_history_svg(*result.start, result.repartitions);
    CHECK(count(svg, "fill=\"hsl") == 4 * pictures);
    CHECK(count(svg, "after iteration") == pictures - 1);
    const std::vector<banyan::grid::repartition_record> many(20, result.repartitions.front());
    const std::string cut = partition_history_svg(*result.start, many);
    CHECK(count(cut, "after iteration") == 11);
    CHECK(count(cut, "9 repartitions after the start are not shown") == 1);
    const auto list = part::make_partition("scatter", {100, 5}, part::speeds::equal(3));
    CHECK(count(partition_history_svg(list, {}), "fill=\"hsl") == 48 * 5);
    CHECK_THROWS_WITH(write_partition_history("/no/such/folder/parts.svg", list, {}),
                      "cannot write /no/such/folder/parts.svg");
}

TEST_CASE("the convergence test finds the largest change of the last tested iteration") {
    problem what{13, 17, "brbd", {}, variant::flops_10, 11};
    what.every = 4;  // the last test is in the 8th iteration
    problem before = what;
    before.iterations = 7;
    problem after = what;
    after.iterations = 8;
    const std::vector<double> a = serial(before);
    const std::vector<double> b = serial(after);
    double largest = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        largest = std::max(largest, std::abs(b[i] - a[i]));
    for (const synchronization kind : {synchronization::global, synchronization::broadcast_collapse,
                                       synchronization::two_trees, synchronization::self}) {
        what.sync = kind;
        INFO(name_of(kind));
        CHECK(parallel(what, 4, banyan::net::transport_kind::in_process).largest_change == largest);
    }
    what.sync = synchronization::neighbours;
    CHECK(parallel(what, 4, banyan::net::transport_kind::in_process).largest_change == 0);
}

TEST_CASE("names of the ways to synchronize, and wrong periods") {
    for (const std::string& name : synchronization_names())
        CHECK(name_of(synchronization_named(name)) == name);
    CHECK_THROWS_AS(synchronization_named("none"), part::error);
    problem what;
    what.every = 0;
    CHECK_THROWS_AS(parallel(what, 1, banyan::net::transport_kind::in_process), part::error);
}

}  // namespace solver_test
