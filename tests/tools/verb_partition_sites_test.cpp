// banyan partition --site-sizes: the grid is divided among sites, then among the processors of each site.
#include "banyan/part/methods.hpp"
#include "tests/tools/partition_command.hpp"

namespace verb_partition_sites_test {

using namespace banyan::testing;

namespace {

const std::vector<std::string> five{"--rows", "90", "--cols", "120", "--speeds", "4,4,3,2,2"};

std::vector<std::string> with(std::vector<std::string> arguments, const std::vector<std::string>& more) {
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
}

bool inside(const json& b, const json& area) {
    return b["row"] >= area["row"] && b["col"] >= area["col"] &&
           b["row"].get<int>() + b["rows"].get<int>() <= area["row"].get<int>() + area["rows"].get<int>() &&
           b["col"].get<int>() + b["cols"].get<int>() <= area["col"].get<int>() + area["cols"].get<int>();
}

}  // namespace

TEST_CASE("each processor is inside the part of its site, whose size follows the sum of the speeds") {
    const json totals = json_of({"--rows", "90", "--cols", "120", "--speeds", "11,4", "--method", "brbd"});
    const json j = json_of(with(five, {"--site-sizes", "3,2", "--site-method", "brbd", "--method", "all"}));
    CHECK(j["sites"] == json{{"sizes", {3, 2}}, {"method", "brbd"}});
    int with_rectangles = 0;
    for (const json& r : j["results"]) {
        INFO(r["method"]);
        for (int site = 0; site < 2; ++site) {
            int cells = 0;
            for (int processor = site == 0 ? 0 : 3; processor < (site == 0 ? 3 : 5); ++processor)
                cells += r["cells"][static_cast<std::size_t>(processor)].get<int>();
            CHECK(cells == totals["results"][0]["cells"][static_cast<std::size_t>(site)]);
        }
        for (const json& b : r["blocks"])
            CHECK(inside(b, totals["results"][0]["blocks"][b["processor"] < 3 ? 0 : 1]));
        with_rectangles += r["blocks"].empty() ? 0 : 1;
    }
    CHECK(with_rectangles >= 10);
}

TEST_CASE("the most processors of a method apply to each site") {
    const std::vector<std::string> twelve{
        "--rows", "60", "--cols", "60", "--speeds", "1,2,3,1,2,3,1,2,3,1,2,3", "--method", "dissection_exact"};
    check_refused(twelve, {"--method dissection_exact", "12 processors"});
    const json j = json_of(with(twelve, {"--site-sizes", "6,6"}));
    CHECK(j["results"][0]["blocks"].size() == 12);
    CHECK(j["sites"]["method"] == "columns");
}

TEST_CASE("the table names the sites") {
    const outcome o = partition_of(with(five, {"--site-sizes", "3,2", "--method", "brbd"}));
    CHECK(o.status == 0);
    CHECK_THAT(o.out, Catch::Contains("sites of 3, 2 processors: columns divides the grid among the sites"));
}

TEST_CASE("sizes of sites that do not fit the processors are refused") {
    for (const char* sizes : {"3,3", "5,5", "2", "1,1,1"})
        check_refused(with(five, {"--site-sizes", sizes}),
                      {"--site-sizes: '" + std::string(sizes) + "'", "add up to the 5 processors of --speeds"});
    check_refused(with(five, {"--site-sizes", "5,0"}), {"--site-sizes", "'0'", "whole number from 1"});
    check_refused(with(five, {"--site-sizes", "-3,8"}), {"--site-sizes", "'-3'", "whole number from 1"});
    check_refused(with(five, {"--site-sizes", "3,2,"}), {"--site-sizes", "'3,2,'", "empty part"});
    check_refused(with(five, {"--site-sizes", "nan"}), {"--site-sizes", "'nan'", "whole number from 1"});
    check_refused(with(five, {"--site-sizes", "3,2", "--site-method", "colummns"}),
                  {"--site-method", "'colummns'", "did you mean columns?"});
    check_refused(with(five, {"--site-sizes", "3,2", "--site-method", "scatter"}),
                  {"--site-method: 'scatter'", "rectangle", "columns"});
    check_refused(with(five, {"--site-method", "brbd"}), {"--site-method brbd", "--site-sizes"});
}

}  // namespace verb_partition_sites_test
