// banyan reproduce kaddoura and crandall, as a user runs them.
#include "tests/common/scratch_folder.hpp"
#include "tests/tools/command_checks.hpp"

namespace verb_reproduce_tables_test {

using namespace banyan::testing;

TEST_CASE("reproduce kaddoura gives 180 cells per table, the same for the same seed") {
    const std::vector<std::string> words{"reproduce", "kaddoura", "--table", "7,5", "--instances", "2"};
    const json found = json_printed_by(words);
    CHECK(found == json_printed_by(words));
    CHECK(found["schema"] == "banyan.reproduce.v2");
    CHECK(found["what"] == "kaddoura");
    CHECK(found["seed"] == 1);
    CHECK(found["instances"] == 2);
    REQUIRE(found["tables"].size() == 2);
    CHECK(found["tables"][0]["table"] == 5);
    CHECK(found["tables"][1]["latency"] == 1000);
    for (const json& table : found["tables"]) {
        CHECK(table["method"] == "xy2");
        CHECK(table["cells"].size() == 180);
        CHECK(table["agreement"]["cells"] == 180);
        for (const json& cell : table["cells"]) {
            CHECK(cell["difference"].get<double>() ==
                  Approx(cell["ours"].get<double>() - cell["published"].get<double>()).margin(1e-12));
            CHECK(cell["seed"].get<std::uint64_t>() > 1);
        }
    }
    CHECK(found["checks"][0]["holds"].is_boolean());
    CHECK(found["table_8"].empty());
}

TEST_CASE("a table has the same cells alone and with others") {
    const json alone = json_printed_by({"reproduce", "kaddoura", "--table", "7", "--instances", "1"});
    const json both = json_printed_by({"reproduce", "kaddoura", "--table", "2,7", "--instances", "1"});
    CHECK(alone["tables"][0] == both["tables"][1]);
}

TEST_CASE("reproduce kaddoura times table 8") {
    const json found = json_printed_by({"reproduce", "kaddoura", "--table", "8", "--instances", "1"});
    CHECK(found["table_8"].size() == 48);
    CHECK(found["tables"].empty());
    for (const json& cell : found["table_8"])
        CHECK(cell["seconds"].get<double>() > 0);
}

TEST_CASE("reproduce prints for people") {
    const outcome kaddoura = run_banyan({"reproduce", "kaddoura", "--table", "5", "--instances", "1"});
    CHECK(kaddoura.status == 0);
    CHECK_THAT(kaddoura.out, Catch::Contains("Table 5") && Catch::Contains("ratio 8") && Catch::Contains("Agreement"));
    const outcome crandall = run_banyan({"reproduce", "crandall"});
    CHECK(crandall.status == 0);
    CHECK_THAT(crandall.out, Catch::Contains("Figure 27") && Catch::Contains("11.697n") && Catch::Contains("fbrd"));
}

TEST_CASE("reproduce crandall gives published and computed counts") {
    const json found = json_printed_by({"reproduce", "crandall"});
    REQUIRE(found["results"].size() == 8);
    CHECK(found["results"][0]["published"]["messages"] == 28);
    CHECK(found["results"][0]["messages"] == 28);
    CHECK(found["results"][3]["published"].is_null());
    for (const json& result : found["results"])
        CHECK(result["items_per_n"].get<double>() >= result["least_items_per_n"].get<double>());
}

TEST_CASE("reproduce ncube prints the examples of the guide") {
    const scratch_folder folder;
    const outcome o = run_banyan({"reproduce", "ncube", "--out", folder.path, "--json"});
    CHECK_THAT(read(folder.path / "ncube_1_39.dat"), Catch::Contains("nodes 6, 7"));
    if (o.err.find("gnuplot is not installed") != std::string::npos) return;
    REQUIRE(o.status == 0);
    const json found = json::parse(o.out);
    CHECK(found["what"] == "ncube");
    CHECK(found["dispersion"]["longest_range"] == 100);
    CHECK(found["storm"]["stages"] == 3);
    CHECK(found["trees"].size() == 4);
}

TEST_CASE("reproduce refuses wrong values and names option and value") {
    const auto refused = [](const std::vector<std::string>& words, const char* option, const char* value) {
        const outcome o = run_banyan(words);
        CHECK(o.status == 2);
        CHECK(o.out.empty());
        CHECK_THAT(o.err, Catch::Contains(option) && Catch::Contains(value));
    };
    refused({"reproduce", "kaddoura", "--table", "9"}, "--table", "9");
    refused({"reproduce", "kaddoura", "--table", "2,,3"}, "--table", "");
    refused({"reproduce", "kaddoura", "--instances", "0"}, "--instances", "0");
}

}  // namespace verb_reproduce_tables_test
