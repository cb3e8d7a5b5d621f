// Both algorithms give the results of one process, for all numbers of tasks.
#include "examples/contour/tracing.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>

#include "banyan/net/thread_world.hpp"
#include "tests/common/every_transport.hpp"
#include "tests/common/long_form.hpp"
#include "tests/examples/contour/serial_contours.hpp"

namespace tracing_test {

using namespace contour;
using images::image;
using images::made_image;
namespace net = banyan::net;
namespace testing = banyan::testing;

namespace {

constexpr int threshold = 150;

traced serial(const image& of, int iterations) {
    traced result;
    trace_sum all;
    for (const auto& contour : testing::serial_contours(testing::sobel_marks(of, threshold))) {
        std::vector<packed_element> packed;
        for (const std::uint64_t id : contour)
            packed.push_back(pack(id, of.grey[id / 4]));
        all.add(packed, first_state, iterations);
        ++result.contours;
        result.longest = std::max<std::uint64_t>(result.longest, contour.size());
    }
    result.elements = all.elements;
    result.sum = all.sum;
    return result;
}

traced parallel(const image& of, int tasks, algorithm how, const tracing_options& o, net::transport_kind kind) {
    traced result;
    net::run_threads(
        tasks,
        [&](net::group& world) {
            const image nothing;
            const auto linked = link_image(world, world.rank().value == 0 ? of : nothing, o.threshold);
            auto mine = trace(world, linked, how, o);
            if (world.rank().value == 0) result = std::move(mine);
        },
        kind);
    return result;
}

// Noise, whose contours are short and long and in many segments.
image noise(std::int64_t rows, std::int64_t cols, std::uint32_t seed) {
    std::mt19937 random(seed);
    image made{rows, cols, {}};
    for (std::int64_t i = 0; i < rows * cols; ++i)
        made.grey.push_back(random() % 7 == 0 ? 200 : 20);
    return made;
}

void expect_equal(const traced& got, const traced& expected) {
    CHECK(got.elements == expected.elements);
    CHECK(got.contours == expected.contours);
    CHECK(got.longest == expected.longest);
    CHECK(got.sum == expected.sum);
    CHECK(std::accumulate(got.of_tasks.begin(), got.of_tasks.end(), std::uint64_t{0}) == expected.elements);
}

}  // namespace

TEST_CASE("Tracing in place and after remapping give the results of one process", "[contour]") {
    const auto kind = testing::any_transport();
    const auto picture = GENERATE(0, 1, 2);
    const image of = picture == 0 ? made_image(48, 2) : picture == 1 ? noise(17, 41, 5) : noise(9, 9, 6);
    tracing_options o;
    o.threshold = threshold;
    o.iterations = 3;
    const traced expected = serial(of, o.iterations);
    REQUIRE(expected.contours > 3);
    std::vector<int> sizes{1, 2, 3, 4, 5, 6, 7, 8, 9};
    if (testing::full_form()) sizes.insert(sizes.end(), {12, 16, 25, 31});
    for (const int tasks : testing::sampled(static_cast<std::size_t>(picture), sizes)) {
        INFO("tasks " << tasks << ", picture " << picture);
        expect_equal(parallel(of, tasks, algorithm::in_place, o, kind), expected);
        for (const auto weights : {weighing::by_segments, weighing::by_blocks}) {
            o.weights = weights;
            o.exchange = weights == weighing::by_blocks ? "balanced" : "pairwise";
            expect_equal(parallel(of, tasks, algorithm::remap, o, kind), expected);
        }
    }
}

TEST_CASE("After remapping a task has at most 2 S / p elements, or one contour", "[contour]") {
    const image of = noise(40, 40, 8);
    tracing_options o;
    o.threshold = threshold;
    o.iterations = 0;
    for (const int tasks : {3, 6}) {
        const traced got = parallel(of, tasks, algorithm::remap, o, net::transport_kind::in_process);
        const auto bound = std::max(2 * got.elements / static_cast<std::uint64_t>(tasks) + 1, got.longest);
        CHECK(std::ranges::max(got.of_tasks) <= bound);
    }
}

TEST_CASE("An image without edges has no contours", "[contour]") {
    const image of{5, 6, std::vector<std::uint8_t>(30, 77)};
    tracing_options o;
    for (const auto how : {algorithm::in_place, algorithm::remap}) {
        const traced got = parallel(of, 4, how, o, net::transport_kind::in_process);
        CHECK(got.contours == 0);
        CHECK(got.elements == 0);
    }
}

TEST_CASE("The modelled time is at least that of the elements of a task", "[contour]") {
    const image of = made_image(64, 3);
    tracing_options o;
    o.iterations = 10;
    for (const auto how : {algorithm::in_place, algorithm::remap}) {
        const traced got = parallel(of, 4, how, o, net::transport_kind::in_process);
        const double element_us = o.model.element_us + o.model.iteration_us * o.iterations;
        CHECK(got.model_us >= static_cast<double>(std::ranges::max(got.of_tasks)) * element_us);
        CHECK(got.model_us <= static_cast<double>(got.elements) * element_us + 1e6);
    }
}

TEST_CASE("The modelled time is the same in each run, on each transport, by both ways to weigh", "[contour]") {
    const image of = noise(48, 40, 5);
    tracing_options o;
    o.threshold = threshold;
    o.iterations = 3;
    for (const auto weights : {weighing::by_segments, weighing::by_blocks}) {
        o.weights = weights;
        for (const auto how : {algorithm::in_place, algorithm::remap}) {
            const traced one = parallel(of, 6, how, o, net::transport_kind::in_process);
            CHECK(one.model_us > 0);
            CHECK(parallel(of, 6, how, o, net::transport_kind::in_process).model_us == one.model_us);
            CHECK(parallel(of, 6, how, o, net::transport_kind::unix_domain).model_us == one.model_us);
        }
    }
    o.finds_model_time = false;
    CHECK(parallel(of, 6, algorithm::in_place, o, net::transport_kind::in_process).model_us == 0);
}

TEST_CASE("An image that is smaller than the mesh of tasks is refused on every rank", "[contour]") {
    const image of{2, 2, std::vector<std::uint8_t>(4)};
    CHECK_THROWS_AS(parallel(of, 5, algorithm::in_place, {}, net::transport_kind::in_process), std::invalid_argument);
}

}  // namespace tracing_test
