// Host files of PVM 3.
#include "daemon/pvm/pvm_host_file.hpp"

#include <catch2/catch.hpp>
#include <sstream>

#include "banyan/net/error.hpp"

namespace pvm_host_file_test {

using namespace banyan::daemon;
using namespace banyan::daemon::pvm;

namespace {

pvm_host_file parsed(const std::string& text) {
    std::istringstream in(text);
    return parse_pvm_host_file(in, "hosts");
}

std::string refusal(const std::string& text) {
    try {
        (void)parsed(text);
    } catch (const banyan::net::error& refused) {
        return refused.what();
    }
    return "";
}

}  // namespace

TEST_CASE("hosts have the options of their lines and the defaults before them", "[pvm][pvm_host_file]") {
    const auto file = parsed(
        "# a room\n"
        "first\n"
        "* ep=$HOME/bin sp=2000\n"
        "second wd=/tmp   # near\n"
        "third lo=guest ip=192.0.2.7 ep=/a:/b sp=500\n"
        "& later sp=10\n"
        "*wd=/w\n");
    REQUIRE(file.hosts.size() == 4);
    CHECK(file.hosts[0].name == "first");
    CHECK(file.hosts[0].search_list.empty());
    CHECK(file.hosts[0].speed == 1000);
    CHECK(file.hosts[1].search_list == "$HOME/bin");
    CHECK(file.hosts[1].directory == "/tmp");
    CHECK(file.hosts[1].speed == 2000);
    CHECK(file.hosts[2].login == "guest");
    CHECK(file.hosts[2].search_list == "/a:/b");
    CHECK_FALSE(file.hosts[3].is_started);
    CHECK(file.find("later").speed == 10);
    CHECK(file.find("unknown").name == "unknown");
    CHECK(file.find("unknown").directory == "/w");
    CHECK(file.find("unknown").speed == 1000);
    const auto entry = to_host_entry(file.hosts[2]);
    CHECK(entry.name == "third");
    CHECK(entry.user == "guest");
    CHECK(entry.address == "192.0.2.7");
    CHECK(entry.speed == 0.5);
}

TEST_CASE("a file of Banyan is not one of PVM", "[pvm][pvm_host_file]") {
    CHECK_FALSE(is_pvm_host_file("fast slots=2 speed=2\nslow address=192.0.2.7\n"));
    CHECK_FALSE(is_pvm_host_file("# ep=/a\nfast\n"));
    CHECK_FALSE(is_pvm_host_file(""));
    CHECK(is_pvm_host_file("fast sp=2000\n"));
    CHECK(is_pvm_host_file("* ep=/a\nfast\n"));
    CHECK(is_pvm_host_file("fast\n&slow\n"));
    CHECK(is_pvm_host_file("fast\n$slow\n"));
}

TEST_CASE("a byte order mark at the beginning of a file is not part of the name", "[pvm][pvm_host_file]") {
    const std::string text = "\xEF\xBB\xBF&fast sp=2000\r\nslow\r\n";
    CHECK(is_pvm_host_file(text));
    const auto file = parsed(text);
    REQUIRE(file.hosts.size() == 2);
    CHECK(file.hosts[0].name == "fast");
    CHECK_FALSE(file.hosts[0].is_started);
    CHECK(file.hosts[1].name == "slow");
}

TEST_CASE("a host may have the marks & and $", "[pvm][pvm_host_file]") {
    const auto file = parsed("$a sp=10\n$ b\n&$c\n$&d\n");
    REQUIRE(file.hosts.size() == 4);
    CHECK(file.hosts[0].name == "a");
    CHECK(file.hosts[0].speed == 10);
    CHECK(file.hosts[0].is_started);
    CHECK(file.hosts[1].name == "b");
    CHECK(file.hosts[1].is_started);
    CHECK(file.hosts[2].name == "c");
    CHECK_FALSE(file.hosts[2].is_started);
    CHECK(file.hosts[3].name == "d");
    CHECK_FALSE(file.hosts[3].is_started);
    CHECK(refusal("$\n") == "hosts:1: the name of a host is missing");
}

TEST_CASE("wrong lines are refused with their place", "[pvm][pvm_host_file]") {
    CHECK(refusal("a\nb sp=0\n") == "hosts:2: sp=0 is not allowed: 1..1000000");
    CHECK(refusal("b sp=fast\n") == "hosts:1: sp=fast is not allowed: 1..1000000");
    CHECK(refusal("b speed=1\n").find("hosts:1: 'speed=1' is not an option; allowed: lo=") == 0);
    CHECK(refusal("& sp=3\n") == "hosts:1: the name of a host is missing");
}

TEST_CASE("a host that is added later may have options", "[pvm][pvm_host_file]") {
    pvm_host defaults;
    defaults.directory = "/w";
    const auto host = parse_pvm_host("new ep=/x", defaults);
    CHECK(host.name == "new");
    CHECK(host.search_list == "/x");
    CHECK(host.directory == "/w");
    CHECK_THROWS_AS(parse_pvm_host("", defaults), banyan::net::error);
}

TEST_CASE("so= is the way to start a host", "[pvm]") {
    const auto file = parsed("* so=pw\na\nb so=ms\n* sp=1\nc\n");
    REQUIRE(file.hosts.size() == 3);
    CHECK(file.hosts[0].start_option == "pw");
    CHECK(file.hosts[1].start_option == "ms");
    CHECK(file.hosts[2].start_option.empty());
    CHECK(start_option_note({"a"}, "pw").starts_with("a: so=pw: no password is asked for"));
    CHECK(start_option_note({"a", "b"}, "ms").starts_with("a, b: so=ms: no start by hand"));
    CHECK(start_option_note({"a"}, "xx").starts_with("a: so=xx: unknown"));
}

TEST_CASE("dx= is accepted if it is a daemon of Banyan", "[pvm]") {
    const auto file = parsed("a\nb dx=/usr/lib/pvm3/lib/pvmd\nc dx=$HOME/bin/banyand\n");
    REQUIRE(file.hosts.size() == 3);
    CHECK(to_host_entry(file.hosts[0]).daemon.empty());
    CHECK(to_host_entry(file.hosts[1]).daemon.empty());
    CHECK(to_host_entry(file.hosts[2]).daemon == "$HOME/bin/banyand");
    CHECK_FALSE(names_our_daemon("/usr/bin/mybanyand"));
}

TEST_CASE("id= is the PVM_VMID of a host", "[pvm]") {
    const auto file = parsed("a\n* id=first\nb\nc id=second\n");
    REQUIRE(file.hosts.size() == 3);
    CHECK(to_host_entry(file.hosts[0]).vmid.empty());
    CHECK(to_host_entry(file.hosts[1]).vmid == "first");
    CHECK(to_host_entry(file.hosts[2]).vmid == "second");
}

TEST_CASE("bx= is the debugger of a host", "[pvm]") {
    std::istringstream text("* bx=$HOME/debug\none\ntwo bx=/usr/bin/other\n");
    const auto file = parse_pvm_host_file(text, "hosts");
    CHECK(file.find("one").debugger == "$HOME/debug");
    CHECK(file.find("two").debugger == "/usr/bin/other");
}

}  // namespace pvm_host_file_test
