// What holds for the banyan command whatever the verb: help, refusals, output that cannot be written.
#include <sstream>

#include "tests/tools/command_checks.hpp"
#include "tests/tools/scratch_folder.hpp"

using namespace banyan::testing;

namespace {

std::vector<std::string> verbs() {
    std::vector<std::string> found;
    std::istringstream help(run_banyan({"--help"}).out);
    bool listed = false;
    for (std::string line; std::getline(help, line);) {
        if (listed && line.starts_with("  ")) found.push_back(line.substr(2, line.find(' ', 2) - 2));
        listed = listed || line == "Subcommands:";
    }
    return found;
}

constexpr const char* parts = "\"$0\" partition --rows 4 --cols 4 --speeds 1,1 --method row";

}  // namespace

TEST_CASE("every verb has help of readable width and says what may come") {
    CHECK(verbs().size() >= 14);
    for (const std::string& verb : verbs()) {
        INFO(verb);
        const outcome o = run_banyan({verb, "--help"});
        CHECK(o.status == 0);
        CHECK(o.err.empty());
        CHECK_THAT(o.out, Catch::Contains("Usage: banyan " + verb));
        CHECK((verb == "bench" || o.out.find("--json") != std::string::npos));
        std::istringstream lines(o.out);
        for (std::string line; std::getline(lines, line);)
            CHECK(line.size() <= 110);
    }
}

TEST_CASE("the page of the command line has every verb and every option") {
    const std::string page = read(BANYAN_COMMAND_PAGE);
    REQUIRE_FALSE(page.empty());
    std::vector<std::vector<std::string>> commands{{"bench", "latency"}, {"bench", "bandwidth"}};
    for (const std::string& verb : verbs())
        commands.push_back({verb});
    for (std::vector<std::string> command : commands) {
        INFO(command.back());
        CHECK_THAT(page, Catch::Contains(command.back()));
        command.push_back("--help");
        std::istringstream words(run_banyan(command).out);
        for (std::string word; words >> word;)
            if (word.starts_with("--"))
                CHECK_THAT(page,
                           Catch::Contains(word.substr(0, word.find_first_not_of("-abcdefghijklmnopqrstuvwxyz"))));
    }
}

TEST_CASE("a verb that is none is refused with those that are, the nearest first") {
    check_failed(run_banyan({}), 2, {"verb: none is named", "partition"});
    check_failed(run_banyan({"partiton"}), 2, {"verb: unknown name 'partiton'", "did you mean partition?", "validate"});
    check_failed(run_banyan({"zzz"}), 2, {"'zzz', allowed are up"});
    check_failed(run_banyan({"bench"}), 2, {"bench: none is named", "latency, bandwidth"});
    check_failed(run_banyan({"bench", "latncy"}), 2, {"bench: unknown name 'latncy'", "did you mean latency?"});
    check_failed(run_banyan({"reproduce", "kadoura"}), 2, {"'kadoura'", "did you mean kaddoura?"});
}

TEST_CASE("what the parser refuses comes with the way to the help") {
    check_failed(run_banyan({"down", "--colour"}), 2, {"--colour", "'banyan down --help'"});
    check_failed(run_banyan({"partition"}), 2, {"--rows is required", "'banyan partition --help'"});
    check_failed(run_banyan({"bench", "latency", "more"}), 2, {"more", "'banyan bench latency --help'"});
    check_failed(run_banyan({"validate"}), 2, {"application is required", "'banyan validate --help'"});
    check_failed(run_banyan({"--colour"}), 2, {"'banyan --help'"});
}

TEST_CASE("numbers of run are refused with what is allowed") {
    for (const char* tasks : {"0", "-1", "nan", "2.5", "65537", "x", "99999999999999999999"})
        check_failed(run_banyan({"run", "-n", tasks, "--", "true"}), 2, {"-n", tasks, "1 to 65536"});
    for (const char* seconds : {"0", "-1", "nan", "inf", "soon"})
        check_failed(run_banyan({"run", "-n", "1", "--timeout", seconds, "--", "true"}), 2,
                     {"--timeout", seconds, "0.001"});
    check_failed(run_banyan({"run", "-n", "1", "--per-host", "0", "--", "true"}), 2, {"--per-host", "'0'", "from 1"});
}

TEST_CASE("output that cannot be written is a failure that is told") {
    for (const char* how : {" > /dev/full", " --json > /dev/full", " >&-", " --json >&-"})
        check_failed(run_banyan_in_shell(parts + std::string(how)), 1, {"standard output cannot be written"});
    check_failed(run_banyan_in_shell("\"$0\" --help > /dev/full"), 1, {"standard output cannot be written"});
}

TEST_CASE("a reader that leaves ends the command quietly") {
    const outcome o = run_banyan_in_shell(parts + std::string(" --json | true"));
    CHECK(o.status == 0);
    CHECK(o.err.empty());
}

TEST_CASE("a closed standard output does not get mixed up with the picture") {
    const scratch_folder folder;
    const std::string file = folder.path / "parts.svg";
    CHECK(run_banyan_in_shell(parts + (" --svg '" + file + "' >&-")).status == 1);
    CHECK_THAT(read(file), Catch::StartsWith("<svg ") && Catch::EndsWith("</svg>\n"));
}

TEST_CASE("nothing is coloured, with or without NO_COLOR, and no progress goes to a file") {
    const outcome plain = run_banyan_in_shell(parts);
    const outcome without = run_banyan_in_shell("NO_COLOR=1 " + std::string(parts));
    CHECK(plain.out == without.out);
    CHECK(plain.out.find('\033') == std::string::npos);
    CHECK(plain.err.empty());
}
