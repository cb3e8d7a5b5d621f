// What is the same for all verbs of the banyan command: help, error lines, output that cannot be written.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <sstream>

#include "tests/common/scratch_folder.hpp"
#include "tests/tools/command_checks.hpp"

namespace command_line_test {

using namespace banyan::testing;

namespace {

using command = std::vector<std::string>;

/// What `banyan of --help` lists under "Subcommands:".
std::vector<std::string> listed_below(command of) {
    of.push_back("--help");
    std::vector<std::string> found;
    std::istringstream help(run_banyan(of).out);
    bool listed = false;
    for (std::string line; std::getline(help, line);) {
        if (listed && line.starts_with("  ")) found.push_back(line.substr(2, line.find(' ', 2) - 2));
        listed = listed || line == "Subcommands:";
    }
    return found;
}

std::vector<std::string> verbs() {
    return listed_below({});
}

/// The verbs without sub-verbs, and the sub-verbs of the others.
std::vector<command> commands() {
    std::vector<command> found;
    for (const std::string& verb : verbs()) {
        const auto below = listed_below({verb});
        if (below.empty()) found.push_back({verb});
        for (const std::string& sub_verb : below)
            found.push_back({verb, sub_verb});
    }
    return found;
}

/// The first word in letters from `at` on.
std::string word_at(const std::string& line, std::size_t at) {
    constexpr const char* letters = "abcdefghijklmnopqrstuvwxyz";
    const std::size_t first = std::min(line.find_first_of(letters, at), line.size());
    return line.substr(first, line.find_first_not_of(letters, first) - first);
}

/// The verbs in the tables and examples of the page.
std::set<std::string> documented_verbs(const std::string& page) {
    constexpr std::string_view example = "    banyan ";
    std::set<std::string> found;
    std::istringstream lines(page);
    bool in_table = false;
    for (std::string line; std::getline(lines, line);) {
        in_table = line.starts_with("| Verb ") || (in_table && line.starts_with("|"));
        if (line.starts_with(example)) found.insert(word_at(line, example.size()));
        if (in_table && line.starts_with("| `")) found.insert(word_at(line, 0));
    }
    return found;
}

/// The long options in the help of a command.
std::set<std::string> options_of(command c) {
    c.push_back("--help");
    std::set<std::string> found;
    std::istringstream words(run_banyan(c).out);
    for (std::string word; words >> word;)
        if (word.starts_with("--")) found.insert(word.substr(0, word.find_first_not_of("-abcdefghijklmnopqrstuvwxyz")));
    return found;
}

/// What is in `all` but not in `some`.
std::set<std::string> without(std::set<std::string> all, const std::set<std::string>& some) {
    std::erase_if(all, [&](const std::string& one) { return some.contains(one); });
    return all;
}

constexpr const char* parts = "\"$0\" partition --rows 4 --cols 4 --speeds 1,1 --method row";

// Verbs that become another program.
const std::set<std::string> without_json{"console"};

}  // namespace

TEST_CASE("every command has help of readable width that names --json") {
    CHECK(verbs().size() >= 14);  // as many as the first release
    CHECK(commands().size() > verbs().size());
    for (command c : commands()) {
        const bool has_json = !without_json.contains(c.front());
        const std::string usage = "Usage: banyan " + fmt::format("{}", fmt::join(c, " "));
        c.push_back("--help");
        const outcome o = run_banyan(c);
        INFO(usage);
        CHECK(o.status == 0);
        CHECK(o.err.empty());
        CHECK_THAT(o.out, Catch::Contains(usage));
        CHECK((o.out.find("--json") != std::string::npos) == has_json);
        std::istringstream lines(o.out);
        for (std::string line; std::getline(lines, line);)
            CHECK(line.size() <= 110);
    }
}

TEST_CASE("the page of the command line has the verbs of the program and no others") {
    const auto documented = documented_verbs(read(BANYAN_COMMAND_PAGE));
    const auto listed = verbs();
    const std::set<std::string> known(listed.begin(), listed.end());
    REQUIRE_FALSE(documented.empty());
    for (const std::string& verb : without(known, documented))
        FAIL_CHECK("docs/command_line.md lacks the verb " << verb << ". Write the line\n    banyan " << verb
                                                          << " ...\nor the row\n| `" << verb
                                                          << " ...` | ...\nin a table whose first column is Verb");
    for (const std::string& verb : without(documented, known))
        FAIL_CHECK("docs/command_line.md has the verb " << verb << ", which banyan --help does not list: remove it");
}

TEST_CASE("the page of the command line has every option") {
    const std::string page = read(BANYAN_COMMAND_PAGE);
    REQUIRE_FALSE(page.empty());
    for (const command& c : commands())
        for (const std::string& option : options_of(c))
            if (page.find(option) == std::string::npos)
                FAIL_CHECK("docs/command_line.md lacks " << option << " of banyan "
                                                         << fmt::format("{}", fmt::join(c, " "))
                                                         << ": write what it does");
}

TEST_CASE("an unknown verb is refused with a list of the verbs and the nearest one") {
    check_failed(run_banyan({}), 2, {"verb: none is given, use one of up", "partition"});
    check_failed(run_banyan({"partiton"}), 2,
                 {"verb: 'partiton' is not allowed", "did you mean partition?", "validate"});
    check_failed(run_banyan({"zzz"}), 2, {"'zzz' is not allowed, use one of up", "'banyan --help' explains them"});
    check_failed(run_banyan({"bench", "zzz"}), 2, {"one of latency", "'banyan bench --help' explains them"});
    check_failed(run_banyan({"speeds", "--measure", "--forget"}), 2,
                 {"--measure and --forget cannot be given together"});
    check_failed(run_banyan({"--colour"}), 2, {"verb: '--colour' is not allowed, use one of up"});
    check_failed(run_banyan({"bench"}), 2, {"bench: none is given", "latency, bandwidth"});
    check_failed(run_banyan({"bench", "latncy"}), 2, {"bench: 'latncy' is not allowed", "did you mean latency?"});
    check_failed(run_banyan({"reproduce", "kadoura"}), 2, {"'kadoura'", "did you mean kaddoura?"});
}

TEST_CASE("errors of the parser name the argument, and the help where it is needed") {
    check_failed(run_banyan({"down", "--colour"}), 2, {"--colour", "'banyan down --help'"});
    check_failed(run_banyan({"partition"}), 2, {"--rows is required", "'banyan partition --help'"});
    check_failed(run_banyan({"bench", "latency", "more"}), 2, {"more", "'banyan bench latency --help'"});
    check_failed(run_banyan({"validate"}), 2, {"APPLICATION is required", "'banyan validate --help'"});
    check_failed(run_banyan({"run", "-n"}), 2, {"-n: the value is missing"});
    check_failed(run_banyan({"run", "-n", "1", "-n", "2", "--", "true"}), 2, {"-n: given more than once"});
}

TEST_CASE("pvmd does not start as a daemon of the original PVM") {
    for (const char* option : {"-s", "-S"})
        check_failed(run_banyan({"pvmd", option, "-d0", "-nhost", "1", "c0000201:0cb6", "4096", "2", "c0000202:0000"}),
                     2, {"pvmd: -s and -S are not allowed", "banyan add"});
}

TEST_CASE("wrong numbers of run are refused with what is allowed") {
    for (const char* tasks : {"0", "-1", "nan", "2.5", "65537", "x", "010", "0x10", "99999999999999999999"})
        check_failed(run_banyan({"run", "-n", tasks, "--", "true"}), 2, {"-n", tasks, "1 to 65536"});
    for (const char* seconds : {"0", "-1", "nan", "inf", "soon"})
        check_failed(run_banyan({"run", "-n", "1", "--timeout", seconds, "--", "true"}), 2,
                     {"--timeout", seconds, "0.001"});
    for (const char* seconds : {"-1", "nan", "inf", "never"})
        check_failed(run_banyan({"run", "-n", "1", "--deadlock-check", seconds, "--", "true"}), 2,
                     {"--deadlock-check", seconds, "from 0"});
    check_failed(run_banyan({"run", "-n", "1", "--rows", "3", "true"}), 2,
                 {"'--rows' is not an option of 'banyan run'"});
    check_failed(run_banyan({"run", "true", "-n", "1"}), 2, {"-n is required"});
    check_failed(run_banyan({"run", "./a", "--help"}), 2, {"-n is required"});
    check_failed(run_banyan({"run", "-n", "1"}), 2, {"PROGRAM is required"});
    check_failed(run_banyan({"run", "-n", "1", "--"}), 2, {"PROGRAM is required"});
    check_failed(run_banyan({"run", "-n", "1", "--per-host", "0", "--", "true"}), 2, {"--per-host", "'0'", "from 1"});
}

TEST_CASE("a host that run is given twice, and an empty name, are refused") {
    check_failed(run_banyan({"run", "-n", "1", "--hosts", "a,b,a", "--", "true"}), 2, {"--hosts", "'a'", "once"});
    check_failed(run_banyan({"run", "-n", "1", "--hosts", "a,", "--", "true"}), 2, {"--hosts", "empty part"});
}

TEST_CASE("wrong algorithms of run are refused with what is allowed") {
    const auto refused = [](const char* value) {
        return run_banyan({"run", "-n", "1", "--algorithm", value, "--", "true"});
    };
    check_failed(refused("allreduce=rings"), 2, {"--algorithm", "'rings'", "automatic, banyan-exchange"});
    check_failed(refused("allredude=ring"), 2, {"--algorithm", "'allredude'", "allreduce"});
    check_failed(refused("ring"), 2, {"--algorithm", "'ring'", "COLLECTIVE=ALGORITHM"});
}

TEST_CASE("a file of run that is no network model, or cannot be read, is refused") {
    const scratch_folder folder;
    const auto refused = [](const std::string& file) {
        return run_banyan({"run", "-n", "1", "--network-model", file, "--", "true"});
    };
    const std::string file = folder.path / "model";
    std::ofstream(file) << "banyan network model 1\ncores many\n";
    check_failed(refused(file), 2, {"--network-model", file, "line 2", "'cores many'"});
    const std::string missing = folder.path / "missing";
    check_failed(refused(missing), 2, {"--network-model", missing, "No such file"});
    check_failed(refused(folder.path), 2, {"--network-model", "cannot be read"});
}

TEST_CASE("a program without a name is refused") {
    check_failed(run_banyan({"run", "-n", "1", "--", ""}), 2, {"PROGRAM: '' is not allowed"});
}

TEST_CASE("output that cannot be written is a reported failure") {
    for (const char* how : {" > /dev/full", " --json > /dev/full", " >&-", " --json >&-"})
        check_failed(run_banyan_in_shell(parts + std::string(how)), 1, {"standard output cannot be written"});
    const std::string full = "standard output cannot be written: No space left on device";
    check_failed(run_banyan_in_shell("\"$0\" --help > /dev/full"), 1, {full});
    check_failed(run_banyan_in_shell("\"$0\" model synchronization > /dev/full"), 1, {full});
    check_failed(run_banyan_in_shell("\"$0\" partition --rows 60 --cols 60 --speeds 3,2,1 > /dev/full"), 1, {full});
}

TEST_CASE("a reader that closes its end causes no error line") {
    const outcome o = run_banyan_in_shell(parts + std::string(" --json | true"));
    CHECK(o.status == 0);
    CHECK(o.err.empty());
}

TEST_CASE("a picture is not written to a closed standard output") {
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

}  // namespace command_line_test
