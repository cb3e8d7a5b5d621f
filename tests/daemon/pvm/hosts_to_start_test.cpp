// The hosts that a virtual machine for PVM begins with.
#include "daemon/pvm/hosts_to_start.hpp"

#include <catch2/catch.hpp>
#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

#include "daemon/client/resolve.hpp"

namespace hosts_to_start_test {

using namespace banyan::daemon;
using namespace banyan::daemon::pvm;

namespace {

std::vector<host_entry> hosts_of(const std::string& text) {
    std::istringstream in(text);
    return hosts_to_start(parse_pvm_host_file(in, "hosts"));
}

std::vector<std::string> names_of(const std::string& text) {
    std::vector<std::string> names;
    for (const auto& host : hosts_of(text))
        names.push_back(host.name);
    return names;
}

// Of the command that starts the daemon of the first host.
std::string last_word_of(const wire::AddHosts& plan) {
    const auto& host = plan.hosts(0);
    return host.command_size() == 0 ? "" : host.command(host.command_size() - 1);
}

using names = std::vector<std::string>;

}  // namespace

// 192.0.2.0/24 and 198.51.100.0/24 are addresses of documentation, so no computer has them.
TEST_CASE("This computer is the first host, wherever it is in the file", "[pvm]") {
    CHECK(names_of("a ip=192.0.2.7\nb ip=127.0.0.1\nc ip=198.51.100.3\n") == names{"b", "a", "c"});
    CHECK(names_of("b ip=127.0.0.2\na ip=192.0.2.7\nc ip=127.0.0.1\n") == names{"b", "a", "c"});
    CHECK(names_of("a ip=192.0.2.7\nb ip=127.0.0.1 lo=guest\n") == names{"b", "a"});
    CHECK(hosts_of("a ip=192.0.2.7\nb ip=127.0.0.1 lo=guest\n").front().user.empty());
}

TEST_CASE("A file without this computer gets it as localhost", "[pvm]") {
    CHECK(names_of("a ip=192.0.2.7\n") == names{"localhost", "a"});
    CHECK(names_of("# nothing\n") == names{"localhost"});
    CHECK(names_of("a ip=192.0.2.7\n& b ip=127.0.0.1\n") == names{"localhost", "a"});
    const auto hosts = hosts_of("a ip=192.0.2.7\n* sp=2000 lo=guest\n");
    REQUIRE(hosts.size() == 2);
    CHECK(hosts[0].speed == 2);
    CHECK(hosts[0].user.empty());
    CHECK(hosts[1].speed == 1);
}

TEST_CASE("Each so= of the hosts that are started has one line", "[pvm]") {
    std::istringstream in("here so=pw\n* so=pw\na\nb\nc so=ms\n& later\n* sp=1\nd\n");
    const auto notes = start_option_notes(parse_pvm_host_file(in, "hosts"), "here");
    REQUIRE(notes.size() == 2);
    CHECK(notes[0].starts_with("c: so=ms: "));
    CHECK(notes[1].starts_with("a, b: so=pw: "));
}

TEST_CASE("PVM_RSH and PVM_DPATH say how a host is started, unless it does itself", "[pvm]") {
    ::setenv("PVM_RSH", "/opt/rsh", 1);
    ::setenv("PVM_DPATH", "$HOME/bin/banyand", 1);
    host_entry host;
    CHECK(with_start_variables(host).rsh == "/opt/rsh");
    CHECK(with_start_variables(host).daemon == "$HOME/bin/banyand");
    host.rsh = "own";
    host.daemon = "/own/banyand";
    CHECK(with_start_variables(host).rsh == "own");
    CHECK(with_start_variables(host).daemon == "/own/banyand");
    ::setenv("PVM_DPATH", "/usr/lib/pvm3/lib/pvmd", 1);
    CHECK(with_start_variables({}).daemon.empty());
    ::unsetenv("PVM_RSH");
    ::unsetenv("PVM_DPATH");
    CHECK(with_start_variables({}).rsh.empty());
}

TEST_CASE("Another computer reads its profile and gets a PVM_VMID", "[pvm]") {
    host_entry host;
    host.name = "far";
    host.address = "127.0.0.2";
    host.user = "guest";  // so it is not started locally
    host.daemon = "/opt/banyand";
    const auto plain = plan_hosts({host});
    CHECK(plain.hosts(0).pvm_vmid().empty());
    CHECK(last_word_of(plain).find("pvm_host") == std::string::npos);
    host.vmid = "other";
    const auto planned = plan_hosts({with_start_variables(host)});
    CHECK(planned.hosts(0).pvm_vmid() == "other");
    CHECK(last_word_of(planned).find("exec banyand pvm_host") != std::string::npos);
}

TEST_CASE("Hosts that are started one by one have the addresses of a common start", "[pvm]") {
    std::vector<host_entry> hosts(2);
    hosts[0].name = "localhost";
    hosts[1].name = "b";
    hosts[1].address = "127.0.0.2,127.0.0.3";
    const auto planned = with_common_addresses(hosts);
    REQUIRE(planned.size() == 2);
    CHECK(planned[0].address.starts_with("127."));
    CHECK(planned[1].address == "127.0.0.2,127.0.0.3");
}

}  // namespace hosts_to_start_test
