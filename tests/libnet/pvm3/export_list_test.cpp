// PVM_EXPORT: which variables children get.
#include "libnet/pvm3/export_list.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>

namespace export_list_test {

using namespace banyan::pvm3;

namespace {

bool contains(const std::vector<std::string>& settings, const std::string& setting) {
    return std::find(settings.begin(), settings.end(), setting) != settings.end();
}

}  // namespace

TEST_CASE("named variables that are set are exported, with the list itself", "[pvm3][export_list]") {
    ::unsetenv("PVM_EXPORT");
    ::setenv("EXPORT_TEST_A", "1", 1);
    ::unsetenv("EXPORT_TEST_B");
    CHECK(exported_settings().empty());
    export_variable("EXPORT_TEST_A");
    export_variable("EXPORT_TEST_B");
    export_variable("EXPORT_TEST_A");
    const auto settings = exported_settings();
    CHECK(settings.size() == 2);
    CHECK(contains(settings, "EXPORT_TEST_A=1"));
    CHECK(contains(settings, "PVM_EXPORT=EXPORT_TEST_A:EXPORT_TEST_B"));
    unexport_variable("EXPORT_TEST_A");
    unexport_variable("EXPORT_TEST_B");
    CHECK(std::getenv("PVM_EXPORT") == nullptr);
}

}  // namespace export_list_test
