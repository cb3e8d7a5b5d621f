// Where spawned tasks start.
#include "daemon/pvm/start_directory.hpp"

#include <catch2/catch.hpp>
#include <cstdlib>

namespace start_directory_test {

using namespace banyan::daemon::pvm;

TEST_CASE("A task starts where the Spawn says, otherwise in wd= of its host, otherwise in PVM_WD", "[pvm]") {
    ::setenv("PVM_WD", "/work", 1);
    ::setenv("FOLDER_OF_TEST", "/f", 1);
    pvm_host host;
    start_order order;
    CHECK(start_directory_of(order, host, false).path == "/work");
    host.directory = "$FOLDER_OF_TEST/x";
    CHECK(start_directory_of(order, host, false).path == "/f/x");
    CHECK_FALSE(start_directory_of(order, host, false).has_variables);
    order.directory = "/a$b";
    for (const bool is_on_another_computer : {false, true}) {
        CHECK(start_directory_of(order, host, is_on_another_computer).path == "/a$b");
        CHECK_FALSE(start_directory_of(order, host, is_on_another_computer).has_variables);
    }
    ::unsetenv("PVM_WD");
    ::unsetenv("FOLDER_OF_TEST");
}

TEST_CASE("Another computer replaces the variables in wd= itself, and has a PVM_WD of its own", "[pvm]") {
    ::setenv("PVM_WD", "/work", 1);
    pvm_host host;
    CHECK(start_directory_of({}, host, true).path == "$PVM_WD");
    host.directory = "$HOME/x";
    CHECK(start_directory_of({}, host, true).path == "$HOME/x");
    CHECK(start_directory_of({}, host, true).has_variables);
    ::unsetenv("PVM_WD");
}

}  // namespace start_directory_test
