// What a tasker on another computer answers to the service.
#include "libnet/pvm3/tasker_search.hpp"

#include <catch2/catch.hpp>
#include <cstdlib>

#include "libnet/pvm3/own_host.hpp"

namespace tasker_search_test {

using namespace banyan::pvm3;

namespace {

wire::FindProgram wanted(const std::string& program, const std::string& list, const std::string& directory = {}) {
    wire::FindProgram message;
    message.set_task(0x80001);
    message.set_program(program);
    message.set_search_list(list);
    message.set_directory(directory);
    return message;
}

}  // namespace

TEST_CASE("A tasker looks for a program with the variables that it had when it registered", "[pvm3]") {
    ::setenv("TASKER_TEST", "/bin", 1);
    tasker_search search;
    CHECK(search.answer(wanted("sh", "$TASKER_TEST")).path().empty());
    search.keep_variables();
    ::setenv("TASKER_TEST", "/no/such/folder", 1);
    const auto found = search.answer(wanted("sh", "/no:$TASKER_TEST"));
    CHECK(found.path() == "/bin/sh");
    CHECK(found.task() == 0x80001);
    CHECK(search.answer(wanted("no_such_program", "/bin")).path().empty());
    CHECK(search.answer(wanted("bin/sh", "/no", "/")).path() == "/bin/sh");
}

TEST_CASE("A tasker that was started by hand knows its architecture", "[pvm3]") {
    ::unsetenv("PVM_ARCH");
    tasker_search search;
    search.keep_variables();
    CHECK(search.answer(wanted("sh", std::string("/no/$PVM_ARCH:/bin"))).path() == "/bin/sh");
    CHECK(search.folders_of("/x/$PVM_ARCH") == std::vector<std::string>{std::string("/x/") + own_architecture});
}

}  // namespace tasker_search_test
