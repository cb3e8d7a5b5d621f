#include "advisor/probe_report.hpp"

#include <catch2/catch.hpp>
#include <stdexcept>

namespace probe_report_test {

using namespace banyan::advisor;

TEST_CASE("a report is the same after formatting and parsing") {
    probe_report report;
    report.hosts = {"a", "b"};
    report.facts = {{{"name", "a"}}, {{"name", "b"}}};
    report.pairs = {{0, 1, {{8, {1e-6, 2e-6}, {}}, {1024, {3e-6}, {1.0 / 3.0}}}}};
    report.exchanges = {{{1, 2, 8, 16}, {0.1, 0.2}}};
    report.contention = {{"one host", 2, 512, {1.0 / 3, 0.5}}};
    report.shapes = {{{3, 4}, {0, 0}}, {{5, 6}, {7, 8}}};
    report.sweeps = {{{1e-3}, {}}, {{2e-3}, {3e-3}}};
    report.overlap_calibrations = {{{1.0}, {2.0}, {2.5}}};
    report.network = banyan::net::network_model{.copy_byte_s = 1.0 / 3};
    report.collectives = {{.collective = "allreduce",
                           .bytes = 8,
                           .algorithm = "automatic",
                           .chosen = "ring",
                           .same_as = "chain",
                           .segment_bytes = 16,
                           .predicted_s = 1.0 / 3,
                           .seconds = {0.25, 1.0 / 7},
                           .explanation = "why"}};
    report.techniques = technique_report{
        1.0 / 3,
        {{"one-to-one", 8, {"one message", 0.5, {1.0 / 7}}, {"chunks of 8 bytes", 0.25, {0.125, 3}}, "one message"}}};
    const auto back = parse_probe_report(to_json(report).dump());
    CHECK(back.hosts == report.hosts);
    CHECK(back.facts == report.facts);
    REQUIRE(back.pairs.size() == 1);
    CHECK(back.pairs[0].b == 1);
    REQUIRE(back.pairs[0].results.size() == 2);
    CHECK(back.pairs[0].results[1].bytes == 1024);
    CHECK(back.pairs[0].results[1].stream_s == report.pairs[0].results[1].stream_s);  // doubles come back exactly
    REQUIRE(back.exchanges.size() == 1);
    CHECK(back.exchanges[0].load.total_bytes == 16);
    CHECK(back.exchanges[0].seconds == report.exchanges[0].seconds);
    REQUIRE(back.contention.size() == 1);
    CHECK(back.contention[0].place == "one host");
    CHECK(back.contention[0].messages == 2);
    CHECK(back.contention[0].bytes == 512);
    CHECK(back.contention[0].seconds == report.contention[0].seconds);
    CHECK(back.shapes == report.shapes);
    CHECK(back.sweeps == report.sweeps);
    REQUIRE(back.overlap_calibrations.size() == 1);
    CHECK(back.overlap_calibrations[0].both_s == report.overlap_calibrations[0].both_s);
    CHECK(back.network == report.network);
    REQUIRE(back.collectives.size() == 1);
    CHECK(back.collectives[0] == report.collectives[0]);
    CHECK(back.techniques == report.techniques);
    report.network.reset();
    CHECK(parse_probe_report(to_json(report).dump()).network == std::nullopt);
}

TEST_CASE("text that is not a report is refused") {
    for (const std::string text : {"", "{", "[]", "{}", R"({"hosts":[1]})", "panic: out of memory"}) {
        CHECK_THROWS_WITH(parse_probe_report(text), "the report of the probe is missing");
    }
    for (const std::string text : {R"({"schema":"banyan.probe.v1)", R"({"schema":"banyan.probe.v1"})"}) {
        CHECK_THROWS_WITH(parse_probe_report(text), Catch::StartsWith("the report of the probe cannot be read"));
    }
    CHECK_THROWS_WITH(parse_probe_report(R"({"schema":"banyan.probe.v99"})"), Catch::Contains("another version"));
}

TEST_CASE("the report is found among other output") {
    probe_report report;
    report.hosts = {"east"};
    const auto text = to_json(report).dump();
    CHECK(parse_probe_report("welcome\n\n" + text + "\ngood bye\n").hosts == report.hosts);
    CHECK_THROWS_WITH(parse_probe_report("welcome " + text), "the report of the probe is missing");
}

}  // namespace probe_report_test
