// Where programs of PVM are looked for.
#include "daemon/pvm/search_list.hpp"

#include <catch2/catch.hpp>
#include <cstdlib>

#include "libnet/base/program_search.hpp"

namespace search_list_test {

using namespace banyan::daemon;
using namespace banyan::daemon::pvm;
using namespace banyan::net;

TEST_CASE("PVM_PATH replaces the default list", "[pvm][search_list]") {
    ::setenv("PVM_PATH", "/a:/b", 1);
    CHECK(default_search_list() == "/a:/b");
    ::unsetenv("PVM_PATH");
    ::setenv("PVM_ROOT", "/r", 1);
    ::setenv("PVM_ARCH", "A", 1);
    CHECK(default_search_list() == "$HOME/pvm3/bin/$PVM_ARCH:$PVM_ROOT/bin/$PVM_ARCH");
}

TEST_CASE("without PVM_ROOT no folder of the system is searched", "[pvm][search_list]") {
    ::unsetenv("PVM_PATH");
    ::unsetenv("PVM_ROOT");
    ::unsetenv("PVM_ARCH");
    ::setenv("HOME", "/h", 1);
    const auto folders = search_folders(default_search_list());
    REQUIRE(folders.size() == 1);
    CHECK(folders.front().find("/h/pvm3/bin/LINUX") == 0);
}

TEST_CASE("the debugger is the chosen one, or one of the variables", "[pvm][search_list]") {
    CHECK(debugger_paths("/d") == std::vector<std::string>{"/d"});
    ::setenv("PVM_DEBUGGER", "/no/such/program", 1);
    ::setenv("PVM_ROOT", "/bin/..", 1);
    CHECK(first_executable(debugger_paths("")).empty());
    ::setenv("PVM_DEBUGGER", "/bin/sh", 1);
    CHECK(first_executable(debugger_paths("")) == "/bin/sh");
    CHECK(first_executable(debugger_paths("$PVM_ROOT/bin/sh")) == "/bin/../bin/sh");
    CHECK(first_executable({"sh", "", "bin/sh"}).empty());
    ::unsetenv("PVM_DEBUGGER");
    ::unsetenv("PVM_ROOT");
}

TEST_CASE("a task is looked for in ep= of its host, and then beside the program that spawns it", "[pvm][search_list]") {
    start_order order;
    order.fallback_folders = {"/f"};
    pvm_host host;
    host.search_list = "/e:$HOME";
    CHECK(search_list_of(order, host, false) == "/e:$HOME:/f");
    CHECK(search_list_of(order, host, true) == "/e:$HOME:/f");
    CHECK(search_list_of(order, {}, false) == default_search_list() + ":/f");
    CHECK(search_list_of(order, {}, true) == remote_search_list() + ":/f");
}

}  // namespace search_list_test
