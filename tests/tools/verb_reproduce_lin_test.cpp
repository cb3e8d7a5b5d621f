// banyan reproduce lin, as a user runs it: the formulas, and contour tracing of a small picture.
#include <filesystem>
#include <optional>

#include "tests/common/scratch_folder.hpp"
#include "tests/tools/command_checks.hpp"

namespace verb_reproduce_lin_test {

using namespace banyan::testing;

namespace {

/// The object, also if gnuplot is not installed: then the verb fails after it has written the data.
std::optional<json> printed_or_not_drawn(std::vector<std::string> words) {
    words.emplace_back("--json");
    const outcome o = run_banyan(words);
    INFO(o.err);
    if (o.err.find("gnuplot is not installed") != std::string::npos) {
        CHECK(o.status == 1);
        return std::nullopt;
    }
    REQUIRE(o.status == 0);
    return json::parse(o.out);
}

}  // namespace

TEST_CASE("reproduce lin prints the cross-over of FFT layouts and the scalability of shortest paths") {
    const scratch_folder folder;
    const auto found = printed_or_not_drawn({"reproduce", "lin", "--part", "fft,floyd", "--out", folder.path,
                                             "--start-us", "10", "--byte-ns", "100", "--point-bytes", "16"});
    CHECK_THAT(read(folder.path / "lin_fft.dat"), Catch::Contains("printed formula"));
    if (!found) return;
    CHECK((*found)["schema"] == "banyan.reproduce.v2");
    CHECK((*found)["what"] == "lin");
    CHECK(keys(*found) == std::set<std::string>{"schema", "what", "fft", "floyd", "figures"});
    const json& rows = (*found)["fft"]["crossovers"];
    REQUIRE(rows.size() == 6);
    CHECK(rows[0]["printed"]["formula"].is_null());
    CHECK(rows[1]["printed"]["formula"].get<double>() == Approx(4 * 2 * 10e-6 / 100e-9 / 16));
    CHECK((*found)["floyd"]["programs"].size() == 5);
    CHECK_THAT(read(folder.path / "lin_fft.svg"), Catch::Contains("</svg>"));
}

TEST_CASE("reproduce lin runs contour tracing and compares it with the published figures") {
    const scratch_folder folder;
    const auto found = printed_or_not_drawn(
        {"reproduce", "lin", "--part", "contour", "--pixels", "128", "--tasks", "9", "--out", folder.path});
    CHECK_THAT(read(folder.path / "lin_5_11.dat"), Catch::Contains("B, remapped, 8 tasks"));
    if (!found) return;
    const json& contour = (*found)["contour"];
    REQUIRE(contour["cases"].size() == 2 * 4);  // 4 and 8 tasks, four numbers of iterations
    for (const json& each : contour["cases"]) {
        CHECK(each["side"] == 128);
        CHECK(each["in_place_elements"].size() == each["tasks"].get<std::size_t>());
        CHECK(each["ratio"].get<double>() == Approx(each["in_place_s"].get<double>() / each["remap_s"].get<double>()));
    }
    CHECK(contour["claims"].size() == 2);
    CHECK((*found)["figures"].size() == 1);
}

TEST_CASE("reproduce lin refuses wrong values in one line") {
    check_failed(run_banyan({"reproduce", "lin", "--part", "floid"}), 2, {"--part", "'floid'", "fft"});
    check_failed(run_banyan({"reproduce", "lin", "--pixels", "100"}), 2, {"--pixels", "'100'", "1024"});
    check_failed(run_banyan({"reproduce", "lin", "--tasks", "3"}), 2, {"--tasks", "'3'", "4 to 64"});
    check_failed(run_banyan({"reproduce", "lin", "--byte-ns", "0"}), 2, {"--byte-ns", "'0'"});
    check_failed(run_banyan({"reproduce", "lin", "--efficiency", "1"}), 2, {"--efficiency", "'1'", "0.99"});
}

}  // namespace verb_reproduce_lin_test
