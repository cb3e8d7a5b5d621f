// banyan reproduce, as a user runs it.
#include <catch2/catch.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/common/scratch_folder.hpp"
#include "tests/tools/command.hpp"

namespace verb_reproduce_test {

using banyan::testing::outcome;
using banyan::testing::read;
using banyan::testing::run_banyan;
using banyan::testing::scratch_folder;
using nlohmann::json;

TEST_CASE("one command makes Figures 34 to 38 with their data, and Table 2") {
    const scratch_folder folder;
    const outcome o = run_banyan({"reproduce", "figures", "--out", folder.path / "new", "--json"});
    const bool drawn = o.err.find("gnuplot is not installed") == std::string::npos;
    for (int number = 34; number <= 38; ++number) {
        const std::string name = folder.path / "new" / ("figure" + std::to_string(number));
        CHECK(std::filesystem::file_size(name + ".dat") > 500);
        CHECK_THAT(read(name + ".gp"), Catch::Contains(name + ".dat"));
        if (drawn) CHECK_THAT(read(name + ".png"), Catch::StartsWith("\x89PNG"));
        if (drawn) CHECK_THAT(read(name + ".svg"), Catch::Contains("</svg>"));
    }
    CHECK_THAT(read(folder.path / "new" / "table2.csv"), Catch::Contains("contiguous row,16,equal,32,32\n"));
    if (!drawn) {
        CHECK(o.status == 1);
        return;
    }
    CHECK(o.status == 0);
    const json j = json::parse(o.out);
    CHECK(j["schema"] == "banyan.reproduce.v2");
    CHECK(j["what"] == "figures");
    CHECK(j["figures"].size() == 5);
    CHECK(j["table2"].size() == 10);
}

TEST_CASE("unknown names and folders that cannot be made are refused in one line") {
    const outcome unknown = run_banyan({"reproduce", "poems"});
    CHECK(unknown.status == 2);
    CHECK_THAT(unknown.err, Catch::Contains("'poems'") && Catch::Contains("figures"));
    CHECK(run_banyan({"reproduce"}).status == 2);
    CHECK(run_banyan({"reproduce", "figures", "--seed", "-1"}).status == 2);
    const outcome nowhere = run_banyan({"reproduce", "figures", "--out", "/dev/null/there"});
    CHECK(nowhere.status == 1);
    CHECK_THAT(nowhere.err, Catch::Contains("--out /dev/null/there"));
}

}  // namespace verb_reproduce_test
