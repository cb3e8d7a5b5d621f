#include "tools/banyan/scaling_report.hpp"

#include <catch2/catch.hpp>

#include "tools/banyan/scaling_plot.hpp"

namespace banyan::tools::scaling_report_test {
namespace {

namespace part = banyan::part;

/// Hosts fast0, fast1, slow2, slow3 with a task each; the times of 1 to 4 tasks are 5, 3, 3.2 and 4 ms, all but that of
/// three tasks measured.
advisor::scaling_curve measured_curve() {
    std::vector<advisor::measured_host> hosts;
    advisor::cost_model model{{}, {0, 1e-4, 0, 0, 0}, part::stencil::named("5"), 8};
    const std::vector<double> speeds{8, 8, 1, 1};
    for (std::size_t rank = 0; rank < speeds.size(); ++rank) {
        const auto name = (rank < 2 ? "fast" : "slow") + std::to_string(rank);
        hosts.push_back({name, name, 1, 0, 0, {rank}, speeds[rank]});
        model.processors.push_back(advisor::speed_curve({{1000, 4e-8 / speeds[rank]}}));
    }
    const std::vector<std::string> methods{"contiguous_row"};
    advisor::scaling_curve curve(advisor::prefixes_by_speed(hosts), {1000, 1000}, methods, model);
    curve.set_measured(4, "contiguous_row", 4e-3, {3.9e-3, 4.1e-3});
    curve.set_measured(2, "contiguous_row", 3e-3, {2.9e-3, 3.1e-3});
    curve.set_measured(1, "contiguous_row", 5e-3, {4.9e-3, 5.1e-3});
    return curve;
}

}  // namespace

TEST_CASE("the scaling table has a line for each number of tasks, the knee, and the hosts that slow the program down") {
    const auto text = scaling_text(measured_curve());
    CHECK_THAT(text,
               Catch::Contains("    1  contiguous_row            5.000            4.900..5.100     1.00  fast0\n"));
    CHECK_THAT(text, Catch::Contains(
                         "    2  contiguous_row            3.000            2.900..3.100     1.67  fast0, fast1\n"));
    CHECK_THAT(text, Catch::Contains("not measured"));
    CHECK_THAT(text, Catch::Contains("\nKnee: 2 tasks; more tasks gain less than 5 %\n"));
    CHECK_THAT(text, Catch::EndsWith("\nSlower with slow2, slow3: all 4 tasks take 1.33 times as long as 2\n"));
}

TEST_CASE("the scaling of a single task has one line") {
    const std::vector<std::string> methods{"contiguous_row"};
    const advisor::cost_model model{{advisor::speed_curve({{1000, 4e-8}})}, {}, part::stencil::named("5"), 8};
    advisor::scaling_curve curve(advisor::prefixes_by_speed({{"alone", "alone", 1, 0, 0, {0}, 1}}), {100, 100}, methods,
                                 model);
    curve.set_measured(1, "contiguous_row", 2e-3, {1.9e-3, 2.1e-3});
    CHECK_THAT(scaling_text(curve),
               Catch::EndsWith("    1  contiguous_row            2.000            1.900..2.100     1.00  alone\n"
                               "Knee: none, because there is a single task\n"));
    CHECK(hosts_of_advice(curve).hosts.empty());
}

TEST_CASE("without --scaling one line says that fewer tasks may be faster") {
    CHECK(fewer_tasks_text(measured_curve()) ==
          "Fewer tasks may be faster: a run with 2 of 4 tasks, without slow2, slow3, is predicted to be 1.33 times as "
          "fast; measure with --scaling\n");
}

TEST_CASE("the JSON of a scaling curve has every point") {
    const auto json = scaling_json(measured_curve());
    CHECK(json["knee"] == 2);
    CHECK(json["advised"] == 2);
    CHECK(json["slowing"] == nlohmann::ordered_json{"slow2", "slow3"});
    REQUIRE(json["points"].size() == 4);
    CHECK(json["points"][1]["tasks"] == 2);
    CHECK(json["points"][1]["hosts"] == nlohmann::ordered_json{"fast0", "fast1"});
    CHECK(json["points"][1]["interval_s"][0] == 2.9e-3);
    CHECK(json["points"][2]["measured"] == false);
    CHECK(json["points"][2]["interval_s"].is_null());
}

TEST_CASE("the advice uses the hosts of the advised number of tasks") {
    const auto where = hosts_of_advice(measured_curve());
    CHECK(where.all_tasks == 4);
    CHECK(where.all_s == 4e-3);
    CHECK(where.hosts == std::vector<std::string>{"fast0", "fast1"});
    CHECK(where.without == std::vector<std::string>{"slow2", "slow3"});
}

TEST_CASE("the plot of a scaling curve tells measured from modelled points") {
    const auto program = scaling_plot_program(measured_curve(), "It's scaling", "/tmp/x.svg");
    CHECK_THAT(program,
               Catch::Contains("$measured << END\n# tasks ms lo hi\n1 5 4.9 5.1\n2 3 2.9 3.1\n4 4 3.9 4.1\nEND\n"));
    CHECK_THAT(program, Catch::Contains("$modelled << END\n# tasks ms lo hi\n3 "));
    CHECK_THAT(program, Catch::Contains("set title 'It''s scaling'\n"));
    CHECK_THAT(program, Catch::Contains("(ms)"));
    CHECK_THAT(program, Catch::Contains("set arrow from 2, graph 0"));
}

}  // namespace banyan::tools::scaling_report_test
