// banyan doctor with hosts: those of a host file, and those of the running virtual machine.
#include <catch2/catch.hpp>
#include <csignal>

#include "tests/daemon/system/child.hpp"

namespace doctor_test {

using namespace banyan::testing;
using Catch::Matchers::Contains;

namespace {

int count(const std::string& text, const std::string& part) {
    int found = 0;
    for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
        ++found;
    return found;
}

/// Repeats the examination, at most twice, until each host has answered. A host has 3 s for a connection and for its
/// clock; on a busy computer it may need longer.
child_result examine_until_healthy(const arena& a, const std::vector<std::string>& arguments) {
    auto r = run_banyan(a, arguments);
    for (int more = 0; more < 2 && (r.status != 0 || count(r.out, "\"clock_ahead_s\": null") > 0); ++more)
        r = run_banyan(a, arguments);
    return r;
}

/// A line of a host file with a launcher that executes this script instead of `banyand check`.
std::string host_with(const std::string& name, const std::string& script) {
    return name + " address=127.0.0.2 launcher=\"sh -c '" + script + "' x {host}\"\n";
}

}  // namespace

TEST_CASE("doctor examines the hosts of a host file") {
    const arena a;
    const auto file = a.file("hosts.txt",
                             "a address=127.0.0.2 slots=3\n"
                             "b address=127.0.0.3 launcher=\"env X={host}\"\n");
    const auto r = examine_until_healthy(a, {"doctor", "--hostfile", file, "--json", "127.0.0.4"});
    INFO(r.out << r.err);
    CHECK(r.status == 0);
    CHECK(r.err.empty());
    CHECK_THAT(r.out, Contains("\"healthy\": true") && Contains("\"address\": \"127.0.0.2\"") &&
                          Contains("\"address\": \"127.0.0.3\"") && Contains("\"address\": \"127.0.0.4\"") &&
                          Contains("\"slots\": 3"));
    CHECK(count(r.out, "\"is_reached\": true") == 3);
    CHECK(count(r.out, "\"reaches_here\": true") == 3);
    CHECK(count(r.out, "\"failures\": []") == 3);
    CHECK(count(r.out, "\"clock_ahead_s\": null") == 0);
    const auto text = examine_until_healthy(a, {"doctor", "127.0.0.4"});
    CHECK(text.status == 0);
    CHECK_THAT(text.out, Contains("\nhost ") && Contains("\n127.0.0.4 ") && Contains(" yes/yes "));
    CHECK(a.empty_within(clean_up_limit));
}

TEST_CASE("doctor says in one line what is wrong with each host") {
    const arena a;
    const auto file = a.file(
        "hosts.txt",
        "a address=127.0.0.2 launcher=\"/nowhere/launcher {host}\"\n" +
            host_with("b", "echo no key for $1 >&2; exit 255") + host_with("c", "echo version 0.0.1; echo ready") +
            host_with("d", "echo connect_failed No route to host; echo ready") +
            host_with("e", "echo banyand is started by banyan: banyand keep ID >&2; exit 2") + "f address=127.0.0.3\n");
    const auto r = run_banyan(a, {"doctor", "--hostfile", file});
    INFO(r.out << r.err);
    CHECK(r.status == 1);
    CHECK(count_lines(r.err) == 5);
    CHECK_THAT(r.err, Contains("banyan: host a: ") && Contains("/nowhere/launcher") && Contains("No such file"));
    CHECK_THAT(r.err, Contains("banyan: host b: it cannot be examined; the command ended with status 255: sh -c ") &&
                          Contains(": no key for b\n"));
    CHECK_THAT(r.err, Contains("banyan: host c: it has version 0.0.1 of Banyan, this computer has "));
    CHECK_THAT(r.err, Contains("banyan: host d: it cannot reach this computer at 127.0.0.1: No route to host\n"));
    CHECK_THAT(r.err, Contains("banyan: host e: it has another version of Banyan, which cannot be examined"));
    CHECK(count(r.out, " yes/yes ") == 1);
    CHECK_THAT(run_banyan(a, {"doctor", "--hostfile", file, "--json"}).out, Contains("\"healthy\": false"));
    CHECK(a.empty_within(clean_up_limit));
}

TEST_CASE("doctor examines the hosts of the running virtual machine, and names the lost ones") {
    const arena a;
    const auto file = a.file("hosts.txt",
                             "a address=127.0.0.2 slots=3\n"
                             "b address=127.0.0.3 launcher=\"env X={host}\"\n");
    REQUIRE(run_banyan(a, {"up", "--hostfile", file}).status == 0);
    const auto healthy = examine_until_healthy(a, {"doctor"});
    INFO(healthy.out << healthy.err);
    CHECK(healthy.status == 0);
    CHECK(count(healthy.out, " yes/yes ") == 2);
    REQUIRE(::kill(banyand_with(a, "host"), SIGKILL) == 0);
    CHECK(eventually([&a] { return !run_banyan(a, {"hosts"}).err.empty(); }));
    const auto lost = run_banyan(a, {"doctor"});
    CHECK(lost.status == 1);
    CHECK(count_lines(lost.err) == 1);
    CHECK_THAT(lost.err, Contains(": it is lost: its daemon died"));
    CHECK(count(lost.out, " yes/yes ") == 1);
    run_banyan(a, {"down"});
    CHECK(a.empty_within(clean_up_limit));
}

}  // namespace doctor_test
