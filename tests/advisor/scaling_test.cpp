#include "advisor/scaling.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

namespace scaling_test {

using namespace banyan::advisor;
namespace part = banyan::part;

namespace {

const part::grid domain(1000, 1000);
const std::vector<std::string> methods{"contiguous_row", "homogeneous_block"};

/// One host with one task for each speed, 10 ns a cell at speed 1, and `message_s` for each message of the busiest.
scaling_curve curve_of(const std::vector<double>& speeds, double message_s) {
    std::vector<measured_host> hosts;
    cost_model model{{}, {0, message_s, 0, 0, 0}, part::stencil::named("5"), 8};
    for (std::size_t rank = 0; rank < speeds.size(); ++rank) {
        const auto name = "h" + std::to_string(rank);
        hosts.push_back({name, name, 1, 0, 0, {rank}, speeds[rank]});
        model.processors.push_back(speed_curve({{1000, 1e-8 / speeds[rank]}}));
    }
    return {prefixes_by_speed(hosts), domain, methods, model};
}

std::vector<int> tasks_of(const scaling_curve& curve) {
    std::vector<int> tasks;
    for (const auto& point : curve.points()) {
        tasks.push_back(point.tasks());
    }
    return tasks;
}

}  // namespace

TEST_CASE("one task takes its computation, and messages count from two tasks on") {
    const auto curve = curve_of({1, 1, 1, 1}, 1e-4);
    CHECK(tasks_of(curve) == std::vector{1, 2, 3, 4});
    CHECK(curve.points()[0].predicted_s == Approx(1e-2));
    CHECK(curve.points()[1].predicted_s == Approx(5e-3 + 2e-4));
    CHECK(curve.points()[3].predicted_s == Approx(2.5e-3 + 2e-4));
    CHECK(curve.points()[3].methods.front() == "contiguous_row");
    CHECK_FALSE(curve.points()[3].measured);
}

TEST_CASE("hosts that add more messages than speed make the program slower") {
    const auto curve = curve_of({8, 8, 0.2, 0.2}, 1e-3);
    // Two fast hosts: 0.625 ms and two messages. The slow ones take 2 % of the cells and need messages too.
    CHECK(curve.clearly_fastest().tasks() == 1);
    CHECK(curve.clearly_fastest().processors.left_out == std::vector<std::string>{"h1", "h2", "h3"});
    const auto cheap = curve_of({8, 8, 8, 8}, 1e-6);
    CHECK(&cheap.clearly_fastest() == &cheap.all());
    CHECK(cheap.knee() == 4);
}

TEST_CASE("the knee is where more tasks gain less than 5 %") {
    CHECK(curve_of({8, 8, 0.2, 0.2}, 1e-6).knee() == 2);
    CHECK(curve_of({1}, 0).knee() == 1);
}

TEST_CASE("measured points replace the model, and the fewest tasks within 2 % are advised") {
    auto curve = curve_of({1, 1, 1, 1}, 1e-4);
    curve.set_measured(4, "contiguous_row", 4e-3, {3.9e-3, 4.1e-3});
    CHECK(curve.points()[3].measured);
    curve.set_measured(4, "homogeneous_block", 4e-3, {3.9e-3, 4.1e-3});
    CHECK(curve.points()[3].methods == std::vector<std::string>{"homogeneous_block", "contiguous_row"});
    CHECK(curve.advised().tasks() == 4);
    CHECK(curve.worth_measuring() ==
          3);  // messages seem to cost 1.5 ms, of 2 modelled ones of 0.1 ms: at most four times
    curve.set_measured(3, "contiguous_row", 3.5e-3, {3.4e-3, 3.6e-3});
    CHECK(curve.advised().tasks() == 3);
    curve.set_measured(2, "contiguous_row", 3.54e-3, {3.5e-3, 3.6e-3});
    CHECK(curve.advised().tasks() == 2);
    CHECK(curve.worth_measuring() == 0);  // one task takes 10 ms
    CHECK(curve.knee() == 2);
}

TEST_CASE("messages that are hidden behind the computation cost the other points less") {
    auto curve = curve_of({1, 1, 1, 1}, 1e-3);
    const double before_s = curve.points()[1].predicted_s;
    curve.set_measured(4, "contiguous_row", 2.5e-3, {2.5e-3, 2.5e-3});  // the computation alone
    CHECK(curve.points()[1].predicted_s == Approx(before_s - 2e-3));
    CHECK(curve.points()[0].predicted_s == Approx(1e-2));
}

TEST_CASE("a curve without processors or methods is refused") {
    const cost_model model{{}, {}, part::stencil::named("5"), 8};
    CHECK_THROWS_AS(scaling_curve({}, domain, methods, model), std::invalid_argument);
}

TEST_CASE("the fastest method of a prefix is that for the work of the cells") {
    std::vector<double> rows(1000, 1.0);
    std::fill(rows.begin() + 500, rows.end(), 3.0);
    cost_model model{{}, {0, 1e-6, 0, 0, 0}, part::stencil::named("5"), 8};
    std::vector<measured_host> hosts;
    for (std::size_t rank = 0; rank < 2; ++rank) {
        const auto name = "h" + std::to_string(rank);
        hosts.push_back({name, name, 1, 0, 0, {rank}, 1});
        model.processors.push_back(speed_curve({{1000, 1e-8}}));
    }
    model.work = cell_work(domain, part::work_density::of_rows(rows));
    const std::vector<std::string> both{"contiguous_row", "slices"};
    const scaling_curve curve(prefixes_by_speed(hosts), domain, both, model);
    CHECK(curve.points()[0].predicted_s == Approx(1e-2));  // all cells have the mean work together
    CHECK(curve.points()[1].methods.front() == "slices");
    CHECK(curve.points()[1].compute_s == Approx(5e-3).epsilon(0.002));  // 1000 rows: within a row
}

}  // namespace scaling_test
