// The environment of a task: where it comes from, and which variables override others.
#include "daemon/host/task_program.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>

namespace task_program_test {

using namespace banyan::daemon;
using words = std::vector<std::string>;

namespace {

wire::ProgramPart part(bool on_own_computer, const std::string& word, const words& own, const words& settings) {
    wire::ProgramPart made;
    made.set_on_own_computer(on_own_computer);
    made.add_command(word);
    for (const auto& entry : own)
        made.add_own_environment(entry);
    for (const auto& entry : settings)
        made.add_settings(entry);
    return made;
}

}  // namespace

TEST_CASE("On its own computer the environment of the command is used, elsewhere that of the daemon") {
    ::setenv("OF_THE_DAEMON", "1", 1);
    const bool own = GENERATE(true, false);
    task_program program;
    program.add(part(own, "p", own ? words{"A=own", "A=second", "B=own", "C=own", "odd", "=X=1", "=Y=2"} : words{},
                     {"B=setting"}));
    program.add(part(own, "q", {}, {"C=setting"}));
    wire::SpawnTask task;
    task.add_environment(std::string("C=task"));
    const auto environment = program.environment(task);
    CHECK(program.command() == words{"p", "q"});
    const auto has = [&](const char* entry) { return std::ranges::count(environment, std::string(entry)) == 1; };
    CHECK(has("B=setting"));
    CHECK(has("C=task"));
    CHECK(has("OF_THE_DAEMON=1") == !own);
    for (const char* entry : {"A=own", "odd", "=X=1", "=Y=2"})
        CHECK(has(entry) == own);
    if (own) CHECK(environment.size() == 6);
}

TEST_CASE("A first part replaces all parts before it") {
    task_program program;
    program.add(part(true, "old", {"A=old"}, {"B=old"}));
    auto first = part(true, "new", {"C=new"}, {});
    first.set_is_first(true);
    first.set_working_directory("/new");
    first.set_directory_must_exist(true);
    first.set_directory_has_variables(true);
    first.set_umask(027);
    first.set_search_list("/a:$B");
    first.add_debuggers("/d");
    program.add(first);
    program.add(part(true, "more", {}, {}));
    CHECK(program.command() == words{"new", "more"});
    CHECK(program.working_directory() == "/new");
    CHECK(program.directory_must_exist());
    CHECK(program.directory_has_variables());
    CHECK(program.search_list() == "/a:$B");
    CHECK(program.debuggers() == words{"/d"});
    CHECK(program.umask() == 027);
    CHECK(program.environment({}) == words{"C=new"});
}

}  // namespace task_program_test
