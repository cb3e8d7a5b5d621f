// What the lines of `banyand check` say about a host. The examination of real hosts is in system/doctor_test.cpp.
#include "daemon/client/host_examination.hpp"

#include <catch2/catch.hpp>
#include <string>

#include "banyan/net/version.hpp"

namespace host_examination_test {

using namespace banyan::daemon;
using Catch::Contains;

namespace {

host_examination after(const std::vector<std::string>& lines) {
    host_examination host{.name = "a"};
    host.here = "192.0.2.1";
    for (const auto& line : lines)
        take_check_line(host, line);
    return host;
}

const std::string own_version = std::string("version ") + banyan::net::version_string;

}  // namespace

TEST_CASE("the lines of a healthy host are taken") {
    const auto host =
        after({"Welcome to a", own_version, "system Debian GNU/Linux 12, kernel 6.1.0", "cores 4",
               "folder 123456789 /run/user/1000/my folder", "connected", "listening 192.0.2.2 40001", "ready"});
    CHECK(host.version == banyan::net::version_string);
    CHECK(host.system == "Debian GNU/Linux 12, kernel 6.1.0");
    CHECK(host.cores == 4);
    CHECK(host.slots == 4);
    CHECK(host.folder == "/run/user/1000/my folder");
    CHECK(host.free_bytes == 123456789u);
    CHECK(host.reaches_here == true);
    CHECK(host.address == "192.0.2.2");
    CHECK(host.port == 40001);
    CHECK(host.is_complete);
    CHECK(host.failures.empty());
}

TEST_CASE("the slots of the host file stay, and an answer without the last line is not complete") {
    host_examination host{.name = "a", .slots = 2};
    take_check_line(host, "cores 4");
    CHECK_FALSE(host.is_complete);
    take_check_line(host, "ready");
    CHECK(host.is_complete);
    CHECK(host.slots == 2);
    CHECK(host.cores == 4);
}

TEST_CASE("a host that reports failures without end is not listened to for ever") {
    const auto host = after(std::vector<std::string>(1000, "folder_failed no space"));
    CHECK(host.failures.size() < 100);
    CHECK_FALSE(host.failures.empty());
}

TEST_CASE("each failure of a host is one line") {
    const auto host = after({"version 0.0.1", "folder 4096 /small", "connect_failed No route to host",
                             "listen_failed 192.0.2.2 Cannot assign requested address", "ready"});
    REQUIRE(host.failures.size() == 4);
    CHECK_THAT(host.failures[0], Contains("version 0.0.1 of Banyan") && Contains(banyan::net::version_string));
    CHECK_THAT(host.failures[1], Contains("/small") && Contains("4096 bytes"));
    CHECK(host.failures[2] == "it cannot reach this computer at 192.0.2.1: No route to host");
    CHECK(host.failures[3] == "its tasks cannot listen at 192.0.2.2: Cannot assign requested address");
    CHECK(host.reaches_here == false);
    CHECK(host.port == 0);
    CHECK(after({"folder_failed /tmp/x is open to others"}).failures.front() == "/tmp/x is open to others");
}

TEST_CASE("lines that are not of the check change nothing") {
    const auto host = after({"", " ", "version", "cores many", "listening", "folder", "unknown 1 2 3"});
    CHECK(host.cores == 0);
    CHECK(host.port == 0);
    CHECK_FALSE(host.is_complete);
}

}  // namespace host_examination_test
