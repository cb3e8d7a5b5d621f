// Parsing a host file. Each mistake is reported with file and line number.
#include <catch2/catch.hpp>
#include <sstream>

#include "banyan/net/error.hpp"
#include "daemon/client/host_file.hpp"

namespace host_file_test {

using namespace banyan::daemon;
using banyan::net::error;

namespace {

std::vector<host_entry> parse(const std::string& text) {
    std::istringstream in(text);
    return parse_host_file(in, "hosts.txt");
}

std::string complaint(const std::string& text) {
    try {
        parse(text);
    } catch (const error& e) {
        CHECK(e.which() == banyan::net::errc::invalid_argument);
        CHECK(std::string(e.what()).find('\n') == std::string::npos);
        return e.what();
    }
    return "accepted";
}

}  // namespace

TEST_CASE("A host file gives each host its keys and the defaults for the rest") {
    const auto hosts = parse(
        "# the lab\n"
        "a slots=4 speed=2.5 address=127.0.0.2   # the fast one\n"
        "\n"
        "  b user=ann launcher=\"ip netns exec {host} nice -n 5\"\n"
        "c#1\n"
        "d address=fd00::1");
    REQUIRE(hosts.size() == 4);
    CHECK(hosts[0].name == "a");
    CHECK(hosts[0].slots == 4);
    CHECK(hosts[0].speed == 2.5);
    CHECK(hosts[0].address == "127.0.0.2");
    CHECK(hosts[1].name == "b");
    CHECK(hosts[1].slots == 0);
    CHECK(hosts[1].speed == 1.0);
    CHECK(hosts[1].user == "ann");
    CHECK(hosts[1].launcher == "ip netns exec {host} nice -n 5");
    CHECK(hosts[2].name == "c#1");  // a # begins a comment only at the beginning of a word
    CHECK(hosts[3].address == "fd00::1");
}

TEST_CASE("A host file may begin with a byte order mark and have lines that end in a carriage return") {
    const std::string text =
        "\xEF\xBB\xBF"
        "a slots=2\r\nb speed=3\r\n";
    const auto hosts = parse(text);
    REQUIRE(hosts.size() == 2);
    CHECK(hosts[0].name == "a");
    CHECK(hosts[0].slots == 2);
    CHECK(hosts[1].speed == 3);
    CHECK(with_speeds(text, {{"a", 4}, {"b", 1}}) ==
          "\xEF\xBB\xBF"
          "a slots=2 speed=4\r\nb speed=1\r\n");
    CHECK_THAT(complaint("a\n\xEF\xBB\xBF"
                         "b colour=red\n"),
               Catch::Contains("hosts.txt:2:"));
}

TEST_CASE("Speeds are written into a host file, and all other text stays") {
    const std::map<std::string, double> speeds{{"a", 2.0}, {"b", 1.23456}, {"c", 1}};
    CHECK(with_speeds("a\n", speeds) == "a speed=2\n");
    CHECK(with_speeds("# a\n\n  a  slots=2 speed=1.5  address=::1  # speed=9\nz speed=4\nb", speeds) ==
          "# a\n\n  a  slots=2 speed=2  address=::1  # speed=9\nz speed=4\nb speed=1.23");
    CHECK(with_speeds("c launcher=\"ssh -o speed=7 {host}\" \"speed=3\"\t# last\n", speeds) ==
          "c launcher=\"ssh -o speed=7 {host}\" speed=1\t# last\n");
    CHECK(with_speeds("a # none", speeds) == "a speed=2 # none");
    CHECK(with_speeds("", speeds).empty());
    const auto hosts = parse(with_speeds("b user=ann speed=8\na launcher='x {host}'\n", speeds));
    CHECK(hosts[0].speed == 1.23);
    CHECK(hosts[1].speed == 2);
    CHECK(hosts[1].launcher == "x {host}");
}

TEST_CASE("Mistakes in a host file are named with file and line") {
    using Catch::Matchers::Contains;
    CHECK_THAT(complaint("a\nb slots=0\n"), Contains("hosts.txt:2:") && Contains("slots=0"));
    CHECK_THAT(complaint("a slots=-3"), Contains("hosts.txt:1:") && Contains("slots=-3"));
    CHECK_THAT(complaint("a slots=3x"), Contains("slots=3x"));
    CHECK_THAT(complaint("a slots=99999999999999999999"), Contains("slots="));
    CHECK_THAT(complaint("a speed=0"), Contains("speed=0"));
    CHECK_THAT(complaint("a speed=nan"), Contains("speed=nan"));
    CHECK_THAT(complaint("a speed=inf"), Contains("speed=inf"));
    CHECK_THAT(complaint("a speed=-1"), Contains("speed=-1"));
    CHECK_THAT(complaint("\n\na colour=red"), Contains("hosts.txt:3:") && Contains("colour") && Contains("use slots"));
    CHECK_THAT(complaint("a slots"), Contains("key=value"));
    CHECK_THAT(complaint("a slots="), Contains("key=value"));
    CHECK_THAT(complaint("slots=3"), Contains("must begin with the name of the host"));
    CHECK_THAT(complaint("-oProxyCommand=x"), Contains("hosts.txt:1:"));
    CHECK_THAT(complaint("a\n\"\" slots=2\n"), Contains("hosts.txt:2:") && Contains("empty"));
    CHECK_THAT(complaint("\"a b\""), Contains("contains spaces"));
    CHECK_THAT(complaint("--help"), Contains("must not begin with -"));
    CHECK_THAT(complaint("a\na\n"), Contains("hosts.txt:2:") && Contains("twice"));
    CHECK_THAT(complaint("a\nb slots=2 speed=1 slots=2\n"), Contains("hosts.txt:2: slots= occurs twice"));
    CHECK(complaint(std::string(253, 'a')) == "accepted");
    CHECK(complaint("a\n" + std::string(254, 'a')) ==
          "hosts.txt:2: the name of a host has 254 bytes, at most 253 are allowed");
    CHECK_THAT(complaint("a launcher=\"open"), Contains("hosts.txt:1:") && Contains("quote"));
    CHECK_THAT(complaint("a launcher=ssh"), Contains("{host}"));
}

TEST_CASE("The error for a missing or empty host file names it") {
    CHECK_THROWS_WITH(read_host_file("/nowhere/hosts"), Catch::Contains("/nowhere/hosts"));
    CHECK_THROWS_WITH(read_host_file("/dev/null"), Catch::Contains("the file has no hosts"));
    CHECK_THROWS_WITH(read_host_file("/"), Catch::Contains("--hostfile /: the file cannot be read: Is a directory"));
    CHECK_THROWS_WITH(read_host_file("/none"),
                      Catch::Contains("--hostfile /none: ") && Catch::Contains("No such file"));
}

TEST_CASE("Words are split as a shell would") {
    using words = std::vector<std::string>;
    CHECK(split_words("a  b\tc") == words{"a", "b", "c"});
    CHECK(split_words("'a b' \"c d\" e\\ f") == words{"a b", "c d", "e f"});
    CHECK(split_words("x'y'z \"\"") == words{"xyz", ""});
    CHECK(split_words("'\\'") == words{"\\"});
    CHECK(split_words("\"\\\"\"") == words{"\""});
    CHECK(split_words("   ").empty());
    CHECK_THROWS_AS(split_words("'"), error);
}

}  // namespace host_file_test
