// Transforms over a group, compared with FFTW's serial result.
#include <fftw3.h>

#include <catch2/catch.hpp>
#include <functional>
#include <random>

#include "banyan/grid/fft.hpp"
#include "banyan/net/collectives.hpp"
#include "banyan/net/thread_world.hpp"
#include "banyan/part/error.hpp"
#include "tests/common/every_transport.hpp"
#include "tests/common/findings.hpp"
#include "tests/common/group_sizes.hpp"
#include "tests/libgrid/sample_partitions.hpp"

namespace fourier_transform_test {

using namespace banyan::grid;
namespace net = banyan::net;
namespace part = banyan::part;
namespace testing = banyan::testing;
using testing::findings;
using points = std::vector<std::complex<double>>;

namespace {

constexpr auto limit = std::chrono::seconds(30);
constexpr double tolerance = 1e-12;

points random_points(std::int64_t n) {
    std::mt19937 random(static_cast<unsigned>(n));
    std::uniform_real_distribution<double> any(-1, 1);
    points all;
    for (std::int64_t i = 0; i < n; ++i)
        all.emplace_back(any(random), any(random));
    return all;
}

// The serial transform by FFTW. cols = 1: one-dimensional.
points serial(points all, std::int64_t rows, std::int64_t cols) {
    auto* items = reinterpret_cast<fftw_complex*>(all.data());
    const int sides[] = {static_cast<int>(rows), static_cast<int>(cols)};
    const fftw_plan plan = fftw_plan_dft(cols == 1 ? 1 : 2, sides, items, items, FFTW_FORWARD, FFTW_ESTIMATE);
    fftw_execute(plan);
    fftw_destroy_plan(plan);
    return all;
}

double norm(const points& all) {
    double sum = 0;
    for (const auto& x : all)
        sum += std::norm(x);
    return std::sqrt(sum);
}

double distance(points a, const points& b) {
    for (std::size_t i = 0; i < a.size(); ++i)
        a[i] -= b[i];
    return norm(a) / std::max(norm(b), 1e-300);
}

struct instance {
    points given, expected;
    explicit instance(std::int64_t n) : given(random_points(n)), expected(serial(given, n, 1)) {}
};

// Forward and inverse transform, in memory with the alignment that FFTW needs for its fast code, and without.
void check_transform(net::group& world, const instance& in, const fft_options& options, findings& found) {
    const auto n = static_cast<std::int64_t>(in.given.size());
    fourier_transform transform(world, n, options);
    for (const int shift : {0, 1}) {
        std::vector<double> memory(2 * transform.points() + 1);
        const std::span mine(reinterpret_cast<std::complex<double>*>(memory.data() + shift), transform.points());
        points wanted, held;
        for (std::size_t i = 0; i < mine.size(); ++i) {
            const auto at = static_cast<std::int64_t>(i);
            mine[i] = in.given[static_cast<std::size_t>(transform.input_index(at))];
            held.push_back(mine[i]);
            wanted.push_back(in.expected[static_cast<std::size_t>(transform.output_index(at))]);
        }
        const auto name = [&] { return std::string(name_of(transform.layout())) + ", n = " + std::to_string(n); };
        transform.forward(mine, limit);
        found.expect(distance(points(mine.begin(), mine.end()), wanted) < tolerance, name);
        transform.inverse(mine, limit);
        found.expect(distance(points(mine.begin(), mine.end()), held) < tolerance, name);
    }
}

}  // namespace

TEST_CASE("fourier_transform: as FFTW's serial result, in every layout") {
    const int p = GENERATE(1, 2, 4, 8, 16);
    const std::int64_t n = std::int64_t{p} * p * GENERATE(1, 2, 32);
    const instance in(n);
    findings found;
    net::run_threads(p, [&](net::group& world) {
        for (const auto layout : {fft_layout::cyclic, fft_layout::blocked, fft_layout::hybrid})
            check_transform(world, in, {.layout = layout, .until = limit}, found);
        check_transform(world, in, {.natural = true, .until = limit}, found);
    });
    INFO(found.first());
    CHECK(found.first().empty());
}

TEST_CASE("fourier_transform: over every transport, long messages, a layout by the measured network") {
    const instance in(1 << (testing::shortened() ? 12 : 16));
    findings found;
    testing::on_every_transport(4, [&](net::group& world) {
        check_transform(world, in, {.until = limit}, found);
        check_transform(world, in, {.layout = fft_layout::cyclic, .measure = true, .until = limit}, found);
        check_transform(world, in, {.natural = true, .until = limit}, found);
    });
    INFO(found.first());
    CHECK(found.first().empty());
}

TEST_CASE("fourier_transform: two ranks with several chunks") {
    const instance in(1 << 19);
    findings found;
    net::run_threads(2, [&](net::group& world) {
        check_transform(world, in, {.layout = fft_layout::hybrid, .until = limit}, found);
        check_transform(world, in, {.natural = true, .until = limit}, found);
    });
    INFO(found.first());
    CHECK(found.first().empty());
}

TEST_CASE("fourier_transform: natural order on some ranks with several chunks") {
    const int p = GENERATE(4, 8);
    const instance in(1 << (testing::shortened() ? 18 : 20));
    findings found;
    net::run_threads(p,
                     [&](net::group& world) { check_transform(world, in, {.natural = true, .until = limit}, found); });
    INFO(found.first());
    CHECK(found.first().empty());
}

TEST_CASE("fourier_transform: measured plans, of which rank 0 makes all") {
    const int p = GENERATE(2, 4);
    const instance in(p == 2 ? 1 << 10 : 1 << 16);  // of 4 ranks, long blocks
    findings found;
    net::run_threads(p, [&](net::group& world) {
        check_transform(world, in, {.measure = true, .until = limit}, found);
        check_transform(world, in, {.natural = true, .measure = true, .until = limit}, found);
    });
    INFO(found.first());
    CHECK(found.first().empty());
}

TEST_CASE("fourier_transform: the messages of each layout are those of the model") {
    const int p = GENERATE(2, 4, 8);
    const std::int64_t n = 4096;
    net::run_threads(p, [&](net::group& world) {
        const auto traffic_of = [&](fft_layout layout) {
            net::group own = world.duplicate();
            fourier_transform transform(own, n, {.layout = layout});
            points mine(transform.points());
            const net::collective_traffic before = own.traffic();
            transform.forward(mine, limit);
            return net::collective_traffic{own.traffic().messages - before.messages,
                                           own.traffic().bytes - before.bytes};
        };
        const auto up = static_cast<std::uint64_t>(p);
        const std::uint64_t levels = p == 2 ? 1 : p == 4 ? 2 : 3;
        const std::uint64_t part_bytes = 16 * 4096 / up;
        const auto cyclic = traffic_of(fft_layout::cyclic), hybrid = traffic_of(fft_layout::hybrid);
        if (world.rank().value != 0) return;
        CHECK(cyclic.messages == levels);
        CHECK(cyclic.bytes == levels * part_bytes);
        CHECK(hybrid.bytes >= part_bytes / up * (up - 1));  // as alltoall: p - 1 messages unless it combines short ones
    });
}

TEST_CASE("fourier_transform: in natural order of long blocks, a rank sends a part of its points three times") {
    const int p = GENERATE(4, 8);
    const std::int64_t n = std::int64_t{4096} * p * p;
    net::run_threads(p, [&](net::group& world) {
        net::group own = world.duplicate();
        fourier_transform transform(own, n, {.natural = true});
        points mine(transform.points());
        const net::collective_traffic before = own.traffic();
        transform.forward(mine, limit);
        const net::collective_traffic after = own.traffic();
        if (world.rank().value != 0) return;
        const auto others = static_cast<std::uint64_t>(p) - 1;
        CHECK((after.messages - before.messages) % (3 * others) == 0);  // for each chunk
        CHECK(after.bytes - before.bytes == 3 * others * 4096 * sizeof(points::value_type));
    });
}

TEST_CASE("radix2_transform: as FFTW, and back") {
    for (std::int64_t n = 1; n <= 4096; n *= 4) {
        const instance in(n);
        points mine = in.given;
        radix2_transform(mine, fft_direction::forward);
        CHECK(distance(mine, in.expected) < tolerance);
        radix2_transform(mine, fft_direction::inverse);
        CHECK(distance(mine, in.given) < tolerance);
    }
    points three(3);
    CHECK_THROWS_WITH(radix2_transform(three, fft_direction::forward),
                      "radix2_transform: 3 points, allowed: powers of two");
}

TEST_CASE("fourier_transform: sizes that are not allowed") {
    const auto refusal = [](int p, std::int64_t n, fft_options options = {}) {
        std::string text;
        net::run_threads(p, [&](net::group& world) {
            try {
                (void)fourier_transform(world, n, options);
            } catch (const part::error& e) {
                if (world.rank().value == 0) text = e.what();
            }
        });
        return text;
    };
    CHECK(refusal(3, 64) == "fourier_transform: 3 ranks, allowed: powers of two");
    CHECK(refusal(4, 8) == "fourier_transform: 8 points on 4 ranks, allowed: powers of two from 16");
    CHECK(refusal(2, 12) == "fourier_transform: 12 points on 2 ranks, allowed: powers of two from 4");
    CHECK(refusal(1, 0) == "fourier_transform: 0 points on 1 ranks, allowed: powers of two from 1");
    CHECK(refusal(1, 8, {.layout = fft_layout::cyclic, .natural = true}) ==
          "fourier_transform: natural order with layout cyclic, allowed: hybrid, automatic");
    net::run_threads(1, [](net::group& world) {
        fourier_transform transform(world, 8);
        points seven(7);
        CHECK_THROWS_WITH(transform.forward(seven), "fourier_transform: 7 points, allowed: 8 on each rank");
    });
}

TEST_CASE("fourier_transform: in debug mode, other points, orders and directions on one rank are reported on all") {
    net::mailbox_options options;
    options.check_collectives = true;
    const auto lines_of = [&](const std::function<void(net::group&, bool)>& call) {
        std::vector<std::string> lines(2);
        net::run_threads(
            2,
            [&](net::group& world) {
                const bool is_second = world.rank().value == 1;
                try {
                    call(world, is_second);
                } catch (const net::error& e) {
                    lines[is_second ? 1 : 0] = e.what();
                }
                net::barrier(world, limit);
            },
            net::transport_kind::in_process, options);
        return lines;
    };
    const auto told = [](const std::string& what) { return std::vector<std::string>(2, "rank 1 called " + what); };
    const std::string allowed = "; allowed: the same on all ranks";
    CHECK(lines_of([](net::group& world, bool is_second) {
              (void)fourier_transform(world, is_second ? 64 : 32, {.until = limit});
          }) == told("fourier_transform with points 64 where rank 0 called it with points 32" + allowed));
    CHECK(lines_of([](net::group& world, bool is_second) {
              (void)fourier_transform(world, 32, {.natural = is_second, .until = limit});
          }) ==
          told("fourier_transform with order natural where rank 0 called it with order that of the layout" + allowed));
    CHECK(lines_of([](net::group& world, bool is_second) {
              fourier_transform transform(world, 32, {.until = limit});
              points mine(transform.points());
              is_second ? transform.inverse(mine, limit) : transform.forward(mine, limit);
          }) ==
          told("a Fourier transform with direction inverse where rank 0 called it with direction forward" + allowed));
}

namespace {

void check_2d(net::group& world, const testing::named_partition& parts, const points& given, const points& expected,
              findings& found) {
    distributed_array<std::complex<double>> a(world, parts.parts, part::stencil::named("5"), {}, limit);
    a.scatter(given, net::rank{0}, limit);
    const auto b = fourier_transformed(world, a, fft_direction::forward, limit);
    const points forward = b.gather(net::rank{0}, limit);
    const points back = fourier_transformed(world, b, fft_direction::inverse, limit).gather(net::rank{0}, limit);
    if (world.rank().value != 0) return;
    found.expect(distance(forward, expected) < tolerance, parts.name);
    found.expect(distance(back, given) < tolerance, parts.name);
}

}  // namespace

TEST_CASE("fourier_transformed: as FFTW's serial result, any size, partition and number of ranks") {
    struct size {
        std::int64_t rows, cols;
        int processors;
    };
    const auto [rows, cols, processors] =
        GENERATE(size{12, 10, 4}, size{1, 9, 3}, size{5, 5, 1}, size{40, 3, 7}, size{2, 30, 5});
    const points given = random_points(rows * cols);
    const points expected = serial(given, rows, cols);
    const auto all = testing::all_for(part::grid(rows, cols), processors);
    findings found;
    net::run_threads(processors, [&](net::group& world) {
        for (std::size_t i = 0; i < all.size(); i += testing::shortened() ? 9 : 3)
            check_2d(world, all[i], given, expected, found);
    });
    INFO(found.first());
    CHECK(found.first().empty());
}

}  // namespace fourier_transform_test
