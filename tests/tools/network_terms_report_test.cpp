#include "tools/banyan/network_terms_report.hpp"

#include <catch2/catch.hpp>

namespace banyan::tools::network_terms_report_test {

TEST_CASE("terms are printed in readable units, and what is left out with its reason") {
    advisor::network_terms found;
    found.terms = {{"send overhead", "s", 4e-6, {3e-6, 5e-6}}, {"gamma(4)", "", 1.5, {1.25, 1.75}}};
    found.segments = {{8, 64, 1e-5, 2e-9, {0, 2e-5}, {1e-9, 3e-9}}, {128, 512, 1e-5, 1e-9, {0, 2e-5}, {0, 2e-9}}};
    found.classes = {{"near", {{0, 1, false, {1e-4}}}, 1e-4, {9e-5, 2e-4}}};
    found.left_out = {{"wire latency of a message", "it scatters"}};
    const auto text = network_terms_text(found);
    CHECK_THAT(text, Catch::StartsWith("Parts of the cost of a message (95 % intervals):\n  send overhead "));
    CHECK_THAT(text, Catch::Contains(" 4 us (3..5)\n") && Catch::Contains(" 1.5 (1.25..1.75)\n"));
    CHECK_THAT(text, Catch::Contains("time per byte, 128 to 512 bytes") && Catch::Contains("1 ns/byte (0..2)\n"));
    CHECK_THAT(text, Catch::Contains("small message, near (1 pair)") && Catch::Contains(" 100 us (90..200)\n"));
    CHECK_THAT(text, Catch::EndsWith("  left out: wire latency of a message: it scatters\n"));
    const auto json = network_terms_json(found);
    CHECK(json["terms"][1]["ci95"] == nlohmann::ordered_json({1.25, 1.75}));
    CHECK(json["classes"][0]["pairs"][0] == nlohmann::ordered_json({0, 1}));
    CHECK(json["segments"].size() == 2);
    CHECK(json["left_out"][0]["why"] == "it scatters");
}

TEST_CASE("without measurements there is nothing to print") {
    CHECK(network_terms_text({}).empty());
}

}  // namespace banyan::tools::network_terms_report_test
