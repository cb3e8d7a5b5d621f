// banyan partition as a user runs it, for its tests.
#pragma once

#include <algorithm>
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "tests/tools/command.hpp"

namespace banyan::tools::testing {

using nlohmann::json;

inline outcome partition_of(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "partition");
    return run_banyan(arguments);
}

inline json json_of(std::vector<std::string> arguments) {
    arguments.push_back("--json");
    const outcome o = partition_of(std::move(arguments));
    INFO(o.err);
    REQUIRE(o.status == 0);
    CHECK(o.err.empty());
    return json::parse(o.out);  // throws when there is anything else on stdout
}

inline std::set<std::string> keys(const json& object) {
    std::set<std::string> result;
    for (const auto& [key, value] : object.items())
        result.insert(key);
    return result;
}

inline std::size_t count(const std::string& text, const std::string& what) {
    std::size_t found = 0;
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1))
        ++found;
    return found;
}

/// A refusal: status 2, nothing on stdout, one line on stderr with every expected part.
inline void check_refused(const std::vector<std::string>& arguments, const std::vector<std::string>& expected) {
    const outcome o = partition_of(arguments);
    INFO(o.err);
    CHECK(o.status == 2);
    CHECK(o.out.empty());
    CHECK(count(o.err, "\n") == 1);
    for (const std::string& part : expected)
        CHECK_THAT(o.err, Catch::Contains(part));
}

}  // namespace banyan::tools::testing
