// banyan partition --list-methods: the table of methods, without a problem.
#include <sstream>

#include "banyan/part/methods.hpp"
#include "tests/tools/command_checks.hpp"

namespace verb_partition_list_test {

using namespace banyan;
using namespace banyan::testing;

TEST_CASE("the list of methods needs no other option and has each method in order") {
    const outcome o = run_banyan({"partition", "--list-methods"});
    CHECK(o.status == 0);
    CHECK(o.err.empty());
    std::istringstream lines(o.out);
    std::string line;
    std::getline(lines, line);
    CHECK_THAT(line, Catch::StartsWith("method "));
    for (const part::method_info& m : part::methods()) {
        REQUIRE(std::getline(lines, line));
        CHECK_THAT(line,
                   Catch::StartsWith(std::string(m.name) + " ") && Catch::EndsWith("  " + std::string(m.summary)));
    }
    CHECK_FALSE(std::getline(lines, line));
}

TEST_CASE("the list of methods as JSON has all fields of each, wherever --json stands") {
    for (const auto& words : {std::vector<std::string>{"partition", "--list-methods", "--json"},
                              std::vector<std::string>{"partition", "--json", "--list-methods"}}) {
        const outcome o = run_banyan(words);
        REQUIRE(o.status == 0);
        const json j = json::parse(o.out);
        CHECK(j["schema"] == "banyan.partition.methods.v1");
        REQUIRE(j["methods"].size() == part::methods().size());
        for (std::size_t i = 0; i < part::methods().size(); ++i) {
            const part::method_info& m = part::methods()[i];
            CHECK(j["methods"][i] == json{{"name", m.name},
                                          {"short_name", m.short_name},
                                          {"summary", m.summary},
                                          {"source", m.source},
                                          {"guarantee", m.guarantee},
                                          {"complexity", m.complexity},
                                          {"lookup", m.lookup},
                                          {"in_all", m.in_all}});
        }
    }
}

}  // namespace verb_partition_list_test
