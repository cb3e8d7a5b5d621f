// Where the hosts of a run look for a program.
#include "advisor/remote.hpp"

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "tests/common/scratch_folder.hpp"

namespace remote_test {

using namespace banyan;

namespace {

daemon::run_request found(const std::string& program) {
    daemon::run_request request;
    request.command = {program, "--rows"};
    advisor::find_on_all_hosts(request);
    REQUIRE(request.command.size() == 2);
    return request;
}

}  // namespace

TEST_CASE("a program is looked for in its folder on this computer, then in the PATH of each host") {
    const testing::scratch_folder scratch;
    const auto folder = std::filesystem::canonical(scratch.path);
    std::ofstream(folder / "one-of-banyan") << "#!/bin/sh\n";
    std::filesystem::permissions(folder / "one-of-banyan", std::filesystem::perms::owner_all);
    const char* path = std::getenv("PATH");
    const std::string before = path == nullptr ? "" : path;
    ::setenv("PATH", (folder.string() + ":" + before).c_str(), 1);
    const auto of_here = found("one-of-banyan");
    ::setenv("PATH", before.c_str(), 1);
    CHECK(of_here.command.front() == "one-of-banyan");
    CHECK(of_here.search_list == folder.string() + ":$PATH");
}

TEST_CASE("a program with a folder in its name, or that this computer does not have, is looked for as it is named") {
    for (const std::string name : {"/bin/sh", "./one-of-banyan", "one-of-banyan-that-is-missing"}) {
        const auto as_named = found(name);
        CHECK(as_named.command.front() == name);
        CHECK(as_named.search_list.empty());
    }
}

}  // namespace remote_test
