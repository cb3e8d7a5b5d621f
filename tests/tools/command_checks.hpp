// Checks of the output of the banyan command.
#pragma once

#include <algorithm>
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests/tools/command.hpp"

namespace banyan::testing {

using nlohmann::json;

/// The lines of standard error without those that depend on the other programs of the computer: warnings of a busy
/// computer, and the progress of a verb that takes more than 10 s.
inline std::string without_notes(const std::string& err) {
    std::istringstream lines(err);
    std::string rest;
    for (std::string line; std::getline(lines, line);) {
        const bool is_warning = line.starts_with("banyan: warning: other programs use ");
        const auto number = line.rfind('(') + 1;
        const bool is_progress = line.starts_with("banyan: ") && line.ends_with(" s)") &&
                                 line.find_first_not_of("0123456789", number) == line.size() - 3;
        if (is_warning || is_progress) continue;
        rest += line;
        if (!lines.eof()) rest += '\n';
    }
    return rest;
}

/// The object that the command prints with these arguments and --json; nothing else is printed.
inline json json_printed_by(std::vector<std::string> arguments) {
    arguments.push_back("--json");
    const outcome o = run_banyan(arguments);
    INFO(o.err);
    REQUIRE(o.status == 0);
    CHECK(without_notes(o.err).empty());
    return json::parse(o.out);  // throws when there is anything else on stdout
}

inline std::set<std::string> keys(const json& object) {
    std::set<std::string> result;
    for (const auto& [key, value] : object.items())
        result.insert(key);
    return result;
}

/// Checks for the exit status, an empty stdout, and one line on stderr, besides notes, that contains every expected
/// part.
inline void check_failed(const outcome& o, int status, const std::vector<std::string>& expected) {
    INFO(o.err);
    const std::string line = without_notes(o.err);
    CHECK(o.status == status);
    CHECK(o.out.empty());
    CHECK(std::ranges::count(line, '\n') == 1);
    CHECK_THAT(line, Catch::StartsWith("banyan: "));
    for (const std::string& part : expected)
        CHECK_THAT(line, Catch::Contains(part));
}

}  // namespace banyan::testing
