// banyan partition --phase: further patterns with their own frequency.
#include "tests/tools/partition_command.hpp"

namespace verb_partition_phase_test {

using namespace banyan::testing;

namespace {

// Four equal processors on 40 x 40 cells of 8 bytes, lambda and tau as given here, frames of 1460 and 58 bytes.
constexpr double lambda = 1e-3;
constexpr double tau = 1e-6;
constexpr int p = 4;

json with_phases(const std::vector<std::string>& phases, const std::string& stencil = "5") {
    std::vector<std::string> arguments{"--rows", "40",        "--cols", "40",       "--speeds", "1,1,1,1", "--method",
                                       "brbd",   "--stencil", stencil,  "--lambda", "1e-3",     "--tau",   "1e-6"};
    for (const std::string& each : phases) {
        arguments.push_back("--phase");
        arguments.push_back(each);
    }
    return json_of(arguments);
}

double cost(const json& j) {
    return j["results"][0]["cost_s"];
}

}  // namespace

TEST_CASE("patterns cost what the closed forms give, multiplied by their frequency") {
    const double alone = cost(with_phases({}));
    const double small = 8 + 58;                           // w(d)
    const double exchanged = 8 * (400 * 400 / 1600) + 58;  // cells x cells / all cells, in one frame
    const double broadcast = (p - 1) * (lambda + tau * small);
    const double reduction = lambda + tau * (p - 1) * small;
    const double random = (p - 1) * lambda + tau * p * (p - 1) * exchanged;
    CHECK(cost(with_phases({"1:broadcast"})) == Approx(alone + broadcast));
    CHECK(cost(with_phases({"2:reduction"})) == Approx(alone + 2 * reduction));
    CHECK(cost(with_phases({"0.1:random"})) == Approx(alone + random / 10));
    const json j = with_phases({"0.5:broadcast", "0:random", "3:reduction"});
    CHECK(cost(j) == Approx(alone + broadcast / 2 + 3 * reduction));
    CHECK(j["phases"] == json{{{"times", 0.5}, {"pattern", "broadcast"}},
                              {{"times", 0.0}, {"pattern", "random"}},
                              {{"times", 3.0}, {"pattern", "reduction"}}});
    const json& told = j["results"][0]["phases"];
    CHECK(told[0]["messages"] == p - 1);
    CHECK(told[1]["messages"] == p * (p - 1));
    CHECK(told[1]["items"] == p * (p - 1) * 100);
    CHECK(told[2]["max_messages"] == 1);
    CHECK(told[2]["cost_s"].get<double>() == Approx(reduction));
}

TEST_CASE("a stencil as a phase costs as much as alone, and the counts stay those of --stencil") {
    for (const char* stencil : {"3", "9", "wavefront", "0,2;-2,0"}) {
        const json j = with_phases({std::string("0.25:") + stencil});
        CHECK(cost(j) == Approx(cost(with_phases({})) + cost(with_phases({}, stencil)) / 4));
        CHECK(j["results"][0]["messages"] == with_phases({})["results"][0]["messages"]);
    }
    CHECK(keys(with_phases({})).count("phases") == 0);
}

TEST_CASE("the table names the phases") {
    const outcome o = partition_of(
        {"--rows", "40", "--cols", "40", "--speeds", "1,1,1,1", "--method", "row", "--phase", "0.1:random"});
    CHECK(o.status == 0);
    CHECK_THAT(o.out, Catch::Contains("cost includes 0.1 x random in each iteration"));
}

TEST_CASE("a processor without cells sends nothing") {
    const json j = json_of({"--rows", "2", "--cols", "40", "--speeds", "4,3,2", "--method", "row", "--phase",
                            "1:broadcast", "--phase", "1:random", "--phase", "1:reduction"});
    CHECK(j["results"][0]["phases"][0]["messages"] == 1);
    CHECK(j["results"][0]["phases"][1]["messages"] == 2);
}

TEST_CASE("wrong phases are refused") {
    const auto refused = [](const char* phase, const std::vector<std::string>& expected) {
        check_refused({"--rows", "4", "--cols", "4", "--speeds", "1,1", "--phase", phase}, expected);
    };
    refused("random", {"--phase", "'random'", "TIMES:PATTERN"});
    refused("x:random", {"--phase", "'x'", "from 0"});
    refused("nan:random", {"--phase", "'nan'", "from 0"});
    refused("-1:random", {"--phase", "'-1'", "from 0"});
    refused("inf:5", {"--phase", "'inf'", "from 0"});
    refused(":5", {"--phase", "''", "from 0"});
    refused("1:", {"--phase 1:", "broadcast"});
    refused("1:multicast", {"--phase 1:multicast", "unknown name multicast", "broadcast, reduction, random"});
    refused("1:0,0", {"--phase 1:0,0", "broadcast"});
    std::string many = "1";
    for (int i = 0; i < 2048; ++i)
        many += ",1";
    check_refused({"--rows", "99", "--cols", "99", "--speeds", many, "--phase", "1:random"},
                  {"--phase 1:random", "2049 processors", "2048"});
}

}  // namespace verb_partition_phase_test
