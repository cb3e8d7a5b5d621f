// Commands whose output is read until a time limit.
#include "daemon/client/command_output.hpp"

#include <sys/wait.h>

#include <catch2/catch.hpp>

#include "banyan/net/error.hpp"

namespace command_output_test {

using namespace banyan::daemon;
using std::chrono::milliseconds;
using std::chrono::seconds;

namespace {

using text_lines = std::vector<std::string>;

struct finished {
    text_lines lines;
    command_end end;
};

finished read_all(const std::vector<std::string>& words, const std::string& input = "",
                  milliseconds limit = seconds(60)) {
    finished result;
    result.end =
        read_command({words, "", input, limit}, [&result](const std::string& line) { result.lines.push_back(line); });
    return result;
}

}  // namespace

TEST_CASE("the lines of a command and its end are returned") {
    const auto done = read_all({"sh", "-c", "echo a; echo; printf b; echo x >&2; printf 'y\\r\\n\\n' >&2; exit 3"});
    CHECK(done.lines == text_lines{"a", "", "b"});
    CHECK(done.end.last_error == "y");
    CHECK_FALSE(done.end.is_killed);
    REQUIRE(WIFEXITED(done.end.wait_status));
    CHECK(WEXITSTATUS(done.end.wait_status) == 3);
}

TEST_CASE("a command gets its input and then the end of it") {
    CHECK(read_all({"cat"}, "one\ntwo\n").lines == text_lines{"one", "two"});
    CHECK(read_all({"cat"}).lines.empty());
}

TEST_CASE("a command is killed at the limit, also if it has closed its output") {
    constexpr milliseconds soon{100};
    for (const std::string script : {"exec sleep 3600", "exec sleep 3600 > /dev/null 2>&1"}) {
        const auto done = read_all({"sh", "-c", script}, "", soon);
        CHECK(done.end.is_killed);
        CHECK(WIFSIGNALED(done.end.wait_status));
    }
}

TEST_CASE("a command that does not exist is refused") {
    CHECK_THROWS_AS(read_all({"/nowhere/command"}), banyan::net::error);
}

}  // namespace command_output_test
