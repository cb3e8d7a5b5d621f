// A program that the advisor measures: examples/own_application, advised and run with the advice.
#include <catch2/catch.hpp>

#include "banyan/part/partition_json.hpp"
#include "tests/tools/command_checks.hpp"
#include "tests/tools/own_virtual_machines.hpp"

namespace own_application_test {

using namespace banyan::testing;

namespace {

std::vector<std::string> advise(const std::string& application) {
    return {"advise", "--app",    application, "--rows",          "240", "--cols", "320", "-n",
            "3",      "--method", "row,brbd",  "--probe-seconds", "0.5"};
}

}  // namespace

TEST_CASE("a program of one's own is measured by its inner loop and uses the advised partition") {
    const own_virtual_machines folder;
    const auto file = (folder.path / "advice.json").string();
    auto arguments = advise(OWN_APPLICATION);
    arguments.insert(arguments.end(), {"--out", file});
    const auto found = json_printed_by(arguments);
    CHECK(found["application"] == OWN_APPLICATION);
    CHECK(found["ranking"].size() == 2);
    CHECK(found["processors"][2]["mflops"].get<double>() > 0);
    CHECK(banyan::part::partition_from_json(read(file)).processors() == 3);
    const outcome advised = run_banyan({"run", "-n", "3", "--", OWN_APPLICATION, file});
    INFO(advised.err);
    CHECK(advised.status == 0);
    CHECK(advised.out == read(OWN_APPLICATION_OUTPUT));
}

TEST_CASE("a program that is no probe is refused in one line") {
    const own_virtual_machines folder;
    check_failed(run_banyan(advise(HELLO_PROGRAM)), 1,
                 {"hello did not answer as a probe", "it printed '3 tasks", "banyan::advisor::serve_probe"});
}

}  // namespace own_application_test
