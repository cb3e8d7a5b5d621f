// Environment variables of the PVM service that are numbers.
#include "daemon/pvm/number_variable.hpp"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "tests/common/variable_set.hpp"

namespace number_variable_test {

using namespace banyan::daemon::pvm;
using banyan::testing::variable_set;

namespace {

constexpr const char* variable = "NUMBER_OF_TEST";

struct outcome {
    int number = 0;
    std::vector<std::string> log{};
};

outcome read_variable() {
    outcome result;
    result.number = number_variable(variable, [&](const std::string& line) { result.log.push_back(line); });
    return result;
}

}  // namespace

TEST_CASE("A variable may have a number in the forms of C", "[pvm][number_variable]") {
    struct {
        const char* text;
        int number;
    } const all[] = {{"0", 0}, {"20", 20}, {"0x21", 33}, {"010", 8}, {"2147483647", 2147483647}};
    for (const auto& each : all) {
        const variable_set set(variable, each.text);
        CHECK(read_variable().number == each.number);
        CHECK(read_variable().log.empty());
    }
    CHECK(read_variable().number == 0);
    CHECK(read_variable().log.empty());
}

TEST_CASE("Another text in a variable is a line of the log", "[pvm][number_variable]") {
    for (const std::string wrong : {"many", "-3", "2k", " 4", "1.5", "2147483648", "99999999999999999999"}) {
        const variable_set set(variable, wrong);
        const auto result = read_variable();
        CHECK(result.number == 0);
        REQUIRE(result.log.size() == 1);
        CHECK(result.log[0] ==
              "NUMBER_OF_TEST='" + wrong + "' is not allowed: a whole number from 0 to 2147483647; 0 is used");
    }
}

}  // namespace number_variable_test
