// If a program cannot be started, no descriptor stays open.
#include "daemon/common/processes.hpp"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstring>
#include <filesystem>

#include "banyan/net/error.hpp"

namespace processes_test {

using namespace banyan::daemon;

namespace {

int open_descriptors() {
    int count = -1;  // not counting the descriptor of the folder itself
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator("/proc/self/fd"))
        ++count;
    return count;
}

}  // namespace

TEST_CASE("If descriptors or the program are missing, no descriptor stays open") {
    rlimit before{};
    REQUIRE(::getrlimit(RLIMIT_NOFILE, &before) == 0);
    program_options options;
    options.wants_output = GENERATE(false, true);
    const int open_before = open_descriptors();
    const int next = ::dup(STDIN_FILENO);
    ::close(next);
    int refused = 0;
    for (int more = 0; more < 10; ++more) {
        rlimit limit = before;
        limit.rlim_cur = static_cast<rlim_t>(next + more);
        REQUIRE(::setrlimit(RLIMIT_NOFILE, &limit) == 0);
        std::string failure;
        program_pipes pipes;
        pid_t pid = 0;
        try {
            pid = start_program({"true"}, pipes, options);
        } catch (const banyan::net::error& failed) {
            failure = failed.what();
        }
        ::setrlimit(RLIMIT_NOFILE, &before);
        if (pid > 0) {
            ::waitpid(pid, nullptr, 0);
            for (const int fd : {pipes.input, pipes.output, pipes.error})
                if (fd >= 0) ::close(fd);
        } else {
            ++refused;
            CHECK_THAT(failure, Catch::Contains("(ulimit -n)"));
        }
        CHECK(open_descriptors() == open_before);
    }
    CHECK(refused >= 7);
    program_pipes pipes;
    CHECK_THROWS_WITH(start_program({"/nowhere/program"}, pipes, options), Catch::Contains("No such file"));
    CHECK(open_descriptors() == open_before);
}

}  // namespace processes_test
