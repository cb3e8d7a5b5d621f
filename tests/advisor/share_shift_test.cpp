#include "advisor/share_shift.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include "banyan/part/communication.hpp"
#include "banyan/part/methods.hpp"

namespace share_shift_test {

using namespace banyan::advisor;
namespace part = banyan::part;

namespace {

double longest_s(const cost_model& model, const part::partition& parts) {
    return slowest(model.times(parts)).total_s();
}

/// Processors that take 10 ns for a cell divided by their speed, on a network of `message_s` a message and `byte_s` a
/// byte of the busiest processor.
cost_model model_of(const std::vector<double>& speeds, double message_s, double byte_s) {
    cost_model model{{}, {0, message_s, 0, byte_s, 0}, part::stencil::named("5"), 8};
    for (const double speed : speeds) {
        model.processors.push_back(speed_curve({{1000, 1e-8 / speed}}));
    }
    return model;
}

}  // namespace

TEST_CASE("the time of a processor is that of its cells and of its own messages") {
    const auto model = model_of({1, 2}, 1e-3, 1e-6);
    const part::grid domain(100, 50);
    const auto parts = part::make_partition("contiguous_row", domain, part::speeds({1, 1}));
    const auto times = model.times(parts);
    REQUIRE(times.size() == 2);
    CHECK(times[0].compute_s == Approx(2500 * 1e-8));
    CHECK(times[1].compute_s == Approx(2500 * 0.5e-8));
    CHECK(times[0].messages_s == Approx(2 * 1e-3 + 2 * 50 * 8 * 1e-6));  // a row to the north, one to the south
    CHECK(slowest(times).compute_s == times[0].compute_s);
    CHECK_THROWS_AS(model.times(part::make_partition("row", domain, part::speeds({1, 1, 1}))), std::invalid_argument);
}

TEST_CASE("the time of a sweep has all patterns as often as they occur") {
    auto model = model_of({1, 2}, 1e-3, 1e-6);
    const auto parts = part::make_partition("contiguous_row", part::grid(100, 50), part::speeds({1, 1}));
    const double stencil_s = model.times(parts)[0].messages_s;
    model.stencil_per_sweep = 0.5;
    model.further = {{2, "reduction"}, {0.5, "5"}};
    const auto times = model.times(parts);
    for (const auto& one : times) {  // one message with one item for each reduction
        CHECK(one.messages_s == Approx(stencil_s + 2 * (1e-3 + 8 * 1e-6)));
    }
    CHECK(times[0].compute_s == Approx(2500 * 1e-8));
}

TEST_CASE("shares move from the processor with the most messages to the others") {
    // The fast processor has a column of its own, with three neighbours on each side: six messages. The others have
    // four.
    const part::grid domain(400, 400);
    const auto model = model_of({4, 1, 1, 1}, 0.02e-3, 0);
    const auto start = balance("columns", domain, model.processors);
    REQUIRE(part::exact_communication(start.parts, model.stencil).messages(0) == 6);
    const auto shifted = shift_shares("columns", start, model);
    CHECK(longest_s(model, shifted.parts) < longest_s(model, start.parts));
    CHECK(shifted.shifted);
    const auto times = model.times(shifted.parts);
    for (const auto& one : times) {
        CHECK(one.total_s() == Approx(slowest(times).total_s()).epsilon(0.05));
    }
}

TEST_CASE("shares move too if the messages make all processors much slower") {
    const auto model = model_of({4, 1, 1, 1}, 0.04e-3, 0);
    const auto start = balance("columns", part::grid(400, 400), model.processors);
    for (const auto& one : model.times(start.parts)) {
        REQUIRE(one.total_s() > 1.6 * one.compute_s);
    }
    const auto shifted = shift_shares("columns", start, model);
    CHECK(shifted.parts.cells(0) < start.parts.cells(0));
    CHECK(longest_s(model, shifted.parts) < 0.97 * longest_s(model, start.parts));
}

TEST_CASE("the longest time never grows, for any method, speeds and network") {
    const auto method = GENERATE(as<std::string>{}, "contiguous_row", "homogeneous_block", "brbd", "xy2", "columns");
    const auto speeds = GENERATE(std::vector<double>{1, 1, 1, 1}, std::vector<double>{8, 8, 1, 1},
                                 std::vector<double>{9, 3, 3, 2, 1, 1});
    const auto message_s = GENERATE(0.0, 1e-4, 1e-2, 1.0);
    const part::grid domain(211, 97);
    const auto model = model_of(speeds, message_s, 1e-7);
    const auto start = balance(method, domain, model.processors);
    const auto shifted = shift_shares(method, start, model);
    INFO(method << ", " << speeds.size() << " processors, " << message_s << " s a message");
    CHECK(longest_s(model, shifted.parts) <= longest_s(model, start.parts));
    CHECK((shifted.parts == start.parts) != shifted.shifted);
}

TEST_CASE("without messages the shares stay") {
    const auto model = model_of({3, 2, 1}, 0, 0);
    const auto start = balance("contiguous_row", part::grid(600, 10), model.processors);
    CHECK(shift_shares("contiguous_row", start, model).parts == start.parts);
}

TEST_CASE("the time of a processor is that of the work of its cells") {
    auto model = model_of({1, 2}, 1e-3, 0);
    const part::grid domain(100, 50);
    std::vector<double> rows(100, 1.0);
    std::fill(rows.begin() + 50, rows.end(), 3.0);
    model.work = cell_work(domain, part::work_density::of_rows(rows));
    const auto times = model.times(part::make_partition("contiguous_row", domain, part::speeds({1, 1})));
    CHECK(times[0].compute_s == Approx(2500 * 0.5 * 1e-8));
    CHECK(times[1].compute_s == Approx(2500 * 1.5 * 0.5e-8));
    CHECK(times[0].messages_s == Approx(2 * 1e-3));
}

TEST_CASE("shares of cells move from the processors with the most work for a cell, shares of work stay") {
    auto model = model_of({1, 1, 1}, 0, 0);
    const part::grid domain(600, 10);
    std::vector<double> rows(600, 1.0);
    std::fill(rows.begin() + 400, rows.end(), 1.4);  // of the third processor
    model.work = cell_work(domain, part::work_density::of_rows(rows));
    const auto cells = balance("contiguous_row", domain, model.processors, model.work);
    const auto shifted = shift_shares("contiguous_row", cells, model);
    CHECK(longest_s(model, shifted.parts) < 0.9 * longest_s(model, cells.parts));
    const auto work = balance("slices", domain, model.processors, model.work);
    CHECK(longest_s(model, shift_shares("slices", work, model).parts) == Approx(longest_s(model, work.parts)));
    CHECK(longest_s(model, shifted.parts) >= (1 - 0.01) * longest_s(model, work.parts));
}

}  // namespace share_shift_test
