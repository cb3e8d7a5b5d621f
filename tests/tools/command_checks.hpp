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
        const bool is_warning = line.rfind("banyan: warning: other programs use ", 0) == 0;
        const bool is_progress =
            line.rfind("banyan: ", 0) == 0 && line.size() > 3 && line.substr(line.size() - 3) == " s)";
        if (!is_warning && !is_progress) rest += line + "\n";
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

/// Checks for the exit status, an empty stdout, and one line on stderr that contains every expected part.
inline void check_failed(const outcome& o, int status, const std::vector<std::string>& expected) {
    INFO(o.err);
    CHECK(o.status == status);
    CHECK(o.out.empty());
    CHECK(std::ranges::count(o.err, '\n') == 1);
    CHECK_THAT(o.err, Catch::StartsWith("banyan: "));
    for (const std::string& part : expected)
        CHECK_THAT(o.err, Catch::Contains(part));
}

}  // namespace banyan::testing
